/** Why a lead of the chosen lists gets no message. */
export const LEFT_OUT = [
  "no_whatsapp",
  "contacted",
  "failed",
  "opted_out",
  "in_review",
  "awaits_reply",
  "in_campaign",
  "unticked",
] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** Of one and of several leads, after their number: '1 pediu para sair'. */
export const LEFT_OUT_LABEL: Record<LeftOut, readonly [one: string, many: string]> = {
  no_whatsapp: ["sem WhatsApp", "sem WhatsApp"],
  contacted: ["já contatado", "já contatados"],
  failed: ["falhou antes", "falharam antes"],
  opted_out: ["pediu para sair", "pediram para sair"],
  in_review: [
    "em revisão: talvez tenha pedido para sair",
    "em revisão: talvez tenham pedido para sair",
  ],
  awaits_reply: ["espera resposta sua", "esperam resposta sua"],
  in_campaign: ["em outra campanha", "em outra campanha"],
  unticked: ["desmarcado por você", "desmarcados por você"],
};
