import type { Plan } from "@/lib/domain/plans/plan";
import type { OwnerId } from "@/server/platform/actor";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";

export interface CreditDayRow {
  plan: Plan;
  user_limit: number;
  used: number;
  reserved: number;
}

/** The balance of `day` ("2026-01-31"); a day without spending has no row and counts as zeros. */
export function findCreditDay(ownerId: OwnerId, day: string): Promise<CreditDayRow | null> {
  return firstRow(
    sql`SELECT a.plan, a.daily_limit AS user_limit, coalesce(d.used, 0) AS used,
               coalesce(d.reserved, 0) AS reserved
        FROM accounts a LEFT JOIN credit_days d ON d.owner_id = a.id AND d.day = ${day}::date
        WHERE a.id = ${ownerId}`,
  );
}

/**
 * Upserts the day's row with the current plan and locks it. Every change of an owner's credits locks this row first,
 * which prevents deadlocks. Lowering the limit during the day never takes it below what is already used or reserved.
 */
export async function lockCreditDay(ownerId: OwnerId, day: string): Promise<void> {
  await execute(
    sql`INSERT INTO credit_days AS d (owner_id, day, daily_limit)
        SELECT id, ${day}::date, CASE WHEN plan = 'free' THEN daily_limit END FROM accounts WHERE id = ${ownerId}
        ON CONFLICT (owner_id, day) DO UPDATE
        SET daily_limit = greatest(excluded.daily_limit, CASE WHEN excluded.daily_limit IS NOT NULL THEN d.used + d.reserved END)`,
  );
}

/** Returns false when the day has too few credits left. */
export async function insertReservation(
  ownerId: OwnerId,
  day: string,
  searchId: number,
  amount: number,
): Promise<boolean> {
  const reserved = await execute(
    sql`UPDATE credit_days SET reserved = reserved + ${amount}
        WHERE owner_id = ${ownerId} AND day = ${day}::date
          AND (daily_limit IS NULL OR used + reserved + ${amount} <= daily_limit)`,
  );
  if (reserved === 0) return false;
  await execute(
    sql`INSERT INTO credit_reservations (search_id, owner_id, day, amount)
        VALUES (${searchId}, ${ownerId}, ${day}::date, ${amount})`,
  );
  return true;
}

/**
 * What a search may spend of a locked day: the rest of its reservation and the unreserved credits (`free`, null when
 * the day has no limit).
 */
export async function findSpendable(
  ownerId: OwnerId,
  day: string,
  searchId: number,
): Promise<{ reserved: number; free: number | null }> {
  const row = await firstRow<{ reserved: number; free: number | null }>(
    sql`SELECT coalesce((SELECT amount FROM credit_reservations
                         WHERE search_id = ${searchId} AND owner_id = ${ownerId} AND day = ${day}::date
                           AND released_at IS NULL), 0) AS reserved,
               daily_limit - used - reserved AS free
        FROM credit_days WHERE owner_id = ${ownerId} AND day = ${day}::date`,
  );
  return row ?? { reserved: 0, free: 0 };
}

/**
 * Spends one credit of a locked day per lead, first from the search's reservation, then from the unreserved credits,
 * and records each. Returns false and spends nothing when there are too few. The unique (owner, lead) refuses a
 * second charge for one lead.
 */
export async function spendCredits(spend: {
  ownerId: OwnerId;
  day: string;
  action: string;
  searchId: number;
  leadIds: readonly number[];
}): Promise<boolean> {
  const { ownerId, day, action, searchId, leadIds } = spend;
  const amount = leadIds.length;
  const written = await execute(
    sql`WITH reservation AS (
          SELECT least(amount, ${amount}::int) AS taken FROM credit_reservations
          WHERE search_id = ${searchId} AND owner_id = ${ownerId} AND day = ${day}::date AND released_at IS NULL
          UNION ALL SELECT 0 ORDER BY taken DESC LIMIT 1
        ), spent AS (
          UPDATE credit_days SET used = used + ${amount}::int, reserved = reserved - taken
          FROM reservation
          WHERE owner_id = ${ownerId} AND day = ${day}::date
            AND (daily_limit IS NULL OR used + reserved + ${amount}::int - taken <= daily_limit)
          RETURNING taken
        ), used_up AS (
          UPDATE credit_reservations SET amount = amount - taken FROM spent WHERE search_id = ${searchId}
        )
        INSERT INTO credit_entries (owner_id, day, action, amount, search_id, lead_id)
        SELECT ${ownerId}::int, ${day}::date, ${action}::text, 1, ${searchId}::int, lead_id
        FROM spent, unnest(${leadIds}::int[]) AS lead_id`,
  );
  return written === amount;
}

/** Charges messages on a locked day, each completely or not at all, and records each. */
export async function spendOnMessages(
  ownerId: OwnerId,
  day: string,
  { messages, cost }: { messages: number; cost: number },
): Promise<void> {
  await execute(
    sql`WITH paid AS (
          SELECT least(${messages}::int, coalesce((daily_limit - used - reserved) / ${cost}::int, ${messages}::int)) AS count
          FROM credit_days WHERE owner_id = ${ownerId} AND day = ${day}::date
        ), spent AS (
          UPDATE credit_days SET used = used + ${cost}::int * paid.count FROM paid
          WHERE owner_id = ${ownerId} AND day = ${day}::date AND paid.count > 0
          RETURNING paid.count
        )
        INSERT INTO credit_entries (owner_id, day, action, amount)
        SELECT ${ownerId}::int, ${day}::date, 'campaign_message', ${cost}::int FROM spent, generate_series(1, spent.count)`,
  );
}

/** Releases what a search did not use; a second call does nothing. */
export async function releaseReservation(ownerId: OwnerId, searchId: number): Promise<void> {
  const released = await firstRow<{ day: string; amount: number }>(
    sql`UPDATE credit_reservations SET released_at = now()
        WHERE search_id = ${searchId} AND owner_id = ${ownerId} AND released_at IS NULL
        RETURNING day, amount`,
  );
  if (!released) return;
  await execute(
    sql`UPDATE credit_days SET reserved = reserved - ${released.amount}
        WHERE owner_id = ${ownerId} AND day = ${released.day}::date`,
  );
}

/** Returns the day a search's reservation belongs to. */
export async function findReservationDay(
  ownerId: OwnerId,
  searchId: number,
): Promise<string | null> {
  const row = await firstRow<{ day: string }>(
    sql`SELECT day FROM credit_reservations WHERE search_id = ${searchId} AND owner_id = ${ownerId}`,
  );
  return row?.day ?? null;
}

/** The uses of the `days` days that end with `today`, newest first. */
export function findCreditEntries(
  ownerId: OwnerId,
  today: string,
  days: number,
  limit: number,
): Promise<{ id: number; action: string; credits_used: number; created_at: Date }[]> {
  return rows(
    sql`SELECT id, action, amount AS credits_used, created_at FROM credit_entries
        WHERE owner_id = ${ownerId} AND day > ${today}::date - ${days}::int AND day <= ${today}::date
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
  );
}

/** Sums each of those days, oldest first, including days without entries. */
export function sumCreditDays(
  ownerId: OwnerId,
  today: string,
  days: number,
): Promise<{ day: string; credits_used: number }[]> {
  return rows(
    sql`SELECT each::date AS day, coalesce(sum(amount), 0)::int AS credits_used
        FROM generate_series(${today}::date - ${days}::int + 1, ${today}::date, '1 day') AS each
        LEFT JOIN credit_entries e ON e.owner_id = ${ownerId} AND e.day = each::date
        GROUP BY each ORDER BY each`,
  );
}
