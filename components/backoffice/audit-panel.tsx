"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminQueries } from "./admin.queries";
import { AdminTable } from "./admin-table";
import { auditColumns } from "./audit.columns";

/** The audit trail of the admin panel: append-only. */
export function AuditPanel({ className }: { className?: string }) {
  const [page, setPage] = useState(1);
  const trail = useQuery(adminQueries.audit(page));
  return (
    <AdminTable
      className={className}
      title="Trilha de auditoria"
      columns={auditColumns}
      rows={trail.data?.entries}
      query={trail}
      errorTitle="Erro ao carregar a trilha de auditoria"
      emptyText="Nada foi feito por aqui ainda."
      skeletonRows={5}
      pager={{
        label: "Páginas da trilha de auditoria",
        page,
        totalPages: trail.data?.pagination.total_pages ?? 1,
        onPage: setPage,
      }}
    />
  );
}
