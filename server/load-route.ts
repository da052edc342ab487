/**
 * Loads the module of a route by its folder below app ("api/leads"). scripts/compile.mjs puts all of them into the
 * web's code.
 */
export const loadRoute = (folder: string) => import(`../app/${folder}/route.ts`);
