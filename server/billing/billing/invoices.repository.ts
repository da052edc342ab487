import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, rows, sql } from "@/server/platform/db/sql";

export interface EntryRow {
  id: string;
  date: Date;
  plan: string;
  price_cents: number;
  refunded_cents: number;
  /** ISO 4217. */
  currency: string;
  status: string;
  receipt_url: string | null;
}

/**
 * What the account paid or has to pay, newest first: invoices that were finalised, and records without any invoice. An
 * invoice's status is 'refunded' or 'disputed' where that happened to its payment, and 'canceled' where it stays unpaid
 * because its subscription is over: paying it would restore nothing, so its page is not returned. It is 'processing'
 * while a bank debits it: paying it on its page would pay it twice.
 */
export function findEntries(ownerId: OwnerId, limit: number): Promise<EntryRow[]> {
  return rows(
    sql`SELECT id, date, plan, price_cents, refunded_cents, currency, status, receipt_url FROM (
          SELECT i.id, coalesce(i.paid_at, i.finalized_at, i.created_at) AS date, i.plan, i.amount_cents AS price_cents,
                 i.refunded_cents, i.currency,
                 CASE WHEN i.status = 'paid' OR b.status <> 'canceled' AND b.debit IS DISTINCT FROM 'processing'
                      THEN i.receipt_url END AS receipt_url,
                 CASE WHEN i.refunded_cents >= i.amount_cents AND i.amount_cents > 0 THEN 'refunded'
                      WHEN i.dispute IN ('open', 'lost') THEN 'disputed'
                      WHEN i.status = 'paid' THEN 'paid'
                      WHEN b.status = 'canceled' THEN 'canceled'
                      WHEN b.debit = 'processing' THEN 'processing'
                      ELSE 'past_due' END AS status
          FROM billing_invoices i JOIN billings b ON b.id = i.billing_id
          WHERE i.user_id = ${ownerId}
            AND (i.status IN ('paid', 'open', 'uncollectible') OR i.status = 'void' AND b.status = 'canceled')
          UNION ALL
          SELECT b.id::text, b.start_date, b.plan, b.price_cents, 0, 'BRL', NULL, b.status FROM billings b
          WHERE b.user_id = ${ownerId} AND b.is_pro AND NOT EXISTS (SELECT 1 FROM billing_invoices i WHERE i.billing_id = b.id)
        ) AS entries ORDER BY date DESC, id DESC LIMIT ${limit}`,
  );
}

export interface PaidRow {
  billing_id: number;
  is_first: boolean;
  payment_intent: string | null;
  amount_cents: number;
  paid_at: Date;
  period_start: Date;
  period_end: Date;
  is_given_back: boolean;
}

/** Payments for these records, newest first, with their refunds. */
export function findPaid(ownerId: OwnerId, billingIds: number[]): Promise<PaidRow[]> {
  return rows(
    sql`SELECT billing_id, is_first, payment_intent, amount_cents, coalesce(paid_at, created_at) AS paid_at,
               period_start, period_end,
               amount_cents > 0 AND refunded_cents >= amount_cents OR dispute IS NOT DISTINCT FROM 'lost' AS is_given_back
        FROM billing_invoices
        WHERE user_id = ${ownerId} AND billing_id = ANY(${billingIds}) AND status = 'paid'
        ORDER BY period_start DESC, period_end DESC, id DESC`,
  );
}

/** Payments for these records after they had ended that were not refunded. */
export function findPaidAfterEnd(
  ownerId: OwnerId,
  billingIds: number[],
): Promise<{ id: string; amount_cents: number; paid_at: Date; payment_intent: string | null }[]> {
  return rows(
    sql`SELECT i.id, i.amount_cents, i.paid_at, i.payment_intent
        FROM billing_invoices i JOIN billings b ON b.id = i.billing_id
        WHERE i.user_id = ${ownerId} AND b.id = ANY(${billingIds}) AND b.status = 'canceled' AND i.paid_at > b.canceled_at
          AND i.status = 'paid' AND i.refunded_cents < i.amount_cents AND i.dispute IS DISTINCT FROM 'lost'
        ORDER BY i.paid_at, i.id`,
  );
}

/** Marks the invoices that the provider voided with the subscription's end. Returns whether any was unpaid. */
export async function voidUnpaid(ownerId: number, subscriptionId: string): Promise<boolean> {
  const voided = await execute(
    sql`UPDATE billing_invoices SET status = 'void'
        WHERE user_id = ${ownerId} AND status IN ('open', 'uncollectible')
          AND billing_id IN (SELECT id FROM billings
                             WHERE user_id = ${ownerId} AND stripe_subscription_id = ${subscriptionId})`,
  );
  return voided > 0;
}

/**
 * The payment page of the account's oldest unpaid invoice; null when none is unpaid, or paying it would restore
 * nothing.
 */
export async function findPayUrl(ownerId: OwnerId, billingId: number): Promise<string | null> {
  const row = await prisma.billingInvoice.findFirst({
    where: {
      user_id: ownerId,
      billing_id: billingId,
      status: "open",
      billing: { status: { not: "canceled" } },
    },
    select: { receipt_url: true },
    orderBy: { created_at: "asc" },
  });
  return row?.receipt_url ?? null;
}

export async function findDisputeOf(
  paymentIntent: string,
): Promise<"open" | "lost" | "won" | null> {
  const row = await prisma.billingInvoice.findFirst({
    where: { payment_intent: paymentIntent },
    select: { dispute: true },
  });
  return (row?.dispute ?? null) as "open" | "lost" | "won" | null;
}
