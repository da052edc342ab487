import { type AnswerReading, readAnswer, readOn } from "@/lib/domain/answers/read-answer";
import { classifyReply } from "@/lib/domain/messages/opt-out";
import type { TaskDue } from "@/lib/domain/tasks/task";
import { isAnswerToCampaign } from "@/server/campaigns/campaigns/engine/campaign-answers.service";
import { findUnanswered, setIntent } from "@/server/messaging/messages/intents.service";
import { hasFewIncoming } from "@/server/messaging/messages/messages.service";
import { flagReply, type Reply } from "@/server/messaging/opt-outs/opt-outs.service";
import type { Line } from "@/server/messaging/whatsapp/instances.service";
import type { OwnerId } from "@/server/platform/actor";
import { findDue } from "./answer-tasks.service";

/** Longer words are cut here: the messages themselves contain all of them. */
const MAX_WORDS = 500;

export interface NotedAnswer {
  reading: AnswerReading;
  /** The day that it names for later. */
  due: TaskDue | null;
  /** False for words from before our last message, which nobody has to answer. */
  waits: boolean;
}

/**
 * Reads everything that a contact wrote since our last message as one answer, and stores the reading. Asks the user
 * about a contact who may want to opt out in words that the rules do not know. `alone`: the reading of this message by
 * itself, where it is known. Call inside the transaction that stores the message, after the rules have been applied to
 * it.
 */
export async function noteAnswer(
  { ownerId, instanceId }: Line,
  said: Reply,
  alone: AnswerReading | null,
): Promise<NotedAnswer> {
  const key = { phoneKey: said.phoneKey, instanceId };
  const found = await findUnanswered(ownerId, key);
  const waits = found.length > 0;
  const texts = waits ? found.map(({ text }) => text) : [said.words];
  // A message that arrives late is not the last one.
  const isLast = texts.at(-1) === said.words;
  const reading =
    alone && isLast ? readOn(found.slice(0, -1), { text: said.words, alone }) : readAnswer(texts);
  await askIfLeaving(ownerId, said, reading, texts);
  const due = waits ? findDue(reading, texts.join("\n"), said.saidAt) : null;
  if (waits) await setIntent(ownerId, key, reading, due);
  return { reading, due, waits };
}

async function askIfLeaving(
  ownerId: OwnerId,
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

/** A contact who has written more often, and not to a campaign, is in a talk with us. */
const NEW_TALK = 5;

async function isNewTalk(ownerId: OwnerId, phoneKey: string): Promise<boolean> {
  return (
    (await hasFewIncoming(ownerId, phoneKey, NEW_TALK)) ||
    (await isAnswerToCampaign(ownerId, phoneKey))
  );
}
