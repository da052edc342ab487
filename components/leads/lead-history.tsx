"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleHelp, Megaphone, MessageSquare, RefreshCw, Send, Sparkles } from "lucide-react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { LeadHistoryEntry } from "@/lib/contracts/leads/lead-history";
import { labelOf, lookUp } from "@/lib/domain/text/known-words";
import { formatDateTime } from "@/lib/format";
import { getLeadSourceLabel, LEAD_STATUS_LABEL } from "./lead-labels";
import { leadQueries } from "./leads.queries";

const ICON = {
  created: Sparkles,
  status: RefreshCw,
  message_sent: Send,
  message_received: MessageSquare,
  campaign: Megaphone,
};

const CHANGED_BY: Record<string, string> = {
  person: "por você",
  campaign: "por uma campanha",
  reply: "por uma resposta",
  phone: "por uma mensagem do celular",
};

const OUTCOME: Record<string, string> = {
  pending: "na fila",
  sending: "enviando",
  sent: "enviada",
  failed: "falhou",
  skipped: "não enviada",
  unknown: "resultado desconhecido",
};

export function LeadHistory({ leadId }: { leadId: number }) {
  const history = useQuery(leadQueries.history(leadId));
  if (history.isError) {
    return (
      <ErrorState
        title="Não foi possível carregar o histórico"
        onRetry={history.refetch}
        retrying={history.isFetching}
        className="py-4"
      />
    );
  }
  if (!history.data && history.fetchStatus === "paused") {
    return (
      <p className="text-muted-foreground text-sm">O histórico aparece quando a conexão voltar.</p>
    );
  }
  if (!history.data) return <Skeleton className="h-16 w-full" />;
  return (
    <ol className="space-y-3">
      {history.data.map((entry, index) => {
        const Icon = lookUp(ICON, entry.kind, CircleHelp);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id of their own
          <li key={index} className="flex gap-3">
            <span className="mt-0.5 grid size-7 shrink-0 place-items-center rounded-full bg-accent">
              <Icon className="size-3.5 text-muted-foreground" aria-hidden />
            </span>
            <span className="min-w-0 flex-1 text-sm">
              <span className="block break-words">{describeEntry(entry)}</span>
              <time dateTime={entry.at} className="text-muted-foreground text-xs tabular-nums">
                {formatDateTime(entry.at)}
              </time>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function describeEntry(entry: LeadHistoryEntry): string {
  switch (entry.kind) {
    case "created":
      return `Lead criado: ${getLeadSourceLabel(entry.text ?? "")}`;
    case "status":
      return `${describeChange(entry)}, ${CHANGED_BY[entry.by ?? ""] ?? ""}`;
    case "campaign":
      return `${entry.text ?? "Campanha"}: ${OUTCOME[entry.outcome ?? ""] ?? ""}`;
    case "message_sent":
      return `Você: ${entry.text ?? "mensagem sem texto"}`;
    case "message_received":
      return `Recebida: ${entry.text ?? "mensagem sem texto"}`;
    default:
      return entry.text ?? String(entry.kind);
  }
}

/** The stages, or the statuses of a change in which the stage stayed, or which is older than stages are. */
function describeChange({ from, to, from_stage, to_stage }: LeadHistoryEntry): string {
  if (from_stage !== to_stage) return `Status: ${from_stage} → ${to_stage}`;
  return `Status: ${getStatusLabel(from)} → ${getStatusLabel(to)}`;
}

function getStatusLabel(status: LeadHistoryEntry["from"]): string {
  return status ? labelOf(LEAD_STATUS_LABEL, status) : "";
}
