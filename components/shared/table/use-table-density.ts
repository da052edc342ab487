"use client";

import { useStoredState } from "@/components/shared/state/use-stored-state";

type TableDensity = "comfortable" | "compact";

/** How tall the rows of all tables are in this browser. */
export function useTableDensity(): [TableDensity, (density: TableDensity) => void] {
  return useStoredState<TableDensity>("tableDensity", "comfortable");
}
