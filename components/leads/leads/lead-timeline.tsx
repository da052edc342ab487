"use client";

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { LeadHistoryEntry, LeadHistoryGroup } from "@/lib/contracts/leads/lead-history";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { nameDay } from "@/lib/domain/time/day-name";
import { LeadNote } from "./lead-note";
import { leadQueries } from "./leads.queries";
import { NoteEditor } from "./note-editor";
import { noteMutations, noteQueries } from "./notes.queries";
import { TimelineEntry } from "./timeline-entry";

const GROUPS: readonly { show: LeadHistoryGroup | null; label: string; empty: string }[] = [
  { show: null, label: "Tudo", empty: "Nada aconteceu ainda." },
  { show: "notes", label: "Notas", empty: "Nenhuma nota ainda." },
  { show: "messages", label: "Mensagens", empty: "Nenhuma mensagem ainda." },
  { show: "changes", label: "Mudanças", empty: "Nenhuma mudança ainda." },
];

/** The events of a lead, by day, with the notes that people write about it. */
export function LeadTimeline({ leadId }: { leadId: number }) {
  const creation = useMutation(noteMutations.create(useQueryClient(), leadId));
  const [show, setShow] = useState<LeadHistoryGroup | null>(null);
  return (
    <>
      <NoteEditor
        label="Nova nota"
        draftKey={String(leadId)}
        onSave={(text) => creation.mutateAsync(text)}
      />
      <PinnedNotes leadId={leadId} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div role="group" aria-label="Mostrar" className="my-3 flex flex-wrap gap-1">
        {GROUPS.map((group) => (
          <Button
            key={group.label}
            variant={group.show === show ? "outline" : "ghost"}
            size="sm"
            aria-pressed={group.show === show}
            onClick={() => setShow(group.show)}
          >
            {group.label}
          </Button>
        ))}
      </div>
      <Entries leadId={leadId} show={show} />
    </>
  );
}

function PinnedNotes({ leadId }: { leadId: number }) {
  const { data: pinned = [] } = useQuery(noteQueries.pinned(leadId));
  if (pinned.length === 0) return null;
  return (
    <ul aria-label="Notas fixadas" className="mt-3 space-y-2">
      {pinned.map((note) => (
        <li
          key={note.id}
          className="rounded-lg border border-border bg-accent/50 px-3 py-2 text-sm"
        >
          <LeadNote note={note} />
        </li>
      ))}
    </ul>
  );
}

function Entries({ leadId, show }: { leadId: number; show: LeadHistoryGroup | null }) {
  const history = useInfiniteQuery(leadQueries.history(leadId, show));
  if (history.isError && !history.data) {
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
  const days = groupByDay(history.data.pages.flatMap((page) => page.history));
  if (days.length === 0) {
    const empty = GROUPS.find((group) => group.show === show)?.empty;
    return <p className="text-muted-foreground text-sm">{empty}</p>;
  }
  const today = getSaoPauloDay(new Date());
  return (
    <>
      {days.map(({ day, entries }) => (
        <div key={day} className="mb-4">
          <p className="mb-2 font-medium text-muted-foreground text-xs">{nameDay(day, today)}</p>
          <ol aria-label={nameDay(day, today)} className="space-y-3">
            {entries.map((entry) => (
              <TimelineEntry key={entry.id} entry={entry} />
            ))}
          </ol>
        </div>
      ))}
      {history.hasNextPage && (
        <Button
          variant="ghost"
          size="sm"
          loading={history.isFetchingNextPage}
          onClick={() => history.fetchNextPage()}
        >
          Mostrar mais
        </Button>
      )}
    </>
  );
}

function groupByDay(
  entries: readonly LeadHistoryEntry[],
): { day: string; entries: LeadHistoryEntry[] }[] {
  const days: { day: string; entries: LeadHistoryEntry[] }[] = [];
  for (const entry of entries) {
    const day = getSaoPauloDay(new Date(entry.at));
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
