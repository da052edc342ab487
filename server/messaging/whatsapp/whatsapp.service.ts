import { createHmac, timingSafeEqual } from "node:crypto";
import type { EventType } from "@/lib/domain/events/event-types";
import { toInternationalDigits } from "@/lib/domain/phone/phone";
import { AppError } from "@/lib/errors";
import { recordEvent } from "@/server/integrations/events/events.service";
import { ownerOfRow, type UserId } from "@/server/platform/actor";
import { afterCommit, transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { publish } from "@/server/platform/live/publish";
import { logger } from "@/server/platform/logger";
import { hashToken, seal, unseal } from "@/server/platform/secrets";
import { describeProvider, getWhatsappProvider } from "./provider.service";
import type { ConnectionState, InstanceRef, QrCode, WhatsappGateway } from "./whatsapp.gateway";
import { toInstance } from "./whatsapp.mapper";
import * as repository from "./whatsapp.repository";

const UNTOLD = { number: null, problem: null };

/**
 * Returns the connection as the provider reports it, or the last known state while the provider does not respond.
 * Stores nothing.
 */
export async function getInstance(ownerId: UserId) {
  const [row, counts] = await Promise.all([findRow(ownerId), repository.countInbox(ownerId)]);
  const state = row && (await askState(row));
  return {
    data: toInstance(row && state ? withState(row, state) : row, counts, describeProvider()),
  };
}

/** The same, and stores what the provider reports. */
export async function checkInstance(ownerId: UserId) {
  await refreshConnection(ownerId);
  return getInstance(ownerId);
}

/** Asks the provider about the owner's connection and stores the answer; changes nothing while it does not respond. */
export async function refreshConnection(ownerId: UserId): Promise<void> {
  if (getWhatsappProvider().ordersEvents) return;
  const row = await findRow(ownerId);
  const state = row && (await askState(row));
  if (state) await applyConnection(row, { ...state, number: null });
}

/** For who is about to send: an instance that counts as disconnected may have come back without a word of it. */
export async function refreshLostConnection(ownerId: UserId): Promise<void> {
  const row = await findRow(ownerId);
  if (row && row.status !== "CONNECTED") await refreshConnection(ownerId);
}

/** What the provider reports; null when it does not respond, or its word is worth less than what is stored. */
async function askState(row: repository.InstanceRow): Promise<ConnectionState | null> {
  const gateway = getWhatsappProvider();
  const state = await gateway.getState(toRef(row)).catch(() => null);
  const isConnected = state?.status === "CONNECTED";
  // A blocked account still answers for its number; only a new connection shows that it is free again.
  if (row.problem === "account_blocked" && isConnected) return null;
  // Events tell everything but the death of the process that tells them; another takes over.
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

/**
 * Starts pairing and returns the QR code; none when already connected or when the code follows as an event.
 * @throws AppError unavailable when the provider does not respond
 */
export async function connectInstance(ownerId: UserId) {
  const { row } = await startPairing(ownerId);
  return {
    data: {
      ...(await readInstance(ownerId)),
      qrcode: row.qr_image,
      code: row.qr_code,
    },
  };
}

/**
 * Starts pairing and returns a code to be typed on the phone with this number; none when already connected or when
 * the provider has none.
 * @throws AppError unavailable when the provider does not respond
 */
export async function pairWithCode(ownerId: UserId, phone: string) {
  const { pairingCode } = await startPairing(ownerId, toInternationalDigits(phone));
  return { data: { ...(await readInstance(ownerId)), pairing_code: pairingCode } };
}

async function startPairing(ownerId: UserId, phone?: string) {
  const gateway = getWhatsappProvider();
  const name = toInstanceName(ownerId);
  const secret = deriveWebhookSecret(ownerId);
  const token = await gateway.ensureInstance(name, {
    url: new URL(`/api/webhooks/evolution/${secret}`, env.webhookUrl).toString(),
    headers: { [WEBHOOK_HEADER]: deriveWebhookSignature(secret) },
  });
  await repository.upsertInstance(ownerId, {
    provider: gateway.provider,
    providerRef: name,
    accountRef: null,
    sealedToken: token && seal(token),
    webhookHash: hashToken(secret),
  });
  const row = await getRow(ownerId);
  // The provider may have to end the QR codes it shows, which nobody is to be told.
  if (phone) await repository.markUnpairedHere(ownerId, row.id);
  const { status, qr, pairingCode } = await gateway.connect(toRef(row), phone);
  if (!gateway.ordersEvents) await applyConnection(row, { ...UNTOLD, status });
  if (qr) await repository.setQrCode(row.id, qr);
  return { row: await getRow(ownerId), pairingCode };
}

export async function disconnectInstance(ownerId: UserId) {
  const row = await findRow(ownerId);
  if (row) {
    await repository.markUnpairedHere(ownerId, row.id);
    await getWhatsappProvider().logOut(toRef(row));
    await applyConnection(row, { ...UNTOLD, status: "DISCONNECTED" });
    if (getWhatsappProvider().credentials) {
      await repository.forgetCredentials(ownerId, row.id, toInstanceName(ownerId));
    }
  }
  return { data: await readInstance(ownerId) };
}

const LOG_OUTS_AT_ONCE = 5;
/** Longer than a provider takes to answer. */
const LOG_OUT_RETRY_S = 60;

/** Has the phone of an account logged out after the current transaction, which deactivates the account. */
export function scheduleLogOut(ownerId: UserId): Promise<void> {
  return repository.scheduleLogOut(ownerId);
}

/** Logs out the phones of deactivated accounts; one whose provider does not answer is tried again. */
export const logOutClosedAccounts = defineDuty({
  name: "log out closed accounts",
  everyS: 2,
  run: async () => {
    const { whatsappProvider } = env;
    if (!whatsappProvider) return;
    const due = await repository.claimLogOuts(whatsappProvider, LOG_OUTS_AT_ONCE, LOG_OUT_RETRY_S);
    await Promise.all(
      due.map(async ({ owner_id }) => {
        const ownerId = ownerOfRow(owner_id);
        try {
          await disconnectInstance(ownerId);
          await repository.markLoggedOut(ownerId);
        } catch (error) {
          logger.warn({ userId: ownerId, err: error }, "phone not logged out");
        }
      }),
    );
  },
});

/** The name of an instance that the provider does not name itself. */
function toInstanceName(ownerId: UserId): string {
  return `garimpo-${ownerId}`;
}

/**
 * Stores a connection whose credentials the provider accepted.
 * @throws AppError conflict when the number is connected to another account
 */
export async function storeConnection(
  ownerId: UserId,
  {
    phone,
    account,
    token,
    number,
  }: { phone: string; account: string; token: string; number: string },
) {
  await transaction(async () => {
    const stored = await repository.upsertInstance(ownerId, {
      provider: getWhatsappProvider().provider,
      providerRef: phone,
      accountRef: account,
      sealedToken: seal(token),
      webhookHash: hashToken(deriveWebhookSecret(ownerId)),
    });
    if (!stored) throw new AppError("conflict", "Este número já está conectado a outra conta.");
    const row = await getRow(ownerId);
    await applyConnection(row, { status: "CONNECTED", number, problem: null });
  });
  return { data: await readInstance(ownerId) };
}

/** The instance of a number of the Cloud API; null for one that nobody connected here. */
export async function findInstanceByPhoneId(phoneNumberId: string): Promise<Instance | null> {
  return currentOrNull(await repository.findInstanceByRef(phoneNumberId));
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
    const eventType = CONNECTION_EVENTS[connection.status];
    if (done && eventType && row.status !== connection.status) {
      await recordEvent(ownerId, eventType, { metadata: {} });
    }
    return done;
  });
  if (changed) publish(ownerId, "whatsapp.status", { status: connection.status });
}

