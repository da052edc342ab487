import { classifyReply } from "@/lib/domain/messages/opt-out";
import { ANSWER_KINDS } from "./answer-kinds";
import { type AnswerModel, scoreAnswer } from "./answer-model";
import { BIASES, SCALE, WEIGHTS } from "./answer-weights";

const LEAVING = ANSWER_KINDS.indexOf("opt_out");
/**
 * From how likely on a person is asked. With the rules, of sentences by a writer whom the model has not learnt from, 93 to
 * 98 in 100 who leave are found, and 8 to 11 in 100 others asked about: `npm run answers:train` prints the table.
 */
export const ASKED_FROM = 0.3;

let model: AnswerModel | undefined;

/**
 * What a contact's answer says about being written to. Only rules block, and only what is certain; the model, which has
 * learnt from how people write, adds whom to ask a person about. Not for the browser: the model is large.
 */
export function readReply(text: string): ReturnType<typeof classifyReply> {
  const certain = classifyReply(text);
  if (certain !== null) return certain;
  model ??= {
    weights: Int8Array.from(Buffer.from(WEIGHTS, "base64")),
    scale: SCALE,
    biases: BIASES,
  };
  return (scoreAnswer(model, text)[LEAVING] ?? 0) >= ASKED_FROM ? "complaint" : null;
}
