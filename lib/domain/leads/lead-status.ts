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

/** The labels for users: statuses with the same meaning share one. */
export const LEAD_STATUS_LABEL: Record<LeadStatus, string> = {
  pending: "Novo",
  new: "Novo",
  contacted: "Contatado",
  sent: "Contatado",
  answered: "Respondeu",
  responded: "Respondeu",
  closed: "Fechado",
  failed: "Falhou",
  opted_out: "Não contatar",
};

/** The status for a word in a file, including labels of earlier versions. */
const STATUS_OF_WORD: Record<string, LeadStatus> = {
  novo: "new",
  pendente: "pending",
  contatado: "contacted",
  enviado: "sent",
  respondeu: "answered",
  respondido: "answered",
  fechado: "closed",
  falhou: "failed",
  "não contatar": "opted_out",
};

const STATUSES = new Map<string, LeadStatus>([
  ...LEAD_STATUSES.map((status) => [status, status] as const),
  ...Object.entries(STATUS_OF_WORD),
]);

/** The status that a file's cell names; null for an unknown one. */
export function readStatus(text: string): LeadStatus | null {
  return STATUSES.get(text.toLowerCase()) ?? null;
}
