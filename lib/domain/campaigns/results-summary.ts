import type { RecipientCause } from "./campaign";

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
