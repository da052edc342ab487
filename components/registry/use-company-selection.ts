"use client";

import { useMemo, useState } from "react";
import { REGISTRY_MAX_SAVED } from "@/lib/domain/registry/registry-search";
import type { RegistryFilterTexts } from "./registry.queries";

/** The selected companies, across pages: single ones, or the first 500 of the search. Another search clears them. */
export function useCompanySelection(filter: RegistryFilterTexts, total: number) {
  const [chosen, setChosen] = useState({ cnpjs: new Set<string>(), all: false, of: filter });
  const { cnpjs, all } = chosen.of === filter ? chosen : { cnpjs: new Set<string>(), all: false };
  return useMemo(
    () => ({
      all,
      count: all ? Math.min(total, REGISTRY_MAX_SAVED) : cnpjs.size,
      isSelected: (cnpj: string) => all || cnpjs.has(cnpj),
      select(rowIds: string[], selected: boolean) {
        const next = new Set(all ? [] : cnpjs);
        for (const cnpj of rowIds) {
          if (selected) next.add(cnpj);
          else next.delete(cnpj);
        }
        setChosen({ cnpjs: next, all: false, of: filter });
      },
      selectAll: () => setChosen({ cnpjs: new Set(), all: true, of: filter }),
      clear: () => setChosen({ cnpjs: new Set(), all: false, of: filter }),
      /** The part of the request that names the companies to save. */
      body: all ? { filter } : { cnpjs: [...cnpjs] },
    }),
    [all, cnpjs, filter, total],
  );
}
