import type { z } from "zod/mini";
import type { chat } from "@/lib/contracts/messaging/chat";
import { getSearchTerms } from "@/lib/domain/leads/lead-search";
import { type ChatTarget, nameChatOf, parseChatTarget } from "@/lib/domain/messages/chat-key";
import { AppError } from "@/lib/errors";
import * as chatList from "@/server/messaging/messages/chat-list.repository";
import * as chats from "@/server/messaging/messages/chats.repository";
import {
  findShownConversation,
  markConversationRead,
  setArchived,
} from "@/server/messaging/messages/chats.service";
import { findLastReceivedId } from "@/server/messaging/messages/reply-window.repository";
import { findPrices } from "@/server/messaging/prices/prices.service";
import type { Line } from "@/server/messaging/whatsapp/instances.service";
import { markRead, setTyping } from "@/server/messaging/whatsapp/messaging.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import { logger } from "@/server/platform/logger";
import { createOwnerTurns } from "@/server/platform/owner-turns";
import { toChat, toChatMessage } from "./chat.mapper";

type ListQuery = z.output<typeof chat.list.query>;
type MessagesQuery = z.output<typeof chat.messages.query>;

/** Rows that one page may skip; further pages are reached by `after` or `before`. */
const MAX_ID = 2_147_483_647;
const MAX_SKIPPED = 10_000;
/** WhatsApp marks the earlier messages of a chat with the latest. */
const MAX_RECEIPTS = 50;

/** Conversations, the latest first. */
export async function listChats(
  actor: Actor,
  { page, per_page, search, filter, intent, number_id, after }: ListQuery,
) {
  const cursor = decodeCursor(after);
  const rows = await chatList.findChats(actor, {
    terms: getSearchTerms(search),
    filter,
    intent: intent ?? null,
    numberId: number_id ?? null,
    after: cursor,
    offset: cursor ? 0 : Math.min((page - 1) * per_page, MAX_SKIPPED),
    limit: per_page + 1,
  });
  const shown = rows.slice(0, per_page);
  const last = rows.length > per_page ? shown.at(-1) : undefined;
  return {
    data: {
      chats: shown.map(toChat),
      next: last ? encodeCursor({ at: last.last_message_at, id: last.id }) : null,
    },
  };
}

/** Senders decide how long messages are, so larger pages are read one at a time for each owner. */
const READ_TOGETHER = 100;
const inTurn = createOwnerTurns(1);

/**
 * Messages of a conversation, oldest first. A number without a conversation has none.
 * @throws AppError invalid_whatsapp_number
 */
export async function listMessages(
  actor: Actor,
  number: string,
  { page, per_page, before, after }: MessagesQuery,
) {
  const conversation = await findShownConversation(actor, requireTarget(number));
  if (!conversation) return { data: { messages: [], has_more: false, next: null } };
  const earliest = before ?? (after === undefined ? null : Math.min(Number(after), MAX_ID));
  const read = () =>
    chats.findMessages(actor.ownerId, conversation.id, {
      before: earliest,
      offset: earliest ? 0 : Math.min((page - 1) * per_page, MAX_SKIPPED),
      limit: per_page + 1,
    });
  const rows = await (per_page > READ_TOGETHER ? inTurn(actor.ownerId, read) : read());
  const messages = rows.slice(0, per_page).reverse();
  const hasMore = rows.length > per_page;
  const prices = messages.some(({ charge }) => charge) ? await findPrices() : [];
  return {
    data: {
      messages: messages.map((message) => toChatMessage(message, conversation, prices)),
      has_more: hasMore,
      next: hasMore ? String(messages[0]?.id) : null,
    },
  };
}

export async function getUnreadCount(actor: Actor) {
  return { data: await chatList.countUnread(actor) };
}

/**
 * Resets a conversation's unread count at once; read receipts are sent to WhatsApp while it is connected, as many as it
 * takes.
 * @throws AppError invalid_whatsapp_number
 */
export async function markChatAsRead(actor: Actor, number: string): Promise<{ success: true }> {
  const { ownerId } = actor;
  const conversation = await findShownConversation(actor, requireTarget(number));
  if (!conversation) return { success: true };
  const { chat_id: chatId } = conversation;
  const messageIds = await transaction(() =>
    markConversationRead(ownerId, conversation.id, MAX_RECEIPTS),
  );
  if (messageIds.length > 0) {
    publish(ownerId, "message.changed", { chat: chatId });
    markRead(lineOf(ownerId, conversation), { chatId, messageIds }).catch((error: unknown) =>
      logger.warn({ ownerId, err: error }, "read receipts not sent"),
    );
  }
  return { success: true };
}

/**
 * Archives a conversation until a later message comes, or restores it.
 * @throws AppError invalid_whatsapp_number; not_found
 */
export async function archiveChat(
  actor: Actor,
  { contactNumber, archived }: { contactNumber: string; archived: boolean },
): Promise<{ success: true }> {
  const { ownerId } = actor;
  const conversation = await requireConversation(actor, contactNumber);
  await setArchived(ownerId, conversation.id, archived);
  publish(ownerId, "message.changed", { chat: conversation.chat_id });
  return { success: true };
}

/** Shows the contact that we are typing, as far as the provider can. @throws AppError invalid_whatsapp_number */
export async function showTyping(
  actor: Actor,
  { contactNumber, typing }: { contactNumber: string; typing: boolean },
): Promise<{ success: true }> {
  const { ownerId, personId } = actor;
  const target = requireTarget(contactNumber);
  const conversation = await findShownConversation(actor, target);
  if (conversation) {
    const chat = nameChatOf(conversation.chat_id, target.numberId);
    publish(ownerId, "chat.colleague", { chat, person_id: personId, typing });
    const lastReceivedId = await findLastReceivedId(ownerId, conversation.id);
    // Not awaited: the provider answers once it has stopped showing it.
    const shown = { chatId: conversation.chat_id, typing, lastReceivedId };
    setTyping(lineOf(ownerId, conversation), shown).catch((error: unknown) =>
      logger.warn({ ownerId, err: error }, "typing not shown"),
    );
  }
  return { success: true };
}

/** The account's number that a conversation is with. */
const lineOf = (ownerId: OwnerId, { instance_id }: chats.Conversation): Line => ({
  ownerId,
  instanceId: instance_id ?? 0,
});

/** @throws AppError invalid_whatsapp_number; not_found */
export async function requireConversation(
  actor: Actor,
  written: string,
): Promise<chats.Conversation> {
  const conversation = await findShownConversation(actor, requireTarget(written));
  if (!conversation) throw new AppError("not_found", "Conversa não encontrada.");
  return conversation;
}

/** @throws AppError invalid_whatsapp_number */
export function requireTarget(written: string): ChatTarget {
  const target = parseChatTarget(written);
  if ("problem" in target) throw new AppError("invalid_whatsapp_number", target.problem);
  return target;
}

function encodeCursor({ at, id }: chatList.ChatCursor): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString("base64url");
}

/** A cursor that is invalid is ignored. */
function decodeCursor(text: string | undefined): chatList.ChatCursor | null {
  const [instant = "", id = ""] = Buffer.from(text ?? "", "base64url")
    .toString()
    .split(" ");
  const valid =
    /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(instant) &&
    !Number.isNaN(Date.parse(instant)) &&
    /^[1-9]\d{0,8}$/.test(id);
  return valid ? { at: new Date(instant), id: Number(id) } : null;
}
