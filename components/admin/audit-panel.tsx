"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DataTable, useDataTable } from "@/components/shared/data-table";
import { ErrorState } from "@/components/shared/error-state";
import type { AuditEntry } from "@/lib/contracts/admin";
import { adminQueries } from "./admin.queries";
import { auditColumns } from "./audit.columns";
import { Pager } from "./pager";

const TITLE = "Trilha de auditoria";
const NO_ENTRIES: AuditEntry[] = [];

/** What was done in this panel; lines are only ever added. */
export function AuditPanel({ className }: { className?: string }) {
  const [page, setPage] = useState(1);
  const trail = useQuery(adminQueries.audit(page));
  const table = useDataTable({
    columns: auditColumns,
    rows: trail.data?.entries ?? NO_ENTRIES,
    rowId: ({ id }) => String(id),
  });
  return (
    <div className={className}>
      <h2 className="mt-2 mb-3 font-semibold text-sm">{TITLE}</h2>
      <DataTable
        table={table}
        caption={TITLE}
        loading={trail.isPending}
        skeletonRows={5}
        stale={trail.isPlaceholderData}
        fallback={
          trail.isError && !trail.data ? (
            <ErrorState
              title="Erro ao carregar a trilha de auditoria"
              onRetry={trail.refetch}
              retrying={trail.isFetching}
            />
          ) : (
            trail.data?.entries.length === 0 && (
              <p className="px-6 py-12 text-center text-muted-foreground text-sm">
                Nada foi feito por aqui ainda.
              </p>
            )
          )
        }
        footer={
          <Pager
            label="Páginas da trilha de auditoria"
            page={page}
            totalPages={trail.data?.pagination.total_pages ?? 1}
            onPage={setPage}
          />
        }
      />
    </div>
  );
}
