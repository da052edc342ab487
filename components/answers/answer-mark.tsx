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

/** What a contact's latest words say. */
export function AnswerMark({ kind }: { kind: AnswerKind }) {
  return <Badge tone={TONES[kind] ?? "neutral"}>{lookUp(ANSWER_LABEL, kind, "Outra")}</Badge>;
}