/**
 * Applies a connection event. Webhooks arrive out of order: a "connecting" while connected may be outdated, so the provider
 * is asked for the status instead. Call inside a transaction.
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
  afterCommit(() => {
    refreshConnection(ownerOfRow(row.owner_id)).catch((error: unknown) =>
      logger.warn({ userId: row.owner_id, err: error }, "connection not checked"),
    );
  });
}

/** How long WhatsApp keeps a number from writing to strangers, where it does not say. */
const RESTRICTION_HOURS = 24;

/** Records that WhatsApp refuses messages to people who never wrote. Answers still pass; reconnecting does not help. */
export async function applyRestriction(
  row: Pick<repository.InstanceRow, "id" | "owner_id" | "status">,
  until: Date | null,
): Promise<void> {
  if (await repository.setRestriction(row.id, until, RESTRICTION_HOURS)) {
    publish(ownerOfRow(row.owner_id), "whatsapp.status", { status: row.status });
  }
}

export type Instance = repository.InstanceRow;

/** The owner's instance at the configured provider. */
export function findOwnInstance(ownerId: UserId): Promise<Instance | null> {
  return findRow(ownerId);
}

/**
 * The instance whose webhook address contains this secret. Addresses end up in logs: a header that does not proves who
 * is calling.
 * @throws AppError not_found; unauthenticated when the header is missing or wrong
 */
export async function authenticateWebhook(
  secret: string,
  signature: string | null,
): Promise<Instance> {
  const instance = currentOrNull(await repository.findInstanceByWebhook(hashToken(secret)));
  if (!instance) throw new AppError("not_found");
  const expected = hashToken(deriveWebhookSignature(secret));
  if (!timingSafeEqual(hashToken(signature ?? ""), expected)) throw new AppError("unauthenticated");
  return instance;
}

