import type { z } from "zod/mini";
import type { optOuts } from "@/lib/contracts/messaging/opt-outs";
import { getChatNumber } from "@/lib/domain/messages/chat-key";
import { asksErasure } from "@/lib/domain/messages/opt-out";
import { AppError } from "@/lib/errors";
import { markLeadsOptedOut } from "@/server/leads/leads/lead-marks.service";
import { findShownConversation } from "@/server/messaging/messages/chats.service";
import { findOptOut } from "@/server/messaging/opt-outs/opt-out-list.repository";
import {
  blockNumbers,
  dismissReviews,
  toOptOut,
} from "@/server/messaging/opt-outs/opt-outs.service";
import { findReview } from "@/server/messaging/opt-outs/reviews.repository";
import type { Actor } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import { requireTarget } from "./chat.service";

/**
 * The contact's words that a user has to decide about, and the contact's entry among the blocked numbers; null when
 * there is none.
 * @throws AppError invalid_whatsapp_number
 */
export async function getOptOutReview(
  actor: Actor,
  number: string,
): Promise<z.input<typeof optOuts.review.response>> {
  const { review, keys } = await findContact(actor, number);
  const blocked = await findOptOut(actor, keys);
  return {
    review,
    blocked: blocked && toOptOut(blocked),
    asks_erasure: [review?.words, blocked?.words].some((words) => words && asksErasure(words)),
  };
}

/**
 * Decides whether a contact opted out.
 * @throws AppError invalid_whatsapp_number; not_found when there is nothing to decide
 */
export async function decideOptOutReview(
  actor: Actor,
  number: string,
  isOptOut: boolean,
): Promise<{ success: true }> {
  const { ownerId } = actor;
  return transaction(async () => {
    const { review, chatId } = await findContact(actor, number);
    if (!review) throw new AppError("not_found", "Não há nada a decidir sobre este contato.");
    const { phone_key: phoneKey, words } = review;
    if (isOptOut) {
      const blocked = { phoneKey, number: getChatNumber(chatId) };
      await blockNumbers(ownerId, [blocked], { source: "person", words });
      await markLeadsOptedOut(ownerId, [phoneKey]);
    } else await dismissReviews(ownerId, [phoneKey]);
    publish(ownerId, "message.changed", { chat: chatId });
    return { success: true };
  });
}

async function findContact(actor: Actor, number: string) {
  const target = requireTarget(number);
  const conversation = await findShownConversation(actor, target);
  const known = conversation ? [conversation.phone_key] : target.keys;
  const review = await findReview(actor, known);
  return { review, keys: known, chatId: conversation?.chat_id ?? target.chatId };
}
