import type { Plan } from "@/lib/domain/plan";
import type { UserId } from "@/server/auth/actor";
import { execute, firstRow, rows, sql } from "@/server/db/sql";

export interface CreditDayRow {
  plan: Plan;
  user_limit: number;
  used: number;
  reserved: number;
}

/** The balance of `day` ("2026-01-31"); a day nobody spent on has no row and reads as zeros. */
export function findCreditDay(ownerId: UserId, day: string): Promise<CreditDayRow | null> {
  return firstRow(
    sql`SELECT u.plan, u.daily_limit AS user_limit, coalesce(d.used, 0) AS used,
               coalesce(d.reserved, 0) AS reserved
        FROM users u LEFT JOIN credit_days d ON d.owner_id = u.id AND d.day = ${day}::date
        WHERE u.id = ${ownerId}`,
  );
}

/**
 * Makes sure the day has its row, under today's plan, and locks it: whoever spends, reserves or releases for this owner
 * waits here, in this order, so that no two of them deadlock. A limit lowered during the day never drops below what
 * is already gone.
 */
export async function lockCreditDay(ownerId: UserId, day: string): Promise<void> {
  await execute(
    sql`INSERT INTO credit_days AS d (owner_id, day, daily_limit)
        SELECT id, ${day}::date, CASE WHEN plan = 'free' THEN daily_limit END FROM users WHERE id = ${ownerId}
        ON CONFLICT (owner_id, day) DO UPDATE
        SET daily_limit = greatest(excluded.daily_limit, CASE WHEN excluded.daily_limit IS NOT NULL THEN d.used + d.reserved END)`,
  );
}

/** False when the day has not that much left. */
export async function reserve(
  ownerId: UserId,
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
 * Spends one credit of a locked day, from the search's own reservation first and from what the day has free otherwise,
 * and writes it into the ledger; false when nothing is left. The ledger's unique (owner, lead) refuses a second charge
 * for one lead.
 */
export async function spendCredit(spend: {
  ownerId: UserId;
  day: string;
  action: string;
  searchId: number;
  leadId: number;
}): Promise<boolean> {
  const { ownerId, day, action, searchId, leadId } = spend;
  const written = await execute(
    sql`WITH taken AS (
          UPDATE credit_reservations SET amount = amount - 1
          WHERE search_id = ${searchId} AND owner_id = ${ownerId} AND day = ${day}::date
            AND amount > 0 AND released_at IS NULL
          RETURNING 1
        ), spent AS (
          UPDATE credit_days SET used = used + 1, reserved = reserved - (SELECT count(*) FROM taken)
          WHERE owner_id = ${ownerId} AND day = ${day}::date
            AND (EXISTS (SELECT 1 FROM taken) OR daily_limit IS NULL OR used + reserved + 1 <= daily_limit)
          RETURNING 1
        )
        INSERT INTO credit_entries (owner_id, day, action, amount, search_id, lead_id)
        SELECT ${ownerId}::int, ${day}::date, ${action}::text, 1, ${searchId}::int, ${leadId}::int FROM spent`,
  );
  return written === 1;
}

/** Gives back what a search did not use, once: the second call finds it released. */
export async function releaseReservation(ownerId: UserId, searchId: number): Promise<void> {
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

/** The day a search's reservation belongs to. */
export async function findReservationDay(
  ownerId: UserId,
  searchId: number,
): Promise<string | null> {
  const row = await firstRow<{ day: string }>(
    sql`SELECT day FROM credit_reservations WHERE search_id = ${searchId} AND owner_id = ${ownerId}`,
  );
  return row?.day ?? null;
}

/** The uses of the `days` days that end with `today`, newest first. */
export function findCreditEntries(
  ownerId: UserId,
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

/** Every one of those days, oldest first, also the ones without a use. */
export function sumCreditDays(
  ownerId: UserId,
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
