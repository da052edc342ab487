import type { ChatAssignment } from "@/lib/contracts/messaging/chat-assignments";
import { requireColleague } from "@/server/accounts/users/people.service";
import { giveConversation } from "@/server/messaging/messages/assignments.service";
import type { Actor } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import { requireConversation } from "./chat.service";

/**
 * Gives a conversation to somebody of the account, or to nobody, with a word for them.
 * @throws AppError not_found; invalid_input under `seller_id`; conversation_taken when meanwhile somebody else answers it
 */
export async function assignChat(
  { ownerId, personId }: Actor,
  { contactNumber, seller_id, expected_seller_id, note }: ChatAssignment,
): Promise<{ success: true }> {
  const conversation = await requireConversation(ownerId, contactNumber);
  const to = seller_id === null ? null : await requireColleague(ownerId, seller_id);
  const given = { to, expected: expected_seller_id, by: personId, note: note || null };
  await transaction(async () => {
    if (!(await giveConversation(ownerId, conversation, given))) return;
    publish(ownerId, "message.changed", { chat: conversation.chat_id });
  });
  return { success: true };
}
