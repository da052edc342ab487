"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Clock, CornerUpLeft, Pencil, TriangleAlert, X } from "lucide-react";
import { useState } from "react";
import { Sender } from "@/components/messaging/sellers/sender";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { useNow } from "@/components/shared/state/use-now";
import { Button } from "@/components/ui/button";
import type { ScheduledMessage } from "@/lib/contracts/messaging/scheduled-messages";
import { describeScheduled } from "./describe-scheduled";
import { scheduledMutations, scheduledQuery } from "./scheduled.queries";

const ScheduleDialog = lateDialog(async () => (await import("./schedule-dialog")).ScheduleDialog);

/** Above the composer: messages that will go out later, and those that did not go out. Nothing without any. */
export function ScheduledStrip({ to, contactName }: { to: string; contactName: string }) {
  const now = useNow();
  const { data: messages = [] } = useQuery(scheduledQuery(to));
  const client = useQueryClient();
  const save = useMutation(scheduledMutations.save(client));
  const removal = useMutation(scheduledMutations.remove(client));
  const [edited, setEdited] = useState<ScheduledMessage | null>(null);
  if (messages.length === 0) return null;

  function cancel(message: ScheduledMessage) {
    removal.mutate(message.id, {
      onSuccess: () => {
        if (message.state !== "scheduled") return;
        const { content, send_at, stays } = message;
        notifySuccess("Mensagem cancelada.", {
          action: {
            label: "Desfazer",
            onClick: () => save.mutate({ to, content, send_at, stays }),
          },
        });
      },
    });
  }

  return (
    <section aria-label="Mensagens agendadas" className="shrink-0 border-border border-t bg-card">
      <ul className="relative max-h-40 divide-y divide-border overflow-y-auto">
        {messages.map((message) => (
          <li key={message.id} className="flex items-center gap-2 py-1 pr-2 pl-4 text-sm">
            <Mark state={message.state} />
            <div className="min-w-0 flex-1">
              <p className="truncate">{message.content}</p>
              <p className="truncate text-[0.8125rem] text-muted-foreground">
                {describeScheduled(message, now)}
                <Sender personId={message.person_id} after=" · por " />
              </p>
            </div>
            {message.state === "scheduled" && (
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Editar a mensagem agendada: ${message.content}`}
                onClick={() => setEdited(message)}
              >
                <Pencil aria-hidden />
              </Button>
            )}
            <Button
              variant="ghost"
              size="icon"
              aria-label={
                message.state === "scheduled"
                  ? `Cancelar a mensagem agendada: ${message.content}`
                  : `Dispensar a mensagem que não saiu: ${message.content}`
              }
              disabled={removal.isPending}
              onClick={() => cancel(message)}
            >
              <X aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      {edited && (
        <ScheduleDialog
          to={to}
          contactName={contactName}
          message={edited}
          onSaved={() => setEdited(null)}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}

function Mark({ state }: { state: ScheduledMessage["state"] }) {
  if (state === "failed") {
    return <TriangleAlert className="size-4 shrink-0 text-danger-text" aria-hidden />;
  }
  const Icon = state === "answered" ? CornerUpLeft : Clock;
  return <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden />;
}
