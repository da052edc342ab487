"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { EventLine, StoryEntry } from "@/lib/contracts/insights/event-story";
import { describeEvent, keepTexts } from "@/lib/domain/events/event-text";
import { errorText } from "@/lib/error-text";
import { countOf, formatNumber, formatTime } from "@/lib/format";
import { leadPath } from "@/lib/paths";
import { eventQueries } from "./events.queries";
import { NameLink } from "./name-link";

/** The single events of a line, a page at a time. */
export function EventLineEntries({ line }: { line: EventLine }) {
  const entries = useInfiniteQuery(eventQueries.entries(line));
  if (entries.isPending) {
    return (
      <div className="space-y-2 pr-5 pb-3 pl-16">
        <Skeleton className="h-4 w-64 max-w-full" />
        <Skeleton className="h-4 w-52 max-w-full" />
      </div>
    );
  }
  if (!entries.data) {
    return (
      <ErrorState
        title="Erro ao carregar eventos"
        detail={errorText(entries.error)}
        onRetry={entries.refetch}
        retrying={entries.isFetching}
        className="py-5"
      />
    );
  }
  const shown = entries.data.pages.flatMap((page) => page.entries);
  return (
    <div className="border-border/60 border-t bg-muted/40 py-1.5 pr-5 pl-16">
      <ol>
        {shown.map((entry) => (
          <li key={entry.id} className="flex gap-3 py-1 text-[0.8125rem]">
            <time
              dateTime={entry.timestamp}
              className="w-10 shrink-0 text-muted-foreground tabular-nums"
            >
              {formatTime(entry.timestamp)}
            </time>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
      {entries.hasNextPage && (
        <Button
          variant="link"
          size="inline"
          className="min-h-10"
          loading={entries.isFetchingNextPage}
          onClick={() => entries.fetchNextPage()}
        >
          Mostrar mais ({formatNumber(Math.max(1, line.entries - shown.length))})
        </Button>
      )}
    </div>
  );
}

function Entry({ entry }: { entry: StoryEntry }) {
  const { lead, metadata, quantity } = entry;
  if (!lead) return <span className="min-w-0 break-words">{describeEvent(entry)}</span>;
  const details = keepTexts([
    metadata["detail"],
    quantity > 1 && countOf(quantity, "vez", "vezes"),
  ]);
  return (
    <span className="min-w-0 break-words">
      <NameLink href={leadPath(lead.id)}>{lead.name}</NameLink>
      <span className="text-muted-foreground">{details.map((detail) => ` · ${detail}`)}</span>
    </span>
  );
}
