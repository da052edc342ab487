import type { NewBilling } from "@/lib/contracts/billing";
import type { BillingStatus } from "@/lib/domain/plans/billing";
import type { UserId } from "@/server/actor";
import type { Billing } from "@/server/db/generated/client";
import { prisma } from "@/server/db/prisma";
import { columns, firstRow, sql } from "@/server/db/sql";

/** NUMERIC is never read as a float: the client returns a Decimal, SQL a string. */
export type BillingRow = Omit<Billing, "status" | "price"> & {
  status: BillingStatus;
  price: { toString(): string };
};

const SELECTED = {
  id: true,
  user_id: true,
  stripe_customer_id: true,
  stripe_subscription_id: true,
  plan: true,
  price: true,
  status: true,
  start_date: true,
  current_period_end: true,
  cancel_at_period_end: true,
  payment_method: true,
  created_at: true,
} as const;

/** Returns null when there is no such user. */
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

/** Returns the user whose record was deleted; null when there is none. */
export function deleteBillingRow(billingId: number): Promise<{ user_id: number } | null> {
  return firstRow(sql`DELETE FROM billings WHERE id = ${billingId} RETURNING user_id`);
}

/** Prefers the active record, then the newest. */
export function findCurrentBilling(userId: UserId): Promise<BillingRow | null> {
  return firstRow(
    sql`SELECT ${columns(Object.keys(SELECTED))} FROM billings WHERE user_id = ${userId}
        ORDER BY (status = 'active') DESC, created_at DESC, id DESC LIMIT 1`,
  );
}

export async function findBilling(userId: UserId, billingId: number): Promise<BillingRow | null> {
  const billing = await prisma.billing.findFirst({
    where: { user_id: userId, id: billingId },
    select: SELECTED,
  });
  return billing as BillingRow | null;
}

export async function findBillingsOf(userId: UserId, limit: number): Promise<BillingRow[]> {
  const billings = await prisma.billing.findMany({
    where: { user_id: userId },
    select: SELECTED,
    orderBy: [{ created_at: "desc" }, { id: "desc" }],
    take: limit,
  });
  return billings as BillingRow[];
}

/** All users' records, for the administrator. */
export async function findAllBillings(page: {
  limit: number;
  offset: number;
}): Promise<BillingRow[]> {
  const billings = await prisma.billing.findMany({
    select: SELECTED,
    orderBy: { id: "desc" },
    take: page.limit,
    skip: page.offset,
  });
  return billings as BillingRow[];
}

/** Stops counting at `most`. */
export async function countAllBillings(most: number): Promise<number> {
  const row = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM (SELECT 1 FROM billings LIMIT ${most}) AS counted`,
  );
  return row?.count ?? 0;
}
