export const REGISTRY_PAGE_SIZES = [10, 20, 50, 100] as const;

/** Up to this many companies are counted and paged by number; further pages follow the cursor. */
export const REGISTRY_MAX_COUNTED = 1_000;

/** The most values of one field of a search. */
export const REGISTRY_MAX_VALUES = 20;

/** The most days for "opened in the last days": ten years. */
export const REGISTRY_MAX_DAYS = 3_650;

/** Filters that only widen another one, and the position among the matches. */
const NO_FILTERS = new Set(["exterior", "cnae_secundarios", "page", "per_page", "after"]);

/** Whether one of the filters is filled in, as a text of the form or as a parsed value. One is enough for a search. */
export function isRegistrySearch(filter: object): boolean {
  return Object.entries(filter).some(
    ([field, value]) =>
      !NO_FILTERS.has(field) && [value ?? ""].flat().some((each) => String(each).trim() !== ""),
  );
}

/** The most companies that are saved as leads at once. */
export const REGISTRY_MAX_SAVED = 500;
