import type { z } from "zod/mini";
import type { WebhookDelivery } from "@/lib/contracts/integrations/webhooks";
import {
  MOST_WEBHOOK_TRIES,
  TEST_EVENT,
  type WebhookEvent,
} from "@/lib/domain/webhooks/webhook-events";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId } from "@/server/platform/actor";
import { leaseQueries } from "@/server/platform/db/lease-queries";
import { prisma } from "@/server/platform/db/prisma";
import { empty, execute, firstRow, prepared, raw, rows, sql } from "@/server/platform/db/sql";

export type DeliveryRow = z.input<typeof WebhookDelivery>;

/** The data that an attempt needs. */
export interface DueDelivery {
  endpoint_id: number;
  owner_id: number;
  tries: number;
  message_id: string;
  payload: string;
  url: string;
  sealed_secret: string;
  active: boolean;
  is_test: boolean;
}

interface Enqueued {
  lease_no: number;
  prompt: boolean;
}

const PROMPT = raw(
  "(SELECT e.prompt FROM webhook_endpoints e WHERE e.id = webhook_deliveries.endpoint_id) AS prompt",
);
const COLUMNS = raw(
  `id, message_id, event_type, state, tries, last_status, last_answer, last_tried_at, payload, created_at,
   CASE WHEN state = 'waiting' THEN resume_at END AS next_try_at`,
);

const DELIVERIES = {
  table: "webhook_deliveries",
  owner: "owner_id",
  active: sql`state = 'waiting'`,
  stoppable: false,
  maxAttempts: MOST_WEBHOOK_TRIES,
  evenInactive: null,
} as const;

const LOCK_KEY = 4005;
const OF_ENDPOINT = sql`SELECT 1 FROM webhook_endpoints e WHERE e.id = webhook_deliveries.endpoint_id`;

/**
 * Prompt addresses and all others are claimed separately: addresses that never answer occupy only the workers of their
 * own queue.
 */
export const promptLeases = leaseQueries({
  ...DELIVERIES,
  perOwner: { atOnce: 2, lockKey: LOCK_KEY, waitingCounts: false },
  lane: sql`EXISTS (${OF_ENDPOINT} AND e.prompt)`,
});

/** An address that failed rests; a test, which a user waits for, is sent anyway. */
export const slowLeases = leaseQueries({
  ...DELIVERIES,
  perOwner: { atOnce: 1, lockKey: LOCK_KEY, waitingCounts: false },
  lane: sql`EXISTS (${OF_ENDPOINT} AND NOT e.prompt
    AND (e.resume_at IS NULL OR e.resume_at <= now() OR NOT e.active OR webhook_deliveries.event_type = ${TEST_EVENT}))`,
});

/** For one address: as many as may be sent at once, and some to follow without the sweep. */
const ENQUEUED_AT_ONCE = 4;

/**
 * Adds a delivery of each payload for each of the owner's addresses that wants the event. An address with `mostWaiting`
 * waiting deliveries gets no more. Returns those to be enqueued: the first of each address. The others follow one by
 * one, so that thousands of one owner do not delay other owners.
 */
export async function insertDeliveries(
  ownerId: OwnerId,
  eventType: WebhookEvent,
  payloads: readonly object[],
  mostWaiting: number,
): Promise<{ id: number; prompt: boolean }[]> {
  return rows(
    prepared(
      "insert webhook deliveries",
      sql`WITH added AS (
          INSERT INTO webhook_deliveries (owner_id, endpoint_id, event_type, payload)
          SELECT e.owner_id, e.id, ${eventType}::text, p.payload::text
          FROM webhook_endpoints e CROSS JOIN json_array_elements(${toStorableJson(payloads)}::json) AS p (payload)
          WHERE e.owner_id = ${ownerId}::int AND e.active AND ${eventType}::text = ANY(e.events)
            AND (SELECT count(*) FROM (SELECT 1 FROM webhook_deliveries d
                                       WHERE d.endpoint_id = e.id AND d.state = 'waiting' LIMIT ${mostWaiting}::int) AS w)
                < ${mostWaiting}::int
          RETURNING id, endpoint_id),
        placed AS (SELECT id, endpoint_id, row_number() OVER (PARTITION BY endpoint_id ORDER BY id) AS place FROM added)
        SELECT p.id, e.prompt FROM placed p JOIN webhook_endpoints e ON e.id = p.endpoint_id
        WHERE p.place + (SELECT count(*) FROM (
                SELECT 1 FROM webhook_deliveries d
                WHERE d.endpoint_id = e.id AND d.state = 'waiting' AND d.lease_until IS NULL AND d.resume_at IS NULL
                LIMIT ${ENQUEUED_AT_ONCE}::int) AS before) <= ${ENQUEUED_AT_ONCE}::int`,
    ),
  );
}

