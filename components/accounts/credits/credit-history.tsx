"use client";

import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useId, useState } from "react";
import { DayChart } from "@/components/shared/charts/day-chart";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { NativeSelect } from "@/components/ui/native-select";
import { Skeleton } from "@/components/ui/skeleton";
import {
  CREDIT_HISTORY_DAYS,
  type CreditDay,
  type CreditUse,
} from "@/lib/contracts/accounts/credits";
import { CreditUses } from "./credit-uses";
import { creditQueries } from "./credits.queries";

const PERIODS = [7, 14, 30];

/** Credit uses of the last days, by day and one by one. */
export function CreditHistory() {
  const [period, setPeriod] = useState<number>(CREDIT_HISTORY_DAYS.default);
  const history = useQuery(creditQueries.history(period));
  const labelId = useId();
  return (
    <Card aria-label="Histórico de uso" aria-busy={history.isFetching}>
      <CardHeader className="border-border border-b pb-3">
        <CardTitle>Histórico de uso</CardTitle>
        <div className="flex items-center gap-2">
          <label htmlFor={labelId} className="text-muted-foreground text-sm">
            Período
          </label>
          <NativeSelect
            id={labelId}
            className="w-28"
            value={period}
            onChange={(event) => setPeriod(Number(event.target.value))}
          >
            {PERIODS.map((days) => (
              <option key={days} value={days}>
                {days} dias
              </option>
            ))}
          </NativeSelect>
        </div>
      </CardHeader>
      {history.isPending && (
        <div className="space-y-4 p-5">
          <Skeleton className="h-56 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      {history.isError && !history.data && (
        <ErrorState
          title="Erro ao carregar histórico de créditos"
          onRetry={history.refetch}
          retrying={history.isFetching}
        />
      )}
      {history.data?.history.length === 0 && (
        <EmptyState
          icon={History}
          title="Nenhum uso de crédito registrado"
          description="Cada lead novo que uma busca criar aparece aqui."
        />
      )}
      {history.data && history.data.history.length > 0 && (
        <Uses uses={history.data.history} days={history.data.days} />
      )}
    </Card>
  );
}

function Uses({ uses, days }: { uses: CreditUse[]; days: CreditDay[] }) {
  return (
    <>
      <div className="border-border border-b p-5">
        <DayChart
          title="Créditos usados por dia"
          days={days}
          series={[{ key: "credits_used", label: "Créditos usados", tone: "primary" }]}
        />
      </div>
      <section
        aria-label="Últimos usos"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="relative max-h-[28rem] overflow-y-auto"
      >
        <CreditUses uses={uses} className="*:px-5" />
      </section>
    </>
  );
}