/** @throws AppError not_found */
export async function getInstanceById(ownerId: UserId, instanceId: number): Promise<Instance> {
  const instance = await findRow(ownerId);
  if (instance?.id !== instanceId) throw new AppError("not_found");
  return instance;
}

export const WEBHOOK_HEADER = "x-webhook-secret";

export function storeQrCode(instanceId: number, qr: QrCode): Promise<void> {
  return repository.setQrCode(instanceId, qr);
}

/**
 * Claims phones whose address book is due to be read and whose own number is known. Each is due again after
 * `retrySeconds` unless markContactsRead is called first.
 */
export async function claimContactReads(limit: number, retrySeconds: number): Promise<UserId[]> {
  const { whatsappProvider } = env;
  if (!whatsappProvider) return [];
  const claimed = await repository.claimContactReads(whatsappProvider, limit, retrySeconds);
  return claimed.map(({ owner_id }) => ownerOfRow(owner_id));
}

export function markContactsRead(ownerId: UserId): Promise<void> {
  return repository.markContactsRead(ownerId);
}

/** Claims instances whose conversations from before the pairing are due to be read; due again like claimContactReads. */
export async function claimHistoryReads(limit: number, retrySeconds: number): Promise<Instance[]> {
  const { whatsappProvider } = env;
  return whatsappProvider
    ? repository.claimHistoryReads(whatsappProvider, limit, retrySeconds)
    : [];
}

export function markHistoryRead(instance: Instance): Promise<void> {
  return repository.markHistoryRead(ownerOfRow(instance.owner_id), instance.id);
}

/** A page of what was said before; see WhatsappGateway. @throws AppError unavailable */
export function findHistory(
  instance: Instance,
  page: Parameters<WhatsappGateway["findHistory"]>[1],
) {
  return getWhatsappProvider().findHistory(toRef(instance), page);
}

/** What sends an owner's messages. */
export interface Sender {
  instance: Instance;
  connected: boolean;
  /** Since when the number is connected, short interruptions aside. */
  pairedAt: Date | null;
  /** Until then only answers are accepted; null when there is no restriction. */
  restrictedUntil: Date | null;
}

/** Null when the owner has no instance. */
export async function findSender(ownerId: UserId): Promise<Sender | null> {
  return (await findSenders([ownerId])).get(ownerId) ?? null;
}

/** The senders of the owners that have an instance, by owner. */
export async function findSenders(ownerIds: readonly UserId[]): Promise<Map<UserId, Sender>> {
  const senders = new Map<UserId, Sender>();
  for (const row of await repository.findInstances(ownerIds)) {
    if (!currentOrNull(row)) continue;
    const restrictedUntil =
      row.restricted_until && row.restricted_until > new Date() ? row.restricted_until : null;
    senders.set(ownerOfRow(row.owner_id), {
      instance: row,
      connected: row.status === "CONNECTED",
      pairedAt: row.paired_at,
      restrictedUntil,
    });
  }
  return senders;
}

/** When WhatsApp restricted the owner's number in the last `days` days, newest first, at most `limit`. */
export function findRestrictions(ownerId: UserId, days: number, limit: number) {
  return repository.findRestrictions(ownerId, days, limit);
}

/** The owner's instance and its number, while a phone is connected. */
export async function findConnected(
  ownerId: UserId,
): Promise<{ ref: InstanceRef; number: string | null } | null> {
  const row = await findRow(ownerId);
  return row?.status === "CONNECTED" ? { ref: toRef(row), number: row.number } : null;
}

async function readInstance(ownerId: UserId) {
  const [row, counts] = await Promise.all([findRow(ownerId), repository.countInbox(ownerId)]);
  return toInstance(row, counts, describeProvider());
}

/** Null for an instance of another provider than the configured one, which has to be paired anew. */
async function findRow(ownerId: UserId): Promise<repository.InstanceRow | null> {
  return currentOrNull(await repository.findInstance(ownerId));
}

function currentOrNull(row: repository.InstanceRow | null): repository.InstanceRow | null {
  return row?.provider === env.whatsappProvider ? row : null;
}

async function getRow(ownerId: UserId): Promise<repository.InstanceRow> {
  const row = await findRow(ownerId);
  if (!row) throw new AppError("not_found");
  return row;
}

export function toRef(row: repository.InstanceRow): InstanceRef {
  return {
    id: row.id,
    name: row.provider_ref,
    token: row.sealed_token && unseal(row.sealed_token),
    account: row.account_ref,
  };
}

/** What the provider sends in the header of each webhook to this address. */
export function deriveWebhookSignature(secret: string): string {
  return createHmac("sha256", env.AUTH_SECRET)
    .update(`webhook header ${secret}`)
    .digest("base64url");
}

/** Unguessable and always the same; derived instead of stored: only its hash is stored, for the lookup. */
function deriveWebhookSecret(ownerId: UserId): string {
  return createHmac("sha256", env.AUTH_SECRET).update(`webhook ${ownerId}`).digest("base64url");
}
