import type { Debit, ProAccess } from "@/lib/domain/billing/pro-access";
import type { InvoiceReading, SubscriptionReading } from "@/lib/domain/billing/readings";
import type { RecordStatus } from "@/lib/domain/plans/billing";
import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";

/** Writes the provider's readings: records of source 'stripe' and their invoices. */

interface RecordBefore {
  id: number;
  status: RecordStatus;
  plan: string;
  current_period_end: Date;
  cancel_at_period_end: boolean;
  debit: Debit;
  gives_pro: boolean;
  unknown_since: Date | null;
}

export interface KeptSubscription {
  id: number;
  /** The former state; null for a new record. */
  before: RecordBefore | null;
}

/**
 * Upserts the subscription's record. A record that an administrator wrote by hand for the same account becomes the
 * subscription's.
 */
export async function keepSubscription(
  ownerId: OwnerId,
  reading: SubscriptionReading,
  status: RecordStatus,
): Promise<KeptSubscription> {
  const before = await firstRow<RecordBefore>(
    sql`SELECT id, status, plan, current_period_end, cancel_at_period_end, debit, gives_pro, unknown_since FROM billings
        WHERE user_id = ${ownerId} AND stripe_subscription_id = ${reading.id}
        ORDER BY source DESC, id LIMIT 1 FOR UPDATE`,
  );
  const data = {
    source: "stripe",
    stripe_customer_id: reading.customerId,
    plan: reading.plan,
    price_cents: reading.priceCents,
    status,
    start_date: reading.startedAt,
    current_period_end: reading.periodEnd,
    cancel_at_period_end: reading.endsAt !== null,
    canceled_at: reading.canceledAt,
    is_pro: reading.isPro,
    ...(reading.paymentMethod !== null && { payment_method: reading.paymentMethod }),
  };
  if (before === null) {
    const created = await prisma.billing.create({
      data: { user_id: ownerId, stripe_subscription_id: reading.id, ...data },
      select: { id: true },
    });
    return { id: created.id, before };
  }
  const isResumed = before.cancel_at_period_end && reading.endsAt === null;
  await prisma.billing.updateMany({
    where: { user_id: ownerId, id: before.id },
    data: {
      ...data,
      ...{ gives_pro: false, pro_until: null, can_charge: false, unknown_since: null },
      ...(isResumed && { resumed_at: new Date() }),
    },
  });
  return { id: before.id, before };
}

/**
 * Marks the record of a subscription that the provider no longer knows; its plan is kept. Returns its id; null when no
 * such record runs.
 */
export async function markUnknown(
  ownerId: OwnerId,
  subscriptionId: string,
): Promise<number | null> {
  const row = await firstRow<{ id: number }>(
    sql`UPDATE billings SET unknown_since = coalesce(unknown_since, now())
        WHERE user_id = ${ownerId} AND stripe_subscription_id = ${subscriptionId} AND source = 'stripe'
          AND status <> 'canceled'
        RETURNING id`,
  );
  return row?.id ?? null;
}

