import { type Column, FlexRender, type Row, type RowData } from "@tanstack/react-table";
import { memo } from "react";
import { useLongPress } from "@/components/shared/state/use-long-press";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import type { tableKit } from "./table-kit";

/** A visible column with the classes of its cells, worked out once for all rows. */
interface TableColumn<Data extends RowData> {
  column: Column<typeof tableKit, Data>;
  className: string;
}

interface TableRowProps<Data extends RowData> {
  row: Row<typeof tableKit, Data>;
  /** Those that are shown, in order. */
  columns: readonly TableColumn<Data>[];
  /** Undefined where rows cannot be selected. */
  selectionLabel: string | undefined;
  selected: boolean;
  onSelect: (rowId: string, selected: boolean, extend: boolean) => void;
  onClick: ((row: Data) => void) | undefined;
}

/** Memoised: a tick draws one row again, not the whole page. */
export const TableRow = memo(DrawnRow) as typeof DrawnRow;

function DrawnRow<Data extends RowData>({
  row,
  columns,
  selectionLabel,
  selected,
  onSelect,
  onClick,
}: TableRowProps<Data>) {
  const cells = row.getVisibleCells();
  const longPress = useLongPress(() => onSelect(row.id, !selected, false));
  return (
    // The first cell holds the real button; the row click only enlarges its target.
    <tr
      onClick={
        onClick &&
        (({ target, currentTarget }) =>
          !isControl(target) && !isSelecting(currentTarget) && onClick(row.original))
      }
      {...(selectionLabel !== undefined && longPress)}
      data-row={row.id}
      data-selected={selected || undefined}
      className={cn(
        getRowClasses(selectionLabel !== undefined),
        "transition-colors hover:bg-muted",
        selected && "bg-muted",
        onClick && "cursor-pointer",
      )}
    >
      {selectionLabel !== undefined && (
        <td className={boxCellClasses}>
          <Checkbox
            label={`Selecionar ${selectionLabel}`}
            checked={selected}
            onChange={(checked, extend) => onSelect(row.id, checked, extend)}
          />
        </td>
      )}
      {columns.map(({ column, className }) => {
        const cell = cells.find((each) => each.column.id === column.id);
        return (
          <td
            key={column.id}
            tabIndex={-1}
            data-column={column.id}
            data-title={column.columnDef.meta?.title}
            data-label={column.columnDef.meta?.label}
            className={className}
          >
            {cell && <FlexRender cell={cell} />}
          </td>
        );
      })}
    </tr>
  );
}

/** True if the click was on a control, or in a menu opened from the row, rather than on the row itself. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a, button, label, [role=menu]") !== null;
}

/** True when the click ended a drag over the row's text. */
function isSelecting(row: Element): boolean {
  const selection = window.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(row, true);
}

/** More would not be seen, and each costs as much as a row. */
const MOST_SKELETONS = 20;

interface SkeletonRowsProps<Data extends RowData> {
  count: number;
  columns: readonly TableColumn<Data>[];
  selectable: boolean;
}

export function SkeletonRows<Data extends RowData>({
  count,
  columns,
  selectable,
}: SkeletonRowsProps<Data>) {
  return Array.from({ length: Math.min(count, MOST_SKELETONS) }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
    <tr key={row} className={getRowClasses(selectable)}>
      {selectable && <td className={boxCellClasses} />}
      {columns.map(({ column, className }) => (
        <td key={column.id} className={cn(className, "max-md:nth-[n+5]:hidden")}>
          <Skeleton
            className={cn("min-h-4 max-w-full", column.columnDef.meta?.skeleton ?? "w-24")}
          />
        </td>
      ))}
    </tr>
  ));
}

function getRowClasses(selectable: boolean): string {
  return cn(rowClasses, selectable ? selectableRowClasses : plainRowClasses);
}

/** The classes of a column's cells. On a phone's card the title is at the top, the values are below it. */
export function getCellClasses<Data extends RowData>(
  { id, columnDef: { meta } }: Column<typeof tableKit, Data>,
  titleId: string | undefined,
  selectable: boolean,
): string {
  const isBeside = meta?.onPhone === "beside-title";
  const isValue = id !== titleId && !meta?.sticky && !isBeside && meta?.onPhone !== "hidden";
  return cn(
    cellClasses,
    meta?.sticky && [stickyCellClasses, fadeClasses],
    id === titleId && (selectable ? selectableTitleClasses : titleClasses),
    isBeside && "max-md:order-3",
    meta?.onPhone === "hidden" && "max-md:hidden",
    isValue && valueCellClasses,
    isValue && !meta?.selfEvident && labelClasses,
    meta?.className,
  );
}

/** Content under the pinned cell fades out, to show that there is more. One padding wide: fitting content stays clear. */
const fadeClasses =
  "md:before:absolute md:before:inset-y-0 md:before:right-full md:before:w-2.5 md:before:bg-linear-to-l md:before:from-card md:before:to-transparent md:group-hover/row:before:from-muted md:group-data-selected/row:before:from-muted md:before:pointer-events-none";

/**
 * Rows out of sight are neither laid out nor painted. Focus rings are drawn inside, because nothing shows outside of a
 * row. On a phone a row is two lines: the title between its box and its actions, and below it the values side by side.
 */
const rowClasses =
  "group/row items-center max-md:before:order-5 max-md:before:basis-full max-md:before:content-[''] [contain-intrinsic-size:auto_2.75rem] [content-visibility:auto] **:focus-visible:-outline-offset-2 max-md:flex max-md:flex-wrap max-md:gap-x-3 max-md:border-border max-md:border-t max-md:py-1.5 max-md:pr-2 max-md:[contain-intrinsic-size:auto_4.25rem] md:grid md:min-h-11 md:grid-cols-(--columns) md:border-border md:border-b md:last:border-b-0 md:group-data-[density=compact]/table:min-h-8";

const plainRowClasses = "max-md:pl-4";

const selectableRowClasses = "max-md:pl-12 max-md:pointer-coarse:select-none";

const boxCellClasses =
  "no-print max-md:order-1 max-md:-ml-11 md:group-data-[density=compact]/table:[&_label]:size-8 md:group-data-[density=compact]/table:[&_label]:mx-auto";

/** The ring of a cell that has the focus is as high as its row. */
const cellClasses =
  "min-w-0 text-sm md:focus-visible:content-center md:focus-visible:self-stretch max-md:px-0 max-md:text-left md:px-2.5 md:first:pl-4 md:last:pr-4 md:group-data-[density=compact]/table:text-[0.8125rem]";

const titleClasses = "max-md:order-2 max-md:flex-1 max-md:basis-0";

const selectableTitleClasses = `${titleClasses} max-md:-ml-3`;

const stickyCellClasses =
  "no-print max-md:order-4 max-md:ml-auto md:sticky md:right-0 md:flex md:items-center md:justify-end md:self-stretch md:bg-card md:group-hover/row:bg-muted md:group-data-selected/row:bg-muted";

const valueCellClasses =
  "max-md:order-6 max-md:flex max-md:min-h-6 max-md:max-w-full max-md:items-center max-md:gap-1.5 max-md:text-[0.8125rem] max-md:has-data-absent:hidden";

const labelClasses =
  "max-md:before:shrink-0 max-md:before:text-muted-foreground max-md:before:text-xs max-md:before:content-[attr(data-label)]";
