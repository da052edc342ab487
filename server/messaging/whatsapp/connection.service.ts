import type { QrCode } from "@/lib/contracts/messaging/whatsapp";
import type { EventType } from "@/lib/domain/events/event-types";
import { recordEvent } from "@/server/integrations/events/events.service";
import type { ConnectionState } from "@/server/messaging/gateway/whatsapp.gateway";
import type { OwnerId } from "@/server/platform/actor";
import { ownerOfRow } from "@/server/platform/actor";
import { afterCommit, transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import { logger } from "@/server/platform/logger";
import { describeInstance, findRow, toRef, type Which } from "./instances.service";
import { getWhatsappProvider } from "./provider.service";
import * as repository from "./whatsapp.repository";

/**
 * Returns the connection as the provider reports it, or the last known state while the provider does not respond.
 * Stores nothing.
 */
export async function getInstance(ownerId: OwnerId, which: Which) {
  const row = await findRow(ownerId, which);
  const state = row && (await askState(row));
  return { data: await describeInstance(ownerId, row && state ? withState(row, state) : row) };
}

/** The same, and stores what the provider reports. */
export async function checkInstance(ownerId: OwnerId, which: Which) {
  await refreshConnection(ownerId, which);
  return getInstance(ownerId, which);
}

/** Asks the provider about a connection and stores the answer; changes nothing while it does not respond. */
export async function refreshConnection(ownerId: OwnerId, which: Which): Promise<void> {
  if (getWhatsappProvider().ordersEvents) return;
  const row = await findRow(ownerId, which);
  const state = row && (await askState(row));
  if (state) await applyConnection(row, { ...state, number: null });
}

/** Called before a send: an instance that counts as disconnected may have come back without reporting it. */
export async function refreshLostConnection(ownerId: OwnerId, which: Which): Promise<void> {
  const row = await findRow(ownerId, which);
  if (row && row.status !== "CONNECTED") await refreshConnection(ownerId, row.id);
}

/** What the provider reports; null when it does not respond, or when the stored state is more reliable. */
async function askState(row: repository.InstanceRow): Promise<ConnectionState | null> {
  const gateway = getWhatsappProvider();
  const state = await gateway.getState(toRef(row)).catch(() => null);
  const isConnected = state?.status === "CONNECTED";
  // A blocked account still reports its number; only a new connection shows that it is free again.
  if (row.problem === "account_blocked" && isConnected) return null;
  // Events report every change except the death of the process that sends them; then another process takes over.
  const isOrphaned = row.status === "CONNECTED" && !isConnected;
  return gateway.ordersEvents && !isOrphaned ? null : state;
}

/** The row as it reads once `state` is stored; see repository.setConnection. */
function withState(row: repository.InstanceRow, state: ConnectionState): repository.InstanceRow {
  const { status } = state;
  if (status === row.status) return row;
  return {
    ...row,
    status,
    problem: status === "CONNECTED" ? null : (state.problem ?? row.problem),
  };
}

const CONNECTION_EVENTS: Partial<Record<repository.Connection["status"], EventType>> = {
  CONNECTED: "whatsapp_connected",
  DISCONNECTED: "whatsapp_disconnected",
};

/** Stores a change of state and publishes it to the owner's screens. */
export async function applyConnection(
  row: repository.InstanceRow,
  connection: repository.Connection,
): Promise<void> {
  const ownerId = ownerOfRow(row.owner_id);
  const changed = await transaction(async () => {
    const done = await repository.setConnection(row.id, connection);
    if (done && connection.status === "CONNECTED") {
      await repository.refuseSecondConnection(row.id);
    }
    const eventType = CONNECTION_EVENTS[connection.status];
    if (done && eventType && row.status !== connection.status) {
      await recordEvent(ownerId, eventType, { metadata: {} });
    }
    return done;
  });
  if (changed) publish(ownerId, "whatsapp.status", { status: connection.status });
}

/**
 * Applies a connection event. Webhooks arrive out of order: a "connecting" while connected may be outdated, so the
 * provider is asked for the status instead. Call inside a transaction.
 */
export async function applyConnectionEvent(
  row: repository.InstanceRow,
  connection: repository.Connection,
): Promise<void> {
  const isStale =
    connection.status === "CONNECTING" &&
    !getWhatsappProvider().ordersEvents &&
    (await repository.lockStatus(row.id)) === "CONNECTED";
  if (!isStale) return applyConnection(row, connection);
  // The connection may be lost again before the provider is asked.
  await repository.markReopened(row.id);
  afterCommit(() => {
    refreshConnection(ownerOfRow(row.owner_id), row.id).catch((error: unknown) =>
      logger.warn({ ownerId: row.owner_id, err: error }, "connection not checked"),
    );
  });
}

/** How long WhatsApp keeps a number from writing to strangers, where it does not say. */
const RESTRICTION_HOURS = 24;

/** Records that WhatsApp takes messages to strangers again. */
export async function applyLiftedRestriction(
  row: Pick<repository.InstanceRow, "id" | "owner_id" | "status">,
): Promise<void> {
  await repository.liftRestriction(row.id);
  publish(ownerOfRow(row.owner_id), "whatsapp.status", { status: row.status });
}

/** Records that WhatsApp refuses messages to people who never wrote. Answers still pass; reconnecting does not help. */
export async function applyRestriction(
  row: Pick<repository.InstanceRow, "id" | "owner_id" | "status">,
  until: Date | null,
): Promise<void> {
  if (await repository.setRestriction(row.id, until, RESTRICTION_HOURS)) {
    publish(ownerOfRow(row.owner_id), "whatsapp.status", { status: row.status });
  }
}

export function storeQrCode(instanceId: number, qr: QrCode): Promise<void> {
  return repository.setQrCode(instanceId, qr);
}
