import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import { readAnswer } from "@/lib/domain/answers/read-answer";
import { toPlainLetters } from "@/lib/domain/messages/plain-letters";

/** The purpose of a contact's latest words, as far as our own texts differ. */
export type Intent =
  | "opt_out"
  | "no_interest"
  | "price"
  | "meeting"
  | "question"
  | "interest"
  | "greeting"
  | "silence"
  | "other";

const INTENTS: Partial<Record<AnswerKind, Intent>> = {
  not_interested: "no_interest",
  not_now: "no_interest",
  meeting: "meeting",
  question: "question",
  interested: "interest",
};
const PRICE = /\b(?:precos?|valor|valores|quanto (?:custa|fica|sai|e)|orcamento|desconto)\b/;
const GREETING = /^(?:oi+|ola|opa|bom dia|boa tarde|boa noite|tudo bem)\b/;

/** Reads the contact's latest words, which are messages in a row, oldest first. */
export function readIntent(texts: readonly string[]): Intent {
  const last = toPlainLetters(texts.at(-1) ?? "");
  if (texts.length === 0) return "silence";
  const { kind, leavesSurely } = readAnswer(texts);
  if (leavesSurely) return "opt_out";
  const intent = INTENTS[kind];
  if (intent === "question" && PRICE.test(last)) return "price";
  return intent ?? (GREETING.test(last) ? "greeting" : "other");
}
