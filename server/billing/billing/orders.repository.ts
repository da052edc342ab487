import type { BillingOrder } from "@/server/platform/db/generated/client";
import { leaseQueries } from "@/server/platform/db/lease-queries";
import { prisma } from "@/server/platform/db/prisma";
import { firstRow, sql } from "@/server/platform/db/sql";

type OrderReason =
  | "account_closed"
  | "duplicate"
  /** The provider ended it: its unpaid invoices are voided. */
  | "ended"
  | "second_subscription"
  | "taken_back";

const SELECTED = {
  id: true,
  kind: true,
  user_id: true,
  subscription_id: true,
  payment_intent: true,
  request_key: true,
  is_known: true,
  created_at: true,
} as const;

export type OrderRow = Pick<BillingOrder, keyof typeof SELECTED>;

/** Matches the table's check constraint. */
const MAX_ATTEMPTS = 10;

export const orderLeases = leaseQueries({
  table: "billing_orders",
  owner: "user_id",
  active: sql`done_at IS NULL AND failed_at IS NULL`,
  stoppable: false,
  maxAttempts: MAX_ATTEMPTS,
  // Orders end what an account pays for.
  evenInactive: sql`true`,
});

/** Returns the new order's id; null when the same was ordered before. An order that was given up is started again. */
export async function createOrder(order: {
  ownerId: number;
  subscriptionId: string;
  paymentIntent: string | null;
  reason: OrderReason;
  isKnown?: boolean;
}): Promise<number | null> {
  const { isKnown = true } = order;
  const kind = order.paymentIntent === null ? "cancel" : "refund";
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO billing_orders (kind, user_id, subscription_id, payment_intent, reason, is_known)
        VALUES (${kind}, ${order.ownerId}, ${order.subscriptionId}, ${order.paymentIntent}, ${order.reason}, ${isKnown})
        ON CONFLICT (kind, subscription_id) DO UPDATE
        SET payment_intent = excluded.payment_intent, reason = excluded.reason, failed_at = NULL, attempts = 0,
            resume_at = NULL, created_at = now(), is_known = billing_orders.is_known OR excluded.is_known
        WHERE billing_orders.failed_at IS NOT NULL
        RETURNING id`,
  );
  return row?.id ?? null;
}

export function findOpenOrder(id: number): Promise<OrderRow | null> {
  return prisma.billingOrder.findFirst({
    where: { id, done_at: null, failed_at: null },
    select: SELECTED,
  });
}

/** Returns false when it is over already. */
export async function endOrder(id: number, as: "done_at" | "failed_at"): Promise<boolean> {
  const { count } = await prisma.billingOrder.updateMany({
    where: { id, done_at: null, failed_at: null },
    data: { [as]: new Date() },
  });
  return count === 1;
}

/** Whether the end of the subscription was carried out for an account that no longer exists. */
export async function wasEndedWithAccount(subscriptionId: string): Promise<boolean> {
  const row = await firstRow(
    sql`SELECT 1 FROM billing_orders o
        WHERE subscription_id = ${subscriptionId} AND reason = 'account_closed' AND done_at IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.id = o.user_id) LIMIT 1`,
  );
  return row !== null;
}

/** When a payment made twice was last refunded to this account. */
export async function findRefundOfDuplicate(ownerId: number): Promise<Date | null> {
  const row = await prisma.billingOrder.findFirst({
    where: { user_id: ownerId, kind: "refund", reason: "duplicate", done_at: { not: null } },
    select: { done_at: true },
    orderBy: { done_at: "desc" },
  });
  return row?.done_at ?? null;
}

export async function hasOpenOrder(ownerId: number): Promise<boolean> {
  const open = await prisma.billingOrder.findFirst({
    where: { user_id: ownerId, done_at: null, failed_at: null },
    select: { id: true },
  });
  return open !== null;
}
