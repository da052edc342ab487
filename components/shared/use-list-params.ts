"use client";

import { useSearchParams } from "next/navigation";
import { useCallback } from "react";

interface ListParams {
  page: number;
  pageSize: number;
  search: string;
}

const NAMES = { page: "page", pageSize: "per_page", search: "search" } as const;

/** Where a list stands, kept in the address: it survives a reload and can be sent to somebody. */
export function useListParams(
  pageSizes: readonly number[],
  defaultPageSize: number,
): [ListParams, (change: Partial<ListParams>) => void] {
  const params = useSearchParams();
  const page = Number(params.get(NAMES.page));
  const pageSize = Number(params.get(NAMES.pageSize));
  const current = {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    pageSize: pageSizes.includes(pageSize) ? pageSize : defaultPageSize,
    search: params.get(NAMES.search) ?? "",
  };

  /** Anything but a change of page starts again at page 1. */
  const change = useCallback(
    (changed: Partial<ListParams>) => {
      const url = new URL(window.location.href);
      const defaults = { page: 1, pageSize: defaultPageSize, search: "" };
      for (const [name, value] of Object.entries({ page: 1, ...changed })) {
        const key = name as keyof ListParams;
        if (value === defaults[key]) url.searchParams.delete(NAMES[key]);
        else url.searchParams.set(NAMES[key], String(value));
      }
      window.history.replaceState(null, "", url);
    },
    [defaultPageSize],
  );

  return [current, change];
}
