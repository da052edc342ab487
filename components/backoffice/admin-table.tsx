"use client";

import type { ReactNode } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { DataTable, useDataTable } from "@/components/shared/table/data-table";
import { Pager } from "@/components/shared/table/pager";

interface AdminTableProps<Row extends { id: number }> {
  title: string;
  /** Above the table, such as a search. */
  controls?: ReactNode;
  columns: Parameters<typeof useDataTable<Row>>[0]["columns"];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  query: {
    isPending: boolean;
    isError: boolean;
    isFetching: boolean;
    isPlaceholderData: boolean;
    refetch: () => void;
  };
  errorTitle: string;
  emptyText: string;
  skeletonRows: number;
  pager: { label: string; page: number; totalPages: number; onPage: (page: number) => void };
  className?: string | undefined;
}

const NO_ROWS: never[] = [];

/** A titled table of the admin panel, paginated with a fixed page size. */
export function AdminTable<Row extends { id: number }>({
  title,
  controls,
  columns,
  rows,
  query,
  errorTitle,
  emptyText,
  skeletonRows,
  pager,
  className,
}: AdminTableProps<Row>) {
  const table = useDataTable({ columns, rows: rows ?? NO_ROWS, rowId: ({ id }) => String(id) });
  return (
    <div className={className}>
      <h2 className="mt-2 mb-3 font-semibold text-sm">{title}</h2>
      {controls && <div className="mb-3">{controls}</div>}
      <DataTable
        table={table}
        caption={title}
        loading={query.isPending}
        skeletonRows={skeletonRows}
        stale={query.isPlaceholderData}
        fallback={
          query.isError && !rows ? (
            <ErrorState title={errorTitle} onRetry={query.refetch} retrying={query.isFetching} />
          ) : (
            rows?.length === 0 && (
              <p className="px-6 py-12 text-center text-muted-foreground text-sm">{emptyText}</p>
            )
          )
        }
        footer={<Pager {...pager} />}
      />
    </div>
  );
}
