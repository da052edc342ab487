"use client";

import { useSearchParams } from "next/navigation";
import { useCallback } from "react";

interface ListParams {
  page: number;
  pageSize: number;
  search: string;
}

const NAMES = { page: "page", pageSize: "per_page", search: "search" } as const;
/** Where in the list one stands: whatever else changes, it starts again at the first page. */
const PLACE = ["page", "after", "before"] as const;
type Place = "after" | "before";

/** Where a list stands, kept in the address: it survives a reload, can be sent to somebody, and Back goes back. `extra` names what else narrows or orders it. */
export function useListParams<Extra extends string = never>(
  pageSizes: readonly number[],
  defaultPageSize: number,
  extra: readonly Extra[] = [],
): [
  ListParams & Record<Extra | Place, string>,
  (change: Partial<ListParams & Record<Extra | Place, string>>) => void,
] {
  const params = useSearchParams();
  const page = Number(params.get(NAMES.page));
  const pageSize = Number(params.get(NAMES.pageSize));
  const texts = Object.fromEntries(
    [...extra, "after", "before"].map((name) => [name, params.get(name) ?? ""]),
  ) as Record<Extra | Place, string>;
  const current = {
    ...texts,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    pageSize: pageSizes.includes(pageSize) ? pageSize : defaultPageSize,
    search: params.get(NAMES.search) ?? "",
  };

  const change = useCallback(
    (changed: Partial<ListParams & Record<Extra | Place, string>>) => {
      const url = new URL(window.location.href);
      for (const name of PLACE) url.searchParams.delete(name);
      const defaults: Record<string, unknown> = { page: 1, pageSize: defaultPageSize };
      for (const [name, value] of Object.entries(changed)) {
        const parameter = NAMES[name as keyof ListParams] ?? name;
        if (value === (defaults[name] ?? "")) url.searchParams.delete(parameter);
        else url.searchParams.set(parameter, String(value));
      }
      if (url.href !== window.location.href) window.history.pushState(null, "", url);
    },
    [defaultPageSize],
  );

  return [current, change];
}
