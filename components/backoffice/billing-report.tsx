"use client";

import { useQuery } from "@tanstack/react-query";
import { DayChart } from "@/components/shared/charts/day-chart";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { BillingMonth } from "@/lib/contracts/billing/billing-admin";
import { BILLING_PERIODS, PLAN_CATALOGUE } from "@/lib/domain/plans/plan-catalogue";
import { adminQueries } from "./admin.queries";
import { AdminSection } from "./admin-section";

const REVENUE = [
  { key: "monthly", label: PLAN_CATALOGUE.monthly.label, tone: "primary" },
  { key: "quarterly", label: PLAN_CATALOGUE.quarterly.label, tone: "info" },
  { key: "annual", label: PLAN_CATALOGUE.annual.label, tone: "success" },
  { key: "other", label: "Outros", tone: "muted-foreground" },
] as const;

const COURSE = [
  { key: "active", label: "Ativas", tone: "success" },
  { key: "started", label: "Novas", tone: "info" },
  { key: "ended", label: "Perdidas", tone: "danger" },
] as const;

/** Revenue by month and plan, and how many subscriptions run, began and ended. */
export function BillingReport({ className }: { className?: string }) {
  const report = useQuery(adminQueries.billingReport());
  const months = report.data?.months;
  return (
    <AdminSection
      title="Receita e assinaturas"
      description="Os últimos doze meses, em reais, sem o que foi devolvido."
      className={className}
    >
      {report.isPending && <Skeleton className="h-56 w-full" />}
      {report.isError && !months && (
        <ErrorState
          title="Erro ao carregar a receita"
          onRetry={report.refetch}
          retrying={report.isFetching}
        />
      )}
      {months && !months.some(hasSomething) && (
        <p className="text-muted-foreground text-sm">Nenhuma assinatura nos últimos doze meses.</p>
      )}
      {months?.some(hasSomething) && (
        <div className="grid gap-6 lg:grid-cols-2">
          <DayChart
            title="Receita por mês e plano, em reais"
            rowLabel="Mês"
            formatRow={formatMonth}
            days={months.map(toRevenueRow)}
            series={[...REVENUE]}
          />
          <DayChart
            title="Assinaturas por mês"
            stacked={false}
            rowLabel="Mês"
            formatRow={formatMonth}
            days={months.map(({ month, active, started, ended }) => ({
              day: month,
              active,
              started,
              ended,
            }))}
            series={[...COURSE]}
          />
        </div>
      )}
    </AdminSection>
  );
}

function hasSomething({ revenue, active, started, ended }: BillingMonth): boolean {
  return revenue.some(({ amount }) => amount !== 0) || active + started + ended > 0;
}

function toRevenueRow({ month, revenue }: BillingMonth) {
  const row: { day: string } & Record<string, number | string> = { day: month, other: 0 };
  for (const { plan, amount } of revenue) {
    const key = BILLING_PERIODS.find((period) => period === plan) ?? "other";
    row[key] = Number(row[key] ?? 0) + amount;
  }
  return row;
}

/** 2026-01 → 01/26 */
function formatMonth(month: string): string {
  return `${month.slice(5)}/${month.slice(2, 4)}`;
}
