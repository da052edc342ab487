import { readRequest } from "@/lib/domain/messages/opt-out";
import { MOST_CHARACTERS } from "./answer-features";
import { ANSWER_KINDS, type AnswerKind } from "./answer-kinds";
import { type AnswerModel, findDecidingWords, scoreAnswer } from "./answer-model";
import { BIASES, SCALE, WEIGHTS } from "./answer-weights";

/** What one or more messages in a row say to the business that wrote first. */
export interface AnswerReading {
  kind: AnswerKind;
  /** How likely that is, from 0 to 1. */
  likelihood: number;
  /** Whether to ask a person if the contact wants no more messages. */
  mayLeave: boolean;
  /** The same for a longer talk with a customer, who says more about messages, lists and stopping. */
  leavesSurely: boolean;
  /** The words that decided it, as they were written; empty for none. */
  words: string;
}

/** Lowest likelihoods; `npm run answers:train` prints the results of other values. */
export const ASKED_FROM = 0.12;
export const LEAVES_FROM = 0.9;
/** High, because nearly every answer that counts as automatic has to be: nobody replies to one. */
export const AUTOMATIC_FROM = 0.93;

const MOST_TEXTS = 10;
const LEAVING = ANSWER_KINDS.indexOf("opt_out");
const UNCLEAR = ANSWER_KINDS.indexOf("unclear");
const AUTOMATIC = ANSWER_KINDS.indexOf("automatic");

let model: AnswerModel | undefined;

/**
 * Reads messages of one person that nobody answered in between, the oldest first, as one answer. Not for the browser: the
 * model is large.
 */
export function readAnswer(texts: readonly string[]): AnswerReading {
  model ??= {
    weights: Int8Array.from(Buffer.from(WEIGHTS, "base64")),
    scale: SCALE,
    biases: BIASES,
  };
  return readWith(model, texts);
}

/** A message that was read by itself when it came; an empty text for what has no words. */
export interface ReadMessage {
  text: string;
  kind: AnswerKind | null;
}

/**
 * The same for messages that were each read when they arrived, the last one just now: no single message is read twice.
 */
export function readOn(
  earlier: readonly ReadMessage[],
  { text, alone }: { text: string; alone: AnswerReading },
): AnswerReading {
  const all = [...earlier, { text, kind: alone.kind }];
  const counted = all.slice(all.findLastIndex((each) => isReturn(each.text)) + 1);
  const byPersons = counted.filter(({ kind }) => kind !== "automatic");
  const said = byPersons.filter((each) => each.text.trim() !== "");
  if (said.length === 0) return byPersons.length > 0 ? NOTHING : alone;
  if (said.length === 1 && said[0] === counted.at(-1)) return alone;
  // A sure, clear last message does not need the messages before it.
  const isSure = alone.likelihood >= SURE_FROM && SAYS_MUCH.has(alone.kind);
  if (isSure && said.every(({ kind }) => kind !== "opt_out")) return alone;
  const joined = said.map((each) => each.text).join("\n");
  const whole = readAnswer([joined.slice(-MOST_CHARACTERS)]);
  const mayLeave = whole.mayLeave || alone.mayLeave;
  if (said.every(({ kind }) => kind !== "opt_out")) return { ...whole, mayLeave };
  return {
    ...(alone.kind === "opt_out" ? alone : whole),
    kind: "opt_out",
    mayLeave,
    leavesSurely: whole.leavesSurely || alone.leavesSurely,
  };
}

const SURE_FROM = 0.8;
const SAYS_MUCH = new Set<AnswerKind>([
  ...(["opt_out", "not_interested", "not_now", "wrong_person"] as const),
  ...(["interested", "question", "meeting"] as const),
]);

/** A longer text is not the one word VOLTAR. */
const LONGEST_RETURN = 20;

function isReturn(text: string): boolean {
  return text.length <= LONGEST_RETURN && readRequest(text).reply === "return";
}

/** The same by any model. */
export function readWith(by: AnswerModel, texts: readonly string[]): AnswerReading {
  const said = texts
    .slice(-MOST_TEXTS)
    .map((text) => text.slice(0, MOST_CHARACTERS))
    .filter((text) => text.trim() !== "")
    .map((text) => ({ text, request: readRequest(text) }));
  // The one word VOLTAR takes back what was said before it.
  const each = said
    .slice(said.findLastIndex(({ request }) => request.reply === "return") + 1)
    .map((one) => ({ ...one, scores: scoreAnswer(by, one.text) }));
  const byPersons = each.filter(({ scores }) => (scores[AUTOMATIC] ?? 0) < AUTOMATIC_FROM);
  // Content without words, such as a voice note, comes from a person.
  const spoke = byPersons.length > 0 || said.length < Math.min(texts.length, MOST_TEXTS);
  const read = spoke ? byPersons : each;
  if (read.length === 0) return NOTHING;
  const whole = read.length === 1 ? [] : [scoreAnswer(by, read.map(({ text }) => text).join("\n"))];
  const certain = read.findLast(({ request }) => request.stops);
  const leaving = certain
    ? 1
    : Math.max(
        ...[...read.map(({ scores }) => scores), ...whole].map((scores) => scores[LEAVING] ?? 0),
      );
  const leavesSurely = leaving >= LEAVES_FROM;
  const mayLeave = leaving >= ASKED_FROM;
  const { kind, likelihood } = leavesSurely
    ? { kind: LEAVING, likelihood: leaving }
    : takeKind(whole[0] ?? read[0]?.scores ?? []);
  return {
    kind: ANSWER_KINDS[kind] ?? "unclear",
    likelihood,
    mayLeave,
    leavesSurely,
    words:
      kind === UNCLEAR
        ? ""
        : findDecidingWords(by, certain ? [certain.text] : read.map(({ text }) => text), kind),
  };
}

/** A machine answers at once. */
const MACHINE_WITHIN_S = 120;
/** Automatic even hours later: the notice that a talk was closed without an answer. Messages of persons score lower. */
const SURELY_AUTOMATIC_FROM = 0.99;

/** Whether a person may have written it, if it took them a while. */
export function mayBePersons({ kind, likelihood }: AnswerReading): boolean {
  return kind === "automatic" && likelihood < SURELY_AUTOMATIC_FROM;
}

/** The same words, `seconds` after the last message to their writer. */
export function readLate(reading: AnswerReading, seconds: number): AnswerReading {
  return mayBePersons(reading) && seconds > MACHINE_WITHIN_S ? NOTHING : reading;
}

const NOTHING: AnswerReading = {
  kind: "unclear",
  likelihood: 1,
  mayLeave: false,
  leavesSurely: false,
  words: "",
};

/** The likeliest kind; an answer that is not surely automatic is unclear, so that a person looks at it. */
function takeKind(scores: readonly number[]): { kind: number; likelihood: number } {
  const likelihood = Math.max(...scores);
  const kind = scores.indexOf(likelihood);
  if (kind !== AUTOMATIC || likelihood >= AUTOMATIC_FROM) return { kind, likelihood };
  return { kind: UNCLEAR, likelihood: scores[UNCLEAR] ?? 0 };
}
