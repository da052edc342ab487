"use client";

import { useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { LIST_PARAMETERS, type ListCursor, type ListParams, readListParams } from "./list-params";

/** The position in the list. Any other change resets it to the first page. */
const POSITION = ["page", "after", "before"] as const;

/** A list's state in the URL: it survives a reload, can be shared, and Back undoes a change. */
export function useListParams<Extra extends string = never>(
  pageSizes: readonly number[],
  defaultPageSize: number,
  extra: readonly Extra[] = [],
): [
  ListParams & Record<Extra | ListCursor, string>,
  (change: Partial<ListParams & Record<Extra | ListCursor, string>>) => void,
] {
  const current = readListParams(useSearchParams(), pageSizes, defaultPageSize, extra);

  const change = useCallback(
    (changed: Partial<ListParams & Record<Extra | ListCursor, string>>) => {
      const url = new URL(window.location.href);
      for (const name of POSITION) url.searchParams.delete(name);
      const defaults: Record<string, unknown> = { page: 1, pageSize: defaultPageSize };
      for (const [name, value] of Object.entries(changed)) {
        const parameter = LIST_PARAMETERS[name as keyof ListParams] ?? name;
        if (value === (defaults[name] ?? "")) url.searchParams.delete(parameter);
        else url.searchParams.set(parameter, String(value));
      }
      if (url.href !== window.location.href) window.history.pushState(null, "", url);
    },
    [defaultPageSize],
  );

  return [current, change];
}
