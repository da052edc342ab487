import { ANSWER_KINDS, type AnswerKind } from "./answer-kinds";
import { type AnswerModel, scoreAnswer } from "./answer-model";
import { BIASES, SCALE, WEIGHTS } from "./answer-weights";

/** What one or more messages in a row say to whoever wrote first. */
export interface AnswerReading {
  kind: AnswerKind;
  /** How likely that is, from 0 to 1. */
  likelihood: number;
  /** Whether a person is to be asked if they ask for no more messages. */
  mayLeave: boolean;
  /** The words that decided it, as they were written; empty for none. */
  words: string;
}

/**
 * From how likely on a person is asked. With the rules, of sentences by a writer whom the model has not learnt from, 93 to
 * 98 in 100 who leave are found, and 8 to 11 in 100 others asked about: `npm run answers:train` prints the table.
 */
export const ASKED_FROM = 0.3;

let model: AnswerModel | undefined;

/**
 * Reads messages of one person that nobody answered in between, the oldest first, as one answer. What a machine wrote
 * counts where nobody else did. Not for the browser: the model is large.
 */
export function readAnswer(texts: readonly string[]): AnswerReading {
  const alone = texts.map(readText);
  const spoken = texts.filter((_, at) => alone[at]?.kind !== "automatic");
  const whole = readText((spoken.length > 0 ? spoken : texts).join("\n"));
  return { ...whole, mayLeave: whole.mayLeave || alone.some(({ mayLeave }) => mayLeave) };
}

function readText(text: string): AnswerReading {
  model ??= {
    weights: Int8Array.from(Buffer.from(WEIGHTS, "base64")),
    scale: SCALE,
    biases: BIASES,
  };
  const scores = scoreAnswer(model, text);
  const likelihood = Math.max(...scores);
  return {
    kind: ANSWER_KINDS[scores.indexOf(likelihood)] ?? "unclear",
    likelihood,
    mayLeave: (scores[ANSWER_KINDS.indexOf("opt_out")] ?? 0) >= ASKED_FROM,
    words: "",
  };
}
