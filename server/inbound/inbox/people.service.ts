import { type ChatAddress, getScopedUserId, readChatAddress } from "@/lib/domain/messages/chat-key";
import { AppError } from "@/lib/errors";
import { markRecipientAnswered } from "@/server/campaigns/campaigns/engine/campaign-answers.service";
import { markLeadAnswered, moveLeadNumber } from "@/server/leads/leads/lead-marks.service";
import { moveContact } from "@/server/messaging/contacts/contacts.service";
import type { WhatsappEvent } from "@/server/messaging/gateway/whatsapp-events.gateway";
import {
  findContactKey,
  identifyContact,
  movePerson,
} from "@/server/messaging/messages/identities.service";
import { findRecipientChat } from "@/server/messaging/messages/messages.service";
import { hasOptedOut } from "@/server/messaging/opt-outs/opt-outs.service";
import { moveScheduled } from "@/server/messaging/scheduled-messages/send-scheduled.service";
import type { OwnerId } from "@/server/platform/actor";
import { publish } from "@/server/platform/live/publish";
import { isAnyErased } from "./erased-people.service";

type IdentityEvent = Extract<WhatsappEvent, { type: "identity" }>;
type MoveEvent = Extract<WhatsappEvent, { type: "moved" }>;

/** Two ids turn out to be one person: what the person wrote under one also counts for the other. */
export async function receiveIdentity(ownerId: OwnerId, { chatId, number, dated }: IdentityEvent) {
  if (dated && (await findContactKey(ownerId, { chatId, number: null, lid: null }))) return;
  const phoneKey = await identify(ownerId, { chatId, number, lid: null });
  // While the number is hidden, only opaque ids of this kind are stored as contacts.
  if (getScopedUserId(chatId) === null) return;
  await moveContact(ownerId, chatId, { phoneKey, number, jid: `${number}@s.whatsapp.net` });
}

/**
 * A person now uses another number or id: conversation, contact, lead and opt-out are moved to it.
 * @throws AppError person_erased: nothing of an erased person is left to move, and the new number is refused as well
 */
export async function receiveMove(ownerId: OwnerId, event: MoveEvent) {
  const { to } = event;
  if (await isAnyErased(ownerId, [event.from, to])) throw new AppError("person_erased");
  const move = await movePerson(ownerId, event);
  if (!move) return;
  const { fromKey, toKey } = move;
  await moveContact(ownerId, fromKey, { phoneKey: toKey, number: to.number, jid: to.chatId });
  await moveScheduled(ownerId, fromKey, { phoneKey: toKey, chatId: to.chatId });
  // A first message needs a number: without a new one the lead keeps its own.
  if (to.number) await moveLeadNumber(ownerId, fromKey, { number: to.number, phoneKey: toKey });
  publish(ownerId, "message.changed", { chat: to.chatId });
}

/**
 * Learns the address that a status of our message comes from. The status comes from the message's recipient, so an
 * opaque id without a number belongs to the number we wrote to. The answer may contain only that id.
 */
export async function identifyRecipient(
  ownerId: OwnerId,
  { instanceId, messageId, from }: { instanceId: number; messageId: string; from: ChatAddress },
): Promise<void> {
  const isHidden = from.number === null && from.lid !== null;
  if (isHidden && (await findContactKey(ownerId, from)) === null) {
    const to = await findRecipientChat(ownerId, instanceId, messageId);
    const number = to && (readChatAddress(to)?.number ?? null);
    if (number) return void (await identify(ownerId, { ...from, number }));
  }
  await identify(ownerId, from);
}

/** Learns an address; returns the contact's key. */
export async function identify(ownerId: OwnerId, address: ChatAddress): Promise<string> {
  const { phoneKey, hasAnsweredBefore } = await identifyContact(ownerId, address);
  if (hasAnsweredBefore) {
    await markAnswered(ownerId, phoneKey);
    publish(ownerId, "message.changed", { chat: address.chatId });
  }
  return phoneKey;
}

export async function markAnswered(ownerId: OwnerId, phoneKey: string) {
  const optedOut = await hasOptedOut(ownerId, phoneKey);
  await markLeadAnswered(ownerId, phoneKey, optedOut ? "opted_out" : "answered");
  await markRecipientAnswered(ownerId, phoneKey);
}
