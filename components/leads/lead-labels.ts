import type { LeadSource } from "@/lib/domain/lead-list";
import type { LeadStatus } from "@/lib/domain/lead-status";

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

export const LEAD_SOURCE_LABEL: Record<LeadSource, string> = {
  manual: "Cadastrado à mão",
  google_pages: "Busca no Google",
  google_maps: "Busca no Google Maps",
  receita: "Receita Federal",
  import: "Importação",
  whatsapp: "Contatos do WhatsApp",
};

export function leadSourceLabel(source: string): string {
  return source in LEAD_SOURCE_LABEL ? LEAD_SOURCE_LABEL[source as LeadSource] : source;
}
