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
 * where nothing waits: what came was said before our last message.
 */
export async function readWaiting(
  ownerId: UserId,
  phoneKey: string,
): Promise<{ texts: string[]; reading: AnswerReading } | null> {
  const texts = await repository.findUnansweredTexts(ownerId, phoneKey);
  return texts.length === 0 ? null : { texts, reading: readAnswer(texts) };
}
