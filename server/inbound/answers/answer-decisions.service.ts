import type { z } from "zod/mini";
import { type answers, MOST_CORRECTIONS } from "@/lib/contracts/messaging/answers";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import {
  CORRECTION_LENGTH,
  withoutPersonalDetail,
} from "@/lib/domain/answers/without-personal-detail";
import { getChatNumber } from "@/lib/domain/messages/chat-key";
import { AppError } from "@/lib/errors";
import {
  markRecipientAnswered,
  unmarkRecipientAnswered,
} from "@/server/campaigns/campaigns/campaign-answers.service";
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

/** What is planned for later goes with them. */
const ENDS_TALK: readonly AnswerKind[] = [
  ...(["opt_out", "not_interested", "wrong_person", "automatic"] as const),
];

/**
 * A person says what a contact's latest words mean, and what was done because of the reading is done anew: an opt-out is
 * blocked, anything else lets go of the question whether it is one; a machine has not answered, and anybody else has. A
 * number that is blocked stays so.
 * @throws AppError invalid_whatsapp_number; not_found
 */
export async function settleAnswer(
  { userId }: Actor,
  number: string,
  intent: AnswerKind,
): Promise<{ success: true; blocked: boolean }> {
  return transaction(async () => {
    let added: string[] = [];
    const { id, chat_id: chatId } = await requireConversation(userId, number);
    const settled = await settleIntent(userId, id, intent);
    if (!settled) throw new AppError("not_found", "Este contato ainda não respondeu.");
    const { phone_key: phoneKey, was, words } = settled;
    if (intent === "opt_out") {
      const blocked = { phoneKey, number: getChatNumber(chatId) };
      added = await blockNumbers(userId, [blocked], { source: "person", words });
      await markLeadsOptedOut(userId, [phoneKey]);
    } else await dismissReviews(userId, [phoneKey]);
    if (intent === "automatic") {
      await unmarkLeadAnswered(userId, phoneKey);
      await unmarkRecipientAnswered(userId, phoneKey);
    } else if (was === "automatic" && intent !== "opt_out") {
      await markLeadAnswered(userId, phoneKey, "answered");
    }
    if (ENDS_TALK.includes(intent)) await unplan(userId, phoneKey);
    await markRecipientAnswered(userId, phoneKey, { intent, settled: true });
    publish(userId, "message.changed", { chat: chatId });
    publish(userId, "leads.changed", {});
    return { success: true, blocked: added.length > 0 };
  });
}

/** What the actor has said that words mean, fit to learn from. */
export async function listCorrections({
  userId,
}: Actor): Promise<z.infer<typeof answers.corrections.response>> {
  const settled = await findSettledTexts(userId, {
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
