"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ErrorState } from "@/components/shared/error-state";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import type { LeadStatistics } from "@/lib/contracts/leads";
import { formatNumber } from "@/lib/format";
import { paths } from "@/lib/paths";
import { leadQueries } from "./leads.queries";

const figures: { key: keyof LeadStatistics; label: string; color: string }[] = [
  { key: "total", label: "Total de leads", color: "bg-foreground" },
  { key: "sent", label: "Enviados", color: "bg-info" },
  { key: "answered", label: "Respondidos", color: "bg-success" },
  { key: "closed", label: "Fechados", color: "bg-primary" },
  { key: "pending", label: "Pendentes", color: "bg-input" },
  { key: "failed", label: "Falharam", color: "bg-danger" },
  { key: "opted_out", label: "Não contatar", color: "bg-muted-foreground" },
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
          <dl className="mt-4 grid grid-cols-2 gap-px overflow-hidden rounded-b-xl border-border border-t bg-border sm:grid-cols-4 xl:grid-cols-7">
            {figures.map(({ key, label, color }) => (
              <div
                key={key}
                className="flex flex-col-reverse justify-end bg-card px-5 py-4 first:col-span-2 xl:first:col-span-1"
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
                    <span className={cn("size-2 rounded-full", color)} aria-hidden />
                  )}
                  {label}
                </dt>
              </div>
            ))}
          </dl>
        </>
      )}
    </Card>
  );
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
