"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { eventQueries } from "@/components/events/events.queries";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { NativeSelect } from "@/components/ui/native-select";
import { Skeleton } from "@/components/ui/skeleton";
import { formatNumber } from "@/lib/format";
import { dashboardQueries } from "./dashboard.queries";

const PERIODS = [7, 14, 30] as const;
const DAY_MS = 86_400_000;

const FIGURES = [
  { type: "lead_created", label: "Leads novos" },
  { type: "message_sent", label: "Mensagens enviadas" },
  { type: "message_received", label: "Mensagens recebidas" },
  { type: "lead_closed", label: "Negócios fechados" },
] as const;

/** Figures of the last 7, 14 or 30 days, each with the figure of the same number of days before. */
export function PeriodCard({ className }: { className?: string }) {
  const id = useId();
  const [days, setDays] = useState<number>(PERIODS[0]);
  const activity = useQuery(dashboardQueries.activity());
  const today = activity.data?.leads.at(-1)?.day;
  const now = usePeriodCounts(today, 1 - days, 0);
  const before = usePeriodCounts(today, 1 - 2 * days, -days);
  const failed = [activity, now, before].filter(({ isError, data }) => isError && !data);
  return (
    <Card className={className} aria-label="Resultados do período">
      <CardHeader>
        <CardTitle>Resultados do período</CardTitle>
        <label htmlFor={id} className="sr-only">
          Período
        </label>
        <NativeSelect
          id={id}
          className="w-auto"
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
        >
          {PERIODS.map((each) => (
            <option key={each} value={each}>
              {each} dias
            </option>
          ))}
        </NativeSelect>
      </CardHeader>
      {failed.length > 0 ? (
        <ErrorState
          title="Não foi possível carregar o período"
          onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))}
          retrying={failed.some(({ isFetching }) => isFetching)}
          className="py-8"
        />
      ) : (
        <dl className="mt-4 grid grid-cols-2 gap-px overflow-hidden rounded-b-xl border-border border-t bg-border sm:grid-cols-4">
          {FIGURES.map(({ type, label }) => (
            <Figure
              key={type}
              label={label}
              now={now.data && (now.data.get(type) ?? 0)}
              before={before.data && (before.data.get(type) ?? 0)}
              days={days}
            />
          ))}
        </dl>
      )}
    </Card>
  );
}

interface FigureProps {
  label: string;
  now: number | undefined;
  before: number | undefined;
  days: number;
}

function Figure({ label, now, before, days }: FigureProps) {
  const known = now !== undefined && before !== undefined;
  return (
    <div className="bg-card px-5 py-4">
      <dt className="text-muted-foreground text-sm">{label}</dt>
      <dd className="mt-1">
        {known ? (
          <>
            <span className="font-semibold text-2xl tabular-nums tracking-tight">
              {formatNumber(now)}
            </span>
            <span className="mt-0.5 block text-[0.8125rem] text-muted-foreground tabular-nums">
              {describeChange(now, before)}
              <span className="sr-only"> nos {days} dias anteriores</span>
            </span>
          </>
        ) : (
          <>
            <Skeleton className="my-1 h-6 w-12" />
            <Skeleton className="mt-1.5 mb-1 h-3 w-20" />
          </>
        )}
      </dd>
    </div>
  );
}

function describeChange(now: number, before: number): string {
  if (now === before) return before === 0 ? "antes: 0" : `antes: ${formatNumber(before)} (igual)`;
  const change = `${now > before ? "+" : "−"}${formatNumber(Math.abs(now - before))}`;
  return `antes: ${formatNumber(before)} (${change})`;
}

/** Counts by type between two days, counted from `today`; waits until that is known. */
function usePeriodCounts(today: string | undefined, from: number, to: number) {
  const query = today ? { start_date: shiftDay(today, from), end_date: shiftDay(today, to) } : {};
  return useQuery({
    ...eventQueries.summary(query),
    enabled: today !== undefined,
    select: ({ summary }) => new Map(summary.map(({ event_type, count }) => [event_type, count])),
  });
}

function shiftDay(day: string, by: number): string {
  return new Date(Date.parse(day) + by * DAY_MS).toISOString().slice(0, 10);
}
