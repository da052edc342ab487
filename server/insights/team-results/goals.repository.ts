import type { OwnerId } from "@/server/platform/actor";
import { execute, rows, sql } from "@/server/platform/db/sql";

interface Goal {
  contacted: number | null;
  won: number | null;
  won_cents: number | null;
}

/** The goals that hold in a month: of each person the latest that is not of a later one. */
export function findGoals(
  ownerId: OwnerId,
  month: string,
): Promise<(Goal & { person_id: number })[]> {
  return rows(
    sql`SELECT DISTINCT ON (g.person_id) g.person_id, g.contacted, g.won, g.won_cents::float8 AS won_cents
        FROM goals g WHERE g.owner_id = ${ownerId} AND g.month <= ${`${month}-01`}::date
        ORDER BY g.person_id, g.month DESC`,
  );
}

/** Returns false where the account has nobody of this number. */
export async function upsertGoal(
  ownerId: OwnerId,
  personId: number,
  month: string,
  { contacted, won, won_cents }: Goal,
): Promise<boolean> {
  const stored = await execute(
    sql`INSERT INTO goals (owner_id, person_id, month, contacted, won, won_cents)
        SELECT u.account_id, u.id, ${`${month}-01`}::date, ${contacted}::int, ${won}::int, ${won_cents}::bigint
        FROM users u WHERE u.account_id = ${ownerId} AND u.id = ${personId}
        ON CONFLICT (owner_id, person_id, month) DO UPDATE
        SET contacted = excluded.contacted, won = excluded.won, won_cents = excluded.won_cents`,
  );
  return stored === 1;
}
