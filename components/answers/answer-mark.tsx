import { Badge, type Tone } from "@/components/ui/badge";
import { ANSWER_LABEL } from "@/lib/domain/answers/answer-groups";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import { lookUp } from "@/lib/domain/text/known-words";

const TONES: Partial<Record<AnswerKind, Tone>> = {
  interested: "success",
  meeting: "success",
  question: "info",
  not_now: "gold",
  opt_out: "danger",
};

/** Where a row leaves little room, for the longest. */
const SHORT: Partial<Record<AnswerKind, string>> = {
  ...{ automatic: "Automática", question: "Pergunta", unclear: "Incerta", opt_out: "Quer sair" },
};

/** What a contact's latest words say. */
export function AnswerMark({ kind, short = false }: { kind: AnswerKind; short?: boolean }) {
  const label = lookUp(ANSWER_LABEL, kind, "Outra");
  return <Badge tone={TONES[kind] ?? "neutral"}>{short ? (SHORT[kind] ?? label) : label}</Badge>;
}
