import type { SentMediaKind } from "@/lib/domain/media/sent-media";
import { toSendAddress } from "@/lib/domain/messages/chat-key";
import type { ChatMessageStatus } from "@/lib/domain/messages/chat-message";
import { AppError } from "@/lib/errors";
import { markNumberContacted } from "@/server/leads/leads/lead-marks.service";
import { createMessageId } from "@/server/messaging/gateway/message-ids.rule";
import type {
  MessageRef,
  SendOutcome,
  SentLookup,
} from "@/server/messaging/gateway/whatsapp.gateway";
import { findMediaToSend as findSentMedia } from "@/server/messaging/media/media.repository";
import { addSentMedia, type SentMedia } from "@/server/messaging/media/sent-media.service";
import {
  findContactOf,
  type Sending,
} from "@/server/messaging/messages/outgoing-messages.repository";
import * as sends from "@/server/messaging/messages/outgoing-messages.service";
import { hasOptedOut } from "@/server/messaging/opt-outs/opt-outs.service";
import type { Send } from "@/server/messaging/sends/sends.service";
import { findSender, type Line, type Which } from "@/server/messaging/whatsapp/instances.service";
import type { sendText } from "@/server/messaging/whatsapp/messaging.service";
import { askAboutSends } from "@/server/messaging/whatsapp/open-sends.service";
import { type OwnerId, ownerOfRow } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { publish } from "@/server/platform/live/publish";
import { logger } from "@/server/platform/logger";

/**
 * A chat message is stored before it is handed to the provider, and its outcome after. One whose outcome is unknown is
 * never sent again without the user's request; one that certainly did not go out is not shown as sent.
 */

/** While the provider does not answer, the outcome of a send is requested for a day. */
const MOST_ASKED_MS = 24 * 3_600_000;

export interface SentMessage {
  data: { message_id: number; timestamp: Date; status: ChatMessageStatus };
}

export type Content =
  | { kind: "text"; text: string; media: null }
  /** `text`: the caption. */
  | { kind: SentMediaKind; text: string | null; media: SentMedia };

export type Draft = { phoneKey: string; chatId: string; quoted: MessageRef | null } & Content;

/** What goes out without a person: it changes nothing of who answers. */
export const BY_ITSELF: Sending = { personId: null, over: null };

export type Opened = Draft & { id: number; instanceId: number; messageId: string; sentAt: Date };

/** Hands a message to the provider. `text`: its words, empty for a file without a caption. */
export type Transmit = (
  from: Line,
  message: Parameters<typeof sendText>[1],
  opened: Opened,
) => Promise<SendOutcome>;

/** @throws AppError contact_blocked for a contact who must not be written to */
export async function requireUnblocked(ownerId: OwnerId, phoneKey: string): Promise<void> {
  if (await hasOptedOut(ownerId, phoneKey)) throw new AppError("contact_blocked");
}

const REMOVED = "O número desta conversa foi removido da conta. Escreva por outro.";

/** @throws AppError not_found for a number that is not the account's; message_refused for one that was removed; whatsapp_disconnected */
export async function requireSender(ownerId: OwnerId, which: Which) {
  const sender = await findSender(ownerId, which);
  if (!sender && which !== "default") {
    throw new AppError("not_found", "Este número de WhatsApp não é da conta.");
  }
  if (sender?.instance.removed_at) throw new AppError("message_refused", REMOVED);
  if (!sender?.connected) throw new AppError("whatsapp_disconnected");
  return sender;
}

/** Records a message before it is sent, under our own id. Call inside a transaction. @throws AppError conversation_taken */
export async function openSend(
  ownerId: OwnerId,
  instanceId: number,
  draft: Draft,
  by: Sending,
): Promise<Opened> {
  const messageId = createMessageId();
  const quotedId = draft.quoted?.messageId ?? null;
  const send = { ...draft, instanceId, messageId, quotedId };
  const bytes = draft.media?.bytes ?? null;
  const { id, sentAt } = await sends.openSend(ownerId, { ...send, bytes }, by);
  if (draft.media) await addSentMedia(ownerId, id, draft.media);
  publish(ownerId, "message.changed", { chat: draft.chatId });
  return { ...draft, id, instanceId, messageId, sentAt };
}

/**
 * Hands a recorded message to the provider and records the outcome. `withdraw` handles a message that surely did not go
 * out.
 * @throws AppError when it did not go out
 */
