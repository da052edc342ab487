"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, RefreshCw, X } from "lucide-react";
import dynamic from "next/dynamic";
import { type KeyboardEvent, useLayoutEffect, useState } from "react";
import { AnswerMark } from "@/components/leads/answers/answer-mark";
import { LeadContacts } from "@/components/leads/leads/lead-contacts";
import { showLeadValue } from "@/components/leads/leads/lead-value";
import { StageBadge } from "@/components/leads/leads/stage-badge";
import { StageSelect } from "@/components/leads/leads/stage-select";
import { LeadTasks } from "@/components/leads/tasks/lead-tasks";
import { OverdueMark } from "@/components/leads/tasks/next-step";
import { chatLeadQueries, seedLead } from "@/components/messaging/chat/chat-lead.queries";
import { useChatIdentity } from "@/components/messaging/chat/use-chat-identity";
import type { OpenChat, OpenChatRow } from "@/components/messaging/chat/use-open-chat";
import { DiscardQuestion } from "@/components/shared/feedback/discard-question";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { lateDialog, latePart } from "@/components/shared/feedback/late-code";
import { notifyError } from "@/components/shared/feedback/notify";
import { DirtyForms, type Leaving } from "@/components/shared/feedback/use-close-question";
import { Fact } from "@/components/shared/layout/fact";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import type { Lead } from "@/lib/contracts/leads/leads";
import type { Chat } from "@/lib/contracts/messaging/chat";
import { LEAD_FIELDS, type LeadFieldName } from "@/lib/domain/leads/lead-fields";
import { errorText } from "@/lib/error-text";
import { formatDateTime } from "@/lib/format";
import { LeadFromChat } from "./lead-from-chat";

const LeadEditDialog = lateDialog(async () => (await import("./lead-edit-dialog")).LeadEditDialog);

const LeadTimeline = dynamic(
  latePart(async () => (await import("@/components/leads/leads/lead-timeline")).LeadTimeline),
  { ssr: false },
);

interface LeadTrayProps {
  openChat: OpenChat;
  chat: OpenChatRow;
  /** Knows whether something is typed in the tray, and asks at its foot before that is lost. */
  leaving: Leaving;
  onClose: () => void;
  className: string;
}

/** The lead of the open conversation. Mounted again for each conversation. */
export function LeadTray({ openChat, chat, leaving, onClose, className }: LeadTrayProps) {
  const client = useQueryClient();
  const { name, number } = useChatIdentity(openChat, chat);
  const leadId = chat?.leadId ?? null;
  useLayoutEffect(() => seedLead(client, number, leadId), [client, number, leadId]);
  const query = useQuery({
    ...chatLeadQueries.byNumber(number),
    // The list already says that there is none.
    enabled: number !== null && chat !== undefined && (chat === null || leadId !== null),
  });
  const [editing, setEditing] = useState(false);
  const [refreshing, setRefreshing] = useState(false);
  const loading = chat === undefined || query.isLoading;
  const lead = query.data ?? null;

  async function refresh() {
    if (number === null) return;
    setRefreshing(true);
    const { error } = await query.refetch();
    setRefreshing(false);
    if (error) notifyError("Não foi possível carregar o lead", { description: errorText(error) });
  }

  return (
    <aside
      aria-label="Dados do lead"
      onKeyDown={(event) => event.key === "Escape" && isMeantForTray(event) && onClose()}
      className={cn("flex flex-col border-border border-l bg-card", className)}
    >
      <header className="flex h-14 shrink-0 items-center gap-1 border-border border-b pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate font-semibold">Dados do lead</h2>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Atualizar lead"
          title="Atualizar lead"
          loading={refreshing}
          onClick={refresh}
        >
          {!refreshing && <RefreshCw aria-hidden />}
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Fechar dados do lead"
          title="Fechar"
          onClick={onClose}
        >
          <X aria-hidden />
        </Button>
      </header>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="relative min-h-0 flex-1 overflow-y-auto px-4 py-4 focus-visible:-outline-offset-2"
      >
        {query.isError && query.data === undefined ? (
          <ErrorState
            title="Não foi possível carregar o lead"
            detail={errorText(query.error)}
            onRetry={query.refetch}
            retrying={query.isFetching}
          />
        ) : lead ? (
          <DirtyForms value={leaving.tell}>
            <Details lead={lead} number={number} answer={chat?.waiting ? chat.intent : null} />
          </DirtyForms>
        ) : loading ? (
          <div className="space-y-3" aria-busy>
            <Skeleton className="h-6 w-40" />
            <Skeleton className="h-48 w-full" />
          </div>
        ) : (
          <LeadFromChat chatKey={openChat.key} name={name} number={number} />
        )}
      </div>
      {leaving.isAsking && <DiscardQuestion onKeep={leaving.keep} onDiscard={leaving.discard} />}
      {lead && !leaving.isAsking && (
        <footer className="shrink-0 border-border border-t px-4 py-3">
          <Button variant="outline" className="w-full" onClick={() => setEditing(true)}>
            <Pencil aria-hidden />
            Editar Lead
          </Button>
        </footer>
      )}
      {editing && lead && (
        <LeadEditDialog lead={lead} number={number} onClose={() => setEditing(false)} />
      )}
    </aside>
  );
}

/** Not for a dialog or a menu that was opened from it, nor for a field in which something was typed. */
function isMeantForTray(event: KeyboardEvent): boolean {
  const { currentTarget, target } = event;
  if (!(target instanceof Node) || !currentTarget.contains(target)) return false;
  if (event.defaultPrevented) return false;
  return !(target instanceof HTMLInputElement && target.value !== "");
}

const NAMES: readonly LeadFieldName[] = [
  ...(["whatsapp", "email", "phone", "website", "cnpj", "cnae"] as const),
  ...(["address", "city", "state", "proprietario", "obs", "ai_obs"] as const),
];

interface DetailsProps {
  lead: Lead;
  number: string | null;
  /** The meaning of the unanswered messages. */
  answer: Chat["intent"];
}

function Details({ lead, number, answer }: DetailsProps) {
  return (
    <>
      <div className="mb-4 space-y-2">
        <h3 className="flex items-center gap-2 font-semibold text-base">
          <span className="min-w-0 break-words">{lead.name}</span>
          <OverdueMark leadId={lead.id} />
        </h3>
        <span className="flex flex-wrap gap-2">
          <StageBadge lead={lead} />
          {answer && <AnswerMark kind={answer.kind} />}
        </span>
        <StageSelect lead={lead} />
      </div>
      <section aria-label="Contatos" className="mb-6">
        <h4 className="mb-2 font-semibold text-sm">Contatos</h4>
        <LeadContacts leadId={lead.id} openNumber={number} />
      </section>
      <section aria-label="Tarefas" className="mb-6">
        <h4 className="mb-2 font-semibold text-sm">Tarefas</h4>
        <LeadTasks leadId={lead.id} />
      </section>
      <dl className="space-y-3 text-sm [&_dt]:text-xs">
        {NAMES.map((name) => (
          <Row key={name} label={LEAD_FIELDS[name].label}>
            {showLeadValue(lead, name)}
          </Row>
        ))}
        <Row label="Criado em">{formatDateTime(lead.created_at)}</Row>
      </dl>
      <section aria-label="Histórico" className="mt-6">
        <h4 className="mb-2 font-semibold text-sm">Histórico</h4>
        <LeadTimeline key={lead.id} leadId={lead.id} />
      </section>
    </>
  );
}

function Row(fact: Parameters<typeof Fact>[0]) {
  return (
    <div>
      <Fact {...fact} />
    </div>
  );
}
