import {
  type AnswerReading,
  mayBePersons,
  readAnswer,
  readLate,
} from "@/lib/domain/answers/read-answer";
import type { ChatAddress } from "@/lib/domain/messages/chat-key";
import type { MessageContent } from "@/lib/domain/messages/message-content";
import { MESSAGE_RANK, type MessageStatus } from "@/lib/domain/messages/message-status";
import type { OwnerId } from "@/server/platform/actor";
import { findContactKey, type Identified, identifyContact } from "./identities.service";
import { findDelay } from "./intents.repository";
import { applyEarlyEdits, type EarlyEdit } from "./message-changes.service";
import * as repository from "./messages.repository";
import { settleEchoedSend } from "./outgoing-messages.service";

export { hasWrittenLately } from "./chats.repository";
export { findRecipientChat, findUnstored } from "./messages.repository";
export { setReaction } from "./reactions.repository";

export interface IncomingMessage extends Omit<MessageContent, "media">, ChatAddress {
  instanceId: number;
  providerMessageId: string;
  name: string | null;
  fromMe: boolean;
  sentAt: Date;
  /** Just written: counts as unread or, from us, may be the echo of a send whose answer is awaited. */
  isNew: boolean;
  /** Our message, sent through the provider's API: it does not prove that a user read the conversation. */
  viaApi: boolean;
}

interface StoredIncoming extends Identified {
  stored: repository.NewMessage | null;
  /**
   * The reading of a contact's message by itself, adjusted for a text that reads like a machine's but took its writer a
   * while; null for our messages, and for actions without words.
   */
  reading: AnswerReading | null;
  /** Edits that came before the message, the earliest first. */
  edits: EarlyEdit[];
  /** Whether it is one of our sends that was stored already. */
  echoed: boolean;
}

/** Stores a message reported by the provider, once. Call inside a transaction. */
export async function storeIncomingMessage(
  ownerId: OwnerId,
  message: IncomingMessage,
): Promise<StoredIncoming> {
  const { fromMe, text, instanceId, providerMessageId, kind, isNew } = message;
  const contact = await identifyContact(ownerId, message);
  if (fromMe && isNew) {
    const echo = { instanceId, providerMessageId, phoneKey: contact.phoneKey, kind, text };
    if (await settleEchoedSend(ownerId, echo)) {
      return { ...contact, stored: null, reading: null, edits: [], echoed: true };
    }
  }
  const { phoneKey } = contact;
  let reading = fromMe || kind === "notice" ? null : readAnswer([text ?? ""]);
  if (isNew && reading && mayBePersons(reading)) {
    reading = readLate(reading, await findDelay(ownerId, phoneKey, message.sentAt));
  }
  const row = { ...toStored(ownerId, message, phoneKey), intent: reading?.kind ?? null };
  let [stored = null] = await repository.storeMessages([row]);
  // The notice under this id is outdated: the message's content is known now, or the call has ended.
  if (!stored && (await repository.takeNotice(ownerId, row))) {
    [stored = null] = await repository.storeMessages([row]);
  }
  const named = { instanceId, providerMessageId, phoneKey, fromMe };
  const edits = stored?.edited ? await applyEarlyEdits(named) : [];
  return { ...contact, stored, reading, edits, echoed: false };
}

function toStored(ownerId: OwnerId, message: IncomingMessage, phoneKey: string) {
  const { instanceId, providerMessageId, chatId, name, kind, quotedId, sentAt } = message;
  const { fromMe, text, location, contacts, isNew, viaApi } = message;
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
    isNew,
    isUnread: isNew && !fromMe,
    tellsRead: isNew && fromMe && !viaApi,
    intent: null,
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
  ownerId: OwnerId;
  instanceId: number;
  providerMessageId: string;
  number: string;
  chatId: string;
  text: string;
}

/**
 * Stores what campaigns sent, under the provider's ids, so that the webhook's echo is recognised; at most one message
 * of a conversation. Call inside a transaction.
 */
export async function storeSentTexts(sent: readonly SentText[]): Promise<void> {
  const messages: Parameters<typeof repository.storeMessages>[0][number][] = [];
  for (const { ownerId, ...text } of sent) {
    const message = {
      ...text,
      ...PLAIN_TEXT,
      lid: null,
      name: null,
      fromMe: true,
      sentAt: new Date(),
      isNew: false,
      viaApi: true,
    };
    const { phoneKey } = await identifyContact(ownerId, message);
    messages.push(toStored(ownerId, message, phoneKey));
  }
  await repository.storeMessages(messages);
}

/**
 * Raises a message's status; a receipt that arrives before its message is kept, one for another chat has no effect.
 * `failure` is why it failed. `byUs`: one of our devices reports it for a contact's message; once that is read, so is
 * the conversation. Returns the message when its status rose, else null. Call inside a transaction.
 */
export async function raiseMessageStatus(
  ownerId: OwnerId,
  instanceId: number,
  {
    id,
    status,
    from = null,
    failure = null,
    byUs = false,
  }: {
    id: string;
    status: MessageStatus;
    from?: ChatAddress | null;
    failure?: string | null;
    byUs?: boolean;
  },
): Promise<repository.RaisedMessage | null> {
  const phoneKey = from && (await findContactKey(ownerId, from));
  const rank = MESSAGE_RANK[status];
  const raised = await repository.raiseStatus(instanceId, { id, phoneKey, rank, failure, byUs });
  if (raised?.direction === "in" && rank >= MESSAGE_RANK.read) {
    await repository.markReadElsewhere(ownerId, raised.id);
  }
  return raised;
}

/** The short texts that a contact wrote after a moment, at most a hundred. */
export function findShortRepliesSince(
  ownerId: OwnerId,
  phoneKey: string,
  since: Date,
): Promise<string[]> {
  return repository.findShortReplies(ownerId, phoneKey, { since, maxLength: 40, limit: 100 });
}

/** Whether a contact has written no more than `most` messages. */
export function hasFewIncoming(ownerId: OwnerId, phoneKey: string, most: number): Promise<boolean> {
  return repository.hasFewIncoming(ownerId, phoneKey, most);
}

/** The kind and the words of a stored message. */
export function findMessageWords(
  ownerId: OwnerId,
  instanceId: number,
  providerMessageId: string,
): Promise<repository.MessageWords | null> {
  return repository.findMessageWords(ownerId, instanceId, providerMessageId);
}
