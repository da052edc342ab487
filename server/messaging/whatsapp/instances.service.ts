import { nameChatOf } from "@/lib/domain/messages/chat-key";
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
import type { Which } from "./whatsapp.repository";
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
export type { Which } from "./whatsapp.repository";

/** One of an account's numbers, by the id of its instance. */
export interface Line {
  ownerId: OwnerId;
  instanceId: number;
}

export const toLine = ({ owner_id, id }: { owner_id: number; id: number }): Line => ({
  ownerId: ownerOfRow(owner_id),
  instanceId: id,
});

/** How screens and programs address a chat with this number. */
export const nameChat = ({ id, is_default }: Instance, chatId: string): string =>
  nameChatOf(chatId, is_default ? null : id);

/** What people call one of their numbers; its place where they gave it no name. */
export const nameNumber = ({ name, place }: Pick<Instance, "name" | "place">): string =>
  name ?? `Número ${place}`;

export type NumberPlace = { owner_id: number; place: number };

/** What tells a number from all others in names and secrets; the first one's is its account's. */
export const toLabel = ({ owner_id, place }: NumberPlace): string =>
  place === 1 ? String(owner_id) : `${owner_id}-${place}`;

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

function awaitsHistory({ history_since }: Instance): boolean {
  return history_since !== null && Date.now() - history_since.getTime() < HISTORY_MOST_S * 1_000;
}

/**
 * On coming back, Evolution holds what it finds for 20 seconds, unless a message passes. On a phone just paired, the
 * history is awaited instead.
 */
const CATCH_UP_MS = 45_000;

function isCatchingUp({ provider, paired_at, connected_at }: Instance): boolean {
  if (provider !== "evolution" || !paired_at || !connected_at) return false;
  const openedAt = connected_at.getTime();
  return openedAt - paired_at.getTime() > CATCH_UP_MS && Date.now() - openedAt < CATCH_UP_MS;
}

/** An account's numbers at the configured provider, in the order in which they were added. */
export async function findOwnInstances(ownerId: OwnerId): Promise<Instance[]> {
  return (await repository.findOwnInstances(ownerId)).filter((row) => currentOrNull(row));
}

/** Null when the account has no such number. */
export async function findSender(ownerId: OwnerId, which: Which): Promise<Sender | null> {
  const row = await findRow(ownerId, which);
  return row && toSender(row);
}

/** The senders that are asked for, in their order, or the default one for one that was removed; null where there is none. */
export async function findSenders(
  wanted: readonly { ownerId: OwnerId; which: Which }[],
): Promise<(Sender | null)[]> {
  const ids = wanted.flatMap(({ which }) => (which === "default" ? [] : which));
  const owners = [...new Set(wanted.map(({ ownerId }) => ownerId))];
  const found = wanted.length > 0 ? await repository.findInstances(owners, ids) : [];
  return wanted.map(({ ownerId, which }) => {
    const own = found.filter((row) => row.owner_id === ownerId);
    const row =
      own.find(({ id, removed_at }) => id === which && removed_at === null) ??
      own.find(({ is_default }) => is_default);
    return row && currentOrNull(row) ? toSender(row) : null;
  });
}

function toSender(row: Instance): Sender {
  const { restricted_until } = row;
  return {
    instance: row,
    senderKey: getPhoneKey(row.number) ?? `instance:${row.id}`,
    connected: row.status === "CONNECTED",
    pairedAt: row.paired_at,
    restrictedUntil: restricted_until && restricted_until > new Date() ? restricted_until : null,
    recovering: row.recover_since !== null,
    awaitsHistory: awaitsHistory(row),
    catchingUp: isCatchingUp(row),
  };
}

/** The accounts that have connected the same phone, as which of their numbers, and since when the first of them has. */
export interface PhoneShare {
  others: OwnerId[];
  /** The sender's own among them. */
  instanceIds: number[];
  pairedAt: Date | null;
}

export async function findPhoneShare({
  instance,
  senderKey,
  pairedAt,
}: Sender): Promise<PhoneShare> {
  if (instance.number === null) return { others: [], instanceIds: [instance.id], pairedAt };
  const spellings = [...new Set([senderKey, addNinthDigit(senderKey), instance.number])];
  const connected = await repository.findConnectedTo(spellings);
  const since = [pairedAt, ...connected.map(({ paired_at }) => paired_at)].filter(
    (at) => at !== null,
  );
  return {
    others: connected
      .filter(({ owner_id }) => owner_id !== instance.owner_id)
      .map(({ owner_id }) => ownerOfRow(owner_id)),
    instanceIds: [...new Set([instance.id, ...connected.map(({ id }) => id)])],
    pairedAt: since.length > 0 ? new Date(Math.min(...since.map((at) => at.getTime()))) : null,
  };
}

/** When WhatsApp restricted a number in the last `days` days, newest first, at most `limit`. */
export function findRestrictions(
  { owner_id, id }: Instance,
  { days, limit }: { days: number; limit: number },
) {
  return repository.findRestrictions(ownerOfRow(owner_id), id, days, limit);
}

/** A number and how its provider knows it, while its phone is connected. */
export async function findConnected(
  ownerId: OwnerId,
  which: Which,
): Promise<{ ref: InstanceRef; number: string | null } | null> {
  const row = await findRow(ownerId, which);
  return row?.status === "CONNECTED" ? { ref: toRef(row), number: row.number } : null;
}

export async function readInstance(ownerId: OwnerId, which: Which) {
  return describeInstance(ownerId, await findRow(ownerId, which));
}

/** The connection as the API shows it, from the row given. */
export async function describeInstance(ownerId: OwnerId, row: Instance | null) {
  const [counts, gap] = await Promise.all([
    repository.countInbox(ownerId),
    row && findLastGap(ownerId, row.id, GAP_SHOWN_HOURS),
  ]);
  return toInstance(row, counts, describeProvider(), gap);
}

/** Null for an instance of another provider than the configured one: it has to be paired again. */
export async function findRow(ownerId: OwnerId, which: Which): Promise<Instance | null> {
  return currentOrNull(await repository.findInstance(ownerId, which));
}

export function currentOrNull(row: Instance | null): Instance | null {
  return row?.provider === env.whatsappProvider ? row : null;
}

/** @throws AppError not_found */
export async function getRow(ownerId: OwnerId, which: Which): Promise<Instance> {
  const row = await findRow(ownerId, which);
  if (!row) throw new AppError("not_found");
  return row;
}

/** The sealed token can be used only for this connection. */
export function sealToken(number: NumberPlace, token: string): string {
  return seal(token, placeOfToken(number));
}

export function placeOfToken(number: NumberPlace): string {
  return `whatsapp_instances.sealed_token ${toLabel(number)}`;
}

export function toRef(row: Instance): InstanceRef {
  return {
    id: row.id,
    name: row.provider_ref,
    token: row.sealed_token && unseal(row.sealed_token, placeOfToken(row)),
    account: row.account_ref,
  };
}
