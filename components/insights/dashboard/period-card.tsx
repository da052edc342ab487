"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { NativeSelect } from "@/components/ui/native-select";
import { Skeleton } from "@/components/ui/skeleton";
import { formatNumber } from "@/lib/format";
import { dashboardQueries } from "./dashboard.queries";

const PERIODS = [7, 14, 30] as const;
const FIGURES = [
  { key: "leads", label: "Leads novos", rule: "criados no período e que existem" },
  { key: "sent", label: "Mensagens enviadas", rule: "por você e pelas campanhas" },
  { key: "received", label: "Mensagens recebidas", rule: "dos seus contatos" },
  { key: "won", label: "Negócios fechados", rule: "chegaram a fechado no período e lá estão" },
] as const;

/** Figures of the last 7, 14 or 30 days, each with the figure of the same number of days before. */
export function PeriodCard({ className }: { className?: string }) {
  const id = useId();
  const [days, setDays] = useState<number>(PERIODS[0]);
  const period = useQuery(dashboardQueries.period(days));
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
      {period.isError && !period.data ? (
        <ErrorState
          title="Não foi possível carregar o período"
          onRetry={period.refetch}
          retrying={period.isFetching}
          className="py-8"
        />
      ) : (
        <dl className="mt-4 grid grid-cols-2 gap-px overflow-hidden rounded-b-xl border-border border-t bg-border sm:grid-cols-4">
          {FIGURES.map(({ key, label, rule }) => (
            <Figure
              key={key}
              label={label}
              rule={rule}
              now={period.data?.now[key]}
              before={period.data?.before[key]}
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
  /** The meaning of the figure. */
  rule: string;
  now: number | undefined;
  before: number | undefined;
  days: number;
}

function Figure({ label, rule, now, before, days }: FigureProps) {
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
        <span className="mt-1 block text-pretty text-muted-foreground text-xs max-sm:min-h-8">
          {rule}
        </span>
      </dd>
    </div>
  );
}

function describeChange(now: number, before: number): string {
  if (now === before) return before === 0 ? "antes: 0" : `antes: ${formatNumber(before)} (igual)`;
  const change = `${now > before ? "+" : "−"}${formatNumber(Math.abs(now - before))}`;
  return `antes: ${formatNumber(before)} (${change})`;
}
