import type { ChatAssignment } from "@/lib/contracts/messaging/chat-assignments";
import { nameChatOf } from "@/lib/domain/messages/chat-key";
import { requireColleague } from "@/server/accounts/users/people.service";
import { findAssignments } from "@/server/messaging/messages/assignments.repository";
import { giveConversation } from "@/server/messaging/messages/assignments.service";
import { findShownConversation } from "@/server/messaging/messages/chats.service";
import type { Actor } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import { requireConversation, requireTarget } from "./chat.service";

const LISTED = 20;

/** A number without a conversation has none. @throws AppError invalid_whatsapp_number */
export async function listAssignments(actor: Actor, number: string) {
  const conversation = await findShownConversation(actor, requireTarget(number));
  return {
    assignments: conversation ? await findAssignments(actor, conversation.id, LISTED) : [],
  };
}

/**
 * Gives a conversation to somebody of the account, or to nobody, with a word for them.
 * @throws AppError not_found; invalid_input under `seller_id`; conversation_taken when meanwhile somebody else answers it
 */
export async function assignChat(
  actor: Actor,
  { contactNumber, seller_id, expected_seller_id, note }: ChatAssignment,
): Promise<{ success: true }> {
  const { ownerId, personId } = actor;
  const conversation = await requireConversation(actor, contactNumber);
  await transaction(async () => {
    const to = seller_id === null ? null : await requireColleague(ownerId, seller_id);
    const given = { to, expected: expected_seller_id, by: personId, note: note || null };
    if (!(await giveConversation(ownerId, conversation, given))) return;
    publish(ownerId, "chat.assigned", {
      chat: nameChatOf(conversation.chat_id, requireTarget(contactNumber).numberId),
      person_id: to,
      by_id: personId,
    });
  });
  return { success: true };
}
