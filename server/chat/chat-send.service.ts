import { type ChatTarget, getChatNumber, toSendAddress } from "@/lib/domain/messages/chat-key";
import type { ChatMessageStatus } from "@/lib/domain/messages/chat-message";
import { AppError } from "@/lib/errors";
import { type Actor, ownerOfRow, type UserId } from "@/server/actor";
import { transaction } from "@/server/db/transaction";
import { markNumberContacted } from "@/server/leads/leads.service";
import { publish } from "@/server/live/publish";
import { logger } from "@/server/logger";
import {
  findConversation,
  findTarget,
  hasAnswered,
  type TargetRow,
} from "@/server/messages/chats.service";
import * as sends from "@/server/messages/sends.service";
import { createMessageId } from "@/server/whatsapp/message-ids.service";
import { recheckNumber } from "@/server/whatsapp/number-check.service";
import type { MessageRef, SendOutcome } from "@/server/whatsapp/whatsapp.gateway";
import { findSender, findSentText, sendText } from "@/server/whatsapp/whatsapp.service";
import { requireTarget } from "./chat.service";
import { requireOpenWindow } from "./reply-window.service";

/** Longer than the provider is given to answer: an older send without an outcome has lost its process. */
const UNSETTLED_S = 20;
const SETTLED_AT_ONCE = 20;

export interface SentMessage {
  data: { message_id: number; timestamp: string; status: ChatMessageStatus };
}

/**
 * Sends a text at most once: it is recorded under an id of ours before the provider gets it, and its outcome after. A
 * text that surely did not go out is removed again; one that may have stays `sending` until the provider is asked.
 * @throws AppError invalid_whatsapp_number; whatsapp_disconnected; whatsapp_restricted; whatsapp_window_closed;
 * message_refused; rate_limited or unavailable when it was not taken
 */
export async function sendChatMessage(
  actor: Actor,
  { to, content, quoted }: { to: string; content: string; quoted?: number | undefined },
): Promise<SentMessage> {
  const { userId } = actor;
  const target = requireTarget(to);
  const conversation = await findConversation(userId, target.keys);
  const quote = quoted === undefined ? null : await requireQuoted(userId, quoted, conversation?.id);
  await requireOpenWindow(userId, conversation?.id);
  return sendNew(userId, { target, conversation }, { text: content, quoted: quote }, sendText);
}

/**
 * Sends something new by `transmit`, and stores `text` as its words.
 * @throws AppError like sendChatMessage
 */
export async function sendNew(
  userId: UserId,
  { target, conversation }: { target: ChatTarget; conversation: Conversation | null },
  { text, quoted }: Pick<Draft, "text" | "quoted">,
  transmit: typeof sendText,
): Promise<SentMessage> {
  const sender = await requireSender(userId);
  if (sender.restrictedUntil && !(conversation && (await hasAnswered(userId, conversation.id)))) {
    throw new AppError("whatsapp_restricted");
  }
  const draft = {
    phoneKey: conversation?.phone_key ?? target.keys[0],
    chatId: conversation?.chat_id ?? (await findAddress(userId, target.chatId)),
    text,
    quoted,
  };
  const opened = await transaction(() => openSend(userId, sender.instanceId, draft));
  return deliver(userId, opened, { withdraw: sends.deleteSend, transmit });
}

type Conversation = NonNullable<Awaited<ReturnType<typeof findConversation>>>;

/** @throws AppError invalid_input when it is not in this conversation, or was deleted */
async function requireQuoted(
  ownerId: UserId,
  id: number,
  conversationId: number | undefined,
): Promise<MessageRef> {
  const target = await findTarget(ownerId, { id });
  if (target && target.conversation_id === conversationId) return toMessageRef(target);
  throw new AppError("invalid_input", "A mensagem respondida não está mais disponível.");
}

/** The address of somebody who is written to for the first time. @throws AppError invalid_whatsapp_number */
async function findAddress(ownerId: UserId, chatId: string): Promise<string> {
  const number = getChatNumber(chatId);
  if (number === null) return chatId;
  const check = await recheckNumber(ownerId, number);
  if (check.outcome === "missing") {
    throw new AppError("invalid_whatsapp_number", "Número não está no WhatsApp");
  }
  return check.outcome === "exists" ? check.chatId : chatId;
}

/**
 * Sends a text anew whose outcome is unknown or a failure. The person decides: it may arrive twice.
 * @throws AppError not_found when it has another outcome; the others as sendChatMessage
 */
export async function resendChatMessage(actor: Actor, messageId: number): Promise<SentMessage> {
  const opened = await transaction(async () => {
    const earlier = await sends.deleteSend(actor.userId, messageId);
    if (!earlier) throw new AppError("not_found", "Mensagem não encontrada.");
    const { instanceId } = await requireSender(actor.userId);
    await requireOpenWindow(actor.userId, earlier.conversation_id);
    return openSend(actor.userId, instanceId, {
      phoneKey: earlier.phone_key,
      chatId: earlier.chat_id,
      text: earlier.content,
      quoted: await findQuoted(actor.userId, earlier.conversation_id, earlier.quoted_message_id),
    });
  });
  // It was on the screen before and stays there, as failed.
  return deliver(actor.userId, opened, { withdraw: sends.markSendFailed, transmit: sendText });
}

