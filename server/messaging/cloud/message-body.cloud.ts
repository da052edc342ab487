import { z } from "zod";
import { type ChatAddress, toScopedChatId } from "@/lib/domain/messages/chat-key";
import { describeContent } from "@/lib/domain/messages/described-content";
import {
  type ContactCard,
  readCardNumber,
  readLocation,
  readMedia,
} from "@/lib/domain/messages/message-attachment";
import { findStop, type MessageContent } from "@/lib/domain/messages/message-content";
import type { MessageKind } from "@/lib/domain/messages/message-kind";
import {
  type Fields,
  firstText,
  isFields,
  readFields,
  readId,
} from "@/lib/domain/messages/proto-fields";
import { addNinthDigit } from "@/lib/domain/phone/phone";
import { Id, Seconds } from "@/server/messaging/gateway/message-body.parse";
import type { WhatsappEvent } from "@/server/messaging/gateway/whatsapp-events.gateway";
import { toMove } from "./system-message.cloud";

/** Digits with country code. A number of another form counts as missing: the person is then known by the id. */
export const Phone = z
  .string()
  .transform((written) => written.replace(/^\+/, ""))
  .pipe(z.string().regex(/^\d{5,20}$/))
  .nullish()
  .catch(null);
/** Business-scoped user id; its form is not checked. */
export const ScopedUserId = z.string().trim().min(1).max(128).nullish().catch(null);

const Message = z.object({
  id: Id,
  type: z.string().max(100),
  timestamp: Seconds,
  from: Phone,
  from_user_id: ScopedUserId,
  /** Only in messages that the business itself wrote. */
  to: Phone,
  to_user_id: ScopedUserId,
  context: z.object({ id: Id.nullish() }).nullish().catch(null),
});

const Words = z.string().nullish().catch(null);

const Contact = z.object({
  wa_id: Phone,
  user_id: ScopedUserId,
  profile: z.object({ name: Words, username: Words }).nullish().catch(null),
  username: Words,
});

const MAX_NAME_LENGTH = 200;
const MAX_USERNAME_LENGTH = 100;
const MAX_ID_LENGTH = 128;
const MAX_EMOJI = 64;
const MAX_CARDS = 10;
const MAX_NUMBERS = 5;
const MAX_ITEMS = 100;

/** A conversation that was opened without a message. */
const SILENT = "request_welcome";
const FILES: Readonly<Record<string, MessageKind>> = {
  image: "image",
  video: "video",
  audio: "audio",
  document: "document",
  sticker: "sticker",
};

/**
 * A message of the Cloud API, preceded by its author's identity where both the number and the business-scoped id are
 * reported.
 * @throws z.ZodError
 */
export function toCloudMessageEvents(
  item: unknown,
  contacts: readonly unknown[],
  fromMe: boolean,
): WhatsappEvent[] {
  const fields = readFields(item);
  // A group's message names its author too, but does not belong to the author's conversation.
  if (firstText([fields["group_id"]], MAX_ID_LENGTH) !== null) return [];
  const message = Message.parse(item);
  if (message.type === SILENT) return [];
  const contact = findContact(contacts, message, fromMe);
  const number = (fromMe ? message.to : message.from) ?? contact?.wa_id ?? null;
  const ownerId =
    (fromMe ? message.to_user_id : message.from_user_id) ??
    contact?.user_id ??
    (number === null ? firstText([fields[fromMe ? "to" : "from"]], MAX_ID_LENGTH) : null);
  const sentAt = message.timestamp ? new Date(message.timestamp * 1000) : new Date();
  if (message.type === "system") {
    const move = toMove(fields, { id: message.id, number, ownerId, at: sentAt });
    return move ? [move] : [];
  }
  const scoped = ownerId && toScopedChatId(ownerId);
  const chatId = number ? `${number}@s.whatsapp.net` : scoped;
  if (chatId === null) {
    throw new z.ZodError([{ code: "custom", path: ["from"], message: "nobody", input: item }]);
  }
  const from = { chatId, number: number && addNinthDigit(number), lid: null };
  const event = toEvent(message, fields, { from, fromMe, sentAt, contact });
  if (!event) return [];
  if (number && scoped) return [{ type: "identity", chatId: scoped, number }, event];
  return number || fromMe ? [event] : [toPerson(chatId, contact), event];
}

/** A person who is known only by an id is in no address book. */
function toPerson(chatId: string, contact: z.infer<typeof Contact> | null): WhatsappEvent {
  const person = {
    jid: chatId,
    number: null,
    name: readName(contact),
    username: readUsername(contact),
    pictureUrl: null,
    createdAt: null,
    updatedAt: null,
  };
  return { type: "contacts", contacts: [person] };
}

function toEvent(
  message: z.infer<typeof Message>,
  fields: Fields,
  about: {
    from: ChatAddress;
    fromMe: boolean;
    sentAt: Date;
    contact: z.infer<typeof Contact> | null;
  },
): WhatsappEvent | null {
  const { from, fromMe, sentAt, contact } = about;
  const by = { from, fromMe, authenticated: true };
  const node = readFields(fields[message.type]);
  if (message.type === "reaction") {
    const id = readId(node["message_id"]);
    const emoji = firstText([node["emoji"]], MAX_EMOJI);
    return id === null ? null : { type: "reaction", id, from, fromMe, emoji, reactedAt: sentAt };
  }
  const original = readId(node["original_message_id"]);
  if (message.type === "revoke")
    return original === null ? null : { type: "deletion", id: original, ...by };
  if (message.type === "edit") {
    const edited = readFields(node["message"]);
    const content = readContent(String(edited["type"]), edited);
    const text = content?.text ?? null;
    return original === null ? null : { type: "edit", id: original, ...by, text, editedAt: sentAt };
  }
  const content = readContent(message.type, fields);
  if (!content) return null;
  const source = content.media && readId(node["id"]);
  return {
    type: "message",
    ...content,
    quotedId: message.context?.id ?? null,
    ...from,
    id: message.id,
    fromMe,
    name: fromMe ? null : readName(contact),
    username: fromMe ? null : readUsername(contact),
    mediaSource: source ? { id: source } : null,
    sentAt,
    origin: "live",
  };
}

