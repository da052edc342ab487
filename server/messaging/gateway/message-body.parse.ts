import { z } from "zod";
import { type ChatAddress, getChatNumber, readChatAddress } from "@/lib/domain/messages/chat-key";
import { readQuotedId } from "@/lib/domain/messages/message-attachment";
import { type MessageReading, readMessage } from "@/lib/domain/messages/message-content";
import { readCall, readNotice, readStub } from "@/lib/domain/messages/message-notices";
import type { MessageStatus } from "@/lib/domain/messages/message-status";
import { readFields, readInteger } from "@/lib/domain/messages/proto-fields";
import type { MessageAuthor, WhatsappEvent } from "./whatsapp-events.gateway";

/** Far beyond any id or name of WhatsApp's. */
const MAX_ID_LENGTH = 200;
const MAX_NAME_LENGTH = 200;
/** Seconds since 1970 from 2001 to 2100: a number outside is milliseconds, or nonsense. */
const [FIRST_SECOND, LAST_SECOND] = [1_000_000_000, 4_102_444_800];

export const Id = z.string().min(1).max(MAX_ID_LENGTH);

/** Version 2.1 omits it in some messages, which then count as sent when they arrive. */
export const Seconds = z
  .preprocess(
    (value) => value && (readInteger(value) ?? value),
    z.number().min(FIRST_SECOND).max(LAST_SECOND),
  )
  .nullish()
  // An unreadable time must not lose the message: its time is then that of the arrival.
  .catch(null);

const Key = z.object({
  id: Id,
  remoteJid: Id,
  fromMe: z.boolean().catch(false),
  remoteJidAlt: Id.nullish().catch(null),
  // The phone of a LID chat in version 2.3.0, and the LID of a phone's chat.
  senderPn: Id.nullish().catch(null),
  senderLid: Id.nullish().catch(null),
});

const Message = z.object({
  key: Key,
  pushName: z.string().nullish().catch(null),
  message: z.unknown().optional(),
  // Since version 2.2 next to the message, whose text is flattened.
  contextInfo: z.unknown().optional(),
  messageTimestamp: Seconds,
  messageStubType: z.union([z.number(), z.string()]).nullish().catch(null),
});

const PartialKey = Key.partial({ id: true, remoteJid: true });

/** Evolution gives the key's fields next to the status, Baileys the key. */
const Update = PartialKey.omit({ id: true }).extend({
  keyId: Id.nullish(),
  key: PartialKey.nullish(),
  status: z.string().nullish(),
  message: z.unknown().optional(),
  update: z.object({ message: z.unknown().optional() }).nullish().catch(null),
});

/** `presences` contains one entry in a personal chat, under the contact's own id. */
const Presence = z.object({
  id: Id,
  presences: z.record(z.string(), z.object({ lastKnownPresence: z.string() })),
});

/** `key`: of a deletion through Evolution's own API, where `id` is that of its row. */
const Deletion = PartialKey.extend({ key: PartialKey.nullish() });

const STATUSES: Record<string, MessageStatus> = {
  ERROR: "failed",
  PENDING: "pending",
  SERVER_ACK: "sent",
  DELIVERY_ACK: "delivered",
  READ: "read",
  PLAYED: "read",
  // Of an instance that Evolution connects to the Cloud API.
  SENT: "sent",
  DELIVERED: "delivered",
  FAILED: "failed",
};

/** Null for what does not belong to a chat with one person, and where no chat is named. */
function readAddress(key: Partial<z.infer<typeof Key>>): ChatAddress | null {
  const { remoteJid, remoteJidAlt, senderPn, senderLid } = key;
  return remoteJid ? readChatAddress(remoteJid, [remoteJidAlt, senderPn, senderLid]) : null;
}

/**
 * A message as Baileys reports it, and Evolution in MESSAGES_UPSERT and SEND_MESSAGE. Returns null for what does not
 * belong to a personal chat.
 * @throws z.ZodError
 */
export function toMessageEvent(
  item: unknown,
  origin: "live" | "history" = "live",
): WhatsappEvent | null {
  const { key, pushName, message, contextInfo, messageTimestamp, ...stub } = Message.parse(item);
  const { fromMe } = key;
  const from = readAddress(key);
  if (!from) return null;
  const reading = readMessage(message);
  const sentAt = messageTimestamp ? new Date(messageTimestamp * 1000) : new Date();
  if (reading.type === "reaction") {
    const { messageId, emoji } = reading;
    return { type: "reaction", id: messageId, from, fromMe, emoji, reactedAt: sentAt };
  }
  const name = fromMe ? null : readName(pushName, key);
  const told = { ...from, id: key.id, fromMe, name, mediaSource: null, sentAt, origin };
  if (reading.type === "none") {
    const notice = readNotice(readFields(message), fromMe) ?? readStub(stub.messageStubType);
    return notice === null ? null : { type: "message", ...toNotice(notice), ...told };
  }
  if (reading.type !== "message") return toChange(reading, { from, fromMe, authenticated: true });
  return { ...reading, ...told, quotedId: reading.quotedId ?? readQuotedId(contextInfo) };
}

/** Evolution fills in the digits of the address where a history has no name; on our own messages the name is ours. */
function readName(pushName: string | null | undefined, { remoteJid }: { remoteJid: string }) {
  return pushName && pushName !== remoteJid.split("@")[0]
    ? pushName.slice(0, MAX_NAME_LENGTH)
    : null;
}

