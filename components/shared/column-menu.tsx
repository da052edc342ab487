"use client";

import type { ReactTable, RowData } from "@tanstack/react-table";
import { Columns3 } from "lucide-react";
import type { tableKit } from "@/components/shared/data-table";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";

export function ColumnMenu<Row extends RowData>({
  table,
}: {
  table: ReactTable<typeof tableKit, Row>;
}) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" className="h-10">
          <Columns3 aria-hidden />
          <span className="max-sm:sr-only">Colunas</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuLabel>Colunas visíveis</DropdownMenuLabel>
        {table
          .getAllLeafColumns()
          .filter((column) => column.getCanHide())
          .map((column) => (
            <DropdownMenuCheckboxItem
              key={column.id}
              checked={column.getIsVisible()}
              onCheckedChange={(shown) => column.toggleVisibility(shown === true)}
              onSelect={(event) => event.preventDefault()}
            >
              {column.columnDef.meta?.label}
            </DropdownMenuCheckboxItem>
          ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
