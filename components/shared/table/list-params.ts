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

/** A list's order: the first of `sorts` from its end unless the address says otherwise, the other ones from their beginning. */
export function readSorting<Sort extends string>(
  { sort: wanted, direction }: { sort: string; direction: string },
  sorts: readonly [Sort, ...Sort[]],
): { sort: Sort; direction: "asc" | "desc" } {
  const sort = sorts.find((name) => name === wanted) ?? sorts[0];
  if (direction === "asc" || direction === "desc") return { sort, direction };
  return { sort, direction: sort === sorts[0] ? "desc" : "asc" };
}

export const SORTED = ["sort", "direction"] as const;

/** The query of a list that is searched and sorted, and has no other filter. */
export function toSortedQuery<Sort extends string>(
  params: ListParams & Record<(typeof SORTED)[number], string>,
  sorts: readonly [Sort, ...Sort[]],
) {
  const { page, pageSize, search } = params;
  return { page, per_page: pageSize, search, ...readSorting(params, sorts) };
}
