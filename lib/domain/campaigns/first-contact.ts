import { getLeadSourceLabel } from "../leads/lead-list";
import { LEGAL_BASIS_LABEL, type LegalBasis } from "./legal-basis";

/** Who wrote first between an account and a lead, and where the lead's number was found. */
export interface FirstContact {
  /** The first message; null while there is none. `by`: the lead, a campaign, or a person in the chat or on the phone. */
  first: {
    at: string;
    by: "lead" | "campaign" | "person";
    /** `id` is null once the campaign is deleted. */
    campaign: { id: number | null; name: string } | null;
    legal_basis: LegalBasis | null;
  } | null;
  /** `url`: the page that the number was read from. */
  found: { at: string; source: string; url: string | null };
}

/** Where a lead of each source was found, as part of a sentence. */
const FOUND: Record<string, string> = {
  manual: "cadastrado à mão",
  import: "recebido em uma lista importada",
  whatsapp_contacts: "nos contatos do WhatsApp",
  receita: "no cadastro público da Receita Federal",
  google_maps: "no Google Maps",
  google_pages: "em uma busca na internet",
};

/** A sentence that tells a person why they got a message; the user sends it. `formatDay` gives dd/mm/aaaa. */
export function explainFirstContact(
  lead: { name: string },
  { first, found }: FirstContact,
  formatDay: (instant: string) => string,
): string {
  const place = FOUND[found.source] ?? getLeadSourceLabel(found.source);
  const where = found.url ? `${place} (${found.url})` : place;
  const origin = `O contato de ${lead.name} foi encontrado em ${formatDay(found.at)}, ${where}.`;
  if (first === null) return `${origin} Ainda não escrevemos.`;
  const day = formatDay(first.at);
  if (first.by === "lead") return `${origin} A primeira mensagem veio de vocês, em ${day}.`;
  const campaign = first.campaign ? `, na campanha ${first.campaign.name}` : "";
  const basis = first.legal_basis
    ? ` A base legal é ${LEGAL_BASIS_LABEL[first.legal_basis].toLowerCase()}.`
    : "";
  return `${origin} Escrevemos pela primeira vez em ${day}${campaign}.${basis} Para não receber mais mensagens, responda SAIR.`;
}
