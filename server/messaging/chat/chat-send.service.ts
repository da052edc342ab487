import {
  CAPTION_MAX_LENGTH,
  isSentMediaKind,
  type SentMediaKind,
} from "@/lib/domain/media/sent-media";
import { type ChatTarget, getChatNumber } from "@/lib/domain/messages/chat-key";
import type { MessageKind } from "@/lib/domain/messages/message-kind";
import { AppError } from "@/lib/errors";
import type { MessageRef } from "@/server/messaging/gateway/whatsapp.gateway";
import { findMediaToSend as findSentMedia } from "@/server/messaging/media/media.repository";
import { readSentMedia, type SentMedia } from "@/server/messaging/media/sent-media.service";
import type { TargetRow } from "@/server/messaging/messages/chats.repository";
import {
  type Conversation,
  findTarget,
  hasAnswered,
} from "@/server/messaging/messages/chats.repository";
import { findSeenConversation } from "@/server/messaging/messages/chats.service";
import { findContactOf } from "@/server/messaging/messages/outgoing-messages.repository";
import * as sends from "@/server/messaging/messages/outgoing-messages.service";
import { refreshLostConnection } from "@/server/messaging/whatsapp/connection.service";
import type { Which } from "@/server/messaging/whatsapp/instances.service";
import { CONFUSED, sendMedia, sendText } from "@/server/messaging/whatsapp/messaging.service";
import { recheckNumber } from "@/server/messaging/whatsapp/number-check.service";
import type { Actor, Doer, OwnerId, Reader, Unasked } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { requireTarget } from "./chat.service";
import {
  type Content,
  deliver,
  openSend,
  requireSender,
  requireUnblocked,
  type SentMessage,
  type Transmit,
  toError,
} from "./chat-outbox.service";
import { fillTexts } from "./filled-text.service";
import { requireOpenWindow } from "./reply-window.service";

/**
 * Sends a text at most once: it is recorded under our own id before the provider gets it, and its outcome after. A text
 * that surely did not go out is removed again; one that may have stays `sending` until the provider is asked.
 * @throws AppError invalid_whatsapp_number; contact_blocked; whatsapp_disconnected; whatsapp_restricted;
 * whatsapp_window_closed; conversation_taken; message_refused; rate_limited or unavailable when it was not taken
 */
export async function sendChatMessage(
  by: Actor | (Doer & Unasked),
  { to, content, quoted, expected_seller_id }: NewText,
): Promise<SentMessage> {
  const { ownerId } = by;
  const recipient = await findRecipient(by, to);
  const quote = await findAnswered(ownerId, quoted, recipient);
  const { content: text } = await fillTexts(by, keyOf(recipient), { content });
  const message = { kind: "text" as const, text, quoted: quote };
  return sendNew(by, recipient, message, { transmit: sendText, over: expected_seller_id });
}

interface NewText {
  to: string;
  content: string;
  quoted?: number | undefined;
  expected_seller_id?: number | undefined;
}

/**
 * Sends a file with its caption like a text, at most once. `store` stores the file before its message is recorded.
 * @throws AppError like sendChatMessage
 */
export async function sendChatMedia(
  actor: Actor,
  message: Omit<NewText, "content"> & { kind: SentMediaKind; caption: string | null },
  store: () => Promise<SentMedia>,
): Promise<SentMessage> {
  const { ownerId } = actor;
  const recipient = await findRecipient(actor, message.to);
  const quoted = await findAnswered(ownerId, message.quoted, recipient);
  const { kind, caption } = message;
  const key = keyOf(recipient);
  const text = caption && (await fillTexts(actor, key, { caption }, CAPTION_MAX_LENGTH)).caption;
  const how = { transmit: transmitFile, over: message.expected_seller_id };
  return sendNew(actor, recipient, { kind, text, store, quoted }, how);
}

interface ChatRecipient {
  target: ChatTarget;
  conversation: Conversation | null;
}

/** Which of the account's numbers writes. */
export const fromOf = (
  conversation: Pick<Conversation, "instance_id"> | null,
  { numberId }: Pick<ChatTarget, "numberId">,
): Which => conversation?.instance_id ?? numberId ?? "default";

const keyOf = ({ target, conversation }: ChatRecipient) =>
  conversation?.phone_key ?? target.keys[0];

/** @throws AppError not_found for a conversation out of sight; whatsapp_window_closed */
async function findRecipient(actor: Reader | Unasked, to: string): Promise<ChatRecipient> {
  const target = requireTarget(to);
  const conversation = await findSeenConversation(actor, target);
  await requireOpenWindow(actor.ownerId, conversation?.id);
  return { target, conversation };
}

/**
 * Sends a new message by `transmit`, and stores `text` as its words. `over`: whose conversation it knowingly takes over.
 * @throws AppError like sendChatMessage
 */
