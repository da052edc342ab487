import type { MessageContent } from "@/lib/domain/messages/message-content";
import { MESSAGE_RANK, type MessageStatus } from "@/lib/domain/messages/message-status";
import type { UserId } from "@/server/actor";
import { type Identified, identifyContact } from "./identities.service";
import * as repository from "./messages.repository";
import { settleEchoedSend } from "./sends.service";

export { setReaction } from "./reactions.repository";

export interface IncomingMessage extends Omit<MessageContent, "media"> {
  instanceId: number;
  providerMessageId: string;
  chatId: string;
  /** Digits with country code; null when the provider gives only a chat id. */
  number: string | null;
  name: string | null;
  fromMe: boolean;
  sentAt: Date;
  /** Just written: counts as unread or, from us, may be the echo of a send whose answer is awaited. */
  isNew: boolean;
}

/**
 * Stores a message reported by the provider, once. `echoed`: it is a send of ours that was stored already. Call inside
 * a transaction.
 */
export async function storeIncomingMessage(
  ownerId: UserId,
  message: IncomingMessage,
): Promise<Identified & { stored: repository.NewMessage | null; echoed: boolean }> {
  const { fromMe, text, instanceId, providerMessageId, kind, isNew } = message;
  const contact = await identifyContact(ownerId, message);
  if (fromMe && isNew) {
    const echo = { instanceId, providerMessageId, phoneKey: contact.phoneKey, kind, text };
    if (await settleEchoedSend(ownerId, echo)) return { ...contact, stored: null, echoed: true };
  }
  const [stored = null] = await repository.storeMessages([
    toStored(ownerId, message, contact.phoneKey),
  ]);
  return { ...contact, stored, echoed: false };
}

function toStored(ownerId: UserId, message: IncomingMessage, phoneKey: string) {
  const { instanceId, providerMessageId, chatId, name, kind, quotedId, sentAt } = message;
  const { fromMe, text, location, contacts, isNew } = message;
  return {
    ownerId,
    instanceId,
    providerMessageId,
    chatId,
    name,
    phoneKey,
    direction: fromMe ? ("out" as const) : ("in" as const),
    kind,
    content: text,
    quotedId,
    details: location ? { location } : contacts.length > 0 ? { contacts } : null,
    statusRank: fromMe ? MESSAGE_RANK.pending : MESSAGE_RANK.delivered,
    sentAt,
    isUnread: isNew && !fromMe,
  };
}

const PLAIN_TEXT = {
  kind: "text" as const,
  quotedId: null,
  location: null,
  contacts: [],
} satisfies Partial<MessageContent>;

/** A text that a campaign sent. */
export interface SentText {
  ownerId: UserId;
  instanceId: number;
  providerMessageId: string;
  number: string;
  chatId: string;
  text: string;
}

/**
 * Stores what campaigns sent, under the provider's ids, so that the webhook's echo is recognised; at most one message of
 * a conversation. Call inside a transaction.
 */
export async function storeSentTexts(sent: readonly SentText[]): Promise<void> {
  const messages: Parameters<typeof repository.storeMessages>[0][number][] = [];
  for (const { ownerId, ...text } of sent) {
    const message = {
      ...text,
      ...PLAIN_TEXT,
      name: null,
      fromMe: true,
      sentAt: new Date(),
      isNew: false,
    };
    const { phoneKey } = await identifyContact(ownerId, message);
    messages.push(toStored(ownerId, message, phoneKey));
  }
  await repository.storeMessages(messages);
}

/**
 * Gives a message a new text. Returns its direction and its contact's key; null when the message is not stored.
 */
export async function editMessage(
  instanceId: number,
  { id, text, editedAt }: { id: string; text: string | null; editedAt: Date },
): Promise<{ direction: "in" | "out"; phoneKey: string } | null> {
  const edited = await repository.editMessage(instanceId, id, text, editedAt);
  return edited && { direction: edited.direction, phoneKey: edited.phone_key };
}

/**
 * Marks a message as deleted for everyone; its content stays stored. Returns its id and its contact's key; null when it
 * is not stored yet, in which case the deletion is kept, or was deleted before.
 */
export async function markMessageDeleted(
  instanceId: number,
  providerMessageId: string,
): Promise<{ id: number; phoneKey: string } | null> {
  const deleted = await repository.markDeleted(instanceId, providerMessageId);
  return deleted && { id: deleted.id, phoneKey: deleted.phone_key };
}

/**
 * Raises a message's status; a receipt that arrives before its message is kept. `failure` is why it failed. Returns true
 * when the status rose.
 */
export function raiseMessageStatus(
  instanceId: number,
  providerMessageId: string,
  status: MessageStatus,
  failure: string | null = null,
): Promise<boolean> {
  return repository.raiseStatus(instanceId, providerMessageId, MESSAGE_RANK[status], failure);
}

/** The kind and the words of a stored message. */
export function findMessageWords(
  ownerId: UserId,
  instanceId: number,
  providerMessageId: string,
): Promise<repository.MessageWords | null> {
  return repository.findMessageWords(ownerId, instanceId, providerMessageId);
}
