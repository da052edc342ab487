"use client";

import { useMemo, useState } from "react";
import type { LeadFilterTexts } from "./use-lead-params";

/** Leads chosen one by one, on any page; or all that the filter finds. Another filter begins with none. */
export function useLeadSelection(filter: LeadFilterTexts, total: number) {
  const [chosen, setChosen] = useState<{ ids: ReadonlySet<string>; all: boolean; of: object }>({
    ids: new Set(),
    all: false,
    of: filter,
  });
  const { ids, all } = chosen.of === filter ? chosen : { ids: new Set<string>(), all: false };
  return useMemo(
    () => ({
      all,
      count: all ? total : ids.size,
      isSelected: (id: string) => all || ids.has(id),
      select(rowIds: string[], selected: boolean) {
        const next = new Set(all ? [] : ids);
        for (const id of rowIds) {
          if (selected) next.add(id);
          else next.delete(id);
        }
        setChosen({ ids: next, all: false, of: filter });
      },
      selectAll: () => setChosen({ ids: new Set(), all: true, of: filter }),
      clear: () => setChosen({ ids: new Set(), all: false, of: filter }),
      /** As the bulk calls take it. */
      body: all ? { filter } : { lead_ids: [...ids] },
    }),
    [all, ids, filter, total],
  );
}

export type LeadSelection = ReturnType<typeof useLeadSelection>;
