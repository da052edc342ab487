import type { ProAccess } from "@/lib/domain/billing/pro-access";
import type { InvoiceReading, SubscriptionReading } from "@/lib/domain/billing/readings";
import type { RecordStatus } from "@/lib/domain/plans/billing";
import type { UserId } from "@/server/actor";
import { execute, firstRow, rows, sql } from "@/server/db/sql";

/** Writes what was read of the provider: records of source 'stripe' and their invoices. */

interface RecordBefore {
  id: number;
  status: RecordStatus;
  plan: string;
  current_period_end: Date;
  cancel_at_period_end: boolean;
  gives_pro: boolean;
}

export interface KeptSubscription {
  id: number;
  /** What it was before; null for a new one. */
  before: RecordBefore | null;
}

/**
 * Upserts the subscription's record. One that an administrator wrote by hand for the same account becomes the
 * subscription's own.
 */
export async function keepSubscription(
  userId: UserId,
  reading: SubscriptionReading,
  status: RecordStatus,
): Promise<KeptSubscription> {
  const before = await firstRow<RecordBefore>(
    sql`SELECT id, status, plan, current_period_end, cancel_at_period_end, gives_pro FROM billings
        WHERE user_id = ${userId} AND stripe_subscription_id = ${reading.id}
        ORDER BY source DESC, id LIMIT 1 FOR UPDATE`,
  );
  const kept = before
    ? await firstRow<{ id: number }>(
        sql`UPDATE billings
            SET source = 'stripe', stripe_customer_id = ${reading.customerId}, plan = ${reading.plan},
                price_cents = ${reading.priceCents}, status = ${status}, start_date = ${reading.startedAt},
                current_period_end = ${reading.periodEnd}, cancel_at_period_end = ${reading.endsAt !== null},
                payment_method = coalesce(${reading.paymentMethod}, payment_method),
                canceled_at = ${reading.canceledAt}
            WHERE user_id = ${userId} AND id = ${before.id} RETURNING id`,
      )
    : await firstRow<{ id: number }>(
        sql`INSERT INTO billings (user_id, source, stripe_customer_id, stripe_subscription_id, plan, price_cents, status,
                                  start_date, current_period_end, cancel_at_period_end, payment_method, canceled_at)
            VALUES (${userId}, 'stripe', ${reading.customerId}, ${reading.id}, ${reading.plan}, ${reading.priceCents},
                    ${status}, ${reading.startedAt}, ${reading.periodEnd}, ${reading.endsAt !== null},
                    ${reading.paymentMethod}, ${reading.canceledAt})
            RETURNING id`,
      );
  return { id: kept?.id ?? 0, before };
}

/** Ends the record of a subscription that the provider does not know. Returns its id; null when there is none. */
export async function endUnknown(userId: UserId, subscriptionId: string): Promise<number | null> {
  const row = await firstRow<{ id: number }>(
    sql`UPDATE billings SET status = 'canceled', gives_pro = false, pro_until = NULL, failed_at = NULL,
               canceled_at = coalesce(canceled_at, now())
        WHERE user_id = ${userId} AND stripe_subscription_id = ${subscriptionId} AND source = 'stripe'
          AND status <> 'canceled'
        RETURNING id`,
  );
  return row?.id ?? null;
}

export async function keepInvoices(
  record: { id: number; userId: UserId; plan: string },
  invoices: InvoiceReading[],
): Promise<void> {
  for (const invoice of invoices) {
    const { payment } = invoice;
    await execute(
      sql`INSERT INTO billing_invoices (id, billing_id, user_id, plan, status, amount_cents, refunded_cents, dispute,
                                        payment_intent, receipt_url, period_start, period_end, finalized_at, paid_at, created_at)
          VALUES (${invoice.id}, ${record.id}, ${record.userId}, ${record.plan}, ${invoice.status}, ${invoice.amountCents},
                  ${payment?.refundedCents ?? 0}, ${payment?.dispute ?? null}, ${invoice.paymentIntent},
                  ${invoice.receiptUrl}, ${invoice.periodStart}, ${invoice.periodEnd}, ${invoice.finalizedAt},
                  ${invoice.paidAt}, ${invoice.createdAt})
          ON CONFLICT (id) DO UPDATE
          SET status = excluded.status, amount_cents = excluded.amount_cents, payment_intent = excluded.payment_intent,
              receipt_url = excluded.receipt_url, period_start = excluded.period_start, period_end = excluded.period_end,
              finalized_at = excluded.finalized_at, paid_at = excluded.paid_at,
              refunded_cents = CASE WHEN ${payment !== null} THEN excluded.refunded_cents ELSE billing_invoices.refunded_cents END,
              dispute = CASE WHEN ${payment !== null} THEN excluded.dispute ELSE billing_invoices.dispute END
          WHERE billing_invoices.billing_id = ${record.id}`,
    );
  }
}

