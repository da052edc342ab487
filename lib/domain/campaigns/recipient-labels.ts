import type { RecipientState } from "./campaign";

export const RECIPIENT_STATE_LABEL: Record<RecipientState, string> = {
  pending: "Na fila",
  sending: "Enviando",
  sent: "Enviada",
  delivered: "Entregue",
  read: "Lida",
  answered: "Respondida",
  failed: "Falhou",
  skipped: "Não enviada",
  unknown: "Sem confirmação",
};
