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
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";

interface ColumnMeta {
  /** What the column is called in its header and in the column menu. */
  label: string;
  /** The header says it to screen readers only. */
  labelHidden?: boolean;
  /** Stays in sight at the right while the others scroll. */
  sticky?: boolean;
  /** A click on the header sorts by it. */
  sortable?: boolean;
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

export interface Sorting {
  column: string;
  descending: boolean;
  onSort: (column: string, descending: boolean) => void;
}

interface Selection {
  isSelected: (rowId: string) => boolean;
  /** The rows now in sight, or one of them. */
  onSelect: (rowIds: string[], selected: boolean) => void;
  /** What a row is called, for its box. */
  label: (rowId: string) => string;
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
  sorting?: Sorting;
  selection?: Selection;
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
  sorting,
  selection,
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
                {selection && (
                  <th scope="col" className={cn(headerClasses, "w-12 max-md:left-0 max-md:z-20")}>
                    <SelectAll
                      rowIds={rows.map(({ id }) => id)}
                      selection={selection}
                      disabled={loading}
                    />
                  </th>
                )}
                {group.headers.map((header) => (
                  <th
                    key={header.id}
                    scope="col"
                    aria-sort={ariaSort(header.column.id, sorting)}
                    className={cn(
                      headerClasses,
                      "px-3 first:pl-4 last:pr-4",
                      header.column.columnDef.meta?.sticky && "right-0",
                      header.column.columnDef.meta?.className,
                    )}
                  >
                    {sorting && header.column.columnDef.meta?.sortable ? (
                      <SortButton
                        column={header.column.id}
                        label={header.column.columnDef.meta.label}
                        sorting={sorting}
                      />
                    ) : (
                      <span className={cn(header.column.columnDef.meta?.labelHidden && "sr-only")}>
                        {header.column.columnDef.meta?.label}
                      </span>
                    )}
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
                  {selection && <td className={boxCellClasses} />}
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
                  onClick={
                    onRowClick && ((event) => !isControl(event.target) && onRowClick(row.original))
                  }
                  data-selected={selection?.isSelected(row.id) || undefined}
                  className={cn(
                    "group/row transition-colors hover:bg-muted",
                    selection?.isSelected(row.id) && "bg-muted",
                    onRowClick && "cursor-pointer",
                  )}
                >
                  {selection && (
                    <td className={boxCellClasses}>
                      <Checkbox
                        label={`Selecionar ${selection.label(row.id)}`}
                        checked={selection.isSelected(row.id)}
                        onChange={(checked) => selection.onSelect([row.id], checked)}
                      />
                    </td>
                  )}
                  {row.getVisibleCells().map((cell) => (
                    <td
                      key={cell.id}
                      className={cn(
                        cellClasses,
                        cell.column.columnDef.meta?.sticky &&
                          "right-0 bg-card group-hover/row:bg-muted group-data-selected/row:bg-muted md:sticky",
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

function SelectAll({
  rowIds,
  selection,
  disabled,
}: {
  rowIds: string[];
  selection: Selection;
  disabled: boolean;
}) {
  const selected = rowIds.filter(selection.isSelected).length;
  return (
    <Checkbox
      label="Selecionar todos desta página"
      checked={rowIds.length > 0 && selected === rowIds.length}
      partly={selected > 0 && selected < rowIds.length}
      disabled={disabled || rowIds.length === 0}
      onChange={(checked) => selection.onSelect(rowIds, checked)}
    />
  );
}

interface SortButtonProps {
  column: string;
  label: string;
  sorting: Sorting;
}

function SortButton({ column, label, sorting }: SortButtonProps) {
  const active = sorting.column === column;
  const Icon = active && sorting.descending ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      onClick={() => sorting.onSort(column, active && !sorting.descending)}
      className={cn(
        "group/sort -mx-1 inline-flex h-full min-h-8 items-center gap-1 rounded px-1 hover:text-foreground pointer-coarse:min-h-10",
        active && "text-foreground",
      )}
    >
      {label}
      <Icon
        className={cn("size-3.5", !active && "opacity-0 group-hover/sort:opacity-60")}
        aria-hidden
      />
    </button>
  );
}

function ariaSort(column: string, sorting: Sorting | undefined) {
  if (sorting?.column !== column) return undefined;
  return sorting.descending ? "descending" : "ascending";
}

/** A click on a link, a button or a box is meant for it, not for its row; nor is one in a menu that a row opened. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a, button, label, [role=menu]") !== null;
}

const headerClasses =
  "sticky top-0 z-10 h-9 whitespace-nowrap border-border border-b bg-muted font-medium text-muted-foreground text-xs";

const boxCellClasses =
  "h-11 w-12 border-border border-b align-middle group-last/row:border-b-0 max-md:sticky max-md:left-0 max-md:bg-card";

const cellClasses =
  "h-11 border-border border-b px-3 align-middle text-sm first:pl-4 last:pr-4 group-last/row:border-b-0";
