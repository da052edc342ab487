"use client";

import type { ReactTable, RowData } from "@tanstack/react-table";
import { Columns3, Rows2, Rows4 } from "lucide-react";
import { SMALL_WINDOW, useMediaQuery } from "@/components/shared/state/use-media-query";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import type { MenuEntry } from "@/components/ui/menu-entry";
import type { tableKit } from "./table-kit";
import { useTableDensity } from "./use-table-density";

/** Which columns a table shows, and how tall its rows are. */
export function ColumnMenu<Row extends RowData>({
  table,
}: {
  table: ReactTable<typeof tableKit, Row>;
}) {
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
  return (
    <DropdownMenu
      entries={[
        { kind: "label", label: "Colunas visíveis" },
        ...entries,
        ...(isPhone
          ? []
          : ([
              { kind: "separator" },
              { kind: "label", label: "Densidade" },
              ...densities,
            ] satisfies MenuEntry[])),
      ]}
      trigger={
        <Button variant="outline" size="lg">
          <Columns3 aria-hidden />
          <span className="max-sm:sr-only">Colunas</span>
        </Button>
      }
    />
  );
}

const DENSITIES = [
  { value: "comfortable", label: "Confortável", icon: Rows2 },
  { value: "compact", label: "Compacta", icon: Rows4 },
] as const;
