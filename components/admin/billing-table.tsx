"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { confirmToast, notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { BILLING_PAGE_SIZE } from "@/lib/domain/plans/billing";
import { adminMutations, adminQueries } from "./admin.queries";
import { getAdminErrorText } from "./admin-error";
import { AdminTable } from "./admin-table";
import { buildBillingColumns } from "./billing.columns";

export function BillingTable({ className }: { className?: string }) {
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const billings = useQuery(adminQueries.billings(page));
  const { mutate } = useMutation(adminMutations.deleteBilling(client));
  const totalPages = billings.data?.total_pages ?? 1;

  // Deleting the only record of the last page leaves `page` beyond the end.
  useEffect(() => setPage((current) => Math.min(current, Math.max(1, totalPages))), [totalPages]);

  const columns = useMemo(() => {
    const remove = (id: number) =>
      mutate(id, {
        onSuccess: () => notifySuccess(`Registro de cobrança ${id} excluído com sucesso!`),
        onError: (error) =>
          notifyError(getAdminErrorText(error, "Erro ao excluir registro de cobrança.")),
      });
    return buildBillingColumns(({ id }) =>
      confirmToast(`Tem certeza que deseja excluir o registro de cobrança ${id}?`, () =>
        remove(id),
      ),
    );
  }, [mutate]);

  return (
    <AdminTable
      className={className}
      title="Registros de cobrança"
      columns={columns}
      rows={billings.data?.billings}
      query={billings}
      errorTitle="Erro ao carregar registros de cobrança"
      emptyText="Nenhum registro encontrado"
      skeletonRows={BILLING_PAGE_SIZE}
      pager={{ label: "Páginas dos registros de cobrança", page, totalPages, onPage: setPage }}
    />
  );
}
