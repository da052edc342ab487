"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/shared/feedback/error-state";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { CREDIT_HISTORY_DAYS } from "@/lib/contracts/accounts/credits";
import { paths } from "@/lib/paths";
import { CreditUses } from "./credit-uses";
import { creditQueries } from "./credits.queries";

const LATEST = 5;

/** The latest credit uses of the default history period. */
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
      {latest && latest.length > 0 && <CreditUses uses={latest} className="mt-1" />}
    </section>
  );
}
