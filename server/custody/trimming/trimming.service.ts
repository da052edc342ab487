import { getTrimmingDuty, type Trim } from "@/lib/domain/custody/tables/table";
import { TABLES, type TableName } from "@/lib/domain/custody/tables/tables";
import { type Duty, trimInBatches } from "@/server/platform/jobs/define-duty";
import { deleteOld } from "./old-rows.repository";

const DAY_S = 86_400;

/** Deletes the rows of a table that were kept long enough. Returns how many. */
export async function trimTable(table: TableName): Promise<number> {
  let trimmed = 0;
  for (const trim of TABLES[table].trims ?? []) {
    const { atOnce = 1_000 } = trim;
    trimmed += await trimInBatches(atOnce, () => deleteOld(table, trim, atOnce));
  }
  return trimmed;
}

/** A duty for each table whose old rows the register lets go: one that fails stops no other. */
export const TRIMMING: readonly Duty[] = (Object.keys(TABLES) as TableName[]).flatMap((table) => {
  const { trims } = TABLES[table];
  return trims
    ? [
        {
          name: getTrimmingDuty(table),
          everyS: Math.min(...trims.map(getPauseS)),
          run: () => trimTable(table),
          trims: true as const,
        },
      ]
    : [];
});

/** Rows stay at most a hundredth longer than is said, or ten minutes where they end by themselves. */
function getPauseS({ after }: Trim): number {
  if (!after) return 600;
  const { years = 0, days = 0, minutes = 0 } = after;
  const keptS = (years * 365 + days) * DAY_S + minutes * 60;
  return Math.min(Math.max(keptS / 100, 60), DAY_S);
}
