"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { BILLING_PAGE_SIZE } from "@/lib/domain/plans/billing";
import { adminQueries } from "./admin.queries";
import { AdminTable } from "./admin-table";
import { buildBillingColumns } from "./billing.columns";
import { useBillingRemoval } from "./use-billing-removal";

export function BillingTable({ className }: { className?: string }) {
  const [page, setPage] = useState(1);
  const billings = useQuery(adminQueries.billings(page));
  const askToDelete = useBillingRemoval();
  const totalPages = billings.data?.total_pages ?? 1;

  // Deleting the only record of the last page leaves `page` beyond the end.
  useEffect(() => setPage((current) => Math.min(current, Math.max(1, totalPages))), [totalPages]);

  const columns = useMemo(() => buildBillingColumns(askToDelete), [askToDelete]);

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
