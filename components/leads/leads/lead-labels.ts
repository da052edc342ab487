export { getLeadSourceLabel, LEAD_SOURCE_LABEL } from "@/lib/domain/leads/lead-list";
export { LEAD_STATUS_LABEL } from "@/lib/domain/leads/lead-status";

/** How a value was extracted, in words for users. */
const METHOD_LABEL: Record<string, string> = {
  "whatsapp-link": "link do WhatsApp",
  "whatsapp-attribute": "botão do WhatsApp",
  "whatsapp-script": "botão do WhatsApp",
  "tel-link": "link de telefone",
  mailto: "link de e-mail",
  "json-ld": "dados estruturados",
  "json-ld-legal": "razão social nos dados estruturados",
  "json-ld-site": "nome do site nos dados estruturados",
  microdata: "dados estruturados",
  text: "texto da página",
  "text-whatsapp": "número ao lado da palavra WhatsApp",
  "text-fax": "fax no texto da página",
  "address-element": "endereço na página",
  "map-link": "mapa na página",
  copyright: "rodapé da página",
  logo: "logotipo na página",
  cloudflare: "e-mail protegido na página",
  "og:site_name": "nome do site",
  title: "título da página",
  h1: "título da página",
  host: "endereço do site",
  "search-result": "resultado da busca",
  map: "mapa",
};

/** The suffix `-mobile` marks a mobile number taken as WhatsApp without other evidence. */
export function getEvidenceMethodLabel(method: string): string {
  const [, base = method, mobile] = /^(.*?)(-mobile)?$/.exec(method) ?? [];
  const label = METHOD_LABEL[base] ?? "página do site";
  return mobile ? `celular: ${label}` : label;
}
