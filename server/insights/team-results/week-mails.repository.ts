import { type OwnerId, ownerOfRow, type PersonId } from "@/server/platform/actor";
import { execute, rows, sql } from "@/server/platform/db/sql";

/** Accounts after `after` with a team, whose week nobody has claimed. */
export async function findUntold(week: string, after: number, limit: number): Promise<OwnerId[]> {
  const found = await rows<{ id: number }>(
    sql`SELECT a.id FROM accounts a
        WHERE a.id > ${after} AND a.is_active AND a.deletion_at IS NULL
          AND (SELECT count(*) FROM users u WHERE u.account_id = a.id AND u.suspended_at IS NULL) > 1
          AND NOT EXISTS (SELECT 1 FROM week_mails w WHERE w.owner_id = a.id AND w.week = ${week}::date)
        ORDER BY a.id LIMIT ${limit}`,
  );
  return found.map(({ id }) => ownerOfRow(id));
}

/** One caller gets a week of an account. */
export async function claimWeek(ownerId: OwnerId, week: string): Promise<boolean> {
  const claimed = await execute(
    sql`INSERT INTO week_mails (owner_id, week) SELECT a.id, ${week}::date FROM accounts a
        WHERE a.id = ${ownerId} AND a.is_active AND a.deletion_at IS NULL ON CONFLICT DO NOTHING`,
  );
  return claimed === 1;
}

/** Who leads the team, may sign in, and has not turned the mail off. */
export async function findReaders(ownerId: OwnerId): Promise<PersonId[]> {
  const found = await rows<{ id: PersonId }>(
    sql`SELECT u.id FROM users u WHERE u.account_id = ${ownerId} AND u.role IN ('owner', 'manager')
          AND u.suspended_at IS NULL AND u.monday_mail ORDER BY u.id`,
  );
  return found.map(({ id }) => id);
}
