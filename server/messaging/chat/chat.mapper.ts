import type { z } from "zod/mini";
import type { Chat, ChatMessage } from "@/lib/contracts/messaging/chat";
import type { FoundMessage } from "@/lib/contracts/messaging/chat-search";
import { findCountry, findPrice, type MessagePrice } from "@/lib/domain/campaigns/message-price";
import { nameContactOf } from "@/lib/domain/leads/lead-contacts";
import { isShownInPage } from "@/lib/domain/media/media-type";
import { getChatNumber, nameChatOf } from "@/lib/domain/messages/chat-key";
import type { ChatMessageStatus } from "@/lib/domain/messages/chat-message";
import { MESSAGE_RANK } from "@/lib/domain/messages/message-status";
import { addNinthDigit, formatKeptNumber } from "@/lib/domain/phone/phone";
import { getCurrentPictureUrl } from "@/lib/domain/whatsapp/picture-url";
import type { ChatRow } from "@/server/messaging/messages/chat-list.repository";
import type { ChatMessageRow } from "@/server/messaging/messages/chats.repository";
import type { FoundMessageRow } from "@/server/messaging/messages/message-search.repository";
import { cutAround } from "./message-search.rule";

type Named = Pick<FoundMessageRow, Exclude<keyof FoundMessageRow & keyof ChatRow, "id">>;

export function toChat(row: ChatRow): z.input<typeof Chat> {
  return {
    ...nameChat(row),
    username: row.username,
    moved: row.moved_at && { from: toMovedFrom(row.moved_from), at: row.moved_at },
    lastMessage: row.last_message,
    lastMessageKind: row.last_message_kind,
    timestamp: row.last_message_at,
    unreadCount: row.unread_count,
    pictureUrl: getCurrentPictureUrl(row.picture_url, new Date()),
    leadId: row.lead_id,
    archived: row.archived,
    waiting: row.is_waiting,
    sellerId: row.seller_id,
    numberId: row.instance_id,
    intent: row.intent && {
      kind: row.intent,
      words: row.intent_words ?? "",
      settled: row.intent_settled,
      due: row.due,
      task: row.task,
    },
  };
}

export function toFoundMessage(
  row: FoundMessageRow,
  words: readonly string[],
): z.input<typeof FoundMessage> {
  const { contactNumber, name } = nameChat(row);
  return {
    id: row.id,
    contactNumber,
    name,
    sender: row.direction === "out" ? "me" : "contact",
    excerpt: cutAround(row.content, words),
    timestamp: row.sent_at,
  };
}

/** The number that a key contains; null for an opaque id, which means nothing to users. */
function toMovedFrom(key: string | null): string | null {
  return key === null || key.includes("@") ? null : addNinthDigit(key);
}

/** Shown for a contact who hides the number and has given no name. */
const NAMELESS = "Sem nome";

function nameChat(row: Named): Pick<Chat, "contactNumber" | "number" | "name"> {
  // The key is the number without its ninth digit, once WhatsApp has reported it.
  const keptNumber = row.phone_key.includes("@") ? null : row.phone_key;
  const number = row.number ?? getChatNumber(row.chat_id) ?? keptNumber;
  // WhatsApp leaves the ninth digit out of old accounts' addresses; nobody dials without it.
  const shown = number && addNinthDigit(number);
  const { lead_name, person_name: name, person_role: role } = row;
  const leadName = lead_name && nameContactOf({ name, role }, lead_name);
  const names = [leadName, row.contact_name, row.name].map((name) => name?.trim());
  return {
    // WhatsApp addresses one chat by its number or by an opaque id, in alternation: the number is kept.
    contactNumber: nameChatOf(
      number !== null && getChatNumber(row.chat_id) === null
        ? `${number}@s.whatsapp.net`
        : row.chat_id,
      row.number_id,
    ),
    number: shown,
    // WhatsApp gives '0' for a name that was never set.
    name:
      names.find((name) => name && name !== "0") ??
      (row.username ? `@${row.username}` : formatKeptNumber(number) || NAMELESS),
  };
}

/** `prices`: WhatsApp's prices, needed where a message of the page has a charge. */
export function toChatMessage(
  row: ChatMessageRow,
  { chat_id: chatId, phone_key }: Pick<ChatRow, "chat_id" | "phone_key">,
  prices: readonly MessagePrice[],
): z.input<typeof ChatMessage> {
  return {
    id: row.id,
    sender: row.direction === "out" ? "me" : (getChatNumber(chatId) ?? chatId),
    kind: row.kind,
    content: row.content,
    timestamp: row.sent_at,
    status: getStatus(row),
    failure: getStatus(row) === "failed" ? row.failure : null,
    charge: row.charge && toCharge(row.charge, { phone_key, at: row.sent_at }, prices),
    edited: row.edited_at !== null,
    earlier: row.earlier_texts.map(({ text, written_at }) => ({
      text,
      timestamp: new Date(written_at),
    })),
    deleted: row.deleted_at !== null,
    quoted: row.quoted_message_id === null ? null : toQuoted(row.quoted),
    reactions: row.reactions,
    media: row.media && { ...row.media, shown: isShownInPage(row.media.mime ?? "") },
    location: row.details?.location ?? null,
    contacts: row.details?.contacts ?? [],
    intent: row.intent,
    personId: row.person_id,
  };
}

function toCharge(
  { category, billable }: NonNullable<ChatMessageRow["charge"]>,
  { phone_key, at }: { phone_key: string; at: Date },
  prices: readonly MessagePrice[],
): ChatMessage["charge"] {
  const price = findPrice(prices, { category, country: findCountry(phone_key) }, at);
  return { category, billable, micros: price?.micros ?? null };
}

function toQuoted(quoted: ChatMessageRow["quoted"]): ChatMessage["quoted"] {
  if (!quoted) return { id: null, mine: false, kind: "text", content: null, deleted: false };
  const { direction, ...shown } = quoted;
  return { ...shown, mine: direction === "out" };
}

/** A receipt proves more than a missing answer: a send without an outcome that was delivered counts as delivered. */
function getStatus({
  direction,
  status_rank: rank,
  sending_since,
  unconfirmed,
}: ChatMessageRow): ChatMessageStatus {
  if (rank === MESSAGE_RANK.read) return "read";
  if (rank === MESSAGE_RANK.delivered) return "delivered";
  if (rank === MESSAGE_RANK.failed) return "failed";
  if (direction === "in" || rank === MESSAGE_RANK.sent) return "sent";
  if (unconfirmed) return "unknown";
  return sending_since ? "sending" : "sent";
}
