import type { NewBilling } from "@/lib/contracts/billing";
import type { BillingStatus } from "@/lib/domain/plans/billing";
import type { UserId } from "@/server/actor";
import { firstRow, rows, sql } from "@/server/db/sql";

export interface BillingRow {
  id: number;
  user_id: number;
  stripe_customer_id: string;
  stripe_subscription_id: string;
  plan: string;
  /** NUMERIC: the driver gives its digits, not a float. */
  price: string;
  status: BillingStatus;
  start_date: Date;
  current_period_end: Date;
  cancel_at_period_end: boolean;
  payment_method: string | null;
  created_at: Date;
}

const COLUMNS = sql`id, user_id, stripe_customer_id, stripe_subscription_id, plan, price, status, start_date,
  current_period_end, cancel_at_period_end, payment_method, created_at`;

/** Null when there is no such user. */
export async function createBillingRow(billing: NewBilling): Promise<number | null> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO billings (user_id, stripe_customer_id, stripe_subscription_id, plan, price, status, start_date,
                              current_period_end, cancel_at_period_end, payment_method)
        SELECT id, ${billing.stripe_customer_id}, ${billing.stripe_subscription_id}, ${billing.plan}, ${billing.price},
               ${billing.status}, ${billing.start_date}::timestamptz, ${billing.current_period_end}::timestamptz,
               ${billing.cancel_at_period_end ?? false}, ${billing.payment_method ?? null}
        FROM users WHERE id = ${billing.user_id}
        RETURNING id`,
  );
  return row?.id ?? null;
}

/** Whose record was deleted; null when there is none. */
export function deleteBillingRow(billingId: number): Promise<{ user_id: number } | null> {
  return firstRow(sql`DELETE FROM billings WHERE id = ${billingId} RETURNING user_id`);
}

/** The active one is preferred, then the newest. */
export function findCurrentBilling(userId: UserId): Promise<BillingRow | null> {
  return firstRow(
    sql`SELECT ${COLUMNS} FROM billings WHERE user_id = ${userId}
        ORDER BY (status = 'active') DESC, created_at DESC, id DESC LIMIT 1`,
  );
}

export function findBilling(userId: UserId, billingId: number): Promise<BillingRow | null> {
  return firstRow(
    sql`SELECT ${COLUMNS} FROM billings WHERE user_id = ${userId} AND id = ${billingId}`,
  );
}

export function findBillingsOf(userId: UserId, limit: number): Promise<BillingRow[]> {
  return rows(
    sql`SELECT ${COLUMNS} FROM billings WHERE user_id = ${userId}
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
  );
}

/** Everybody's, for the administrator. */
export function findAllBillings(page: { limit: number; offset: number }): Promise<BillingRow[]> {
  return rows(
    sql`SELECT ${COLUMNS} FROM billings ORDER BY id DESC LIMIT ${page.limit} OFFSET ${page.offset}`,
  );
}

/** Counts no further than `most`. */
export async function countAllBillings(most: number): Promise<number> {
  const row = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM (SELECT 1 FROM billings LIMIT ${most}) AS counted`,
  );
  return row?.count ?? 0;
}