export async function sendNew(
  { ownerId, personId }: Doer,
  { target, conversation }: ChatRecipient,
  message: NewMessage,
  { transmit, over = null }: { transmit: Transmit; over?: number | null | undefined },
): Promise<SentMessage> {
  const from = fromOf(conversation, target);
  await refreshLostConnection(ownerId, from);
  const sender = await requireSender(ownerId, from);
  // Checked before anything is stored or requested; the transaction checks again.
  const phoneKey = keyOf({ target, conversation });
  await requireUnblocked(ownerId, phoneKey);
  if (sender.restrictedUntil && !(conversation && (await hasAnswered(ownerId, conversation.id)))) {
    throw new AppError("whatsapp_restricted");
  }
  const draft = {
    phoneKey,
    chatId: conversation?.chat_id ?? (await findAddress(ownerId, target.chatId, from)),
    quoted: message.quoted,
    ...(message.kind === "text"
      ? { kind: message.kind, text: message.text, media: null }
      : { kind: message.kind, text: message.text, media: await message.store() }),
  };
  const opened = await transaction(async () => {
    await requireUnblocked(ownerId, draft.phoneKey);
    return openSend(ownerId, sender.instance.id, draft, { personId, over });
  });
  return deliver(ownerId, opened, { withdraw: sends.deleteSend, transmit });
}

type NewMessage = { quoted: MessageRef | null } & (
  | { kind: "text"; text: string }
  | { kind: SentMediaKind; text: string | null; store: () => Promise<SentMedia> }
);

const transmitFile: Transmit = (from, { number, messageId, quoted }, { kind, text, media }) => {
  if (kind === "text") throw new Error("A text is not a file.");
  const message = { number, messageId, quoted: quoted ?? null, caption: text };
  return sendMedia(from, { ...message, file: { ...media, kind } }, readSentMedia);
};

async function findAnswered(
  ownerId: OwnerId,
  quoted: number | undefined,
  { conversation }: ChatRecipient,
): Promise<MessageRef | null> {
  return quoted === undefined ? null : requireQuoted(ownerId, quoted, conversation?.id);
}

/** @throws AppError invalid_input when it is not in this conversation, or was deleted */
async function requireQuoted(
  ownerId: OwnerId,
  id: number,
  conversationId: number | undefined,
): Promise<MessageRef> {
  const target = await findTarget(ownerId, { id });
  if (target && target.conversation_id === conversationId) return toMessageRef(target);
  throw new AppError("invalid_input", "A mensagem respondida não está mais disponível.");
}

/**
 * The address of a person who is written to for the first time.
 * @throws AppError invalid_whatsapp_number; message_refused
 */
export async function findAddress(ownerId: OwnerId, chatId: string, by: Which): Promise<string> {
  const number = getChatNumber(chatId);
  if (number === null) return chatId;
  const check = await recheckNumber(ownerId, number, by);
  if (check.outcome === "missing") {
    throw new AppError("invalid_whatsapp_number", "Número não está no WhatsApp");
  }
  if (check.outcome === "somebody_else") throw toError(CONFUSED);
  return check.outcome === "exists" ? check.chatId : chatId;
}

/**
 * Sends a message again whose outcome is unknown or a failure, with the same file. The user decides: it may arrive
 * twice.
 * @throws AppError not_found when it has another outcome or its file is not kept; the others as sendChatMessage
 */
export async function resendChatMessage(actor: Actor, messageId: number): Promise<SentMessage> {
  const { ownerId } = actor;
  const contact = await findContactOf(ownerId, messageId);
  if (contact) await refreshLostConnection(ownerId, contact.instance_id);
  const opened = await transaction(async () => {
    const media = await findSentMedia(ownerId, messageId);
    const earlier = await sends.deleteSend(ownerId, messageId);
    if (!earlier) throw new AppError("not_found", "Mensagem não encontrada.");
    const content = toContent(earlier, media);
    const { instance } = await requireSender(ownerId, earlier.instance_id);
    await requireOpenWindow(ownerId, earlier.conversation_id);
    await requireUnblocked(ownerId, earlier.phone_key);
    const draft = {
      phoneKey: earlier.phone_key,
      chatId: earlier.chat_id,
      ...content,
      quoted: await findQuoted(ownerId, earlier.conversation_id, earlier.quoted_message_id),
    };
    return openSend(ownerId, instance.id, draft, { personId: actor.personId, over: null });
  });
  // It was on the screen before and stays there, as failed.
  const transmit = opened.kind === "text" ? sendText : transmitFile;
  return deliver(ownerId, opened, { withdraw: sends.markSendFailed, transmit });
}

/** @throws AppError not_found for a message that cannot be sent again */
function toContent(
  { kind, content }: { kind: MessageKind; content: string | null },
  media: SentMedia | null,
): Content {
  if (kind === "text" && content !== null) return { kind, text: content, media: null };
  if (isSentMediaKind(kind) && media) return { kind, text: content, media };
  throw new AppError("not_found", "O arquivo desta mensagem não está mais guardado.");
}

async function findQuoted(
  ownerId: OwnerId,
  conversationId: number,
  providerMessageId: string | null,
): Promise<MessageRef | null> {
  if (providerMessageId === null) return null;
  const target = await findTarget(ownerId, { conversationId, providerMessageId });
  return target && toMessageRef(target);
}

export function toMessageRef({ provider_message_id, direction }: TargetRow): MessageRef {
  return { messageId: provider_message_id, fromMe: direction === "out" };
}
