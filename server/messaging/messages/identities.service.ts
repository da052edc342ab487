import { type ChatAddress, getChatNumber } from "@/lib/domain/messages/chat-key";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { moveOptIn } from "@/server/messaging/opt-ins/opt-ins.service";
import { extendOptOut } from "@/server/messaging/opt-outs/opt-outs.service";
import type { OwnerId } from "@/server/platform/actor";
import * as repository from "./identities.repository";
import { applyEarlyChanges, moveChanges } from "./message-changes.service";

/** The person that a message or an event is about. */
export interface Identified {
  /** The key of the contact's rows: of the number, or the chat id while the number is unknown. */
  phoneKey: string;
  /** Whether the contact wrote under an opaque id whose number has just become known. */
  hasAnsweredBefore: boolean;
}

/**
 * Finds the person that an address belongs to. Where both an opaque id and the number are given, it also learns that
 * they belong together, whichever of them the chat has: two conversations of one person become one, and an opt-out
 * under either counts for both. Call inside a transaction.
 */
export async function identifyContact(
  ownerId: OwnerId,
  { chatId, number, lid }: ChatAddress,
): Promise<Identified> {
  // WhatsApp's numbers always begin with the country code; the plus makes that explicit.
  const phoneKey = getPhoneKey(number);
  const opaque = getChatNumber(chatId) === null ? chatId : lid;
  if (opaque === null) return { phoneKey: phoneKey ?? chatId, hasAnsweredBefore: false };
  if (phoneKey === null) {
    await repository.lockIdentity(ownerId, opaque);
    const known = await repository.findIdentity(ownerId, opaque);
    return { phoneKey: known ?? opaque, hasAnsweredBefore: false };
  }
  // Nearly always the identity is already known, which needs no lock.
  if ((await repository.findIdentity(ownerId, opaque)) === phoneKey) {
    return { phoneKey, hasAnsweredBefore: false };
  }
  return { phoneKey, hasAnsweredBefore: await learnIdentity(ownerId, opaque, phoneKey) };
}

/** Returns whether the contact had written under the opaque id. */
async function learnIdentity(ownerId: OwnerId, opaque: string, phoneKey: string): Promise<boolean> {
  await repository.lockIdentity(ownerId, opaque);
  const before = await repository.findIdentity(ownerId, opaque);
  if (!(await repository.storeIdentity(ownerId, opaque, phoneKey))) return false;
  // A person who changed the number is still the one who opted out.
  if (before !== null) await extendOptOut(ownerId, before, phoneKey);
  await extendOptOut(ownerId, opaque, phoneKey);
  await moveOptIn(ownerId, opaque, phoneKey);
  const hasAnswered = await repository.joinConversations(ownerId, opaque, phoneKey);
  await moveChanges(ownerId, opaque, phoneKey);
  await applyEarlyChanges(ownerId, phoneKey);
  return hasAnswered;
}

/** The key of a contact that an event names; null while nothing is known under this address. */
export async function findContactKey(
  ownerId: OwnerId,
  { chatId, number, lid }: ChatAddress,
): Promise<string | null> {
  const phoneKey = getPhoneKey(number);
  return phoneKey ?? repository.findIdentity(ownerId, lid ?? chatId);
}

/** A person's old and new key. */
export interface Move {
  fromKey: string;
  toKey: string;
}

/**
 * Moves a person to another number or opaque id: the conversation, the effects of its messages, an opt-out and an
 * opt-in follow. Null when both are already known to be the same. Call inside a transaction.
 */
export async function movePerson(
  ownerId: OwnerId,
  { from, to, at }: { from: ChatAddress; to: ChatAddress; at: Date },
): Promise<Move | null> {
  // In a fixed order, so that two moves do not wait for each other.
  const ids = [from, to].flatMap(({ chatId, lid }) => (lid ? [chatId, lid] : [chatId]));
  for (const id of [...new Set(ids)].sort()) await repository.lockIdentity(ownerId, id);
  const fromKey = (await findContactKey(ownerId, from)) ?? from.chatId;
  const toKey = getPhoneKey(to.number) ?? to.chatId;
  // The old id also belongs to the person; an old number may get another holder one day.
  for (const { chatId, lid } of [from, to]) {
    const opaque = getChatNumber(chatId) === null ? chatId : lid;
    if (opaque && opaque !== toKey) await repository.storeIdentity(ownerId, opaque, toKey);
  }
  if (fromKey === toKey) return null;
  await repository.moveIdentities(ownerId, fromKey, toKey);
  await extendOptOut(ownerId, fromKey, toKey);
  await moveOptIn(ownerId, fromKey, toKey);
  await repository.joinConversations(ownerId, fromKey, toKey);
  await repository.markMoved(ownerId, toKey, { fromKey, chatId: to.chatId, at });
  await moveChanges(ownerId, fromKey, toKey);
  await applyEarlyChanges(ownerId, toKey);
  return { fromKey, toKey };
}

/** Stores how WhatsApp shows a person who hides the number. */
export function setUsername(ownerId: OwnerId, phoneKey: string, username: string): Promise<void> {
  return repository.setUsername(ownerId, phoneKey, username);
}