async function findQuoted(
  ownerId: UserId,
  conversationId: number,
  providerMessageId: string | null,
): Promise<MessageRef | null> {
  if (providerMessageId === null) return null;
  const target = await findTarget(ownerId, { conversationId, providerMessageId });
  return target && toMessageRef(target);
}

/** Finds out what became of sends whose process died before the answer came. */
export async function settleOpenSends(): Promise<void> {
  for (const open of await sends.claimOpenSends(UNSETTLED_S, SETTLED_AT_ONCE)) {
    const ownerId = ownerOfRow(open.owner_id);
    const found = await findSentText(ownerId, {
      number: toSendAddress(open.chat_id),
      text: open.content,
      messageId: open.provider_message_id,
      since: open.sent_at,
    });
    if (found.outcome === "sent") {
      await confirm(ownerId, { ...open, phoneKey: open.phone_key }, found.providerMessageId);
    } else if (found.outcome === "not_sent") await sends.markSendFailed(ownerId, open.id);
    else await sends.markSendUnconfirmed(ownerId, open.id);
    publish(ownerId, "message.changed", { chat: open.chat_id });
  }
}

interface Draft {
  phoneKey: string;
  chatId: string;
  text: string;
  quoted: MessageRef | null;
}

interface Opened extends Draft {
  id: number;
  messageId: string;
  sentAt: Date;
}

async function requireSender(ownerId: UserId) {
  const sender = await findSender(ownerId);
  if (!sender?.connected) throw new AppError("whatsapp_disconnected");
  return sender;
}

async function openSend(ownerId: UserId, instanceId: number, draft: Draft): Promise<Opened> {
  const messageId = createMessageId();
  const quotedId = draft.quoted?.messageId ?? null;
  const send = { ...draft, instanceId, messageId, quotedId };
  const { id, sentAt } = await sends.openSend(ownerId, send);
  publish(ownerId, "message.changed", { chat: draft.chatId });
  return { ...draft, id, messageId, sentAt };
}

/** `withdraw` handles what surely did not go out. */
async function deliver(
  ownerId: UserId,
  opened: Opened,
  {
    withdraw,
    transmit,
  }: {
    withdraw: (ownerId: UserId, sendId: number) => Promise<unknown>;
    transmit: typeof sendText;
  },
): Promise<SentMessage> {
  const outcome = await transmit(ownerId, {
    number: toSendAddress(opened.chatId),
    text: opened.text,
    messageId: opened.messageId,
    quoted: opened.quoted,
  });
  const timestamp = opened.sentAt.toISOString();
  try {
    if (outcome.outcome === "accepted") {
      const id = await confirm(ownerId, opened, outcome.providerMessageId);
      return { data: { message_id: id, timestamp, status: "sent" } };
    }
    if (outcome.outcome === "unclear") {
      logger.warn({ userId: ownerId, detail: outcome.detail }, "send without an outcome");
      return { data: { message_id: opened.id, timestamp, status: "sending" } };
    }
    await transaction(() => withdraw(ownerId, opened.id));
    throw toError(outcome);
  } finally {
    publish(ownerId, "message.changed", { chat: opened.chatId });
  }
}

/** Returns the id of the stored message. */
async function confirm(
  ownerId: UserId,
  { id, phoneKey }: { id: number; phoneKey: string },
  providerMessageId: string,
): Promise<number> {
  return transaction(async () => {
    const kept = await sends.confirmSend(ownerId, id, providerMessageId);
    await markNumberContacted(ownerId, phoneKey);
    return kept;
  });
}

export function toMessageRef({ provider_message_id, direction }: TargetRow): MessageRef {
  return { messageId: provider_message_id, fromMe: direction === "out" };
}

export function toError(
  outcome: Exclude<SendOutcome, { outcome: "accepted" | "unclear" }>,
): AppError {
  if (outcome.outcome === "disconnected") return new AppError("whatsapp_disconnected");
  if (outcome.outcome === "restricted") return new AppError("whatsapp_restricted");
  if (outcome.outcome === "refused") {
    if (outcome.because === "window_closed") return new AppError("whatsapp_window_closed");
    const isNumber = outcome.because === undefined;
    return new AppError(isNumber ? "invalid_whatsapp_number" : "message_refused", outcome.detail);
  }
  return outcome.retryAfterMs === null
    ? new AppError("unavailable", "O WhatsApp não respondeu. A mensagem não foi enviada.")
    : new AppError("rate_limited", "O WhatsApp pediu para esperar. A mensagem não foi enviada.", {
        retryAfterSeconds: Math.ceil(outcome.retryAfterMs / 1000),
      });
}
