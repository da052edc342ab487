import { type AnswerReading, readAnswer, readOn } from "@/lib/domain/answers/read-answer";
import { classifyReply } from "@/lib/domain/messages/opt-out";
import type { TaskDue } from "@/lib/domain/tasks/task";
import { isAnswerToCampaign } from "@/server/campaigns/campaigns/campaign-answers.service";
import { findUnanswered, setIntent } from "@/server/messaging/messages/intents.service";
import { hasFewIncoming } from "@/server/messaging/messages/messages.service";
import { flagReply, type Reply } from "@/server/messaging/opt-outs/opt-outs.service";
import type { UserId } from "@/server/platform/actor";
import { findDue } from "./answer-tasks.service";

/** Longer words are cut where they are kept: the messages themselves have them all. */
const MAX_WORDS = 500;

export interface NotedAnswer {
  reading: AnswerReading;
  /** The day that it names for later. */
  due: TaskDue | null;
  /** False for words of before our last message, which nobody has to answer. */
  waits: boolean;
}

/**
 * Reads what a contact has said since we last wrote, as one answer, and keeps it; a person is asked about whoever may want
 * to leave in words that the rules do not know. `alone`: how the message reads by itself, where that is known, and the day
 * that it names; with `isKept` it was stored as what the conversation says. Call inside the transaction that stores the
 * message, after the rules have been applied to it.
 */
export async function noteAnswer(
  ownerId: UserId,
  said: Reply,
  alone: { reading: AnswerReading; due: TaskDue | null; isKept: boolean } | null,
): Promise<NotedAnswer> {
  if (alone?.isKept) {
    await askIfLeaving(ownerId, said, alone.reading, [said.words]);
    return { reading: alone.reading, due: alone.due, waits: true };
  }
  const found = await findUnanswered(ownerId, said.phoneKey);
  const waits = found.length > 0;
  const texts = waits ? found.map(({ text }) => text) : [said.words];
  // A message that comes late is not the last one.
  const isLast = texts.at(-1) === said.words;
  const reading =
    alone && isLast
      ? readOn(found.slice(0, -1), { text: said.words, alone: alone.reading })
      : readAnswer(texts);
  await askIfLeaving(ownerId, said, reading, texts);
  const due = waits ? findDue(reading, texts.join("\n"), said.saidAt) : null;
  if (waits) await setIntent(ownerId, said.phoneKey, reading, due);
  return { reading, due, waits };
}

async function askIfLeaving(
  ownerId: UserId,
  said: Reply,
  reading: AnswerReading,
  texts: readonly string[],
) {
  if (!reading.mayLeave || classifyReply(said.words) !== null) return;
  const unknown = texts.filter((text) => classifyReply(text) === null);
  const { mayLeave, leavesSurely } = readAnswer(unknown);
  if (!leavesSurely && !(mayLeave && (await isNewTalk(ownerId, said.phoneKey)))) return;
  const words = readAnswer([said.words]).mayLeave ? said.words : unknown.join("\n");
  await flagReply(ownerId, { ...said, words: words.slice(0, MAX_WORDS) });
}

/** Who has written so often, and not to a campaign, is talking with us. */
const NEW_TALK = 5;

async function isNewTalk(ownerId: UserId, phoneKey: string): Promise<boolean> {
  return (
    (await hasFewIncoming(ownerId, phoneKey, NEW_TALK)) ||
    (await isAnswerToCampaign(ownerId, phoneKey))
  );
}
