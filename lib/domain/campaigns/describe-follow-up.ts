import { countWord, labelOf } from "../text/known-words";
import { lowerFirst } from "../text/lower-first";
import type { RecipientCause, RecipientState } from "./campaign";
import { RECIPIENT_STATE_LABEL } from "./recipient-labels";
import { CAUSE_LABEL } from "./results-summary";
import type { ForeseenEnd } from "./sequence";

interface DescribedFollowUp<At> {
  step: number;
  state: RecipientState;
  due_at: At | null;
  ends: ForeseenEnd | null;
  cause: RecipientCause | null;
  detail: string | null;
}

/** Where somebody is in a sequence: "Passo 2: amanhã 9:00", "Passo 2 não vai: respondeu". */
export function describeFollowUp<At>(
  { step, state, due_at, ends, cause, detail }: DescribedFollowUp<At>,
  formatDue: (at: At) => string,
): string {
  if (ends !== null) return `Passo ${step} não vai: ${countWord(CAUSE_LABEL, ends, 1)}`;
  if (state === "pending" && cause !== "reacted") {
    return due_at === null ? `Passo ${step} na fila` : `Passo ${step}: ${formatDue(due_at)}`;
  }
  if (state === "pending" || state === "skipped") {
    const reason = detail ?? (cause && countWord(CAUSE_LABEL, cause, 1));
    return `Passo ${step}${state === "skipped" ? " não vai" : ""}${reason ? `: ${lowerFirst(reason)}` : ""}`;
  }
  return `Passo ${step}: ${labelOf(RECIPIENT_STATE_LABEL, state).toLowerCase()}`;
}
