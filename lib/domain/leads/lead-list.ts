/** Sort keys and sources of leads; used by the contract, the query and the screen. */

export const LEAD_SORTS = [
  "created_at",
  "status",
  "name",
  "whatsapp",
  "website",
  "address",
  "cnpj",
  "cnae",
  "proprietario",
  "obs",
  "ai_obs",
] as const;
export type LeadSort = (typeof LEAD_SORTS)[number];

export const LEAD_SOURCES = [
  "manual",
  "google_pages",
  "google_maps",
  "receita",
  "import",
  "whatsapp_contacts",
] as const;
export type LeadSource = (typeof LEAD_SOURCES)[number];

export const LEAD_SOURCE_LABEL: Record<LeadSource, string> = {
  manual: "Cadastrado à mão",
  google_pages: "Busca no Google",
  google_maps: "Busca no Google Maps",
  receita: "Receita Federal",
  import: "Importação",
  whatsapp_contacts: "Contatos do WhatsApp",
};

/** Returns the label of a source, or an unknown one unchanged. */
export function getLeadSourceLabel(source: string): string {
  return LEAD_SOURCE_LABEL[source as LeadSource] ?? source;
}

/** Why a lead outlives the list it was found for. */
export const KEPT_BECAUSE = ["other_list", "contacted", "made_by_hand", "edited"] as const;
export type KeptBecause = (typeof KEPT_BECAUSE)[number];

/** A filtered list is not counted beyond this, so that the cost of a page does not grow with the data. */
export const COUNTED_LEADS = 10_000;
