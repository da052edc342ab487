"use client";

import { AlarmClock, CalendarDays } from "lucide-react";
import type { ReactElement } from "react";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { listSnoozes } from "@/lib/domain/tasks/snooze";
import { nameDue, type TaskDue } from "@/lib/domain/tasks/task";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";

interface SnoozeMenuProps {
  trigger: ReactElement<{ [name: string]: unknown }>;
  onSnooze: (due: TaskDue) => void;
  /** Opens the task, where any date can be chosen. */
  onChooseDate: () => void;
}

/** The times to which a task can be postponed. */
export function SnoozeMenu({ trigger, onSnooze, onChooseDate }: SnoozeMenuProps) {
  const now = new Date();
  const today = getSaoPauloDay(now);
  return (
    <DropdownMenu
      align="end"
      className="w-64"
      entries={[
        { kind: "label", label: "Adiar para" },
        ...listSnoozes(now).map(({ label, day, time }) => ({
          kind: "action" as const,
          label,
          icon: AlarmClock,
          hint: nameDue({ day, time }, today),
          onSelect: () => onSnooze({ day, time }),
        })),
        { kind: "action", label: "Escolher a data", icon: CalendarDays, onSelect: onChooseDate },
      ]}
      trigger={trigger}
    />
  );
}
