import type { MessageContent } from "@/lib/domain/messages/message-content";
import { MESSAGE_RANK, type MessageStatus } from "@/lib/domain/messages/message-status";
import type { UserId } from "@/server/actor";
import { type Identified, identifyContact } from "./identities.service";
import * as repository from "./messages.repository";

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
  /** Counts as unread. */
  isNew: boolean;
}

/** Stores a message reported by the provider, once. Call inside a transaction. */
export async function storeIncomingMessage(
  ownerId: UserId,
  message: IncomingMessage,
): Promise<Identified & { stored: repository.NewMessage | null }> {
  const { fromMe, text, instanceId, providerMessageId, chatId, name, sentAt, isNew } = message;
  const { kind, quotedId, location, contacts } = message;
  const contact = await identifyContact(ownerId, message);
  const stored = await repository.storeMessage(ownerId, {
    instanceId,
    providerMessageId,
    chatId,
    name,
    sentAt,
    phoneKey: contact.phoneKey,
    direction: fromMe ? "out" : "in",
    kind,
    content: text,
    quotedId,
    details: location ? { location } : contacts.length > 0 ? { contacts } : null,
    statusRank: fromMe ? MESSAGE_RANK.pending : MESSAGE_RANK.delivered,
    isUnread: isNew && !fromMe,
  });
  return { ...contact, stored };
}

const PLAIN_TEXT = {
  kind: "text" as const,
  quotedId: null,
  location: null,
  contacts: [],
} satisfies Partial<MessageContent>;

/** Stores a message that a campaign sent, under the provider's id, so that its webhook echo is recognised. */
export async function storeSentMessage(
  ownerId: UserId,
  message: {
    instanceId: number;
    providerMessageId: string;
    number: string;
    chatId: string;
    text: string;
  },
): Promise<void> {
  await storeIncomingMessage(ownerId, {
    ...message,
    ...PLAIN_TEXT,
    name: null,
    fromMe: true,
    sentAt: new Date(),
    isNew: true,
  });
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
