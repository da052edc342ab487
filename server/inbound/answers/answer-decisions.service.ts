import type { z } from "zod/mini";
import { type answers, MOST_CORRECTIONS } from "@/lib/contracts/messaging/answers";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import { getChatNumber } from "@/lib/domain/messages/chat-key";
import { AppError } from "@/lib/errors";
import {
  markRecipientAnswered,
  unmarkRecipientAnswered,
} from "@/server/campaigns/campaigns/engine/campaign-answers.service";
import {
  markLeadAnswered,
  markLeadsOptedOut,
  unmarkLeadAnswered,
} from "@/server/leads/leads/lead-marks.service";
import { requireConversation } from "@/server/messaging/chat/chat.service";
import { findSettledTexts, settleIntent } from "@/server/messaging/messages/intents.service";
import { blockNumbers, dismissReviews } from "@/server/messaging/opt-outs/opt-outs.service";
import type { Actor } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import { unplan } from "./answer-tasks.service";
import { CORRECTION_LENGTH, withoutPersonalDetail } from "./without-personal-detail.rule";

/** These answers end the talk: a task planned for later is dropped. */
const ENDS_TALK: readonly AnswerKind[] = [
  ...(["opt_out", "not_interested", "wrong_person", "automatic"] as const),
];

/**
 * Stores the user's judgement of a contact's latest words, and corrects the effects of the previous reading. For an
 * opt-out the number is blocked; otherwise open opt-out reviews end. A machine's words do not count as an answer, a
 * person's do. A number that is already blocked stays blocked.
 * @throws AppError invalid_whatsapp_number; not_found
 */
export async function settleAnswer(
  actor: Actor,
  number: string,
  intent: AnswerKind,
): Promise<{ success: true; blocked: boolean }> {
  const { ownerId } = actor;
  return transaction(async () => {
    let added: string[] = [];
    const { id, chat_id: chatId } = await requireConversation(actor, number);
    const settled = await settleIntent(ownerId, id, intent);
    if (!settled) throw new AppError("not_found", "Este contato ainda não respondeu.");
    const { phone_key: phoneKey, was, words } = settled;
    if (intent === "opt_out") {
      const blocked = { phoneKey, number: getChatNumber(chatId) };
      added = await blockNumbers(ownerId, [blocked], { source: "person", words });
      await markLeadsOptedOut(ownerId, [phoneKey]);
    } else await dismissReviews(ownerId, [phoneKey]);
    if (intent === "automatic") {
      await unmarkLeadAnswered(ownerId, phoneKey);
      await unmarkRecipientAnswered(ownerId, phoneKey);
    } else if (was === "automatic" && intent !== "opt_out") {
      await markLeadAnswered(ownerId, phoneKey, "answered");
    }
    if (ENDS_TALK.includes(intent)) await unplan(ownerId, phoneKey);
    await markRecipientAnswered(ownerId, phoneKey, { intent, settled: true });
    publish(ownerId, "message.changed", { chat: chatId });
    publish(ownerId, "leads.changed", {});
    return { success: true, blocked: added.length > 0 };
  });
}

/** The texts that the actor has judged, without personal details, to learn from. */
export async function listCorrections({
  ownerId,
}: Actor): Promise<z.infer<typeof answers.corrections.response>> {
  const settled = await findSettledTexts(ownerId, {
    limit: MOST_CORRECTIONS,
    length: CORRECTION_LENGTH,
  });
  return {
    lines: settled.map(({ intent, content, names }) => ({
      intent,
      text: withoutPersonalDetail(content, names),
    })),
  };
}
