import { AppError } from "@/lib/errors";
import { findShownConversation } from "@/server/messaging/messages/chats.service";
import { findReplyWindow } from "@/server/messaging/messages/reply-window.repository";
import { describeProvider } from "@/server/messaging/whatsapp/provider.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { requireTarget } from "./chat.service";

/**
 * Until when any text may be sent to a contact; null when only templates reach them. Always open where the provider has
 * no such rule.
 * @throws AppError invalid_whatsapp_number
 */
export async function getReplyWindow(actor: Actor, number: string) {
  const target = requireTarget(number);
  if (!describeProvider().templates_outside_window)
    return { data: { open: true, closes_at: null } };
  const conversation = await findShownConversation(actor, target);
  const window = conversation && (await findReplyWindow(actor.ownerId, conversation.id));
  return window?.open
    ? { data: { open: true, closes_at: window.closesAt } }
    : { data: { open: false, closes_at: null } };
}

/** @throws AppError whatsapp_window_closed when only templates reach the contact */
export async function requireOpenWindow(
  ownerId: OwnerId,
  conversationId: number | undefined,
): Promise<void> {
  if (!describeProvider().templates_outside_window) return;
  const window =
    conversationId === undefined ? null : await findReplyWindow(ownerId, conversationId);
  if (!window?.open) throw new AppError("whatsapp_window_closed");
}
