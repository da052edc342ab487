import { execute, type Sql, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";

/** Runs a fill in one transaction without a time limit for its statements; a request's statement may take 10 s. */
export function withoutLimit<T>(fill: () => Promise<T>): Promise<T> {
  return transaction(async () => {
    await execute(sql`SET LOCAL statement_timeout = 0`);
    return fill();
  });
}

/** One such statement: many rows take longer than a request may on a busy machine. */
export const fill = (statement: Sql): Promise<number> => withoutLimit(() => execute(statement));
