"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { formatDateTime, formatNumber } from "@/lib/format";
import { adminQueries } from "./admin.queries";
import { AdminSection } from "./admin-section";

/** How long data is kept, and how much was deleted. */
export function RetentionPanel() {
  const retention = useQuery(adminQueries.retention());
  return (
    <AdminSection
      title="O que é guardado"
      description="Por quanto tempo, e quantos registros já foram apagados por isso. É o que a página Privacidade diz."
    >
      {retention.isPending && <Skeleton className="h-64 w-full" />}
      {retention.isError && !retention.data && (
        <ErrorState
          title="Erro ao carregar o que é guardado"
          onRetry={retention.refetch}
          retrying={retention.isFetching}
          className="py-6"
        />
      )}
      {retention.data && (
        <ul aria-label="O que é guardado" className="divide-y divide-border text-sm">
          {retention.data.map(({ what, how_long, duty, last_run_at, last_trimmed, trimmed }) => (
            <li key={what} className="flex flex-wrap items-baseline gap-x-6 gap-y-0.5 py-2.5">
              <span className="min-w-0 flex-1 basis-72 text-pretty">
                <span className="font-medium">{what}</span>
                <span className="block text-muted-foreground">{how_long}</span>
              </span>
              {duty !== null && (
                <span className="text-muted-foreground tabular-nums">
                  {last_run_at === null
                    ? "Ainda não rodou"
                    : `${formatNumber(trimmed)} apagados · ${formatNumber(last_trimmed)} em ${formatDateTime(last_run_at)}`}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </AdminSection>
  );
}
