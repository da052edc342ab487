import { TEST_EVENT, type WebhookEvent } from "@/lib/domain/webhooks/webhook-events";
import { AppError } from "@/lib/errors";
import {
  requireWebhook,
  switchOffWebhooksOf,
} from "@/server/integrations/webhook-endpoints/webhook-endpoints.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { afterCommit } from "@/server/platform/db/transaction";
import { enqueue } from "@/server/platform/jobs/enqueue";
import { deliverSlowWebhook, deliverWebhook } from "./webhook-deliveries.jobs";
import * as repository from "./webhook-deliveries.repository";

const ACCOUNT_CLOSED = "A conta foi desativada.";
const NOT_FOUND = "Entrega não encontrada.";
/** Waiting deliveries of one address; further events are not sent to it. */
const MOST_WAITING = 10_000;

/**
 * Reports an event to the owner's addresses. Call inside the transaction of the event: both are recorded or neither,
 * and a worker sends it after the commit. Facts that have to be looked up are given as a function, which is called only
 * where an address wants the event.
 */
export async function announce(
  ownerId: OwnerId,
  event: WebhookEvent,
  facts: readonly object[] | (() => Promise<readonly object[]>),
): Promise<void> {
  if (typeof facts === "function") {
    if (!(await repository.isWanted(ownerId, event))) return;
    return announce(ownerId, event, await facts());
  }
  const timestamp = new Date().toISOString();
  const payloads = facts.map((data) => ({ type: event, timestamp, data }));
  const first = await repository.insertDeliveries(ownerId, event, payloads, MOST_WAITING);
  for (const { id, prompt } of first) enqueueAfterCommit(id, 0, prompt);
}

/** Sends a test event. @throws AppError not_found */
export async function testWebhook(
  actor: Actor,
  id: number,
): Promise<{ delivery: repository.DeliveryRow }> {
  const data = { message: "Este é um teste do Garimpo." };
  const payload = { type: TEST_EVENT, timestamp: new Date().toISOString(), data };
  const row = await repository.insertTestDelivery(actor.ownerId, id, payload);
  if (!row) throw new AppError("not_found", "Webhook não encontrado.");
  enqueueAfterCommit(row.id, 0, row.prompt);
  return { delivery: row };
}

/** @throws AppError not_found */
export async function listDeliveries(
  actor: Actor,
  webhookId: number,
  query: { state?: string | undefined; per_page: number; after?: string | undefined },
): Promise<{ deliveries: repository.DeliveryRow[]; next: string | null }> {
  await requireWebhook(actor, webhookId);
  const rows = await repository.findDeliveries(actor.ownerId, webhookId, {
    state: query.state ?? null,
    after: query.after === undefined ? null : Math.min(Number(query.after), 2_147_483_647),
    limit: query.per_page + 1,
  });
  const shown = rows.slice(0, query.per_page);
  const last = rows.length > query.per_page ? shown.at(-1) : undefined;
  return { deliveries: shown, next: last ? String(last.id) : null };
}

/** Sends a completed delivery again. @throws AppError not_found; conflict while it still waits */
export async function replayDelivery(
  actor: Actor,
  id: number,
): Promise<{ delivery: repository.DeliveryRow }> {
  const restarted = await repository.restartDelivery(actor.ownerId, id);
  if (restarted === null) throw new AppError("not_found", NOT_FOUND);
  if (restarted === "waiting") throw new AppError("conflict", "Esta entrega ainda está na fila.");
  enqueueAfterCommit(id, restarted.lease_no, restarted.prompt);
  return { delivery: restarted };
}

/** For a deactivated account: switches its addresses off and drops what waits for them. */
export async function stopAllWebhooks(ownerId: OwnerId): Promise<void> {
  await switchOffWebhooksOf(ownerId);
  await repository.failWaiting(ownerId, ACCOUNT_CLOSED);
}

function enqueueAfterCommit(id: number, leaseNo: number, prompt: boolean): void {
  afterCommit(() => enqueue(prompt ? deliverWebhook : deliverSlowWebhook, { id, leaseNo }));
}
