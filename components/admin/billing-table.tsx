"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { DataTable, useDataTable } from "@/components/shared/data-table";
import { ErrorState } from "@/components/shared/error-state";
import { confirmToast, notifyError, notifySuccess } from "@/components/shared/notify";
import type { Billing } from "@/lib/contracts/billing";
import { BILLING_PAGE_SIZE } from "@/lib/domain/billing";
import { adminMutations, adminQueries } from "./admin.queries";
import { adminErrorText } from "./admin-error";
import { billingColumns } from "./billing.columns";
import { Pager } from "./pager";

const TITLE = "Registros de cobrança";
const NO_BILLINGS: Billing[] = [];

export function BillingTable({ className }: { className?: string }) {
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const billings = useQuery(adminQueries.billings(page));
  const { mutate } = useMutation(adminMutations.deleteBilling(client));
  const totalPages = billings.data?.total_pages ?? 1;

  // The last record of the last page may have just gone.
  useEffect(() => setPage((current) => Math.min(current, Math.max(1, totalPages))), [totalPages]);

  const columns = useMemo(() => {
    const remove = (id: number) =>
      mutate(id, {
        onSuccess: () => notifySuccess(`Registro de cobrança ${id} excluído com sucesso!`),
        onError: (error) =>
          notifyError(adminErrorText(error, "Erro ao excluir registro de cobrança.")),
      });
    return billingColumns(({ id }) =>
      confirmToast(`Tem certeza que deseja excluir o registro de cobrança ${id}?`, () =>
        remove(id),
      ),
    );
  }, [mutate]);

  const table = useDataTable({
    columns,
    rows: billings.data?.billings ?? NO_BILLINGS,
    rowId: ({ id }) => String(id),
  });

  return (
    <div className={className}>
      <h2 className="mt-2 mb-3 font-semibold text-sm">{TITLE}</h2>
      <DataTable
        table={table}
        caption={TITLE}
        loading={billings.isPending}
        skeletonRows={BILLING_PAGE_SIZE}
        stale={billings.isPlaceholderData}
        fallback={
          billings.isError && !billings.data ? (
            <ErrorState
              title="Erro ao carregar registros de cobrança"
              onRetry={billings.refetch}
              retrying={billings.isFetching}
            />
          ) : (
            billings.data?.billings.length === 0 && (
              <p className="px-6 py-12 text-center text-muted-foreground text-sm">
                Nenhum registro encontrado
              </p>
            )
          )
        }
        footer={
          <Pager
            label="Páginas dos registros de cobrança"
            page={page}
            totalPages={totalPages}
            onPage={setPage}
          />
        }
      />
    </div>
  );
}
