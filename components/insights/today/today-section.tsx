"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import type { Today } from "@/lib/contracts/insights/today";
import { formatNumber } from "@/lib/format";
import { todayQuery } from "./today.queries";

interface TodaySectionProps {
  title: string;
  /** The text when nothing waits. */
  nothing: string;
  errorTitle: string;
  count: (today: Today) => { count: number; capped: boolean };
  /** Next to the count. */
  note?: (today: Today) => ReactNode;
  /** At the right of the title: a link to all of them. */
  action?: (today: Today) => ReactNode;
  children: (today: Today) => ReactNode;
}

/** One of the lists of the day. All share one query, which the screen waits for. */
export function TodaySection(props: TodaySectionProps) {
  const { title, nothing, errorTitle, count, note, action, children } = props;
  const today: UseQueryResult<Today> = useQuery(todayQuery());
  const titleId = useId();
  const counted = today.data && count(today.data);
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <header className="flex min-h-8 items-center gap-2 border-border border-b pb-1.5">
        <h2 id={titleId} className="font-semibold text-sm">
          {title}
        </h2>
        {counted !== undefined && counted.count > 0 && (
          <span className="text-muted-foreground text-sm tabular-nums">
            {formatNumber(counted.count)}
            {counted.capped && "+"}
          </span>
        )}
        {today.data && note?.(today.data)}
        <span className="ml-auto">{today.data && action?.(today.data)}</span>
      </header>
      {today.isError && !today.data && (
        <ErrorState
          title={errorTitle}
          onRetry={today.refetch}
          retrying={today.isFetching}
          className="py-6"
        />
      )}
      {today.data &&
        (counted?.count === 0 ? (
          <p className="py-3 text-muted-foreground text-sm">{nothing}</p>
        ) : (
          <div className="pt-1.5">{children(today.data)}</div>
        ))}
    </section>
  );
}
