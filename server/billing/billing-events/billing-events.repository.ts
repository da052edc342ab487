import type { PaymentEvent } from "@/lib/domain/billing/readings";
import type { OwnerId } from "@/server/platform/actor";
import type { BillingEvent } from "@/server/platform/db/generated/client";
import { leaseQueries } from "@/server/platform/db/lease-queries";
import { prisma } from "@/server/platform/db/prisma";
import { columns, firstRow, rows, sql } from "@/server/platform/db/sql";

type EventState = "unmatched" | "pending" | "done" | "failed" | "ignored";

const SELECTED = {
  id: true,
  event_id: true,
  type: true,
  user_id: true,
  customer_id: true,
  subscription_id: true,
  payment_intent: true,
  reference: true,
  email: true,
  created_at: true,
  received_at: true,
} as const;

export type EventRow = Pick<BillingEvent, keyof typeof SELECTED>;

/** Matches the table's check constraint. */
const MAX_ATTEMPTS = 10;

export const eventLeases = leaseQueries({
  table: "billing_events",
  owner: "user_id",
  active: sql`state = 'pending'`,
  stoppable: false,
  maxAttempts: MAX_ATTEMPTS,
  // The provider's reports are processed for every account.
  evenInactive: sql`true`,
  // Events of one account change the same rows. An event that waits for the provider does not hold up the others.
  perOwner: { atOnce: 1, lockKey: 4004, waitingCounts: false },
});

/** Stores an event once, even if it is delivered several times. Returns its id and state, and whether it is new. */
export async function storeEvent(
  event: PaymentEvent,
  state: "unmatched" | "ignored",
): Promise<{ id: number; state: EventState; isNew: boolean }> {
  const created = await firstRow<{ id: number; state: EventState }>(
    sql`INSERT INTO billing_events (event_id, type, state, customer_id, subscription_id, invoice_id, payment_intent,
                                    reference, email, created_at)
        VALUES (${event.eventId}, ${event.type}, ${state}, ${event.customerId}, ${event.subscriptionId},
                ${event.invoiceId}, ${event.paymentIntent}, ${event.reference}, ${event.email}, ${event.createdAt})
        ON CONFLICT (event_id) DO NOTHING RETURNING id, state`,
  );
  if (created) return { ...created, isNew: true };
  const known = await prisma.billingEvent.findFirst({
    where: { event_id: event.eventId },
    select: { id: true, state: true },
  });
  const { id, state: found } = (known ?? { id: 0, state: "ignored" }) as {
    id: number;
    state: EventState;
  };
  return { id, state: found, isNew: false };
}

/** Returns the event's provider id; null when it was matched already. */
export async function matchEvent(id: number, ownerId: OwnerId): Promise<string | null> {
  const [row] = await prisma.billingEvent.updateManyAndReturn({
    where: { id, state: "unmatched" },
    data: { state: "pending", user_id: ownerId, resume_at: null },
    select: { event_id: true },
  });
  return row?.event_id ?? null;
}

/** After this time, an event without an account is reported to the administrator. */
const OVERDUE = sql`interval '10 minutes'`;

/** Locks an event that has waited too long for its account. Returns false when it has not, or is matched. */
export async function lockOverdue(id: number): Promise<boolean> {
  const row = await firstRow(
    sql`SELECT 1 FROM billing_events
        WHERE id = ${id} AND state = 'unmatched' AND received_at <= now() - ${OVERDUE} FOR UPDATE`,
  );
  return row !== null;
}

export async function ignoreEvent(id: number): Promise<void> {
  await prisma.billingEvent.updateMany({
    where: { id, state: "unmatched" },
    data: { state: "ignored", email: null, reference: null },
  });
}

/**
 * Claims events without an account that are due for another look, those that waited longest first. The pause grows with
 * their age, to ten minutes; at ten minutes of age there is a look. All accounts': for the worker.
 */
export function claimUnmatched(limit: number): Promise<(EventRow & { is_overdue: boolean })[]> {
  return rows(
    sql`UPDATE billing_events
        SET resume_at = CASE WHEN received_at <= now() - ${OVERDUE} THEN now() + interval '10 minutes'
                             ELSE least(now() + greatest(interval '5 seconds', now() - received_at), received_at + ${OVERDUE})
                        END
        WHERE id = ANY (ARRAY(
          SELECT id FROM billing_events
          WHERE state = 'unmatched' AND (resume_at IS NULL OR resume_at <= now())
          ORDER BY resume_at NULLS FIRST, id LIMIT ${limit} FOR UPDATE SKIP LOCKED))
        RETURNING ${columns(Object.keys(SELECTED))}, received_at <= now() - ${OVERDUE} AS is_overdue`,
  );
}

/** Newest first. */
export async function findStuck(
  limit: number,
): Promise<(EventRow & { state: "unmatched" | "failed" })[]> {
  const events = await prisma.billingEvent.findMany({
    where: { state: { in: ["unmatched", "failed"] } },
    select: { ...SELECTED, state: true },
    orderBy: { id: "desc" },
    take: limit,
  });
  return events as (EventRow & { state: "unmatched" | "failed" })[];
}

export async function findEvent(id: number): Promise<(EventRow & { state: EventState }) | null> {
  const event = await prisma.billingEvent.findFirst({
    where: { id },
    select: { ...SELECTED, state: true },
  });
  return event as (EventRow & { state: EventState }) | null;
}

/** Makes an event that was given up due again. */
export async function reopenEvent(id: number): Promise<boolean> {
  const { count } = await prisma.billingEvent.updateMany({
    where: { id, state: "failed" },
    data: { state: "pending", attempts: 0, resume_at: null },
  });
  return count === 1;
}

/** The newest event of the account so far. */
export async function findNewestEventId(ownerId: OwnerId): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`SELECT coalesce(max(id), 0) AS id FROM billing_events WHERE user_id = ${ownerId}`,
  );
  return row?.id ?? 0;
}

/**
 * Ends an event, and also the account's waiting events that only report a change of this subscription and were stored
 * before it was read. Returns false when the lease was lost.
 */
export async function endEvents(
  event: { id: number; leaseNo: number; ownerId: OwnerId },
  read: { subscriptionId: string | null; upTo: number },
): Promise<boolean> {
  const ended = await prisma.billingEvent.updateMany({
    where: { id: event.id, lease_no: event.leaseNo, state: "pending" },
    data: { state: "done", email: null, reference: null },
  });
  if (ended.count === 0) return false;
  // Events without a subscription are about different things.
  if (read.subscriptionId === null) return true;
  await prisma.billingEvent.updateMany({
    where: {
      user_id: event.ownerId,
      state: "pending",
      id: { lte: read.upTo },
      lease_until: null,
      subscription_id: read.subscriptionId,
      type: { not: "checkout.session.completed" },
    },
    data: { state: "done" },
  });
  return true;
}

/** Returns false when it is over already. */
export async function failEvent(id: number): Promise<boolean> {
  const { count } = await prisma.billingEvent.updateMany({
    where: { id, state: "pending" },
    data: { state: "failed" },
  });
  return count === 1;
}
