import { normalizeCnpj } from "@/lib/domain/cnpj";
import { organizationsIn } from "./json-ld";
import { isCredit, type PageReading, withoutAccents, withoutMarks } from "./page-reading";

export interface CnpjCandidate {
  cnpj: string;
  method: string;
  confidence: number;
}

const MASKED =
  /(?<![0-9A-Za-z])[0-9A-Za-z]{2}[\s.]{0,2}[0-9A-Za-z]{3}[\s.]{0,2}[0-9A-Za-z]{3}\s?\/\s?[0-9A-Za-z]{4}[\s\-–]{0,3}\d{2}(?!\d)/g;
/** Without its slash it is one only where the word says so. */
const LOOSE =
  /(?<![0-9A-Za-z])[0-9A-Za-z]{2}[\s.]?[0-9A-Za-z]{3}[\s.]?[0-9A-Za-z]{3}[\s.]?[0-9A-Za-z]{4}[\s.\-–]?\d{2}(?![0-9A-Za-z])/g;
const WORD = /\bc\.?\s?n\.?\s?p\.?\s?j\b|\bcgc\b/i;
/** Whose CNPJ it says: those who take the payment, host the site or made it have theirs on it too. */
const SOMEBODY_ELSES =
  /(?:intermedia|plataforma|hospedag|pagamentos? (?:por|via|processad)|processad[oa]s? por|gateway|fornecedor|parceir|patrocin|operad[oa] por terceir|banco )[^\n]{0,40}$/i;

export function cnpjCandidates(page: PageReading): CnpjCandidate[] {
  const found: CnpjCandidate[] = [];
  for (const { taxId } of organizationsIn(page.jsonLd)) {
    const cnpj = normalizeCnpj(taxId);
    if (cnpj !== null) found.push({ cnpj, method: "json-ld", confidence: 0.95 });
  }
  for (const property of ["taxID", "vatID"]) {
    for (const value of page.microdata.get(property) ?? []) {
      const cnpj = normalizeCnpj(value.replace(/[^0-9A-Za-z]/g, ""));
      if (cnpj !== null) found.push({ cnpj, method: "microdata", confidence: 0.93 });
    }
  }
  return [...found, ...inText(page)];
}

function inText(page: PageReading): CnpjCandidate[] {
  const text = withoutMarks(page.text);
  const plain = withoutAccents(text);
  const found: CnpjCandidate[] = [];
  for (const pattern of [MASKED, LOOSE]) {
    for (const match of text.matchAll(pattern)) {
      const before = text.slice(Math.max(0, match.index - 60), match.index);
      const isNamed = WORD.test(before.slice(-30));
      if (pattern === LOOSE && !isNamed) continue;
      const cnpj = normalizeCnpj(match[0].replace(/[^0-9A-Za-z]/g, ""));
      if (cnpj === null) continue;
      const isElses = SOMEBODY_ELSES.test(before) || isCredit(before);
      const own = isElses ? 0.3 : plain.includes("controlador") ? 0.9 : 0.85;
      found.push({ cnpj, method: "text", confidence: isNamed ? own : own - 0.15 });
    }
  }
  return found;
}
