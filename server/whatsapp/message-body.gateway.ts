import { z } from "zod";
import { getChatNumber } from "@/lib/domain/messages/chat-key";
import { readQuotedId } from "@/lib/domain/messages/message-attachment";
import { type MessageReading, readMessage } from "@/lib/domain/messages/message-content";
import type { MessageStatus } from "@/lib/domain/messages/message-status";
import { readInteger } from "@/lib/domain/messages/proto-fields";
import type { WhatsappEvent } from "./whatsapp.gateway";

/** Far beyond any id or name of WhatsApp's. */
const MAX_ID_LENGTH = 200;
const MAX_NAME_LENGTH = 200;
/** Seconds since 1970 from 2001 to 2100: a number outside is milliseconds, or nonsense. */
const [FIRST_SECOND, LAST_SECOND] = [1_000_000_000, 4_102_444_800];

export const Id = z.string().min(1).max(MAX_ID_LENGTH);

/** Version 2.1 leaves it out of some messages, which then count as sent when they arrive. */
export const Seconds = z
  .preprocess(
    (value) => value && (readInteger(value) ?? value),
    z.number().min(FIRST_SECOND).max(LAST_SECOND),
  )
  .nullish();

const Message = z.object({
  key: z.object({
    id: Id,
    remoteJid: Id,
    fromMe: z.boolean().catch(false),
    remoteJidAlt: Id.nullish(),
    // The phone of a LID chat in version 2.3.0.
    senderPn: Id.nullish(),
  }),
  pushName: z.string().nullish(),
  message: z.unknown().optional(),
  // Since version 2.2 beside the message, whose text is flattened.
  contextInfo: z.unknown().optional(),
  messageTimestamp: Seconds,
});

const Update = z.object({
  keyId: Id.nullish(),
  key: z.object({ id: Id }).nullish(),
  status: z.string().nullish(),
  message: z.unknown().optional(),
  update: z.object({ message: z.unknown().optional() }).nullish().catch(null),
});

/** `presences` holds one entry in a personal chat, under the contact's own id. */
const Presence = z.object({
  id: Id,
  presences: z.record(z.string(), z.object({ lastKnownPresence: z.string() })),
});

const Deletion = z.object({
  id: Id.nullish(),
  remoteJid: Id.nullish(),
  // Of a deletion through Evolution's own API, where `id` is that of its row.
  key: z.object({ id: Id, remoteJid: Id.nullish() }).nullish(),
});

const STATUSES: Record<string, MessageStatus> = {
  ERROR: "failed",
  PENDING: "pending",
  SERVER_ACK: "sent",
  DELIVERY_ACK: "delivered",
  READ: "read",
  PLAYED: "read",
};

/** A chat with one person; others are groups, newsletters, broadcasts and stories. */
const PERSONAL_CHAT = /@(?:s\.whatsapp\.net|c\.us|lid|hosted|hosted\.lid)$/;
const PHONE_CHAT = /^(\d{5,20})(?::\d{1,5})?@(?:s\.whatsapp\.net|c\.us|hosted)$/;

function isPersonalChat(chatId: string): boolean {
  return PERSONAL_CHAT.test(chatId);
}

/**
 * A message as Baileys reports it, and Evolution in MESSAGES_UPSERT and SEND_MESSAGE. Returns null for what is not said in a personal chat.
 * @throws z.ZodError
 */
export function toMessageEvent(
  item: unknown,
  origin: "live" | "history" = "live",
): WhatsappEvent | null {
  const { key, pushName, message, contextInfo, messageTimestamp } = Message.parse(item);
  const { remoteJid, fromMe } = key;
  if (!isPersonalChat(remoteJid)) return null;
  const reading = readMessage(message);
  const sentAt = messageTimestamp ? new Date(messageTimestamp * 1000) : new Date();
  if (reading.type === "reaction") {
    const { messageId, emoji } = reading;
    return { type: "reaction", id: messageId, chatId: remoteJid, fromMe, emoji, reactedAt: sentAt };
  }
  if (reading.type !== "message") return toChange(reading);
  const phones = [remoteJid, key.remoteJidAlt, key.senderPn];
  return {
    ...reading,
    quotedId: reading.quotedId ?? readQuotedId(contextInfo),
    id: key.id,
    chatId: remoteJid,
    number: phones.map((jid) => PHONE_CHAT.exec(jid ?? "")?.[1]).find(Boolean) ?? null,
    fromMe,
    // On our own messages the name is our own.
    name: fromMe ? null : (pushName?.slice(0, MAX_NAME_LENGTH) ?? null),
    mediaSource: null,
    sentAt,
    origin,
  };
}

