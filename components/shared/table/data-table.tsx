"use client";

import {
  type Column,
  type ColumnDef,
  type ColumnVisibilityState,
  type ReactTable,
  type RowData,
  useTable,
} from "@tanstack/react-table";
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useFocusKept } from "@/components/shared/state/use-focus-kept";
import { SMALL_WINDOW, useMediaQuery } from "@/components/shared/state/use-media-query";
import { cn } from "@/components/ui/cn";
import { TableRegion } from "./cell-overlay";
import { type RowSelection, type Sorting, TableHead } from "./data-table-head";
import { getCellClasses, SkeletonRows, TableRow } from "./data-table-row";
import { tableKit } from "./table-kit";
import { type OnCellKey, useCellKeys } from "./use-cell-keys";
import { useTableDensity } from "./use-table-density";

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
  /** The user chose the columns: none is hidden on a narrow window. */
  keepsColumns?: boolean;
  /** Describes the table to screen readers. */
  caption: string;
  loading: boolean;
  skeletonRows?: number;
  /** The rows are from the previous page while the next one loads. */
  stale?: boolean;
  /** The empty or error state, shown instead of rows. */
  fallback?: ReactNode;
  onRowClick?: (row: Row) => void;
  /** Cells take the focus: arrows move between them, and other keys are passed to this function. */
  onCellKey?: OnCellKey;
  /** Covers the cells; see CellOverlay. */
  overlay?: ReactNode;
  sorting?: Sorting;
  selection?: RowSelection<Row>;
  footer?: ReactNode;
  className?: string;
}

