import { ANSWER_KINDS, type AnswerKind } from "@/lib/domain/answers/answer-kinds";
import { getChatNumber } from "@/lib/domain/messages/chat-key";
import { markRecipientAnswered } from "@/server/campaigns/campaigns/engine/campaign-answers.service";
import {
  claimUnclear,
  clarifyIntent,
  findOwnersWithUnclear,
  findUnanswered,
  type UnclearAnswer,
} from "@/server/messaging/messages/intents.service";
import { flagReply } from "@/server/messaging/opt-outs/opt-outs.service";
import { callModel, getSuggestionSource } from "@/server/messaging/suggestions/model-calls.service";
import type { JudgedAnswer } from "@/server/messaging/suggestions/suggestions.gateway";
import type { OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { publish } from "@/server/platform/live/publish";
import { logger } from "@/server/platform/logger";
import { findDue } from "./answer-tasks.service";

const MOST_OWNERS = 20;
const MOST_ANSWERS = 20;
const LONGEST = 500;
/** Three of four calls a day are reserved for users' requests. */
const SHARE = 0.25;
/** The model's answers that are not stored. 'automatic' has further effects, which only a user may cause. */
const UNTOLD: readonly AnswerKind[] = ["automatic", "unclear"];

/**
 * Asks a language model, where there is one, about answers that could not be read. It only sorts them for the user: it
 * blocks nobody and creates no task.
 */
export const clarifyAnswers = defineDuty({
  name: "clarify answers",
  everyS: 60,
  run: async () => {
    if (getSuggestionSource() !== "ai") return;
    const owners = await findOwnersWithUnclear(MOST_OWNERS);
    await Promise.all(
      owners.map((ownerId) =>
        clarify(ownerId).catch((err: unknown) =>
          logger.error({ ownerId, err }, "answers not clarified"),
        ),
      ),
    );
  },
});

async function clarify(ownerId: OwnerId): Promise<void> {
  const claimed = await claimUnclear(ownerId, MOST_ANSWERS);
  const texts = await Promise.all(
    claimed.map(async ({ phone_key: phoneKey, instance_id: instanceId }) => {
      const said = await findUnanswered(ownerId, { phoneKey, instanceId });
      return said
        .map(({ text }) => text)
        .join("\n")
        .slice(-LONGEST);
    }),
  );
  const asked = claimed.flatMap((answer, at) => {
    const text = texts[at] ?? "";
    return text.trim() === "" ? [] : [{ answer, text }];
  });
  if (asked.length === 0) return;
  const called = await callModel(
    { ownerId },
    (model) =>
      model.judgeAnswers(
        asked.map(({ text }) => text),
        new AbortController().signal,
      ),
    SHARE,
  );
  if (called.outcome !== "written") return;
  const judged = new Map(called.output.map((each) => [each.line, each]));
  for (const [at, { answer, text }] of asked.entries()) {
    const opinion = judged.get(at + 1);
    const kind = ANSWER_KINDS.find((known) => known === opinion?.kind);
    if (!opinion || !kind || UNTOLD.includes(kind) || !quotes(opinion, text)) continue;
    await keep(ownerId, answer, { kind, words: opinion.words, text });
  }
}

/** A model that invents the quoted words may have invented the rest. */
function quotes({ words }: JudgedAnswer, text: string): boolean {
  return words.trim() !== "" && text.includes(words);
}

async function keep(
  ownerId: OwnerId,
  answer: UnclearAnswer,
  { kind, words, text }: { kind: AnswerKind; words: string; text: string },
): Promise<void> {
  const { phone_key: phoneKey, chat_id: chatId, last_message_at } = answer;
  const due = findDue({ kind }, text, last_message_at);
  await transaction(async () => {
    const latest = await clarifyIntent(ownerId, answer, { kind, words }, due);
    if (!latest) return;
    if (kind === "opt_out") {
      const { provider_message_id: messageId, sent_at: saidAt } = latest;
      const number = getChatNumber(chatId);
      await flagReply(ownerId, { phoneKey, number, words, messageId, saidAt });
    }
    await markRecipientAnswered(ownerId, phoneKey, { intent: kind });
    publish(ownerId, "message.changed", { chat: chatId });
  });
}
