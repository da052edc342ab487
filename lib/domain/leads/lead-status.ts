export const LEAD_STATUSES = [
  "pending",
  "new",
  "contacted",
  "sent",
  "answered",
  "responded",
  "closed",
  "failed",
  "opted_out",
] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

export const LEAD_STATUS_LABEL: Record<LeadStatus, string> = {
  pending: "Pendente",
  new: "Novo",
  contacted: "Contatado",
  sent: "Enviado",
  answered: "Respondido",
  responded: "Respondeu",
  closed: "Fechado",
  failed: "Falhou",
  opted_out: "Não contatar",
};
