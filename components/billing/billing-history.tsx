"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { DataTable, useDataTable } from "@/components/shared/table/data-table";
import { billingQueries } from "./billing.queries";
import { billingHistoryColumns } from "./billing-history.columns";

const TITLE = "Histórico de cobrança";
const NO_ROWS: never[] = [];

export function BillingHistory() {
  const history = useQuery(billingQueries.history());
  const rows = history.data?.history;
  const table = useDataTable({
    columns: billingHistoryColumns,
    rows: rows ?? NO_ROWS,
    rowId: ({ id }) => id,
  });
  return (
    <section aria-label={TITLE}>
      <h2 className="mt-6 mb-3 font-semibold text-base">{TITLE}</h2>
      <DataTable
        table={table}
        caption={TITLE}
        loading={history.isPending}
        skeletonRows={3}
        fallback={
          history.isError && !rows ? (
            <ErrorState
              title="Erro ao carregar o histórico de cobrança"
              onRetry={history.refetch}
              retrying={history.isFetching}
            />
          ) : (
            rows?.length === 0 && (
              <p className="px-6 py-12 text-center text-muted-foreground text-sm">
                Nenhum histórico de cobrança disponível
              </p>
            )
          )
        }
      />
    </section>
  );
}