/** Returns null for a text without words. */
function readContent(type: string, fields: Fields): MessageContent | null {
  const node = readFields(fields[type]);
  const nothing = { text: null, quotedId: null, media: null, location: null, contacts: [] };
  const file = Object.hasOwn(FILES, type) ? FILES[type] : undefined;
  if (file) {
    const kind = file === "audio" && node["voice"] === true ? "voice" : file;
    const media = readMedia({ mimetype: node["mime_type"], fileName: node["filename"] });
    return { ...nothing, kind, media, text: firstText([node["caption"]]) };
  }
  if (type === "location") {
    const { latitude, longitude, name, address } = node;
    const place = { degreesLatitude: latitude, degreesLongitude: longitude, name, address };
    return { ...nothing, kind: "location", location: readLocation(place) };
  }
  if (type === "contacts") {
    const cards = Array.isArray(fields["contacts"]) ? fields["contacts"] : [];
    return { ...nothing, kind: "contact", contacts: cards.slice(0, MAX_CARDS).flatMap(readCard) };
  }
  if (type === "order") {
    const described = describeContent("orderMessage", readOrder(node));
    const stop = findStop([node["text"]]);
    return {
      ...nothing,
      kind: "text",
      text: described?.text ?? null,
      ...(stop && { chosen: stop }),
    };
  }
  const texts = readTexts(type, node);
  const text = firstText(texts);
  const chosen = CHOICES.has(type) ? findStop(texts) : null;
  const other = chosen !== null && chosen !== text && { chosen };
  if (text !== null) return { ...nothing, kind: "text", text, ...other };
  return type === "text" ? null : { ...nothing, kind: "unsupported" };
}

/** Answers that are chosen: each has a shown name, and one given by a program. */
const CHOICES = new Set(["button", "interactive"]);

/** Where each type has its words, in order of preference. */
function readTexts(type: string, node: Fields): unknown[] {
  if (type !== "interactive") return [node["body"], node["text"], node["payload"], node["caption"]];
  const [button, list, flow] = [node["button_reply"], node["list_reply"], node["nfm_reply"]].map(
    readFields,
  );
  return [
    button?.["title"],
    button?.["id"],
    list?.["title"],
    list?.["id"],
    list?.["description"],
    flow?.["body"],
    flow?.["name"],
  ];
}

/** An order as WAProto has it: how many things, for how many thousandths of which currency. */
function readOrder({ text, product_items: items }: Fields): Fields {
  const listed = Array.isArray(items) ? items.slice(0, MAX_ITEMS).map(readFields) : [];
  const priced = listed.map(({ quantity, item_price: price }) => ({
    count: toAmount(quantity),
    price: toAmount(price),
  }));
  return {
    message: text,
    itemCount: priced.reduce((sum, { count }) => sum + count, 0),
    totalAmount1000: Math.round(
      priced.reduce((sum, { count, price }) => sum + count * price, 0) * 1_000,
    ),
    totalCurrencyCode: listed[0]?.["currency"],
  };
}

/** A number, also given as text; 0 for anything else, which every sum accepts. */
function toAmount(value: unknown): number {
  const amount = typeof value === "string" || typeof value === "number" ? Number(value) : 0;
  return Number.isFinite(amount) && amount > 0 ? amount : 0;
}

function readCard(card: unknown): ContactCard[] {
  if (!isFields(card)) return [];
  const { formatted_name: formatted, first_name: first } = readFields(card["name"]);
  const phones = Array.isArray(card["phones"]) ? card["phones"] : [];
  const numbers = phones.slice(0, MAX_NUMBERS).flatMap((phone) => {
    const { wa_id: waId, phone: written } = readFields(phone);
    const known = firstText([waId], 60)?.replace(/\D/g, "");
    return readCardNumber(known || undefined, firstText([written], 60) ?? "");
  });
  const name = firstText([formatted, first], 255);
  if (name === null && numbers.length === 0) return [];
  return [{ name: name ?? numbers[0] ?? "", numbers: [...new Set(numbers)] }];
}

/** The contact that a message names; the only one where it names none. */
function findContact(
  contacts: readonly unknown[],
  { from, from_user_id: ownerId, to, to_user_id: toUserId }: z.infer<typeof Message>,
  fromMe: boolean,
): z.infer<typeof Contact> | null {
  const known = contacts.flatMap((contact) => {
    const parsed = Contact.safeParse(contact);
    return parsed.success ? [parsed.data] : [];
  });
  const [phone, id] = fromMe ? [to, toUserId] : [from, ownerId];
  const named = known.find(
    (contact) => (phone && contact.wa_id === phone) || (id && contact.user_id === id),
  );
  if (named) return named;
  return !phone && !id && known.length === 1 ? (known[0] ?? null) : null;
}

function readName(contact: z.infer<typeof Contact> | null): string | null {
  return firstText([contact?.profile?.name], MAX_NAME_LENGTH);
}

/** Without the at sign that screens put before it. */
function readUsername(contact: z.infer<typeof Contact> | null): string | null {
  const told = firstText([contact?.profile?.username, contact?.username], MAX_USERNAME_LENGTH);
  return told?.replace(/^@/, "") || null;
}