/**
 * A change of MESSAGES_UPDATE: a status, or an edit or a deletion, which some versions send as an update.
 * @throws z.ZodError
 */
export function toUpdateEvent(item: unknown): WhatsappEvent | null {
  const { keyId, key, status, message, update } = Update.parse(item);
  const id = keyId ?? key?.id;
  if (id && status === "DELETED") return { type: "deletion", id };
  const reading = readMessage(message ?? update?.message);
  if (id && reading.type === "message") {
    return toEdit({ type: "edit", messageId: id, text: reading.text, editedAtMs: null });
  }
  const change = toChange(reading);
  if (change) return change;
  const known = STATUSES[status ?? ""];
  return id && known ? { type: "status", id, status: known } : null;
}

/** @throws z.ZodError */
export function toTypingEvent(item: unknown): WhatsappEvent | null {
  const { id, presences } = Presence.parse(item);
  const [presence] = Object.values(presences);
  if (!presence || !isPersonalChat(id)) return null;
  const typing = ["composing", "recording"].includes(presence.lastKnownPresence);
  return { type: "typing", chatId: id, number: getChatNumber(id), typing };
}

/** Names the field that is not as documented, without its value. */
export function describeProblem(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join(".") || "body"}: ${issue?.code}`;
}

const StoredStatuses = z.object({
  MessageUpdate: z.array(z.object({ status: z.string() })).catch([]),
});

/** A record of /chat/findMessages with its statuses; nothing for what is not said in a personal chat or cannot be read. */
export function toHistoryEvents(record: unknown): WhatsappEvent[] {
  try {
    const event = toMessageEvent(record);
    // An edit could be an opt-out, and the past sets nothing off.
    if (event?.type === "reaction" || event?.type === "deletion") return [event];
    if (event?.type !== "message") return [];
    const { MessageUpdate: updates } = StoredStatuses.parse(record);
    const statuses = updates.flatMap(({ status }): WhatsappEvent[] => {
      const known = STATUSES[status];
      return known ? [{ type: "status", id: event.id, status: known }] : [];
    });
    return [{ ...event, origin: "history" }, ...statuses];
  } catch (error) {
    if (error instanceof z.ZodError) return [];
    throw error;
  }
}

/** MESSAGES_EDITED carries the protocol message itself, since version 2.3 of deletions and settings too. */
export function toEditEvent(item: unknown): WhatsappEvent | null {
  return toChange(readMessage({ protocolMessage: item }));
}

/** MESSAGES_DELETE carries the message's key, or the message. @throws z.ZodError */
export function toDeletionEvent(item: unknown): WhatsappEvent | null {
  const { id: itemId, remoteJid: itemChat, key } = Deletion.parse(item);
  const id = key ? key.id : itemId;
  const chat = key ? key.remoteJid : itemChat;
  return id && (!chat || isPersonalChat(chat)) ? { type: "deletion", id } : null;
}

function toChange(reading: MessageReading): WhatsappEvent | null {
  if (reading.type === "edit") return toEdit(reading);
  return reading.type === "deletion" ? { type: "deletion", id: reading.messageId } : null;
}

function toEdit(reading: Extract<MessageReading, { type: "edit" }>): WhatsappEvent {
  const { messageId, text, editedAtMs } = reading;
  const told = editedAtMs && editedAtMs / 1000 > FIRST_SECOND && editedAtMs / 1000 < LAST_SECOND;
  return { type: "edit", id: messageId, text, editedAt: told ? new Date(editedAtMs) : new Date() };
}
