"use client";

import {
  type ColumnDef,
  type ColumnVisibilityState,
  columnVisibilityFeature,
  metaHelper,
  type ReactTable,
  type RowData,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";

interface ColumnMeta {
  /** What the column is called in its header and in the column menu. */
  label: string;
  /** The header says it to screen readers only. */
  labelHidden?: boolean;
  /** Stays in sight at the right while the others scroll. */
  sticky?: boolean;
  /** Width and alignment of header and cells alike. */
  className?: string;
  /** Width of the grey bar that stands for a value while rows load. */
  skeleton?: string;
}

export const tableKit = tableFeatures({
  columnVisibilityFeature,
  columnMeta: metaHelper<ColumnMeta>(),
});

type Columns<Row extends RowData> = ReadonlyArray<ColumnDef<typeof tableKit, Row>>;
type DataTableModel<Row extends RowData> = ReactTable<typeof tableKit, Row>;

interface UseDataTableOptions<Row extends RowData> {
  columns: Columns<Row>;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  columnVisibility?: ColumnVisibilityState;
  onColumnVisibilityChange?: (visibility: ColumnVisibilityState) => void;
}

const ALL_VISIBLE: ColumnVisibilityState = {};

export function useDataTable<Row extends RowData>({
  columns,
  rows,
  rowId,
  columnVisibility = ALL_VISIBLE,
  onColumnVisibilityChange,
}: UseDataTableOptions<Row>): DataTableModel<Row> {
  return useTable({
    features: tableKit,
    columns,
    data: rows,
    getRowId: rowId,
    state: { columnVisibility },
    onColumnVisibilityChange: (change) =>
      onColumnVisibilityChange?.(typeof change === "function" ? change(columnVisibility) : change),
  });
}

interface DataTableProps<Row extends RowData> {
  table: DataTableModel<Row>;
  /** Says what the table holds to who cannot see it. */
  caption: string;
  loading: boolean;
  skeletonRows?: number;
  /** Old rows are shown while newer ones are on their way. */
  stale?: boolean;
  /** In place of rows: the empty or the error state. */
  fallback?: ReactNode;
  onRowClick?: (row: Row) => void;
  footer?: ReactNode;
  className?: string;
}

export function DataTable<Row extends RowData>({
  table,
  caption,
  loading,
  skeletonRows = 10,
  stale = false,
  fallback,
  onRowClick,
  footer,
  className,
}: DataTableProps<Row>) {
  const columns = table.getVisibleLeafColumns();
  const rows = table.getRowModel().rows;
  return (
    <div
      className={cn(
        "flex min-h-0 flex-col overflow-hidden rounded-xl border border-border bg-card shadow-card",
        className,
      )}
    >
      <section
        aria-label={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="relative min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2"
      >
        <table className="w-full border-separate border-spacing-0 text-left" aria-busy={loading}>
          <caption className="sr-only">{caption}</caption>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header) => (
                  <th
                    key={header.id}
                    scope="col"
                    className={cn(
                      "sticky top-0 z-10 h-9 whitespace-nowrap border-border border-b bg-muted px-3 font-medium text-muted-foreground text-xs first:pl-4 last:pr-4",
                      header.column.columnDef.meta?.sticky && "right-0",
                      header.column.columnDef.meta?.className,
                    )}
                  >
                    <span className={cn(header.column.columnDef.meta?.labelHidden && "sr-only")}>
                      {header.column.columnDef.meta?.label}
                    </span>
                  </th>
                ))}
              </tr>
            ))}
          </thead>
          <tbody className={cn("transition-opacity duration-150", stale && "opacity-60")}>
            {loading &&
              Array.from({ length: skeletonRows }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
                <tr key={row} className="group/row">
                  {columns.map((column) => (
                    <td
                      key={column.id}
                      className={cn(cellClasses, column.columnDef.meta?.className)}
                    >
                      <Skeleton
                        className={cn("h-4 max-w-full", column.columnDef.meta?.skeleton ?? "w-24")}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            {!loading &&
              rows.map((row) => (
                // The first cell holds the button; a click on the row is only a larger target for it.
                <tr
                  key={row.id}
                  onClick={onRowClick && (() => onRowClick(row.original))}
                  className={cn(
                    "group/row transition-colors hover:bg-muted",
                    onRowClick && "cursor-pointer",
                  )}
                >
                  {row.getVisibleCells().map((cell) => (
                    <td
                      key={cell.id}
                      className={cn(
                        cellClasses,
                        cell.column.columnDef.meta?.sticky &&
                          "right-0 bg-card group-hover/row:bg-muted md:sticky",
                        cell.column.columnDef.meta?.className,
                      )}
                    >
                      <table.FlexRender cell={cell} />
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
        {!loading && fallback}
      </section>
      {footer}
    </div>
  );
}

const cellClasses =
  "h-11 border-border border-b px-3 align-middle text-sm first:pl-4 last:pr-4 group-last/row:border-b-0";