function toNotice(text: string) {
  const nothing = { quotedId: null, media: null, location: null, contacts: [] };
  return { kind: "notice" as const, text, ...nothing };
}

const Call = z.object({
  id: Id,
  chatId: Id,
  callerPn: Id.nullish().catch(null),
  status: z.string(),
  date: z.coerce.date().catch(() => new Date()),
  isVideo: z.boolean().nullish().catch(null),
  isGroup: z.boolean().nullish().catch(null),
});

/** A call as Baileys reports it, and Evolution in CALL; null for one in a group. @throws z.ZodError */
export function toCallEvent(item: unknown): WhatsappEvent | null {
  const { id, chatId, callerPn, status, date, isVideo, isGroup } = Call.parse(item);
  const from = readChatAddress(chatId, [callerPn]);
  const notice = isGroup ? null : readCall(status, isVideo === true);
  if (!from || notice === null) return null;
  const told = { ...from, id, fromMe: false, name: null, mediaSource: null };
  return { type: "message", ...toNotice(notice), ...told, sentAt: date, origin: "live" };
}

/**
 * A change of MESSAGES_UPDATE: a status, or an edit or a deletion, which some versions send as an update.
 * @throws z.ZodError
 */
export function toUpdateEvent(item: unknown): WhatsappEvent | null {
  const { keyId, key, status, message, update, ...fields } = Update.parse(item);
  const id = keyId ?? key?.id;
  const named = key ?? fields;
  const by = readAuthor(named);
  // Updates in groups, or of a story.
  if (named.remoteJid && !by.from) return null;
  if (id && status === "DELETED") return { type: "deletion", id, ...by };
  const reading = readMessage(readNews(message ?? update?.message));
  if (id && reading.type === "message") {
    return toEdit({ type: "edit", messageId: id, text: reading.text, editedAtMs: null }, by);
  }
  const change = toChange(reading, by);
  if (change) return change;
  const known = Object.hasOwn(STATUSES, status ?? "") ? STATUSES[status ?? ""] : undefined;
  if (!id || !known) return null;
  return { type: "status", id, status: known, from: by.from, ...(!named.fromMe && { byUs: true }) };
}

/**
 * The new content of an update. A file that was uploaded again comes as the whole message, whose content is not new.
 */
function readNews(message: unknown): unknown {
  const fields = readFields(message);
  return fields["editedMessage"] || fields["protocolMessage"] ? message : null;
}

/** @throws z.ZodError */
export function toTypingEvent(item: unknown): WhatsappEvent | null {
  const { id, presences } = Presence.parse(item);
  const [presence] = Object.values(presences);
  const from = readChatAddress(id);
  if (!presence || !from) return null;
  const typing = ["composing", "recording"].includes(presence.lastKnownPresence);
  return { type: "typing", chatId: from.chatId, number: getChatNumber(from.chatId), typing };
}

/** Names the field that is not as documented, without its value. */
export function describeProblem(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join(".") || "body"}: ${issue?.code}`;
}

const StoredStatuses = z.object({
  MessageUpdate: z.array(z.object({ status: z.string() })).catch([]),
});

/**
 * A record of /chat/findMessages with its statuses; nothing for what does not belong to a personal chat or cannot be
 * read.
 */
export function toHistoryEvents(record: unknown): WhatsappEvent[] {
  try {
    const event = toMessageEvent(record);
    // An edit could be an opt-out, and old messages must have no effects.
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

const Edit = z.object({ key: PartialKey.nullish().catch(null) });

/**
 * MESSAGES_EDITED contains the protocol message itself, since version 2.3 of deletions and settings too. The sender
 * wrote everything in it, even the key, and Evolution does not report who the sender is: a contact and the phone itself
 * both write `fromMe: true` about their own messages. Deletions are not taken from it: MESSAGES_DELETE reports them
 * with the chat.
 */
export function toEditEvent(item: unknown): WhatsappEvent | null {
  const reading = readMessage({ protocolMessage: item });
  if (reading.type !== "edit") return null;
  const { key } = Edit.parse(item);
  return toEdit(reading, {
    from: key ? readAddress(key) : null,
    fromMe: key?.fromMe === true,
    authenticated: false,
  });
}

/** MESSAGES_DELETE carries the message's key, or the message. @throws z.ZodError */
export function toDeletionEvent(item: unknown): WhatsappEvent | null {
  const { key, ...fields } = Deletion.parse(item);
  const named = key ?? fields;
  const by = readAuthor(named);
  return named.id && (by.from || !named.remoteJid)
    ? { type: "deletion", id: named.id, ...by }
    : null;
}

/** The chat and the side, from a key that the provider itself made. */
function readAuthor(key: Partial<z.infer<typeof Key>>): MessageAuthor {
  const from = readAddress(key);
  return { from, fromMe: key.fromMe === true && from !== null, authenticated: from !== null };
}

function toChange(reading: MessageReading, by: MessageAuthor): WhatsappEvent | null {
  if (reading.type === "edit") return toEdit(reading, by);
  return reading.type === "deletion" ? { type: "deletion", id: reading.messageId, ...by } : null;
}

function toEdit(
  reading: Extract<MessageReading, { type: "edit" }>,
  by: MessageAuthor,
): WhatsappEvent {
  const { messageId, text, editedAtMs } = reading;
  const told = editedAtMs && editedAtMs / 1000 > FIRST_SECOND && editedAtMs / 1000 < LAST_SECOND;
  const editedAt = told ? new Date(editedAtMs) : new Date();
  return { type: "edit", id: messageId, ...by, text, editedAt };
}
