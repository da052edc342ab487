"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ErrorState } from "@/components/shared/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { CREDIT_HISTORY_DAYS } from "@/lib/contracts/credits";
import { countOf, formatDateTime } from "@/lib/format";
import { paths } from "@/lib/paths";
import { creditActionLabel } from "./credit-actions";
import { creditQueries } from "./credits.queries";

const LATEST = 5;

/** The last things that credits of this week went into. */
export function LatestCreditUses() {
  const history = useQuery(creditQueries.history(CREDIT_HISTORY_DAYS.default));
  const latest = history.data?.history.slice(0, LATEST);
  return (
    <section aria-label="Últimos usos" className="border-border border-t px-5 py-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-medium text-sm">Últimos usos</h3>
        <Link
          href={paths.credits}
          className="rounded text-primary-text text-sm underline-offset-4 hover:underline"
        >
          Ver histórico
        </Link>
      </div>
      {history.isPending && <Skeleton className="mt-3 h-24 w-full" />}
      {history.isError && !history.data && (
        <ErrorState
          title="Erro ao carregar histórico de créditos"
          onRetry={history.refetch}
          retrying={history.isFetching}
          className="py-4"
        />
      )}
      {latest?.length === 0 && (
        <p className="mt-2 text-muted-foreground text-sm">Nenhum uso de crédito registrado</p>
      )}
      {latest && latest.length > 0 && (
        <ul className="mt-1 divide-y divide-border text-sm">
          {latest.map((use, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: uses have no id of their own, and the list is replaced as a whole.
            <li key={index} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
              <span className="min-w-0 truncate">{creditActionLabel(use.action)}</span>
              <span className="flex shrink-0 items-baseline gap-3 tabular-nums">
                <span className="font-medium">
                  {countOf(use.credits_used, "crédito", "créditos")}
                </span>
                <time dateTime={use.created_at} className="text-muted-foreground">
                  {formatDateTime(use.created_at)}
                </time>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
