"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { CheckField } from "@/components/shared/forms/check-field";
import { DateInput, TimeInput } from "@/components/shared/forms/date-input";
import { Field, fieldsFirst } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { Textarea } from "@/components/ui/textarea";
import type { ScheduledMessage } from "@/lib/contracts/messaging/scheduled-messages";
import { MESSAGE_MAX_LENGTH } from "@/lib/domain/messages/message-limits";
import { toNow } from "@/lib/domain/tasks/now";
import { scheduledMutations } from "./scheduled.queries";

interface ScheduleDialogProps {
  to: string;
  contactName: string;
  /** The text to be scheduled, or the message to be changed. */
  message: Pick<ScheduledMessage, "content"> & Partial<ScheduledMessage>;
  onSaved: () => void;
  onClose: () => void;
}

const HOUR_MS = 3_600_000;

/** When a message goes out, its text, and whether an answer cancels it. */
export function ScheduleDialog({
  to,
  contactName,
  message,
  onSaved,
  onClose,
}: ScheduleDialogProps) {
  const start = toNow(message.send_at ? new Date(message.send_at) : new Date(Date.now() + HOUR_MS));
  const [content, setContent] = useState(message.content);
  const [day, setDay] = useState(start.day);
  const [time, setTime] = useState<string>(start.time);
  const [stays, setStays] = useState(message.stays ?? false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const save = useMutation({
    ...scheduledMutations.save(useQueryClient()),
    onSuccess: () => {
      notifySuccess("Mensagem agendada.");
      onSaved();
    },
    meta: { failure: fieldsFirst(setProblems) },
  });

  function submit() {
    if (content.trim() === "") return setProblems({ content: "Escreva a mensagem." });
    if (day === "" || time === "") return setProblems({ send_at: "Escolha quando enviar." });
    save.mutate({
      ...(message.id !== undefined && { id: message.id }),
      to,
      content,
      send_at: `${day}T${time}`,
      stays,
    });
  }

  const isDirty =
    content !== message.content ||
    day !== start.day ||
    time !== start.time ||
    stays !== (message.stays ?? false);
  return (
    <FormDialog
      title={message.id === undefined ? "Enviar depois" : "Mensagem agendada"}
      description={`Para ${contactName}. Antes de sair, a conexão e os bloqueios são conferidos de novo.`}
      isDirty={isDirty && message.id !== undefined}
      onClose={onClose}
      onSubmit={submit}
      submitLabel="Agendar"
      isPending={save.isPending}
    >
      <Field label="Mensagem" error={problems["content"]}>
        {(control) => (
          <Textarea
            {...control}
            value={content}
            rows={4}
            maxLength={MESSAGE_MAX_LENGTH}
            onChange={({ target }) => {
              setContent(target.value);
              setProblems({});
            }}
            className="w-full"
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Dia" error={problems["send_at"]}>
          {(control) => (
            <DateInput
              {...control}
              value={day}
              onChange={(next) => {
                setDay(next);
                setProblems({});
              }}
            />
          )}
        </Field>
        <Field label="Horário">
          {(control) => (
            <TimeInput
              {...control}
              value={time}
              onChange={(next) => {
                setTime(next);
                setProblems({});
              }}
            />
          )}
        </Field>
      </div>
      <CheckField
        label="Enviar mesmo se a pessoa escrever antes"
        help="Sem isto, uma resposta cancela a mensagem."
        checked={stays}
        onChange={setStays}
      />
    </FormDialog>
  );
}
