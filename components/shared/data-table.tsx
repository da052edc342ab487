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
import { type ReactNode, useRef } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import {
  getAriaSort,
  type RowSelection,
  SelectAll,
  SortButton,
  type Sorting,
} from "./data-table-head";

interface ColumnMeta {
  /** Label in the header and in the column menu. */
  label: string;
  /** The header label is visually hidden. */
  labelHidden?: boolean;
  /** Stays pinned at the right while the others scroll; on a phone, stands beside the title. */
  sticky?: boolean;
  /** Title of the row's card on a phone; defaults to the first column. */
  title?: boolean;
  /** Clicking the header sorts by this column. */
  sortable?: boolean;
  /** Width and alignment of header and cells. */
  className?: string;
  /** Width of the skeleton bar while rows load. */
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
  /** Describes the table to screen readers. */
  caption: string;
  loading: boolean;
  skeletonRows?: number;
  /** The rows are from the previous page while the next one loads. */
  stale?: boolean;
  /** The empty or error state, shown instead of rows. */
  fallback?: ReactNode;
  onRowClick?: (row: Row) => void;
  sorting?: Sorting;
  selection?: RowSelection;
  footer?: ReactNode;
  className?: string;
}

/** On a phone each row is a card: title and actions, then the other values stacked. */
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
  const titleId = (columns.find(({ columnDef }) => columnDef.meta?.title) ?? columns[0])?.id;
  const cellClassName = ({ id, columnDef: { meta } }: (typeof columns)[number]) =>
    cn(
      cellClasses,
      meta?.sticky && stickyCellClasses,
      id === titleId && "max-md:row-start-1",
      id !== titleId && !meta?.sticky && valueCellClasses,
      id !== titleId && !meta?.sticky && (selection ? "max-md:col-[2/-1]" : "max-md:col-[1/-1]"),
      meta?.className,
    );
  const rows = table.getRowModel().rows;
  const lastTicked = useRef<string>(undefined);

  /** Ticks one row or, to extend, all from the last ticked one to it. */
  function selectTo(rowId: string, selected: boolean, extend: boolean) {
    const ids = rows.map(({ id }) => id);
    const [from, to] = [ids.indexOf(lastTicked.current ?? ""), ids.indexOf(rowId)];
    const isRange = extend && from >= 0;
    const range = isRange ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [rowId];
    selection?.onSelect(range, selected);
    lastTicked.current = rowId;
  }

  const rowClassName = cn(rowClasses, selection ? selectableRowClasses : plainRowClasses);
  return (
    <div
      className={cn(
        "flex min-h-0 flex-col overflow-clip rounded-xl border border-border bg-card shadow-card",
        className,
      )}
    >
      <section
        aria-label={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="relative min-h-0 flex-1 focus-visible:-outline-offset-2 md:overflow-auto"
      >
        <table
          className="w-full border-separate border-spacing-0 text-left max-md:block"
          aria-busy={loading}
        >
          <caption className="sr-only">{caption}</caption>
          <thead className="max-md:sticky max-md:top-14 max-md:z-10 max-md:block max-md:bg-muted">
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id} className="max-md:flex max-md:overflow-x-auto">
                {selection && (
                  <th
                    scope="col"
                    className={cn(headerClasses, "w-12 bg-muted max-md:sticky max-md:left-0")}
                  >
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
                    aria-sort={getAriaSort(header.column.id, sorting)}
                    className={cn(
                      headerClasses,
                      "px-3 first:pl-4 last:pr-4",
                      header.column.columnDef.meta?.sticky && "md:right-0",
                      !(sorting && header.column.columnDef.meta?.sortable) && "max-md:sr-only",
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
          <tbody
            className={cn("transition-opacity duration-150 max-md:block", stale && "opacity-60")}
          >
            {loading &&
              Array.from({ length: skeletonRows }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
                <tr key={row} className={rowClassName}>
                  {selection && <td className={boxCellClasses} />}
                  {columns.map((column) => (
                    <td key={column.id} className={cellClassName(column)}>
                      <Skeleton
                        className={cn("h-4 max-w-full", column.columnDef.meta?.skeleton ?? "w-24")}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            {!loading &&
              rows.map((row) => (
                // The first cell holds the real button; the row click only enlarges its target.
                <tr
                  key={row.id}
                  onClick={
                    onRowClick && ((event) => !isControl(event.target) && onRowClick(row.original))
                  }
                  data-selected={selection?.isSelected(row.id) || undefined}
                  className={cn(
                    rowClassName,
                    "transition-colors hover:bg-muted",
                    selection?.isSelected(row.id) && "bg-muted",
                    onRowClick && "cursor-pointer",
                  )}
                >
                  {selection && (
                    <td className={boxCellClasses}>
                      <Checkbox
                        label={`Selecionar ${selection.label(row.id)}`}
                        checked={selection.isSelected(row.id)}
                        onChange={(checked, extend) => selectTo(row.id, checked, extend)}
                      />
                    </td>
                  )}
                  {row.getVisibleCells().map((cell) => (
                    <td
                      key={cell.id}
                      data-label={cell.column.columnDef.meta?.label}
                      className={cellClassName(cell.column)}
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

/** True if the click was on a control, or in a menu opened from the row, rather than on the row itself. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a, button, label, [role=menu]") !== null;
}

const headerClasses =
  "h-9 whitespace-nowrap font-medium text-muted-foreground text-xs max-md:flex max-md:w-auto max-md:min-w-0 max-md:shrink-0 max-md:items-center pointer-coarse:max-md:h-11 md:sticky md:top-0 md:z-10 md:border-border md:border-b md:bg-muted";

const rowClasses =
  "group/row max-md:grid max-md:items-center max-md:gap-x-2 max-md:border-border max-md:border-t max-md:py-1.5 max-md:pr-2";

const plainRowClasses = "max-md:grid-cols-[minmax(0,1fr)_auto] max-md:pl-4";

const selectableRowClasses = "max-md:grid-cols-[2.75rem_minmax(0,1fr)_auto] max-md:pl-1";

const boxCellClasses =
  "max-md:row-start-1 md:h-11 md:w-12 md:border-border md:border-b md:align-middle md:group-last/row:border-b-0";

const cellClasses =
  "text-sm max-md:w-auto max-md:min-w-0 max-md:px-0 max-md:text-left md:h-11 md:border-border md:border-b md:px-3 md:first:pl-4 md:last:pr-4 md:group-last/row:border-b-0";

const stickyCellClasses =
  "md:sticky md:right-0 md:bg-card max-md:col-start-[-2] max-md:row-start-1 md:group-hover/row:bg-muted md:group-data-selected/row:bg-muted";

const valueCellClasses =
  "max-md:flex max-md:min-h-6.5 max-md:items-center max-md:gap-2 max-md:before:w-24 max-md:before:shrink-0 max-md:before:text-muted-foreground max-md:before:text-xs max-md:before:content-[attr(data-label)] max-md:has-data-absent:hidden";
