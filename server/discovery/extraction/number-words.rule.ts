/** Words near a number in a text that show that it is no telephone, or not the company's. */

/**
 * 'certain' has an area code in brackets, a plus or 0800: nothing else is written so. 'dashed' has an area code and a
 * dash, as codes may have; 'plain' needs a word such as "Telefone".
 */
export type Shape = "certain" | "dashed" | "plain";

const DOCUMENTS = [
  "cpf|cnpj|cep|rg|cnh|pis|nire|renavam|chassi|placa|isbn|issn|ean|ncm|crm|cro|crea|creci|oab|rqe",
  "iso|nbr|abnt|din|astm|ansi|iec|sae|lei|decreto|portaria n|resolu[cç][aã]o|artigo|art|s[uú]mula",
  "c[oó]d(?:igo)?|ref(?:er[eê]ncia)?|sku|part number|p\\/n|pn|lote|s[eé]rie|id|patrim[oô]nio",
  "pedido|protocolo|nota(?: fiscal)?|nf-?e?|nfc-?e|processo|rastreio|contrato|ap[oó]lice|fatura|boleto",
  "ordem de servi[cç]o|o\\.?s|ticket|chamado|matr[ií]cula|registro|inscri[cç][aã]o|alvar[aá]|licen[cç]a",
  "certificado|conta(?: corrente)?|c\\/c|cc|c\\/p|poupan[cç]a|ag|i\\.?e|i\\.?m|visitantes?|rolamento",
].join("|");
/** Also found near telephones: agencies, banks, firms called Modelo, and 'Peça' as an imperative ("Peça já"). */
const NAMES_TOO = "ag[eê]ncia|banco|modelo|pe[cç]a";
const LOOSE = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${DOCUMENTS}|${NAMES_TOO})(?!\p{L})[^\d\n]{0,20}$`,
  "iu",
);
/** Before a number with an area code and a dash, the word has to be directly in front of it. */
const CLOSE = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(?:${DOCUMENTS})(?!\p{L})|(?:${NAMES_TOO})(?=\s?(?:n[.º°o]|:)))[\s.:#ºª°n/()]{0,10}o?\s?$`,
  "iu",
);

/** The word nearest to the number decides: with a telephone word after the document word, it is a telephone. */
export function isDocument(before: string, shape: Shape, phoneWordEnd: number): boolean {
  const match = (shape === "plain" ? LOOSE : CLOSE).exec(before);
  return match !== null && match.index >= phoneWordEnd;
}

/** "3000-6500 K" is a range. */
const UNIT =
  /^\s?(?:(?:[KVWA]|kW|kVA?|VA|mA|mAh|[mcd]m|[mkc]?m[²³23]|kg|mg|ml|lm|lux|[kMG]?Hz|rpm|btus?|psi|bar|cv|hp|km|metros?|litros?|quilos?|reais|unidades|pe[cç]as|p[aá]ginas)(?![\p{L}\d])|[°º]\s?[CF]\b|%|m\b|g\b|x\s?\d)/u;

export function hasUnit(after: string): boolean {
  return UNIT.test(after);
}

/** Words before numbers of public offices, which companies publish by law or as a service. */
export const OFFICE =
  /\b(?:procon|anvisa|anatel|susep|ans|aneel|anp|antt|anac|antaq|inmetro|ibama|inss|cvm|detran|receita federal|minist[eé]rio|vigil[aâ]ncia sanit[aá]ria|bacen|banco central|defesa do consumidor|consumidor\.gov|samu|bombeiros|pol[ií]cia|cvv|disque[- ]den[uú]ncia|disque[- ]intoxica[cç][aã]o)\b[^\d\n|;]{0,25}$/i;