/** On a phone each row is a card: title and actions, then the other values stacked. */
export function DataTable<Row extends RowData>({
  table,
  keepsColumns = false,
  caption,
  loading,
  skeletonRows = 10,
  stale = false,
  fallback,
  onRowClick,
  onCellKey,
  overlay,
  sorting,
  selection,
  footer,
  className,
}: DataTableProps<Row>) {
  const chosen = table.getVisibleLeafColumns();
  const selectable = selection !== undefined;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const isPhone = useMediaQuery(SMALL_WINDOW);
  const visible = useMemo(
    () =>
      isPhone || keepsColumns || width === null ? chosen : dropColumns(chosen, width, selectable),
    [chosen, width, isPhone, keepsColumns, selectable],
  );
  const titleId = (visible.find(({ columnDef }) => columnDef.meta?.title) ?? visible[0])?.id;
  const columns = useMemo(
    () =>
      visible.map((column) => ({
        column,
        className: getCellClasses(column, titleId, selectable),
      })),
    [visible, titleId, selectable],
  );
  const rows = table.getRowModel().rows;
  const rowIds = rows.map(({ id }) => id);
  const [density] = useTableDensity();
  const lastTicked = useRef<string>(undefined);

  /** Ticks one row or, to extend, all from the last ticked one to it. */
  const selectTo = useLatest((rowId: string, selected: boolean, extend: boolean) => {
    const [from, to] = [rowIds.indexOf(lastTicked.current ?? ""), rowIds.indexOf(rowId)];
    const isRange = extend && from >= 0;
    const range = isRange ? rowIds.slice(Math.min(from, to), Math.max(from, to) + 1) : [rowId];
    selection?.onSelect(range, selected);
    lastTicked.current = rowId;
  });
  const openRow = useLatest((row: Row) => onRowClick?.(row));
  const region = useFocusKept(rows, (table) => table.focus({ preventScroll: true }));
  useCellKeys(region, onCellKey);

  return (
    <div
      ref={box}
      className={cn(
        "flex min-h-0 flex-col overflow-clip rounded-xl border border-border bg-card shadow-card print:block print:overflow-visible print:border-0",
        className,
      )}
    >
      <section
        ref={region}
        aria-label={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        data-density={density}
        className="group/table relative min-h-0 flex-1 scroll-pt-9 scroll-pr-14 focus-visible:-outline-offset-2 has-data-refused:min-h-48 md:overflow-auto print:overflow-visible!"
      >
        {/* A separate grid for each row: columns share the free width, and no row waits for the others. */}
        <table
          className="data-table block w-full text-left md:min-w-min"
          style={{ "--columns": getTracks(visible, selectable) } as CSSProperties}
          aria-busy={loading || stale}
        >
          <caption className="sr-only">{caption}</caption>
          <TableHead
            columns={visible}
            allColumns={table.getAllLeafColumns()}
            titleId={titleId}
            rowIds={rowIds}
            loading={loading}
            sorting={sorting}
            selection={selection}
            isPhone={isPhone}
          />
          <tbody className={cn("block transition-opacity duration-150", stale && "opacity-60")}>
            {loading ? (
              <SkeletonRows count={skeletonRows} columns={columns} selectable={selectable} />
            ) : (
              <Staged items={rows}>
                {(row) => (
                  <TableRow
                    key={row.id}
                    row={row}
                    columns={columns}
                    selectionLabel={selection?.label(row.original)}
                    selected={selection?.isSelected(row.id) ?? false}
                    onSelect={selectTo}
                    onClick={onRowClick && openRow}
                  />
                )}
              </Staged>
            )}
          </tbody>
        </table>
        {!loading && fallback}
        {overlay && <TableRegion value={region}>{overlay}</TableRegion>}
      </section>
      {footer}
    </div>
  );
}

const FIRST_ITEMS = 30;

/** Draws what fits on a screen at once, and the rest as soon as nothing more urgent waits. */
function Staged<Item>({
  items,
  children,
}: {
  items: readonly Item[];
  children: (item: Item) => ReactNode;
}) {
  const count = useDeferredValue(items.length, FIRST_ITEMS);
  return items.slice(0, Math.max(count, FIRST_ITEMS)).map(children);
}

/** A function that stays the same between renders and calls the latest one given, for memoised children. */
function useLatest<Arguments extends unknown[]>(latest: (...args: Arguments) => void) {
  const current = useRef(latest);
  useLayoutEffect(() => {
    current.current = latest;
  });
  return useCallback((...args: Arguments) => current.current(...args), []);
}

/** In rem; null until it is measured. */
function useWidth(element: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (!element.current) return;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    // A phone shows every column, and React learns only after this that it is one.
    const measure = () => {
      if (matchMedia(SMALL_WINDOW).matches) return;
      setWidth((element.current?.clientWidth ?? 0) / rem);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

const DEFAULT_TRACK = "minmax(8rem,1fr)";
const BOX_REM = 2.75;

/** Leaves out droppable columns, from the last on, until the others fit as wide as they have to be. */
function dropColumns<Row extends RowData>(
  columns: Column<typeof tableKit, Row>[],
  widthRem: number,
  selectable: boolean,
): Column<typeof tableKit, Row>[] {
  const least = ({ columnDef: { meta } }: Column<typeof tableKit, Row>) =>
    // The first length of a track is the least.
    Number.parseFloat((meta?.width ?? DEFAULT_TRACK).replace("minmax(", ""));
  let needed = columns.reduce((sum, column) => sum + least(column), selectable ? BOX_REM : 0);
  const dropped = new Set<unknown>();
  for (const column of columns.toReversed()) {
    if (needed <= widthRem) break;
    if (!column.columnDef.meta?.droppable) continue;
    dropped.add(column);
    needed -= least(column);
  }
  return dropped.size === 0 ? columns : columns.filter((column) => !dropped.has(column));
}

function getTracks<Row extends RowData>(
  columns: readonly Column<typeof tableKit, Row>[],
  selectable: boolean,
): string {
  const tracks = columns.map(({ columnDef }) => columnDef.meta?.width ?? DEFAULT_TRACK);
  return [...(selectable ? [`${BOX_REM}rem`] : []), ...tracks].join(" ");
}
