import { execute, raw, rows, type Sql, sql } from "./sql";
import { transaction } from "./transaction";

const PAGE_ROWS = 500;
/** Limit for one statement: the first page of a large table waits for its sort. */
const TIMEOUT_MS = 300_000;

/**
 * Reads a statement's rows page by page, by a cursor: no row is kept longer than its page, and all are from one moment.
 * `onPage` must not take minutes: a transaction waits for it.
 */
export function readPages<Row extends object>(
  statement: Sql,
  onPage: (page: Row[]) => Promise<void>,
): Promise<void> {
  return transaction(async () => {
    await execute(sql`SET LOCAL statement_timeout = ${raw(String(TIMEOUT_MS))}`);
    await execute(sql`DECLARE archived NO SCROLL CURSOR FOR ${statement}`);
    for (;;) {
      const page = await rows<Row & Record<string, unknown>>(
        sql`FETCH ${raw(String(PAGE_ROWS))} FROM archived`,
      );
      if (page.length > 0) await onPage(page);
      if (page.length < PAGE_ROWS) return;
    }
  });
}
