import { ArrowDown, ArrowUp } from "lucide-react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";

export interface Sorting {
  column: string;
  descending: boolean;
  onSort: (column: string, descending: boolean) => void;
}

export interface RowSelection {
  isSelected: (rowId: string) => boolean;
  /** Selects or deselects the given rows. */
  onSelect: (rowIds: string[], selected: boolean) => void;
  /** Accessible name of a row's checkbox. */
  label: (rowId: string) => string;
}

export function SelectAll({
  rowIds,
  selection,
  disabled,
}: {
  rowIds: string[];
  selection: RowSelection;
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

export function SortButton({ column, label, sorting }: SortButtonProps) {
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

export function getAriaSort(column: string, sorting: Sorting | undefined) {
  if (sorting?.column !== column) return undefined;
  return sorting.descending ? "descending" : "ascending";
}
