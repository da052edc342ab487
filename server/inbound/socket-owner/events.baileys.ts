import type { BaileysEventMap, Contact, LIDMapping, WAMessage } from "baileys";
import { z } from "zod";
import { readChatAddress } from "@/lib/domain/messages/chat-key";
import { readQuota } from "@/lib/domain/whatsapp/new-chat-quota";
import {
  describeProblem,
  toCallEvent,
  toMessageEvent,
  toTypingEvent,
  toUpdateEvent,
} from "@/server/messaging/gateway/message-body.parse";
import type {
  ProviderContact,
  WebhookContent,
  WhatsappEvent,
} from "@/server/messaging/gateway/whatsapp-events.gateway";

/** Older messages of the phone are skipped. */
const HISTORY_DAYS = 90;
const DAY_MS = 86_400_000;
const CONTACTS_AT_ONCE = 500;

/** WhatsApp's number for "this account may not write to strangers at the moment". */
export const RESTRICTED_CODE = "463";

/** By Baileys' numbers. */
const STATUS_NAMES = ["ERROR", "PENDING", "SERVER_ACK", "DELIVERY_ACK", "READ", "PLAYED"];
const READ = STATUS_NAMES.indexOf("READ");

type Events = Partial<BaileysEventMap>;

/** Groups, stories and newsletters are neither decrypted nor reported. */
export function isIgnoredChat(jid: string): boolean {
  return /@(?:g\.us|broadcast|newsletter|bot)$/.test(jid);
}

/** Converts live events; skips what is not about a personal chat. Pure. */
export function toWhatsappEvents(events: Events): WebhookContent {
  const content: WebhookContent = { events: [], rejected: [] };
  const convert = <Item>(
    event: keyof Events,
    items: readonly Item[] | undefined,
    toEvents: (item: Item) => (WhatsappEvent | null)[],
  ) => {
    for (const item of items ?? []) {
      try {
        const found = toEvents(item).filter((each) => each !== null);
        content.events.push(...found.map(withoutNul));
      } catch (error) {
        if (!(error instanceof z.ZodError)) throw error;
        content.rejected.push({ event, reason: describeProblem(error), item: summarise(item) });
      }
    }
  };

  // Identities first: messages are stored under the contact that they identify.
  convert("lid-mapping.update", toArray(events["lid-mapping.update"]), (one) => [toIdentity(one)]);
  for (const event of ["contacts.upsert", "contacts.update"] as const) {
    const contacts = events[event] ?? [];
    convert(event, contacts, (one) => [toContactIdentity(one)]);
    const people = contacts.flatMap(toContact);
    if (people.length > 0) content.events.push({ type: "contacts", contacts: people });
  }
  convert("messages.upsert", events["messages.upsert"]?.messages, (one) => [
    toMessage(one, "live"),
  ]);
  convert("messages.update", events["messages.update"], toUpdateEvents);
  convert("message-receipt.update", events["message-receipt.update"], ({ key, receipt }) => {
    const status = receipt.readTimestamp ? 4 : receipt.receiptTimestamp ? 3 : null;
    return status === null ? [] : toUpdateEvents({ key, update: { status } });
  });
  const capping = events["message-capping.update"];
  const quota = readQuota(capping);
  if (capping && quota) content.events.push({ type: "quota", quota });
  convert("call", events["call"], (one) => [toCallEvent(one)]);
  convert("presence.update", toArray(events["presence.update"]), (one) => [toTypingEvent(one)]);
  return content;
}

/**
 * The part of the phone's history that is kept, oldest messages first: people, the messages of personal chats in the
 * last 90 days, and finally that the part is over. Converted as it is read: a history may contain tens of thousands of
 * messages.
 */
export function* toHistoryEvents(
  history: BaileysEventMap["messaging-history.set"],
  now: Date,
): Generator<WhatsappEvent> {
  for (const mapping of history.lidPnMappings ?? []) {
    const identity = toIdentity(mapping);
    if (identity) yield identity;
  }
  for (let at = 0; at < history.contacts.length; at += CONTACTS_AT_ONCE) {
    const batch = history.contacts.slice(at, at + CONTACTS_AT_ONCE);
    for (const identity of batch.map(toContactIdentity)) if (identity) yield identity;
    const contacts = batch.flatMap(toContact);
    if (contacts.length > 0) yield { type: "contacts", contacts };
  }
  const since = now.getTime() - HISTORY_DAYS * DAY_MS;
  // WhatsApp gives the newest first.
  for (let at = history.messages.length - 1; at >= 0; at -= 1) {
    const message = history.messages[at];
    const event = tryMessage(message);
    if (event?.type !== "message" || event.sentAt.getTime() < since) continue;
    yield withoutNul(event);
    const status = message && tryStatus(message);
    if (status) yield status;
  }
  const some = history.messages.length > 0;
  yield { type: "history", some, stored: true, whole: history.progress === 100 };
}

