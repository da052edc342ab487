export interface ListParams {
  page: number;
  pageSize: number;
  search: string;
}

export const LIST_PARAMETERS = { page: "page", pageSize: "per_page", search: "search" } as const;
export type ListCursor = "after" | "before";

/** A list's state as its address holds it. `extra` names further filter and sort parameters. */
export function readListParams<Extra extends string = never>(
  params: Pick<URLSearchParams, "get">,
  pageSizes: readonly number[],
  defaultPageSize: number,
  extra: readonly Extra[] = [],
): ListParams & Record<Extra | ListCursor, string> {
  const page = Number(params.get(LIST_PARAMETERS.page));
  const pageSize = Number(params.get(LIST_PARAMETERS.pageSize));
  const texts = Object.fromEntries(
    [...extra, "after", "before"].map((name) => [name, params.get(name) ?? ""]),
  ) as Record<Extra | ListCursor, string>;
  return {
    ...texts,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    pageSize: pageSizes.includes(pageSize) ? pageSize : defaultPageSize,
    search: params.get(LIST_PARAMETERS.search) ?? "",
  };
}
