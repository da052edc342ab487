import type { Column, RowData } from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { NativeSelect } from "@/components/ui/native-select";
import type { tableKit } from "./table-kit";

export interface Sorting {
  column: string;
  descending: boolean;
  onSort: (column: string, descending: boolean) => void;
}

export interface RowSelection<Data extends RowData> {
  isSelected: (rowId: string) => boolean;
  /** Selects or deselects the given rows. */
  onSelect: (rowIds: string[], selected: boolean) => void;
  /** Accessible name of a row's checkbox. */
  label: (row: Data) => string;
}

interface TableHeadProps<Data extends RowData> {
  columns: readonly Column<typeof tableKit, Data>[];
  /** Hidden columns too: a phone can sort by what its cards leave out. */
  allColumns: readonly Column<typeof tableKit, Data>[];
  titleId: string | undefined;
  rowIds: string[];
  loading: boolean;
  sorting: Sorting | undefined;
  selection: RowSelection<Data> | undefined;
  isPhone: boolean;
}

/** The labels of the columns, or, on a phone, one line with the choice of order. */
export function TableHead<Data extends RowData>({
  columns,
  allColumns,
  titleId,
  rowIds,
  loading,
  sorting,
  selection,
  isPhone,
}: TableHeadProps<Data>) {
  return (
    <thead className="sticky z-10 block bg-muted max-md:top-14 md:top-0">
      <tr className="max-md:flex md:grid md:grid-cols-(--columns) md:items-stretch md:border-border md:border-b">
        {selection && (
          <th
            scope="col"
            className="no-print grid place-items-center max-md:h-11 max-md:pl-1 md:h-9 md:[&_label]:h-9"
          >
            <SelectAll rowIds={rowIds} selection={selection} disabled={loading} />
          </th>
        )}
        {columns.map(({ id, columnDef: { meta } }) => {
          const hasOrderChoice = isPhone && sorting && id === titleId;
          return (
            <th
              key={id}
              scope="col"
              aria-label={hasOrderChoice ? meta?.label : undefined}
              aria-sort={getAriaSort(id, sorting)}
              className={cn(
                headerClasses,
                meta?.sticky && "no-print md:right-0",
                sorting && id === titleId ? orderChoiceClasses : "max-md:sr-only",
                meta?.className,
              )}
            >
              {hasOrderChoice ? (
                <OrderChoice columns={allColumns} sorting={sorting} />
              ) : sorting && meta?.sortable && !isPhone ? (
                <SortButton column={id} label={meta.label} sorting={sorting} />
              ) : (
                <span className={cn(meta?.labelHidden && "sr-only")}>{meta?.label}</span>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function SelectAll<Data extends RowData>({
  rowIds,
  selection,
  disabled,
}: {
  rowIds: string[];
  selection: RowSelection<Data>;
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
        "group/sort -mx-1 inline-flex h-full min-h-8 min-w-0 max-w-full items-center gap-1 rounded px-1 hover:text-foreground focus-visible:-outline-offset-2 pointer-coarse:min-h-10",
        active && "text-foreground",
      )}
    >
      <span className="min-w-0 overflow-hidden text-ellipsis text-left">{label}</span>
      {/* An order that is not on takes no room from its label. */}
      <Icon
        className={cn(
          "size-3.5 shrink-0",
          !active && "-mr-4.5 opacity-0 group-hover/sort:opacity-60",
        )}
        aria-hidden
      />
    </button>
  );
}

/** Sorting where there are no columns to click on. */
function OrderChoice<Data extends RowData>({
  columns,
  sorting,
}: {
  columns: readonly Column<typeof tableKit, Data>[];
  sorting: Sorting;
}) {
  const Icon = sorting.descending ? ArrowDown : ArrowUp;
  return (
    <span className="flex items-center gap-1">
      <NativeSelect
        aria-label="Ordenar por"
        className="[&_select]:h-9"
        value={sorting.column}
        onChange={({ target }) => sorting.onSort(target.value, sorting.descending)}
      >
        {columns.map(
          ({ id, columnDef: { meta } }) =>
            meta?.sortable && (
              <option key={id} value={id}>
                {meta.label}
              </option>
            ),
        )}
      </NativeSelect>
      <Button
        variant="ghost"
        size="icon"
        aria-label={sorting.descending ? "Ordem decrescente" : "Ordem crescente"}
        onClick={() => sorting.onSort(sorting.column, !sorting.descending)}
      >
        <Icon aria-hidden />
      </Button>
    </span>
  );
}

function getAriaSort(column: string, sorting: Sorting | undefined) {
  if (sorting?.column !== column) return undefined;
  return sorting.descending ? "descending" : "ascending";
}

const headerClasses =
  "min-w-0 font-medium leading-3.5 text-muted-foreground text-xs md:sticky md:h-9 md:content-center md:bg-muted md:px-2.5 md:first:pl-4 md:last:pr-4";

const orderChoiceClasses = "max-md:ml-auto max-md:flex max-md:h-11 max-md:items-center max-md:pr-2";
