"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarRange } from "lucide-react";
import { useStages } from "@/components/leads/leads/stages.queries";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { Forecast } from "@/lib/contracts/insights/deals";
import type { StageColour } from "@/lib/domain/leads/stages";
import { formatCents, formatMonth } from "@/lib/format";
import { boardPath } from "@/lib/paths";
import { dashboardQueries } from "./dashboard.queries";

const BAR: Record<StageColour, string> = {
  stone: "bg-muted-foreground/50",
  sky: "bg-info",
  emerald: "bg-success",
  gold: "bg-primary",
  rose: "bg-danger",
};

/** The value of open leads by the month in which they are expected to close, each bar divided by stage. */
export function ForecastCard() {
  const forecast = useQuery(dashboardQueries.forecast());
  return (
    <Card aria-label="Previsão de vendas" aria-busy={forecast.isFetching}>
      <CardHeader>
        <CardTitle>Previsão de vendas</CardTitle>
        {forecast.data && forecast.data.value_cents > 0 && (
          <span className="font-medium tabular-nums">{formatCents(forecast.data.value_cents)}</span>
        )}
      </CardHeader>
      {forecast.isPending && (
        <CardContent>
          <Skeleton className="h-48 w-full" />
        </CardContent>
      )}
      {forecast.isError && !forecast.data && (
        <ErrorState
          title="Não foi possível carregar a previsão"
          onRetry={forecast.refetch}
          retrying={forecast.isFetching}
          className="py-8"
        />
      )}
      {forecast.data &&
        (forecast.data.value_cents === 0 ? (
          <EmptyState
            icon={CalendarRange}
            title="Nenhum valor em aberto"
            description="Dê a um lead um valor e o mês em que espera fechar: a soma aparece aqui."
            action={
              <Button asChild variant="outline" size="sm">
                <Link href={boardPath}>Abrir o quadro</Link>
              </Button>
            }
          />
        ) : (
          <CardContent>
            <Periods forecast={forecast.data} />
          </CardContent>
        ))}
    </Card>
  );
}

function Periods({ forecast }: { forecast: Forecast }) {
  const stages = useStages();
  const shown = forecast.periods.filter(
    ({ when, value_cents }) => when === "month" || value_cents > 0,
  );
  const most = Math.max(...shown.map(({ value_cents }) => value_cents));
  const used = stages.filter(({ id }) =>
    shown.some((period) => period.stages.some(({ stage_id }) => stage_id === id)),
  );
  return (
    <>
      <ul className="space-y-3">
        {shown.map((period) => (
          <li key={period.month ?? period.when}>
            <p className="mb-1 flex justify-between gap-4 text-sm">
              <span className={cn(period.when === "overdue" && "text-danger-text")}>
                {namePeriod(period)}
              </span>
              <span className="tabular-nums">
                {period.value_cents > 0 ? formatCents(period.value_cents) : "–"}
              </span>
            </p>
            <span className="flex h-2 overflow-hidden rounded-full bg-accent" aria-hidden>
              {period.stages.map(({ stage_id, value_cents }) => {
                const stage = stages.find(({ id }) => id === stage_id);
                return (
                  <span
                    key={stage_id}
                    className={cn("block h-full", BAR[stage?.colour ?? "stone"])}
                    style={{ width: `${(value_cents / most) * 100}%` }}
                  />
                );
              })}
            </span>
            <ul className="sr-only">
              {period.stages.map(({ stage_id, value_cents }) => (
                <li key={stage_id}>
                  {stages.find(({ id }) => id === stage_id)?.name}: {formatCents(value_cents)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <ul className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground text-xs" aria-hidden>
        {used.map(({ id, name, colour }) => (
          <li key={id} className="flex items-center gap-1.5">
            <span className={cn("size-2 rounded-full", BAR[colour])} />
            {name}
          </li>
        ))}
      </ul>
    </>
  );
}

function namePeriod({ when, month: name }: Forecast["periods"][number]): string {
  if (when === "overdue") return "Previsto para antes e ainda aberto";
  if (when === "later") return "Depois";
  return name === null ? "Sem previsão" : formatMonth(name);
}
