"use client";

import type { ReactTable, RowData } from "@tanstack/react-table";
import { Columns3 } from "lucide-react";
import type { tableKit } from "@/components/shared/data-table";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import type { MenuEntry } from "@/components/ui/menu-entry";

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
  return (
    <DropdownMenu
      entries={[{ kind: "label", label: "Colunas visíveis" }, ...entries]}
      trigger={
        <Button variant="outline" size="lg">
          <Columns3 aria-hidden />
          <span className="max-sm:sr-only">Colunas</span>
        </Button>
      }
    />
  );
}
