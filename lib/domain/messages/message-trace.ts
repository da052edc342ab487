/** The sources of messages to people, and the states of a message. */
export const TRACED_SOURCES = ["campaign", "scheduled", "chat"] as const;
export type TracedSource = (typeof TRACED_SOURCES)[number];

export const TRACED_STATES = [
  "waiting",
  "sending",
  "sent",
  "delivered",
  "read",
  "failed",
  "skipped",
  "answered",
  "unknown",
] as const;
export type TracedState = (typeof TRACED_STATES)[number];

export const TRACED_SOURCE_LABEL: Record<TracedSource, string> = {
  campaign: "Campanha",
  scheduled: "Mensagem agendada",
  chat: "Conversa",
};

export const TRACED_STATE_LABEL: Record<TracedState, string> = {
  waiting: "Na fila",
  sending: "Enviando",
  sent: "Enviada",
  delivered: "Entregue",
  read: "Lida",
  failed: "Falhou",
  skipped: "Não enviada",
  answered: "Cancelada pela resposta",
  unknown: "Sem confirmação",
};