export async function keepInvoices(
  record: { id: number; ownerId: OwnerId; plan: string },
  invoices: InvoiceReading[],
): Promise<void> {
  for (const invoice of invoices) {
    const { payment } = invoice;
    await execute(
      sql`INSERT INTO billing_invoices (id, billing_id, user_id, plan, status, amount_cents, currency, refunded_cents, dispute,
                                        payment_intent, receipt_url, period_start, period_end, finalized_at, paid_at, created_at,
                                        is_first)
          VALUES (${invoice.id}, ${record.id}, ${record.ownerId}, ${record.plan}, ${invoice.status}, ${invoice.amountCents}, ${invoice.currency},
                  ${payment?.refundedCents ?? 0}, ${payment?.dispute ?? null}, ${invoice.paymentIntent},
                  ${invoice.receiptUrl}, ${invoice.periodStart}, ${invoice.periodEnd}, ${invoice.finalizedAt},
                  ${invoice.paidAt}, ${invoice.createdAt}, ${invoice.isFirst})
          ON CONFLICT (id) DO UPDATE
          SET status = excluded.status, amount_cents = excluded.amount_cents, currency = excluded.currency, payment_intent = excluded.payment_intent,
              receipt_url = excluded.receipt_url, period_start = excluded.period_start, period_end = excluded.period_end,
              finalized_at = excluded.finalized_at, paid_at = excluded.paid_at, is_first = excluded.is_first,
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
 * The facts that a record's invoices show. Its last period is the one that the provider reports as current, or else the
 * one that began last, not the one that ends last: a change to a shorter plan leaves the longer period behind. Returns
 * the end of the last period paid. Also when the payment of the first invoice left open since then failed, by the
 * provider's notice, or else when it was first tried; a debit that was under way at the last reading failed after that.
 * Also whether the last payment was refunded, or any was lost in a dispute, which comes months later. An invoice that
 * was voided with the subscription's end counts as left open: the days of grace continue.
 */
export async function readInvoiceFacts(billingId: number): Promise<InvoiceFacts> {
  const row = await firstRow<InvoiceFacts>(
    sql`WITH paid AS (
          SELECT i.id, amount_cents, refunded_cents, period_start, period_end, i.created_at,
                 period_end = b.current_period_end AS is_current
          FROM billing_invoices i JOIN billings b ON b.id = i.billing_id
          WHERE i.billing_id = ${billingId} AND i.status = 'paid'),
        last_period AS (
          SELECT period_start, period_end FROM paid ORDER BY is_current DESC, period_start DESC, period_end DESC LIMIT 1),
        last_paid AS (
          SELECT amount_cents, refunded_cents FROM paid WHERE amount_cents > 0
          ORDER BY is_current DESC, period_start DESC, period_end DESC, created_at DESC, id DESC LIMIT 1),
        unpaid AS (
          SELECT id, finalized_at, created_at FROM billing_invoices i
          WHERE billing_id = ${billingId}
            AND (status IN ('open', 'uncollectible') OR status = 'void' AND EXISTS (
              SELECT 1 FROM billings b WHERE b.id = i.billing_id AND b.status = 'canceled'))
            AND NOT EXISTS (SELECT 1 FROM last_period p
                            WHERE (p.period_start, p.period_end) >= (i.period_start, i.period_end))
          ORDER BY created_at, id LIMIT 1)
        SELECT (SELECT period_end FROM last_period) AS paid_until,
               (SELECT coalesce((SELECT min(e.created_at) FROM billing_events e
                                 WHERE e.invoice_id = u.id AND e.type = 'invoice.payment_failed' AND e.state <> 'ignored'),
                                CASE WHEN b.debit = 'processing' THEN now() END, greatest(u.finalized_at, b.failed_at), u.created_at)
                FROM unpaid u JOIN billings b ON b.id = ${billingId}) AS first_failed_at,
               coalesce((SELECT refunded_cents >= amount_cents FROM last_paid), false)
                 OR EXISTS (SELECT 1 FROM billing_invoices
                            WHERE billing_id = ${billingId} AND status = 'paid' AND dispute = 'lost') AS is_taken_back`,
  );
  return row ?? { paid_until: null, first_failed_at: null, is_taken_back: false };
}

export async function setAccess(
  billingId: number,
  access: ProAccess & { failedAt: Date | null; canCharge: boolean; debit: Debit },
): Promise<void> {
  await prisma.billing.updateMany({
    where: { id: billingId },
    data: {
      gives_pro: access.pro,
      pro_until: access.until,
      failed_at: access.failedAt,
      debit: access.debit,
      can_charge: access.canCharge,
    },
  });
}

interface ChargingRow {
  id: number;
  stripe_subscription_id: string;
  start_date: Date;
  resumed_at: Date | null;
  runs: boolean;
}

/** The account's subscriptions that can charge and whose end is not ordered yet. */
export function findCharging(ownerId: OwnerId): Promise<ChargingRow[]> {
  return rows(
    sql`SELECT id, stripe_subscription_id, start_date, resumed_at,
               status IN ('active', 'trial') AND gives_pro AND (pro_until IS NULL OR pro_until > now()) AS runs
        FROM billings b
        WHERE user_id = ${ownerId} AND source = 'stripe' AND can_charge
          AND NOT EXISTS (SELECT 1 FROM billing_orders o
                          WHERE o.subscription_id = b.stripe_subscription_id AND o.failed_at IS NULL)
        ORDER BY id`,
  );
}

/** More than any account has at once. */
const MAX_RUNNING = 20;

export interface RunningRow {
  stripe_subscription_id: string;
  /** It was read from the provider; otherwise an administrator named it, and the provider may not know it. */
  is_known: boolean;
}

/**
 * The account's PRO subscriptions at the provider that have not ended: first those read from it, then those that an
 * administrator's record names, except those that another account has or was given later.
 */
export function findRunning(ownerId: OwnerId): Promise<RunningRow[]> {
  return rows(
    sql`SELECT stripe_subscription_id, bool_or(source = 'stripe') AS is_known FROM billings b
        WHERE user_id = ${ownerId} AND status <> 'canceled' AND is_pro
          AND (source = 'stripe' OR starts_with(stripe_subscription_id, 'sub_') AND NOT EXISTS (
            SELECT 1 FROM billings o
            WHERE o.stripe_subscription_id = b.stripe_subscription_id AND o.user_id <> b.user_id
              AND (o.source = 'stripe' OR o.id > b.id)))
        GROUP BY stripe_subscription_id ORDER BY is_known DESC, max(id) DESC LIMIT ${MAX_RUNNING}`,
  );
}

/**
 * Claims records that were not compared with the provider since 3 in the morning of São Paulo: those that run, and
 * those that ended with an unpaid invoice. The records compared longest ago come first.
 */
export function claimComparisons(
  limit: number,
): Promise<{ id: number; user_id: number; stripe_subscription_id: string }[]> {
  return rows(
    sql`UPDATE billings SET compared_at = now()
        WHERE id = ANY (ARRAY(
          SELECT id FROM billings
          WHERE source = 'stripe'
            AND (status <> 'canceled' OR is_pro AND id IN (
              SELECT billing_id FROM billing_invoices WHERE status IN ('open', 'uncollectible')))
            AND coalesce(compared_at, created_at) <
                (date_trunc('day', now() AT TIME ZONE 'America/Sao_Paulo' - interval '3 hours') + interval '3 hours')
                  AT TIME ZONE 'America/Sao_Paulo'
          ORDER BY compared_at NULLS FIRST LIMIT ${limit} FOR UPDATE SKIP LOCKED))
        RETURNING id, user_id, stripe_subscription_id`,
  );
}

/** Whether the account ever paid, or was given a plan by hand. */
export async function hasRecords(ownerId: OwnerId): Promise<boolean> {
  const record = await prisma.billing.findFirst({
    where: { user_id: ownerId },
    select: { id: true },
  });
  return record !== null;
}
