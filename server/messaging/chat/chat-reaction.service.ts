import { AppError } from "@/lib/errors";
import { findTarget } from "@/server/messaging/messages/chats.repository";
import { setReaction } from "@/server/messaging/messages/messages.service";
import { refreshLostConnection } from "@/server/messaging/whatsapp/connection.service";
import { sendReaction } from "@/server/messaging/whatsapp/messaging.service";
import type { Actor } from "@/server/platform/actor";
import { publish } from "@/server/platform/live/publish";
import { requireSender, requireUnblocked, toError } from "./chat-outbox.service";
import { toMessageRef } from "./chat-send.service";

/**
 * Sets our reaction to a message, or removes it. It is stored once WhatsApp has it. Without an answer it may be sent
 * again, because sending it twice has no further effect.
 * @throws AppError not_found; contact_blocked; whatsapp_disconnected; rate_limited or unavailable when it was not taken
 */
export async function reactToMessage(
  actor: Actor,
  messageId: number,
  emoji: string | null,
): Promise<{ success: true }> {
  const { ownerId } = actor;
  const target = await findTarget(ownerId, { id: messageId });
  if (!target) throw new AppError("not_found", "Mensagem não encontrada.");
  await requireUnblocked(ownerId, target.phone_key);
  const { chat_id: chatId, instance_id: instanceId } = target;
  await refreshLostConnection(ownerId, instanceId);
  await requireSender(ownerId, instanceId);
  const outcome = await sendReaction(
    { ownerId, instanceId },
    { to: toMessageRef(target), chatId, emoji },
  );
  if (outcome.outcome === "unclear") {
    throw new AppError("unavailable", "O WhatsApp não respondeu. Tente de novo.");
  }
  if (outcome.outcome !== "accepted") throw toError(outcome);
  await setReaction(ownerId, {
    instanceId,
    providerMessageId: target.provider_message_id,
    phoneKey: target.phone_key,
    fromMe: true,
    emoji,
    reactedAt: new Date(),
  });
  publish(ownerId, "message.changed", { chat: chatId, message: messageId });
  return { success: true };
}
