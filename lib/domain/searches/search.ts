export const SEARCH_FIRST_PAGE = 1;
export const SEARCH_LAST_PAGE = 10;
export const RESULTS_PER_PAGE = 10;

export const SEARCH_KINDS = ["pages", "maps", "receita"] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

export const LIST_STATUSES = ["processing", "completed", "error"] as const;
export type ListStatus = (typeof LIST_STATUSES)[number];
