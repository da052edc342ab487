"use client";

import { useSearchParams } from "next/navigation";
import { useCallback } from "react";

interface ListParams {
  page: number;
  pageSize: number;
  search: string;
}

const NAMES = { page: "page", pageSize: "per_page", search: "search" } as const;
/** The position in the list. Any other change resets it to the first page. */
const POSITION = ["page", "after", "before"] as const;
type Cursor = "after" | "before";

/** A list's state in the URL: it survives a reload, can be shared, and Back undoes a change. `extra` names further filter and sort parameters. */
export function useListParams<Extra extends string = never>(
  pageSizes: readonly number[],
  defaultPageSize: number,
  extra: readonly Extra[] = [],
): [
  ListParams & Record<Extra | Cursor, string>,
  (change: Partial<ListParams & Record<Extra | Cursor, string>>) => void,
] {
  const params = useSearchParams();
  const page = Number(params.get(NAMES.page));
  const pageSize = Number(params.get(NAMES.pageSize));
  const texts = Object.fromEntries(
    [...extra, "after", "before"].map((name) => [name, params.get(name) ?? ""]),
  ) as Record<Extra | Cursor, string>;
  const current = {
    ...texts,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    pageSize: pageSizes.includes(pageSize) ? pageSize : defaultPageSize,
    search: params.get(NAMES.search) ?? "",
  };

  const change = useCallback(
    (changed: Partial<ListParams & Record<Extra | Cursor, string>>) => {
      const url = new URL(window.location.href);
      for (const name of POSITION) url.searchParams.delete(name);
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
