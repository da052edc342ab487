import type { MessageContent } from "@/lib/domain/messages/message-content";
import { MESSAGE_RANK, type MessageStatus } from "@/lib/domain/messages/message-status";
import { toPhoneKey } from "@/lib/domain/phone/phone";
import type { UserId } from "@/server/actor";
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
}

/** Stores a message reported by the provider. Returns null when it was already stored. */
export function storeIncomingMessage(
  ownerId: UserId,
  message: IncomingMessage,
): Promise<repository.NewMessage | null> {
  const { fromMe, text, instanceId, providerMessageId, chatId, name, sentAt } = message;
  const { kind, quotedId, location, contacts } = message;
  return repository.storeMessage(ownerId, {
    instanceId,
    providerMessageId,
    chatId,
    name,
    sentAt,
    phoneKey: getContactKey(message),
    direction: fromMe ? "out" : "in",
    kind,
    content: text,
    quotedId,
    details: location ? { location } : contacts.length > 0 ? { contacts } : null,
    statusRank: fromMe ? MESSAGE_RANK.pending : MESSAGE_RANK.delivered,
  });
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
 * Raises a message's status; a receipt that arrives before its message is kept. Returns true when the status rose.
 */
export function raiseMessageStatus(
  instanceId: number,
  providerMessageId: string,
  status: MessageStatus,
): Promise<boolean> {
  return repository.raiseStatus(instanceId, providerMessageId, MESSAGE_RANK[status]);
}

/** The key of a contact's rows: from its number, or its chat id when the number is unknown. */
export function getContactKey({
  number,
  chatId,
}: {
  number: string | null;
  chatId: string;
}): string {
  // WhatsApp's numbers always begin with the country code; the plus makes that explicit.
  return toPhoneKey(number && `+${number}`) ?? chatId;
}
