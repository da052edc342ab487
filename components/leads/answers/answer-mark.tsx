import { MessageCircleReply } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
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

/** Short labels for the longest ones, where a row has little room. */
const SHORT: Partial<Record<AnswerKind, string>> = {
  automatic: "Automática",
  question: "Pergunta",
  unclear: "Incerta",
  opt_out: "Quer sair",
};

/** The meaning of a contact's latest words. */
export function AnswerMark({ kind, short = false }: { kind: AnswerKind; short?: boolean }) {
  const label = lookUp(ANSWER_LABEL, kind, "Outra");
  return <Badge tone={TONES[kind] ?? "neutral"}>{short ? (SHORT[kind] ?? label) : label}</Badge>;
}

const COLOURS: Partial<Record<Tone, string>> = {
  success: "text-success",
  info: "text-info",
  gold: "text-primary",
  danger: "text-danger",
};

/** The same where there is no room for words. */
export function AnswerSign({ kind }: { kind: AnswerKind }) {
  const label = `Esperando resposta: ${lookUp(ANSWER_LABEL, kind, "Outra").toLowerCase()}`;
  return (
    <span title={label} className="shrink-0">
      <MessageCircleReply
        className={cn("size-4", COLOURS[TONES[kind] ?? "neutral"] ?? "text-muted-foreground")}
        aria-hidden
      />
      <span className="sr-only">{label}</span>
    </span>
  );
}
