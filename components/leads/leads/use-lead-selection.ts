"use client";

import { useMemo, useState } from "react";
import type { LeadFilterTexts } from "./lead-params";

/** The selected leads, across pages: single ones, or all that match the filter. Changing the filter clears the selection. */
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
      /** The request body of the bulk endpoints. */
      body: all ? { filter } : { lead_ids: [...ids] },
    }),
    [all, ids, filter, total],
  );
}

export type LeadSelection = ReturnType<typeof useLeadSelection>;
