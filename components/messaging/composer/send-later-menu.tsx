"use client";

import { AlarmClock, CalendarDays, Clock } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { listSnoozes } from "@/lib/domain/tasks/snooze";
import { nameDue } from "@/lib/domain/tasks/task";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";

interface SendLaterMenuProps {
  disabled: boolean;
  /** The text is just being scheduled. */
  pending: boolean;
  /** The text answers a message: a message that is sent later quotes none. */
  isAnswer: boolean;
  /** `time`: a wall-clock time in São Paulo, "2026-11-23T09:00"; null when the user still has to choose it. */
  onSchedule: (choice: { time: string | null; stays: boolean }) => void;
}

/** The times at which the written text can be sent instead of now. */
export function SendLaterMenu({ disabled, pending, isAnswer, onSchedule }: SendLaterMenuProps) {
  const [stays, setStays] = useState(false);
  const now = new Date();
  const today = getSaoPauloDay(now);
  return (
    <DropdownMenu
      side="top"
      align="end"
      className="w-80"
      entries={[
        { kind: "label", label: "Enviar depois" },
        ...(isAnswer
          ? [{ kind: "label" as const, label: "Sai sem citar a mensagem respondida." }]
          : []),
        ...listSnoozes(now).map(({ label, day, time }) => ({
          kind: "action" as const,
          label,
          icon: AlarmClock,
          hint: nameDue({ day, time }, today),
          onSelect: () => onSchedule({ time: `${day}T${time}`, stays }),
        })),
        {
          kind: "action" as const,
          label: "Escolher o horário",
          icon: CalendarDays,
          onSelect: () => onSchedule({ time: null, stays }),
        },
        { kind: "separator" },
        ...(stays
          ? []
          : [{ kind: "label" as const, label: "Uma resposta antes cancela a mensagem." }]),
        {
          kind: "check" as const,
          label: "Enviar mesmo se a pessoa escrever antes",
          checked: stays,
          onChange: setStays,
        },
      ]}
      trigger={
        <Button
          variant="ghost"
          size="icon"
          className="size-10"
          aria-label="Enviar depois"
          title="Enviar depois"
          disabled={disabled}
          loading={pending}
        >
          {!pending && <Clock aria-hidden />}
        </Button>
      }
    />
  );
}