/** Whether one of the owner's addresses wants the event. */
export async function isWanted(ownerId: OwnerId, eventType: WebhookEvent): Promise<boolean> {
  const row = await firstRow(
    prepared(
      "find listening address",
      sql`SELECT 1 FROM webhook_endpoints
          WHERE owner_id = ${ownerId}::int AND active AND ${eventType}::text = ANY(events) LIMIT 1`,
    ),
  );
  return row !== null;
}

export function insertTestDelivery(
  ownerId: OwnerId,
  endpointId: number,
  payload: object,
): Promise<(DeliveryRow & { prompt: boolean }) | null> {
  return firstRow(
    sql`INSERT INTO webhook_deliveries (owner_id, endpoint_id, event_type, payload)
        SELECT owner_id, id, ${TEST_EVENT}, ${toStorableJson(payload)} FROM webhook_endpoints
        WHERE owner_id = ${ownerId} AND id = ${endpointId} RETURNING ${COLUMNS}, ${PROMPT}`,
  );
}

/** Newest first, after the one with the id `after`. */
export function findDeliveries(
  ownerId: OwnerId,
  endpointId: number,
  page: { state: string | null; after: number | null; limit: number },
): Promise<DeliveryRow[]> {
  return rows(
    sql`SELECT ${COLUMNS} FROM webhook_deliveries
        WHERE endpoint_id = ${endpointId} AND owner_id = ${ownerId}
          ${page.state === null ? empty : sql`AND state = ${page.state}`}
          ${page.after === null ? empty : sql`AND id < ${page.after}`}
        ORDER BY id DESC LIMIT ${page.limit}`,
  );
}

export function findDue(id: number): Promise<DueDelivery | null> {
  return firstRow(
    sql`SELECT d.endpoint_id, e.owner_id, d.tries, d.message_id, d.payload, e.url, e.sealed_secret, e.active,
               d.event_type = ${TEST_EVENT} AS is_test
        FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
        WHERE d.id = ${id} AND d.state = 'waiting'`,
  );
}

/** Records one try. Returns false when the lease was lost or the delivery is over. */
export async function recordTry(
  id: number,
  leaseNo: number,
  outcome: { delivered: boolean; status: number | null; answer: string },
): Promise<boolean> {
  const recorded = await execute(
    sql`UPDATE webhook_deliveries SET tries = tries + 1, last_status = ${outcome.status}, last_answer = ${outcome.answer},
          last_tried_at = now(), state = CASE WHEN ${outcome.delivered} THEN 'delivered' ELSE state END
        WHERE id = ${id} AND lease_no = ${leaseNo} AND state = 'waiting'`,
  );
  return recorded === 1;
}

export async function markFailed(id: number, reason: string | null): Promise<void> {
  await execute(
    sql`UPDATE webhook_deliveries SET state = 'failed', last_answer = coalesce(${reason}, last_answer), resume_at = NULL
        WHERE id = ${id} AND state = 'waiting'`,
  );
}

/** Ends all waiting deliveries. */
export async function failWaiting(ownerId: OwnerId, reason: string): Promise<void> {
  await prisma.webhookDelivery.updateMany({
    where: { owner_id: ownerId, state: "waiting" },
    data: { state: "failed", last_answer: reason, resume_at: null },
  });
}

/**
 * Makes a completed delivery wait again. Returns null when it is not the owner's, and 'waiting' when it still waits.
 */
export async function restartDelivery(
  ownerId: OwnerId,
  id: number,
): Promise<(DeliveryRow & Enqueued) | null | "waiting"> {
  const restarted = await firstRow<DeliveryRow & Enqueued>(
    sql`UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, lease_until = NULL, resume_at = NULL
        WHERE owner_id = ${ownerId} AND id = ${id} AND state <> 'waiting' RETURNING ${COLUMNS}, lease_no, ${PROMPT}`,
  );
  if (restarted) return restarted;
  const known = await prisma.webhookDelivery.findFirst({
    where: { owner_id: ownerId, id },
    select: { id: true },
  });
  return known ? "waiting" : null;
}