export interface InvoiceFacts {
  paid_until: Date | null;
  first_failed_at: Date | null;
  is_taken_back: boolean;
}

/**
 * What a record's invoices say: the end of the last period paid; when the payment of the first one left open since then
 * failed, by the provider's notice, or else when it was first tried; whether the last payment was taken back.
 */
export async function readInvoiceFacts(billingId: number): Promise<InvoiceFacts> {
  const row = await firstRow<InvoiceFacts>(
    sql`WITH last_paid AS (
          SELECT amount_cents, refunded_cents, dispute FROM billing_invoices
          WHERE billing_id = ${billingId} AND status = 'paid' AND amount_cents > 0
          ORDER BY period_end DESC, created_at DESC, id DESC LIMIT 1),
        unpaid AS (
          SELECT id, finalized_at, created_at FROM billing_invoices
          WHERE billing_id = ${billingId} AND status IN ('open', 'uncollectible')
            AND period_end > coalesce((SELECT max(period_end) FROM billing_invoices
                                       WHERE billing_id = ${billingId} AND status = 'paid'), '-infinity')
          ORDER BY created_at, id LIMIT 1)
        SELECT (SELECT max(period_end) FROM billing_invoices WHERE billing_id = ${billingId} AND status = 'paid') AS paid_until,
               (SELECT coalesce((SELECT min(e.created_at) FROM billing_events e
                                 WHERE e.invoice_id = u.id AND e.type = 'invoice.payment_failed' AND e.state <> 'ignored'),
                                u.finalized_at, u.created_at) FROM unpaid u) AS first_failed_at,
               coalesce((SELECT refunded_cents >= amount_cents OR dispute = 'lost' FROM last_paid), false) AS is_taken_back`,
  );
  return row ?? { paid_until: null, first_failed_at: null, is_taken_back: false };
}

export async function setAccess(
  billingId: number,
  access: ProAccess,
  failedAt: Date | null,
): Promise<void> {
  await execute(
    sql`UPDATE billings SET gives_pro = ${access.pro}, pro_until = ${access.until}, failed_at = ${failedAt}
        WHERE id = ${billingId}`,
  );
}

/** Marks a record as bought on a payment page, at the first such notice. */
export async function markCheckout(billingId: number, at: Date): Promise<void> {
  await execute(
    sql`UPDATE billings SET checkout_at = least(checkout_at, ${at}) WHERE id = ${billingId}`,
  );
}

/**
 * Subscriptions that were bought although an earlier one runs and renews: all but the earliest. One that ends by its
 * owner's wish, or is not paid, may be followed by another.
 */
export function findDuplicates(userId: UserId): Promise<{ stripe_subscription_id: string }[]> {
  return rows(
    sql`SELECT stripe_subscription_id FROM billings later
        WHERE user_id = ${userId} AND source = 'stripe' AND status IN ('active', 'trial') AND checkout_at IS NOT NULL
          AND NOT cancel_at_period_end
          AND EXISTS (
            SELECT 1 FROM billings earlier
            WHERE earlier.user_id = ${userId} AND earlier.source = 'stripe' AND earlier.status IN ('active', 'trial')
              AND NOT earlier.cancel_at_period_end AND earlier.gives_pro
              AND (earlier.start_date, earlier.stripe_subscription_id) < (later.start_date, later.stripe_subscription_id))`,
  );
}

/** The account's subscriptions at the provider that have not ended. */
export function findRunning(userId: UserId): Promise<{ stripe_subscription_id: string }[]> {
  return rows(
    sql`SELECT stripe_subscription_id FROM billings
        WHERE user_id = ${userId} AND source = 'stripe' AND status <> 'canceled'`,
  );
}

/**
 * Claims records that were not compared with the provider since 3 in the morning of São Paulo: those that run, those
 * that were not compared for longest first.
 */
export function claimComparisons(
  limit: number,
): Promise<{ id: number; user_id: number; stripe_subscription_id: string }[]> {
  return rows(
    sql`UPDATE billings SET compared_at = now()
        WHERE id IN (
          SELECT id FROM billings
          WHERE source = 'stripe' AND status <> 'canceled'
            AND coalesce(compared_at, created_at) <
                (date_trunc('day', now() AT TIME ZONE 'America/Sao_Paulo' - interval '3 hours') + interval '3 hours')
                  AT TIME ZONE 'America/Sao_Paulo'
          ORDER BY compared_at NULLS FIRST LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        RETURNING id, user_id, stripe_subscription_id`,
  );
}
