import { createColumnHelper } from "@tanstack/react-table";
import { MessageSquare } from "lucide-react";
import { AnswerMark } from "@/components/leads/answers/answer-mark";
import { Absent, ACTIONS_COLUMN, Moment } from "@/components/shared/table/table-cells";
import type { tableKit } from "@/components/shared/table/table-kit";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import type { Recipient } from "@/lib/contracts/campaigns/activities";
import type { RecipientState } from "@/lib/domain/campaigns/campaign";
import { RECIPIENT_STATE_LABEL } from "@/lib/domain/campaigns/recipient-labels";
import { CAUSE_LABEL } from "@/lib/domain/campaigns/results-summary";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { countWord, labelOf, lookUp } from "@/lib/domain/text/known-words";
import { formatDateTime } from "@/lib/format";
import { chatPath, leadPath } from "@/lib/paths";
import { FollowUpCell } from "./follow-up-cell";

const TONE: Record<RecipientState, Tone> = {
  pending: "neutral",
  sending: "gold",
  sent: "success",
  delivered: "success",
  read: "success",
  answered: "success",
  failed: "danger",
  skipped: "neutral",
  unknown: "info",
};

const column = createColumnHelper<typeof tableKit, Recipient>();

interface RecipientActions {
  onResend: (recipient: Recipient) => void;
  onContinue: (followUpId: number) => void;
  onEnd: (followUpId: number) => void;
}

/** `inSequence`: with a column about the follow-ups. */
export function buildRecipientColumns(
  { onResend, ...sequence }: RecipientActions,
  inSequence: boolean,
) {
  const following = column.display({
    id: "sequence",
    meta: { label: "Sequência", width: "minmax(12rem,1.25fr)", skeleton: "w-40" },
    cell: ({ row: { original } }) => <FollowUpCell recipient={original} {...sequence} />,
  });
  return column.columns([
    column.accessor((row) => row.name ?? "", {
      id: "name",
      meta: { label: "Lead", width: "minmax(10rem,1fr)", skeleton: "w-36" },
      cell: ({ row: { original } }) =>
        original.lead_id !== null && original.name !== null ? (
          <Link
            href={leadPath(original.lead_id)}
            className="block w-fit max-w-full truncate rounded font-medium underline-offset-4 hover:underline"
          >
            {original.name}
          </Link>
        ) : (
          <span className="text-muted-foreground">Lead excluído</span>
        ),
    }),
    column.accessor("number", {
      meta: { selfEvident: true, label: "WhatsApp", width: "11rem", skeleton: "w-32" },
      cell: ({ getValue }) => (
        <span className="whitespace-nowrap tabular-nums">{formatKeptNumber(getValue())}</span>
      ),
    }),
    column.accessor("variant", {
      meta: {
        droppable: true,
        onPhone: "hidden",
        label: "Variação",
        width: "5rem",
        className: "text-right",
        skeleton: "ml-auto w-4",
      },
      cell: ({ getValue }) => <span className="tabular-nums">{getValue()}</span>,
    }),
    column.accessor("state", {
      meta: { onPhone: "beside-title", label: "Situação", width: "8rem", skeleton: "h-6 w-24" },
      cell: ({ getValue, row }) => (
        <Badge tone={lookUp(TONE, getValue(), "neutral")} data-state={getValue()}>
          {labelOf(RECIPIENT_STATE_LABEL, getValue())}
          {row.original.resent && " · reenviada"}
        </Badge>
      ),
    }),
    column.accessor("intent", {
      meta: { label: "O que respondeu", width: "10.5rem", skeleton: "h-6 w-28" },
      cell: ({ getValue }) => {
        const kind = getValue();
        return kind ? <AnswerMark kind={kind} /> : <Absent />;
      },
    }),
    column.accessor((row) => row.detail, {
      id: "reason",
      meta: { selfEvident: true, label: "Motivo", width: "minmax(9rem,1fr)", skeleton: "w-40" },
      cell: ({ row: { original } }) => {
        const reason =
          original.detail ?? (original.cause && countWord(CAUSE_LABEL, original.cause, 1));
        if (!reason) return <Absent />;
        return (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <span className="text-pretty text-[0.8125rem]">{reason}</span>
            {original.state === "unknown" && !original.resent && (
              <Button
                variant="outline"
                size="sm"
                aria-label={`Reenviar para ${original.name ?? original.number}`}
                onClick={() => onResend(original)}
              >
                Reenviar
              </Button>
            )}
          </span>
        );
      },
    }),
    ...(inSequence ? [following] : []),
    column.accessor("sent_at", {
      meta: { droppable: true, label: "Enviada em", width: "11.75rem", skeleton: "w-28" },
      cell: ({ getValue, row: { original } }) => (
        <span className="py-1.5">
          <Moment instant={getValue()} />
          {original.answered_at && (
            <span className="block whitespace-nowrap text-muted-foreground text-xs tabular-nums">
              Resposta: {formatDateTime(original.answered_at)}
            </span>
          )}
        </span>
      ),
    }),
    column.display({
      id: "actions",
      meta: ACTIONS_COLUMN,
      cell: ({ row: { original } }) => (
        <Button asChild variant="ghost" size="icon">
          <Link
            href={chatPath(original.number)}
            aria-label={`Abrir conversa com ${original.name ?? original.number}`}
          >
            <MessageSquare aria-hidden />
          </Link>
        </Button>
      ),
    }),
  ]);
}
