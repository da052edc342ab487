import { reseal } from "./secrets";

/** Rows at a time. */
const PAGE = 500;

/**
 * Seals all values of a table with this installation's current secret, for the place of their row. `replace` must not
 * change a row that changed since it was read. Returns how many were sealed again.
 */
export async function resealRows<Row extends { sealed: string }>(
  placeOf: (row: Row) => string,
  find: (after: Row | undefined, limit: number) => Promise<Row[]>,
  replace: (changed: { row: Row; sealed: string }[]) => Promise<void>,
): Promise<number> {
  let total = 0;
  let page: Row[] = [];
  do {
    page = await find(page.at(-1), PAGE);
    const changed = page.flatMap((row) => {
      const sealed = reseal(row.sealed, placeOf(row));
      return sealed === null ? [] : [{ row, sealed }];
    });
    if (changed.length > 0) await replace(changed);
    total += changed.length;
  } while (page.length === PAGE);
  return total;
}