export async function deliver(
  ownerId: OwnerId,
  opened: Opened,
  {
    withdraw,
    transmit,
  }: {
    withdraw: (ownerId: OwnerId, sendId: number) => Promise<unknown>;
    transmit: Transmit;
  },
): Promise<SentMessage> {
  const { instanceId, messageId, quoted, text, sentAt: timestamp } = opened;
  const message = { number: toSendAddress(opened.chatId), messageId, quoted, text: text ?? "" };
  const outcome = await transmit({ ownerId, instanceId }, message, opened);
  try {
    if (outcome.outcome === "accepted") {
      return { data: await confirmOrLeaveOpen(ownerId, opened, outcome.providerMessageId) };
    }
    if (outcome.outcome === "unclear") {
      logger.warn({ ownerId, detail: outcome.detail }, "send without an outcome");
      return { data: { message_id: opened.id, timestamp, status: "sending" } };
    }
    await transaction(() => withdraw(ownerId, opened.id));
    throw toError(outcome);
  } finally {
    publish(ownerId, "message.changed", { chat: opened.chatId });
  }
}

/** WhatsApp has the message: when that cannot be recorded now, it is found out like an answer that was lost. */
async function confirmOrLeaveOpen(
  ownerId: OwnerId,
  opened: Opened,
  providerMessageId: string,
): Promise<SentMessage["data"]> {
  const { sentAt: timestamp } = opened;
  try {
    const id = await confirm(ownerId, opened, providerMessageId);
    return { message_id: id, timestamp, status: "sent" };
  } catch (error) {
    logger.warn({ ownerId, err: error }, "accepted send not recorded");
    return { message_id: opened.id, timestamp, status: "sending" };
  }
}

/** Returns the id of the stored message. */
async function confirm(
  ownerId: OwnerId,
  { id, phoneKey }: { id: number; phoneKey: string },
  providerMessageId: string,
): Promise<number> {
  return transaction(async () => {
    const media = await findSentMedia(ownerId, id);
    const kept = await sends.confirmSend(ownerId, id, providerMessageId);
    // The provider reported it first: our file replaces the one that would be fetched from the provider.
    if (media && kept !== id) await addSentMedia(ownerId, kept, media);
    await markNumberContacted(ownerId, phoneKey);
    return kept;
  });
}

export function toError(
  outcome: Exclude<SendOutcome, { outcome: "accepted" | "unclear" }>,
): AppError {
  if (outcome.outcome === "disconnected") return new AppError("whatsapp_disconnected");
  if (outcome.outcome === "restricted") return new AppError("whatsapp_restricted");
  if (outcome.outcome === "refused") {
    if (outcome.because === "window_closed") return new AppError("whatsapp_window_closed");
    const isNumber = outcome.because === undefined || outcome.because === "number";
    return new AppError(isNumber ? "invalid_whatsapp_number" : "message_refused", outcome.detail);
  }
  return outcome.retryAfterMs === null
    ? new AppError("unavailable", "O WhatsApp não respondeu. A mensagem não foi enviada.")
    : new AppError("rate_limited", "O WhatsApp pediu para esperar. A mensagem não foi enviada.", {
        retryAfterSeconds: Math.ceil(outcome.retryAfterMs / 1000),
      });
}

/** Finds the outcomes of chat messages whose process died before the answer came. */
export const settleOpenSends = defineDuty({
  name: "settle open sends",
  everyS: 5,
  run: () => askAboutSends("chat", settleFound),
});

async function settleFound(send: Send, found: SentLookup): Promise<void> {
  const ownerId = ownerOfRow(send.owner_id);
  const id = send.ref_id;
  const contact = await findContactOf(ownerId, id);
  if (!contact) return;
  if (found.outcome === "sent") {
    await confirm(ownerId, { id, phoneKey: contact.phone_key }, found.providerMessageId);
  } else if (found.outcome === "not_sent" || found.outcome === "somebody_else") {
    await sends.markSendFailed(ownerId, id);
  }
  // Requested again, for a day.
  else if (found.outcome === "no_answer" && !isOld(send.opened_at)) return;
  else await sends.markSendUnconfirmed(ownerId, id);
  publish(ownerId, "message.changed", { chat: contact.chat_id, message: id });
}

const isOld = (sentAt: Date) => Date.now() - sentAt.getTime() > MOST_ASKED_MS;
