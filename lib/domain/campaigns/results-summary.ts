import { ANSWERS_BY_WARMTH } from "@/lib/domain/answers/answer-groups";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import { countWord } from "@/lib/domain/text/known-words";
import type { RecipientCause } from "./campaign";
import { findBestVariant } from "./wilson";

interface Summary {
  recipients: number;
  sent: number;
  no_whatsapp: number;
  refused: number;
  skipped: number;
  unknown: number;
  waiting: number;
  lost: number;
  duplicated: number;
}

/**
 * '210 destinatários: 203 enviadas, 5 sem WhatsApp, 2 recusadas, 0 perdidas, 0 duplicadas'. The outcomes add up to the
 * recipients; those that a finished campaign need not have are named only where there are some.
 */
export function describeResults(summary: Summary): string {
  const { recipients, sent, no_whatsapp, refused, skipped, unknown, waiting } = summary;
  const parts = [
    countOf(sent, "enviada", "enviadas"),
    `${format(no_whatsapp)} sem WhatsApp`,
    countOf(refused, "recusada", "recusadas"),
    skipped > 0 && countOf(skipped, "não enviada", "não enviadas"),
    unknown > 0 && `${format(unknown)} sem confirmação`,
    waiting > 0 && `${format(waiting)} na fila`,
    countOf(summary.lost, "perdida", "perdidas"),
    countOf(summary.duplicated, "duplicada", "duplicadas"),
  ];
  const all = countOf(recipients, "destinatário", "destinatários");
  return `${all}: ${parts.filter(Boolean).join(", ")}`;
}

/** What one and what several people answered, after their number. */
const ANSWERED: Record<AnswerKind, readonly [one: string, many: string]> = {
  interested: ["com interesse", "com interesse"],
  meeting: ["quer marcar", "querem marcar"],
  question: ["pergunta", "perguntas"],
  not_now: ["agora não", "agora não"],
  thanks: ["agradeceu", "agradeceram"],
  unclear: ["não está clara", "não estão claras"],
  wrong_person: ["pessoa errada", "pessoas erradas"],
  not_interested: ["sem interesse", "sem interesse"],
  opt_out: ["pediu para sair", "pediram para sair"],
  automatic: ["resposta automática", "respostas automáticas"],
};

/** 'Respondidas 11: 4 com interesse, 1 pergunta, 6 pediram para sair.', with a machine's answers apart; empty for none. */
export function describeAnswers({
  answered,
  intents,
  automatic,
}: {
  answered: number;
  intents: readonly { kind: AnswerKind; count: number }[];
  automatic: number;
}): string {
  const place = (kind: AnswerKind) => ANSWERS_BY_WARMTH.indexOf(kind);
  const parts = intents
    .toSorted((one, other) => place(one.kind) - place(other.kind))
    .map(({ kind, count }) => `${format(count)} ${countWord(ANSWERED, kind, count)}`);
  const people = parts.length > 0 && `Respondidas ${format(answered)}: ${parts.join(", ")}.`;
  const machines =
    automatic > 0 && `${people ? "Fora delas, " : ""}${countOf(automatic, ...ANSWERED.automatic)}.`;
  return [people, machines].filter(Boolean).join(" ");
}

/**
 * Which variant is better: by the interest that it found, or by its answers if no interest is known, as for messages sent
 * before answers were read.
 */
export function compareVariants(
  variants: readonly { variant: number; sent: number; answered: number; interested: number }[],
): string {
  const byInterest = variants.some(({ interested }) => interested > 0);
  const best = findBestVariant(
    variants.map(({ sent, answered, interested }) => ({
      successes: byInterest ? interested : answered,
      trials: sent,
    })),
  );
  if (best === null) return "Diferença ainda não conclusiva: pode ser acaso.";
  const most = byInterest ? "desperta mais interesse" : "tem mais respostas";
  return `A variação ${variants[best]?.variant} é a que ${most}, com 95% de confiança.`;
}

/** Why one and why several recipients got no message, after their number: '3 pediram para sair'. */
export const CAUSE_LABEL: Record<RecipientCause, readonly [one: string, many: string]> = {
  no_whatsapp: ["sem WhatsApp", "sem WhatsApp"],
  refused: ["recusada", "recusadas"],
  restricted: ["recusada por limite do WhatsApp", "recusadas por limite do WhatsApp"],
  not_delivered: ["não entregue", "não entregues"],
  opted_out: ["pediu para sair", "pediram para sair"],
  in_review: [
    "em revisão: talvez tenha pedido para sair",
    "em revisão: talvez tenham pedido para sair",
  ],
  contacted: ["já contatado", "já contatados"],
  recent: ["com mensagem há poucos dias", "com mensagem há poucos dias"],
  answered: ["já tinha escrito", "já tinham escrito"],
  lead_deleted: ["com o lead excluído", "com o lead excluído"],
  stopped: ["porque a campanha foi parada", "porque a campanha foi parada"],
  unconfirmed: ["sem confirmação", "sem confirmação"],
  held_back: [
    "poupado de ofertas pela Meta por enquanto",
    "poupados de ofertas pela Meta por enquanto",
  ],
  template_refused: ["com o modelo recusado", "com o modelo recusado"],
  no_opt_in: ["sem autorização para ofertas", "sem autorização para ofertas"],
  reacted: ["reagiu, ligou ou votou", "reagiram, ligaram ou votaram"],
  moved: ["com o lead em outra etapa", "com o lead em outra etapa"],
  number_changed: ["com outro número", "com outro número"],
  erased: ["apagado a pedido da pessoa", "apagados a pedido das pessoas"],
  in_sequence: ["já em outra sequência", "já em outra sequência"],
  late: ["atrasada demais", "atrasadas demais"],
  step_removed: ["com o passo retirado", "com o passo retirado"],
  plan_ended: ["porque o plano PRO terminou", "porque o plano PRO terminou"],
};

function countOf(count: number, one: string, many: string): string {
  return `${format(count)} ${count === 1 ? one : many}`;
}

function format(count: number): string {
  return count.toLocaleString("pt-BR");
}
