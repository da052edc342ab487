"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { LeadStatistics } from "@/lib/contracts/leads/leads";
import type { LeadStatus } from "@/lib/domain/leads/lead-status";
import { countOf, formatNumber, formatPercent } from "@/lib/format";
import { leadsOfStatusesPath, paths } from "@/lib/paths";
import { leadQueries } from "./leads.queries";

const figures: {
  key: keyof LeadStatistics;
  label: string;
  color: string;
  statuses: LeadStatus[];
}[] = [
  { key: "total", label: "Total de leads", color: "bg-foreground", statuses: [] },
  { key: "sent", label: "Enviados", color: "bg-info", statuses: ["sent", "contacted"] },
  {
    key: "answered",
    label: "Respondidos",
    color: "bg-success",
    statuses: ["answered", "responded"],
  },
  { key: "closed", label: "Fechados", color: "bg-primary", statuses: ["closed"] },
  { key: "pending", label: "Pendentes", color: "bg-input", statuses: ["pending", "new"] },
  { key: "failed", label: "Falharam", color: "bg-danger", statuses: ["failed"] },
  {
    key: "opted_out",
    label: "Não contatar",
    color: "bg-muted-foreground",
    statuses: ["opted_out"],
  },
];

export function LeadStatisticsCard({ className }: { className?: string }) {
  const stats = useQuery(leadQueries.stats());
  return (
    <Card className={className} aria-label="Estatísticas de leads">
      <CardHeader>
        <CardTitle>Seus leads</CardTitle>
        <Button asChild variant="ghost" size="sm" className="-mr-2">
          <Link href={paths.leads}>Ver todos</Link>
        </Button>
      </CardHeader>
      {stats.isError ? (
        <ErrorState
          title="Não foi possível carregar as estatísticas"
          onRetry={stats.refetch}
          retrying={stats.isFetching}
          className="py-8"
        />
      ) : (
        <>
          <Shares statistics={stats.data} />
          <p className="mx-5 mt-2 min-h-5 text-[0.8125rem] text-muted-foreground tabular-nums">
            {stats.data && describeResponse(stats.data)}
          </p>
          <dl className="mt-3 grid grid-cols-2 gap-px overflow-hidden rounded-b-xl border-border border-t bg-border sm:grid-cols-4 xl:grid-cols-7">
            {figures.map(({ key, label, color, statuses }) => (
              <div
                key={key}
                className="relative flex flex-col-reverse justify-end bg-card px-5 py-4 first:col-span-2 hover:bg-accent/50 xl:first:col-span-1"
              >
                <dd className="mt-1 font-semibold text-2xl tabular-nums tracking-tight">
                  {stats.data ? (
                    formatNumber(stats.data[key])
                  ) : (
                    <Skeleton className="my-1 h-6 w-12" />
                  )}
                </dd>
                <dt className="flex items-center gap-2 text-muted-foreground text-sm">
                  {key !== "total" && (
                    <span className={cn("size-2 shrink-0 rounded-full", color)} aria-hidden />
                  )}
                  {/* The whole figure opens the leads it counts. */}
                  <Link
                    href={leadsOfStatusesPath(statuses)}
                    className="rounded-sm underline-offset-4 after:absolute after:inset-0 hover:underline"
                  >
                    {label}
                  </Link>
                </dt>
              </div>
            ))}
          </dl>
        </>
      )}
    </Card>
  );
}

/** How many contacted people answered, machines not counted; those who asked to leave count, and are listed apart. */
function describeResponse({ sent, answered, closed, left }: LeadStatistics): string {
  const responded = answered + closed + left;
  const contacted = sent + responded;
  if (contacted === 0) return "Taxa de resposta: ainda ninguém foi contatado";
  const leaving =
    left > 0 &&
    `${left === responded ? "e" : "dos quais"} ${countOf(left, "pediu", "pediram")} para sair`;
  return `Taxa de resposta: ${formatPercent(responded / contacted)} (${formatNumber(responded)} de ${countOf(contacted, "contatado", "contatados")}${leaving ? `, ${leaving}` : ""})`;
}

/** A stacked bar by status; the figures below say the same in text. */
function Shares({ statistics }: { statistics: LeadStatistics | undefined }) {
  const parts = figures.filter(({ key }) => key !== "total" && (statistics?.[key] ?? 0) > 0);
  return (
    <div className="mx-5 mt-3 flex h-2 gap-0.5 overflow-hidden rounded-full bg-accent" aria-hidden>
      {parts.map(({ key, color }) => (
        <span key={key} className={cn("min-w-1", color)} style={{ flexGrow: statistics?.[key] }} />
      ))}
    </div>
  );
}
