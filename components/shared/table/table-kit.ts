import { columnVisibilityFeature, metaHelper, tableFeatures } from "@tanstack/react-table";

interface ColumnMeta {
  /** Label in the header and in the column menu. */
  label: string;
  /** The header label is visually hidden. */
  labelHidden?: boolean;
  /** Stays pinned at the right while the others scroll; on a phone it is next to the title. */
  sticky?: boolean;
  /** Title of the row's card on a phone; defaults to the first column. */
  title?: boolean;
  /** Its place on a phone, below the title by default: at the title's end, or nowhere when the others say enough. */
  onPhone?: "beside-title" | "hidden";
  /** On a phone the value is shown without its label, because its meaning is obvious. */
  selfEvident?: boolean;
  /** Clicking the header sorts by this column. */
  sortable?: boolean;
  /** Its track in the row's grid: a length, or `minmax(8rem,1fr)`, the default, to share the free width. */
  width?: string;
  /** Left out where the window is too narrow for all columns, the last of them first: none is cut in half. */
  droppable?: boolean;
  /** Alignment of header and cells. */
  className?: string;
  /** Width of the skeleton bar while rows load. */
  skeleton?: string;
}

export const tableKit = tableFeatures({
  columnVisibilityFeature,
  columnMeta: metaHelper<ColumnMeta>(),
});
