import { SCHEDULED_GRACE_HOURS } from "@/lib/domain/messages/scheduled-message";
import { errorCopy } from "@/lib/error-copy";
import { AppError } from "@/lib/errors";
import { findReader } from "@/server/accounts/users/people.service";
import {
  BY_ITSELF,
  deliver,
  openSend,
  requireSender,
  requireUnblocked,
} from "@/server/messaging/chat/chat-outbox.service";
import { findAddress } from "@/server/messaging/chat/chat-send.service";
import { fillTexts } from "@/server/messaging/chat/filled-text.service";
import { requireOpenWindow } from "@/server/messaging/chat/reply-window.service";
import { hasAnswered } from "@/server/messaging/messages/chats.repository";
import { lockConversations } from "@/server/messaging/messages/outgoing-messages.repository";
import { deleteSend } from "@/server/messaging/messages/outgoing-messages.service";
import { refreshLostConnection } from "@/server/messaging/whatsapp/connection.service";
import { sendText } from "@/server/messaging/whatsapp/messaging.service";
import { type OwnerId, ownerOfRow, type PersonId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { publish } from "@/server/platform/live/publish";
import { logger } from "@/server/platform/logger";
import { areNumbersSeen } from "@/server/platform/sight/unseen.service";
import * as repository from "./scheduled-messages.repository";

const AT_ONCE = 50;
const RETRY_S = 60;
/** Failures that pass by themselves, or when the user connects the phone again. */
const PASSING = ["whatsapp_disconnected", "whatsapp_restricted", "rate_limited", "unavailable"];

/** Owners whose message is being handed over: a slow provider delays only that owner's next one. */
const sending = new Set<number>();

/**
 * Sends what is due, one message of each owner at a time. A message is taken and its send recorded in one transaction,
 * so that it goes out at most once, even with several workers or when a process dies.
 */
export const sendScheduledMessages = defineDuty({
  name: "send scheduled messages",
  everyS: 5,
  run: async () => {
    const due = await repository.findDue(AT_ONCE, [...sending]);
    await Promise.all(due.map(sendDue));
  },
  overlaps: true,
});

async function sendDue(due: repository.DueMessage): Promise<void> {
  const ownerId = ownerOfRow(due.owner_id);
  sending.add(ownerId);
  try {
    await send(ownerId, due);
  } catch (error) {
    await recordFailure(ownerId, due, error).catch((failure: unknown) =>
      logger.error({ ownerId, err: failure }, "scheduled message not settled"),
    );
  } finally {
    sending.delete(ownerId);
  }
  publish(ownerId, "message.changed", { chat: due.chat_id });
}

/** Checks again everything that may have changed since it was scheduled. */
async function send(ownerId: OwnerId, due: repository.DueMessage): Promise<void> {
  await requireOpenWindow(ownerId, due.conversation_id ?? undefined);
  const from = due.instance_id ?? "default";
  await refreshLostConnection(ownerId, from);
  const sender = await requireSender(ownerId, from);
  // It may have gone out after the backup was taken, or the contact may have opted out in a message that is not read
  // yet.
  const { recovering, awaitsHistory, catchingUp } = sender;
  if (recovering || awaitsHistory || catchingUp) throw new AppError("unavailable");
  const known = due.conversation_id;
  if (sender.restrictedUntil && !(known && (await hasAnswered(ownerId, known)))) {
    throw new AppError("whatsapp_restricted");
  }
  const chatId = known ? due.chat_id : await findAddress(ownerId, due.chat_id, from);
  const opened = await transaction(async () => {
    // Under the same lock as incoming messages: an answer that is being stored is either seen here, or comes after the
    // send.
    await lockConversations(ownerId, due.phone_key);
    const { content: text } = await fillTexts({ ownerId, sight: null }, due.phone_key, {
      content: due.content,
    });
    if ((await repository.claimDue(ownerId, due, text)) !== "claimed") return null;
    await requireUnblocked(ownerId, due.phone_key);
    return openSend(
      ownerId,
      sender.instance.id,
      {
        phoneKey: due.phone_key,
        chatId,
        quoted: null,
        kind: "text",
        text,
        media: null,
      },
      { ...BY_ITSELF, personId: await findAuthor(ownerId, due), yields: true },
    );
  });
  if (!opened) return;
  await deliver(ownerId, opened, {
    // In one transaction: a send that surely did not go out must not count as sent, even if the process dies here.
    withdraw: async (owner, sendId) => {
      await deleteSend(owner, sendId);
      await repository.postpone(owner, due.id, { seconds: RETRY_S, detail: null });
    },
    transmit: sendText,
  });
}

/** Whose message it is: nobody's, once who made it is gone or no longer sees whom it is for. */
async function findAuthor(
  ownerId: OwnerId,
  { person_id, phone_key }: repository.DueMessage,
): Promise<PersonId | null> {
  const author = person_id === null ? null : await findReader(ownerId, person_id);
  return author && (await areNumbersSeen(author, [phone_key])) ? author.personId : null;
}

/** Fails what is due now: it is not sent any more. Joins the current transaction. Returns how many. */
export function missDueMessages(ownerId: OwnerId, detail: string): Promise<number> {
  return repository.failDue(detail, ownerId);
}

export { moveScheduled } from "./scheduled-messages.repository";

const MAY_BE_SENT =
  "O sistema foi restaurado de um backup: esta mensagem pode já ter saído. Confira a conversa antes de enviá-la.";

/**
 * After a backup was restored: messages that are due may have gone out already, so a user decides about them. Joins the
 * current transaction.
 */
export async function missRestoredMessages(): Promise<void> {
  await repository.failDue(MAY_BE_SENT);
}

/**
 * The message surely did not go out: an unclear outcome is no failure, and is looked up like for every message of the
 * chat.
 */
async function recordFailure(
  ownerId: OwnerId,
  due: repository.DueMessage,
  error: unknown,
): Promise<void> {
  if (!(error instanceof AppError)) {
    logger.warn({ ownerId, err: error }, "scheduled message not sent");
  }
  const code = error instanceof AppError ? error.code : "unavailable";
  const detail = describeFailure(error, code);
  const isLate = Date.now() - due.send_at.getTime() > SCHEDULED_GRACE_HOURS * 3_600_000;
  if (PASSING.includes(code) && !isLate) {
    await repository.postpone(ownerId, due.id, { seconds: RETRY_S, detail });
  } else await repository.settle(ownerId, due.id, "failed", detail);
}

/** The provider's sentence where it describes a problem of this message; its general one about a number is English. */
function describeFailure(error: unknown, code: AppError["code"]): string {
  const isOwn = error instanceof AppError && OWN_SENTENCE.includes(code);
  if (isOwn && error.message !== errorCopy.invalid_whatsapp_number) return error.message;
  return code === "invalid_whatsapp_number" ? NOT_ON_WHATSAPP : errorCopy[code];
}

const OWN_SENTENCE = ["message_refused", "invalid_input", "invalid_whatsapp_number"];
const NOT_ON_WHATSAPP = "Este número não está no WhatsApp.";
