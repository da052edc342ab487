import { type AnswerReading, readAnswer } from "@/lib/domain/answers/read-answer";
import type { UserId } from "@/server/platform/actor";
import * as repository from "./intents.repository";

export {
  findIntentTask,
  findSettledTexts,
  setIntent,
  setIntentTask,
  settleIntent,
} from "./intents.repository";

/**
 * Reads what a contact has said that nobody has answered, as one answer; `texts` are its messages, the oldest first. Null
 * where nothing waits: what came was said before our last message. `alone`: how the last one was read by itself.
 */
export async function readWaiting(
  ownerId: UserId,
  phoneKey: string,
  alone: AnswerReading | null,
): Promise<{ texts: string[]; reading: AnswerReading } | null> {
  const texts = await repository.findUnansweredTexts(ownerId, phoneKey);
  if (texts.length === 0) return null;
  return { texts, reading: texts.length === 1 && alone ? alone : readAnswer(texts) };
}
