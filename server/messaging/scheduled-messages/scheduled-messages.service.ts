import type { z } from "zod/mini";
import {
  type NewScheduledMessage,
  NO_TIME,
  type ScheduledMessageChange,
} from "@/lib/contracts/messaging/scheduled-messages";
import { parseScheduledTime } from "@/lib/domain/campaigns/recurrence";
import { nameChatOf } from "@/lib/domain/messages/chat-key";
import { MOST_SCHEDULED, SCHEDULED_MAX_DAYS } from "@/lib/domain/messages/scheduled-message";
import { AppError } from "@/lib/errors";
import { requireTarget } from "@/server/messaging/chat/chat.service";
import { requireUnblocked } from "@/server/messaging/chat/chat-outbox.service";
import { fromOf } from "@/server/messaging/chat/chat-send.service";
import { requireVariables } from "@/server/messaging/chat/filled-text.service";
import {
  findSeenConversation,
  findShownConversation,
} from "@/server/messaging/messages/chats.service";
import { findRow, type Which } from "@/server/messaging/whatsapp/instances.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { holdSession } from "@/server/platform/held-sessions/held-sessions.service";
import { publish } from "@/server/platform/live/publish";
import * as repository from "./scheduled-messages.repository";

const LISTED = 200;
const DAY_MS = 86_400_000;

/** @throws AppError invalid_whatsapp_number */
export async function listScheduledMessages(actor: Actor, to: string | undefined) {
  const found = await repository.findScheduled(
    actor,
    to ? await findChat(actor, to) : null,
    LISTED,
  );
  return { scheduled_messages: found.flatMap(toScheduledMessage) };
}

async function findChat(actor: Actor, to: string) {
  const target = requireTarget(to);
  const conversation = await findShownConversation(actor, target);
  return {
    keys: conversation ? [conversation.phone_key, ...target.keys] : target.keys,
    instanceId: conversation?.instance_id ?? target.numberId,
  };
}

/** Messages that did not go out: the latest `limit`, and how many, counted up to `most`. */
export async function listUnsentMessages(actor: Actor, bounds: { limit: number; most: number }) {
  const found = await repository.findUnsent(actor, bounds);
  const count = found[0]?.unsent ?? 0;
  const messages = found.flatMap((row) =>
    toScheduledMessage(row).map((message) => ({ ...message, name: row.name })),
  );
  return { count, capped: count === bounds.most, messages };
}

/**
 * @throws AppError invalid_whatsapp_number; not_found; contact_blocked; invalid_input at `send_at` or `content`;
 * quota_reached
 */
export async function scheduleMessage(actor: Actor, input: z.output<typeof NewScheduledMessage>) {
  const { ownerId } = actor;
  const { content, stays } = input;
  const sendAt = requireFuture(input.send_at);
  await requireVariables(ownerId, { content });
  const target = requireTarget(input.to);
  const conversation = await findSeenConversation(actor, target);
  const number = await requireNumber(ownerId, fromOf(conversation, target));
  const phoneKey = conversation?.phone_key ?? target.keys[0];
  const chatId = conversation?.chat_id ?? target.chatId;
  const id = await transaction(async () => {
    await holdSession(actor);
    await requireUnblocked(ownerId, phoneKey);
    const conversationId = conversation?.id ?? null;
    const instanceId = number?.id ?? null;
    const message = { conversationId, instanceId, phoneKey, chatId, content, sendAt, stays };
    return repository.insertScheduled(actor, message);
  });
  if (id === null) throw new AppError("quota_reached", TOO_MANY);
  publish(ownerId, "message.changed", { chat: chatId });
  return answer(actor, id);
}

/** The number that is to write; null while the account has none. @throws AppError not_found */
async function requireNumber(ownerId: OwnerId, which: Which) {
  const number = await findRow(ownerId, which);
  if (which !== "default" && (!number || number.removed_at)) {
    throw new AppError("not_found", "Este número de WhatsApp não é da conta.");
  }
  return number;
}

const TOO_MANY = `Até ${MOST_SCHEDULED} mensagens podem esperar ao mesmo tempo: cancele alguma antes.`;

/** @throws AppError not_found; conflict when it no longer waits; invalid_input at `send_at` */
export async function changeScheduledMessage(
  actor: Actor,
  id: number,
  { content, send_at, stays }: z.output<typeof ScheduledMessageChange>,
) {
  const before = await repository.findOne(actor, id);
  if (!before) throw new AppError("not_found", GONE);
  if (content !== undefined) await requireVariables(actor.ownerId, { content });
  const change = {
    ...(content !== undefined && { content }),
    ...(send_at !== undefined && { send_at: requireFuture(send_at) }),
    ...(stays !== undefined && { stays }),
  };
  if (!(await repository.updateScheduled(actor.ownerId, id, change))) {
    throw new AppError("conflict", "Esta mensagem não está mais agendada.");
  }
  publish(actor.ownerId, "message.changed", { chat: before.chat_id });
  return answer(actor, id);
}

/** @throws AppError not_found, also when it has gone out */
export async function cancelScheduledMessage(actor: Actor, id: number): Promise<{ success: true }> {
  const before = await repository.findOne(actor, id);
  if (!before || !(await repository.deleteScheduled(actor.ownerId, id))) {
    throw new AppError("not_found", GONE);
  }
  publish(actor.ownerId, "message.changed", { chat: before.chat_id });
  return { success: true };
}

const GONE = "Esta mensagem agendada não existe mais, ou já foi enviada.";

/** @throws AppError invalid_input */
function requireFuture(text: string): Date {
  const at = parseScheduledTime(text);
  const problem = at ? findTimeProblem(at) : NO_TIME;
  if (!at || problem) {
    throw new AppError("invalid_input", problem ?? NO_TIME, {
      fields: { send_at: problem ?? NO_TIME },
    });
  }
  return at;
}

function findTimeProblem(at: Date): string | null {
  const aheadMs = at.getTime() - Date.now();
  if (aheadMs <= 0) return "Escolha um horário no futuro.";
  return aheadMs > SCHEDULED_MAX_DAYS * DAY_MS ? "Agende para no máximo um ano à frente." : null;
}

async function answer(actor: Actor, id: number) {
  const row = await repository.findOne(actor, id);
  const [message] = row ? toScheduledMessage(row) : [];
  if (!message) throw new AppError("not_found", GONE);
  return { scheduled_message: message };
}

/** Empty for a message that has gone out: it is in the chat. */
function toScheduledMessage(row: repository.ScheduledRow) {
  const { chat_id, instance_id: _number, number_id, state, ...rest } = row;
  const contactNumber = nameChatOf(chat_id, number_id);
  return state === "sent" ? [] : [{ ...rest, state, contactNumber }];
}
