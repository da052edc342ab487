import type { ReactTable, RowData } from "@tanstack/react-table";
import { Rows2, Rows4 } from "lucide-react";
import { SMALL_WINDOW, useMediaQuery } from "@/components/shared/state/use-media-query";
import type { MenuEntry } from "@/components/ui/menu-entry";
import type { tableKit } from "./table-kit";
import { useTableDensity } from "./use-table-density";

/** The lines of a menu that chooses which columns a table shows, and how tall its rows are. */
export function useColumnEntries<Row extends RowData>(
  table: ReactTable<typeof tableKit, Row>,
): MenuEntry[] {
  const columns = table.getAllLeafColumns().filter((column) => column.getCanHide());
  const entries: MenuEntry[] = columns.map((column) => ({
    kind: "check",
    label: column.columnDef.meta?.label ?? column.id,
    checked: column.getIsVisible(),
    onChange: (shown) => column.toggleVisibility(shown),
  }));
  const [density, setDensity] = useTableDensity();
  // The rows of a phone are cards, sized for fingers.
  const isPhone = useMediaQuery(SMALL_WINDOW);
  const densities: MenuEntry[] = DENSITIES.map(({ value, ...choice }) => ({
    kind: "choice",
    ...choice,
    chosen: value === density,
    onChoose: () => setDensity(value),
  }));
  return [
    { kind: "label", label: "Colunas visíveis" },
    ...entries,
    ...(isPhone
      ? []
      : ([
          { kind: "separator" },
          { kind: "label", label: "Densidade" },
          ...densities,
        ] satisfies MenuEntry[])),
  ];
}

const DENSITIES = [
  { value: "comfortable", label: "Confortável", icon: Rows2 },
  { value: "compact", label: "Compacta", icon: Rows4 },
] as const;
