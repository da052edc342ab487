import { leaseQueries } from "@/server/db/lease-queries";
import { execute, firstRow, rows, sql } from "@/server/db/sql";

export type OrderKind = "cancel" | "refund";
export type OrderReason = "account_closed" | "duplicate";

export interface OrderRow {
  id: number;
  kind: OrderKind;
  user_id: number;
  subscription_id: string;
  reason: OrderReason;
  request_key: string;
}

/** Matches the table's check constraint. */
const MAX_ATTEMPTS = 10;

export const orderLeases = leaseQueries({
  table: "billing_orders",
  owner: "user_id",
  active: sql`done_at IS NULL AND failed_at IS NULL`,
  stoppable: false,
  maxAttempts: MAX_ATTEMPTS,
});

/** Returns the new order's id; null when the same was ordered before. */
export async function createOrder(order: {
  kind: OrderKind;
  userId: number;
  subscriptionId: string;
  reason: OrderReason;
}): Promise<number | null> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO billing_orders (kind, user_id, subscription_id, reason)
        VALUES (${order.kind}, ${order.userId}, ${order.subscriptionId}, ${order.reason})
        ON CONFLICT DO NOTHING RETURNING id`,
  );
  return row?.id ?? null;
}

export function findOpenOrder(id: number): Promise<OrderRow | null> {
  return firstRow(
    sql`SELECT id, kind, user_id, subscription_id, reason, request_key::text FROM billing_orders
        WHERE id = ${id} AND done_at IS NULL AND failed_at IS NULL`,
  );
}

export async function markOrderDone(id: number): Promise<void> {
  await execute(
    sql`UPDATE billing_orders SET done_at = now() WHERE id = ${id} AND failed_at IS NULL`,
  );
}

export async function markOrderFailed(id: number): Promise<void> {
  await execute(
    sql`UPDATE billing_orders SET failed_at = now() WHERE id = ${id} AND done_at IS NULL`,
  );
}

/** When a payment made twice was last refunded to this account. */
export async function findRefundOfDuplicate(userId: number): Promise<Date | null> {
  const [row] = await rows<{ done_at: Date }>(
    sql`SELECT done_at FROM billing_orders
        WHERE user_id = ${userId} AND kind = 'refund' AND reason = 'duplicate' AND done_at IS NOT NULL
        ORDER BY done_at DESC LIMIT 1`,
  );
  return row?.done_at ?? null;
}
