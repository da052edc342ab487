import { addNinthDigit, getPhoneKey } from "@/lib/domain/phone/phone";
import { AppError } from "@/lib/errors";
import type { InstanceRef } from "@/server/messaging/gateway/whatsapp.gateway";
import type { OwnerId } from "@/server/platform/actor";
import { ownerOfRow } from "@/server/platform/actor";
import { env } from "@/server/platform/env";
import { seal, unseal } from "@/server/platform/secrets";
import { findLastGap } from "./gaps.repository";
import { describeProvider } from "./provider.service";
import { toInstance } from "./whatsapp.mapper";
import * as repository from "./whatsapp.repository";

/** The instance of a number of the Cloud API; null for a number that is not connected here. */
export async function findInstanceByPhoneId(phoneNumberId: string): Promise<Instance | null> {
  return currentOrNull(await repository.findInstanceByRef(phoneNumberId));
}

const GAP_SHOWN_HOURS = 24;
/** The instances whose numbers belong to a business account of the Cloud API, of all owners. */
export async function findInstancesOfAccount(account: string): Promise<Instance[]> {
  const rows = await repository.findInstancesByAccount(account);
  return rows.flatMap((row) => currentOrNull(row) ?? []);
}

export type Instance = repository.InstanceRow;

/** The owner's instance at the configured provider. */
export function findOwnInstance(ownerId: OwnerId): Promise<Instance | null> {
  return findRow(ownerId);
}

/** @throws AppError not_found */
export async function getInstanceById(ownerId: OwnerId, instanceId: number): Promise<Instance> {
  const instance = await findRow(ownerId);
  if (instance?.id !== instanceId) throw new AppError("not_found");
  return instance;
}

/** What sends an owner's messages. */
export interface Sender {
  instance: Instance;
  /**
   * Key of the phone, the same in every account that connects it; the connection itself while its number is unknown.
   */
  senderKey: string;
  connected: boolean;
  /** Since when the number is connected, short interruptions aside. */
  pairedAt: Date | null;
  /** Until then only answers are accepted; null when there is no restriction. */
  restrictedUntil: Date | null;
  /** Messages since a restored backup are not read yet: nothing is sent automatically. */
  recovering: boolean;
  /** The phone may still hand over messages from before the pairing: nothing is sent automatically. */
  awaitsHistory: boolean;
  /** The connection came back, and messages from meanwhile may not be reported yet: nothing is sent automatically. */
  catchingUp: boolean;
}

/** How long after the code was shown the history is awaited at most. */
export const HISTORY_MOST_S = 900;

function awaitsHistory({ history_since }: repository.InstanceRow): boolean {
  return history_since !== null && Date.now() - history_since.getTime() < HISTORY_MOST_S * 1_000;
}

/**
 * On coming back, Evolution holds what it finds for 20 seconds, unless a message passes. On a phone just paired, the
 * history is awaited instead.
 */
const CATCH_UP_MS = 45_000;

function isCatchingUp({ provider, paired_at, connected_at }: repository.InstanceRow): boolean {
  if (provider !== "evolution" || !paired_at || !connected_at) return false;
  const openedAt = connected_at.getTime();
  return openedAt - paired_at.getTime() > CATCH_UP_MS && Date.now() - openedAt < CATCH_UP_MS;
}

/** Null when the owner has no instance. */
export async function findSender(ownerId: OwnerId): Promise<Sender | null> {
  return (await findSenders([ownerId])).get(ownerId) ?? null;
}

/** The senders of the owners that have an instance, by owner. */
export async function findSenders(ownerIds: readonly OwnerId[]): Promise<Map<OwnerId, Sender>> {
  const senders = new Map<OwnerId, Sender>();
  for (const row of await repository.findInstances(ownerIds)) {
    if (!currentOrNull(row)) continue;
    const restrictedUntil =
      row.restricted_until && row.restricted_until > new Date() ? row.restricted_until : null;
    senders.set(ownerOfRow(row.owner_id), {
      instance: row,
      senderKey: getPhoneKey(row.number) ?? `instance:${row.id}`,
      connected: row.status === "CONNECTED",
      pairedAt: row.paired_at,
      restrictedUntil,
      recovering: row.recover_since !== null,
      awaitsHistory: awaitsHistory(row),
      catchingUp: isCatchingUp(row),
    });
  }
  return senders;
}

/** The accounts that have connected the same phone, and since when the first of them has. */
export interface PhoneShare {
  others: OwnerId[];
  pairedAt: Date | null;
}

export async function findPhoneShare({
  instance,
  senderKey,
  pairedAt,
}: Sender): Promise<PhoneShare> {
  if (instance.number === null) return { others: [], pairedAt };
  const spellings = [...new Set([senderKey, addNinthDigit(senderKey), instance.number])];
  const connected = await repository.findConnectedTo(spellings);
  const since = [pairedAt, ...connected.map(({ paired_at }) => paired_at)].filter(
    (at) => at !== null,
  );
  return {
    others: connected
      .filter(({ owner_id }) => owner_id !== instance.owner_id)
      .map(({ owner_id }) => ownerOfRow(owner_id)),
    pairedAt: since.length > 0 ? new Date(Math.min(...since.map((at) => at.getTime()))) : null,
  };
}

/** When WhatsApp restricted the owner's number in the last `days` days, newest first, at most `limit`. */
export function findRestrictions(ownerId: OwnerId, days: number, limit: number) {
  return repository.findRestrictions(ownerId, days, limit);
}

/** The owner's instance and its number, while a phone is connected. */
export async function findConnected(
  ownerId: OwnerId,
): Promise<{ ref: InstanceRef; number: string | null } | null> {
  const row = await findRow(ownerId);
  return row?.status === "CONNECTED" ? { ref: toRef(row), number: row.number } : null;
}

export async function readInstance(ownerId: OwnerId) {
  return describeInstance(ownerId, await findRow(ownerId));
}

/** The owner's connection as the API shows it, from the row given. */
export async function describeInstance(ownerId: OwnerId, row: repository.InstanceRow | null) {
  const [counts, gap] = await Promise.all([
    repository.countInbox(ownerId),
    findLastGap(ownerId, GAP_SHOWN_HOURS),
  ]);
  return toInstance(row, counts, describeProvider(), gap);
}

/** Null for an instance of another provider than the configured one: it has to be paired again. */
export async function findRow(ownerId: OwnerId): Promise<repository.InstanceRow | null> {
  return currentOrNull(await repository.findInstance(ownerId));
}

export function currentOrNull(row: repository.InstanceRow | null): repository.InstanceRow | null {
  return row?.provider === env.whatsappProvider ? row : null;
}

export async function getRow(ownerId: OwnerId): Promise<repository.InstanceRow> {
  const row = await findRow(ownerId);
  if (!row) throw new AppError("not_found");
  return row;
}

/** The sealed token can be used only for this owner's connection. */
export function sealToken(ownerId: OwnerId, token: string): string {
  return seal(token, placeOfToken(ownerId));
}

export function placeOfToken(ownerId: number): string {
  return `whatsapp_instances.sealed_token ${ownerId}`;
}

export function toRef(row: repository.InstanceRow): InstanceRef {
  return {
    id: row.id,
    name: row.provider_ref,
    token: row.sealed_token && unseal(row.sealed_token, placeOfToken(row.owner_id)),
    account: row.account_ref,
  };
}