/** A message, with what is needed to fetch its file. */
function toMessage(message: WAMessage, origin: "live" | "history"): WhatsappEvent | null {
  const event = toMessageEvent(message, origin);
  if (event?.type !== "message" || !event.media) return event;
  return { ...event, mediaSource: toMediaSource(message.message, 0) };
}

const FILE_TYPES: Readonly<Record<string, string>> = {
  imageMessage: "image",
  videoMessage: "video",
  ptvMessage: "video",
  audioMessage: "audio",
  documentMessage: "document",
  stickerMessage: "sticker",
};
/** As deep as contents are wrapped. */
const MAX_DEPTH = 8;

/** Where the encrypted file lies, and its key; null when the message does not say. */
function toMediaSource(content: unknown, depth: number): object | null {
  if (typeof content !== "object" || content === null || depth > MAX_DEPTH) return null;
  for (const [name, value] of Object.entries(content)) {
    const { mediaKey, directPath, message } = (value ?? {}) as Record<string, unknown>;
    const type = FILE_TYPES[name];
    if (type && mediaKey instanceof Uint8Array && typeof directPath === "string") {
      return { type, directPath, mediaKey: Buffer.from(mediaKey).toString("base64") };
    }
    const wrapped = message ? toMediaSource(message, depth + 1) : null;
    if (wrapped) return wrapped;
  }
  return null;
}

function tryMessage(message: WAMessage | undefined): WhatsappEvent | null {
  try {
    return message ? toMessage(message, "history") : null;
  } catch (error) {
    if (error instanceof z.ZodError) return null;
    throw error;
  }
}

/** The status that a message of ours already has. */
function tryStatus({ key, status }: WAMessage): WhatsappEvent | null {
  return (status ?? 0) > 0 ? (toUpdateEvents({ key, update: { status } })[0] ?? null) : null;
}

function toUpdateEvents({
  key,
  update,
}: BaileysEventMap["messages.update"][number]): (WhatsappEvent | null)[] {
  // A receipt for a contact's message means that another of our devices has it, or has read it.
  const isTold = key.fromMe || (update.status ?? 0) >= READ;
  const status = isTold ? STATUS_NAMES[update.status ?? -1] : undefined;
  const event = toUpdateEvent({ key, status, message: update.message ?? undefined });
  const isRestriction =
    update.status === 0 && update.messageStubParameters?.[0] === RESTRICTED_CODE;
  // The message is not lost: it may be sent again when the restriction ends.
  const chat = readChatAddress(key.remoteJid ?? "", [key.remoteJidAlt ?? null]);
  return isRestriction ? [{ type: "restriction", active: true, until: null, chat }] : [event];
}

function toContactIdentity(contact: Partial<Contact>): WhatsappEvent | null {
  return toPair([contact.id, contact.lid, contact.phoneNumber]);
}

function toIdentity({ lid, pn }: LIDMapping): WhatsappEvent | null {
  return toPair([lid, pn]);
}

function toPair(jids: (string | null | undefined)[]): WhatsappEvent | null {
  const lid = jids.map((jid) => /^(\d+)(?::\d+)?@lid$/.exec(jid ?? "")?.[1]).find(Boolean);
  const number = findNumber(jids);
  return lid && number ? { type: "identity", chatId: `${lid}@lid`, number } : null;
}

function findNumber(jids: (string | null | undefined)[]): string | undefined {
  return jids
    .map((jid) => /^(\d{5,20})(?::\d+)?@s\.whatsapp\.net$/.exec(jid ?? "")?.[1])
    .find(Boolean);
}

function toContact(contact: Partial<Contact>): ProviderContact[] {
  const number = findNumber([contact.id, contact.phoneNumber]);
  if (!number) return [];
  const name = contact.name ?? contact.notify ?? contact.verifiedName ?? null;
  const picture = contact.imgUrl ?? null;
  return [
    {
      jid: `${number}@s.whatsapp.net`,
      number,
      name: name && withoutNul(name),
      pictureUrl: picture?.startsWith("https://") ? picture : null,
      createdAt: null,
      updatedAt: null,
    },
  ];
}

/** PostgreSQL cannot store NUL, at any place in the event. */
function withoutNul<Value>(value: Value): Value {
  if (typeof value === "string") return value.replaceAll("\0", "") as Value;
  if (Array.isArray(value)) return value.map(withoutNul) as Value;
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, withoutNul(each)]);
  return Object.fromEntries(entries) as Value;
}

/** Keys of media do not belong into a dead letter. */
function summarise(item: unknown): unknown {
  const { key, messageTimestamp, update } = item as Partial<WAMessage> & { update?: unknown };
  return { key, messageTimestamp, update: update && Object.keys(update as object) };
}

function toArray<Item>(item: Item | undefined): Item[] {
  return item === undefined ? [] : [item];
}
