export const REGISTRY_PAGE_SIZES = [10, 20, 50, 100] as const;

/** As many are counted and paged by number; further pages follow the cursor. */
export const REGISTRY_MAX_COUNTED = 1_000;

/** As many companies are saved as leads at once. */
export const REGISTRY_MAX_SAVED = 500;
