import { trimCharactersAtEnd } from "@/lib/domain/text/trim-characters";
import { findOrganizations, formatAddress } from "./json-ld";
import { oneLine, type PageReading, removeMarks } from "./page-reading";

export interface AddressCandidate {
  address: string;
  method: string;
  confidence: number;
}

const STREET =
  /(?:^|[\s:,.(–-])((?:rua|r\.|avenida|av\.?|alameda|al\.|travessa|tv\.|pra[cç]a|p[cç]a\.?|rodovia|rod\.|estrada|estr\.|largo|quadra|qd\.|via|viela|setor|scs|scn|srtvs|sia|sqs|sqn|cln|cls)\s[\p{L}\d"'][^\n]{4,120})/iu;
/** With a house number, or "s/n" for none. */
const NUMBERED = /\d|\bs\/n\b/i;
const CEP = /\b\d{2}\.?\d{3}[\s-]?\d{3}\b/;
const MAX_LINES_TOGETHER = 4;
const MAX_LENGTH = 220;

export function findAddressCandidates(page: PageReading): AddressCandidate[] {
  const found: AddressCandidate[] = [];
  const add = (address: string | null | undefined, method: string, confidence: number) => {
    const text = address && oneLine(address).slice(0, MAX_LENGTH);
    if (text) found.push({ address: text, method, confidence });
  };
  for (const { address } of findOrganizations(page.jsonLd)) add(address, "json-ld", 0.95);
  const [street, locality, region, postalCode] = [
    "streetAddress",
    "addressLocality",
    "addressRegion",
    "postalCode",
  ].map((property) => page.microdata.get(property)?.[0] ?? null);
  add(
    formatAddress({
      street: street ?? null,
      locality: locality ?? null,
      region: region ?? null,
      postalCode: postalCode ?? null,
    }),
    "microdata",
    0.92,
  );
  for (const written of page.addresses) {
    // The element may contain any contact: accept it only with a street or a CEP.
    if (STREET.test(written) || CEP.test(written))
      add(joinLines(written.split("\n")), "address-element", 0.85);
  }
  add(findInText(page), "text", 0.6);
  return found;
}

/** Reads from the street to the CEP, which may be a few lines below. */
function findInText(page: PageReading): string | null {
  const lines = removeMarks(page.text).split("\n");
  for (const [index, line] of lines.entries()) {
    if (line.length >= 600 || !NUMBERED.test(line)) continue;
    const street = STREET.exec(line)?.[1];
    if (street === undefined || !NUMBERED.test(street)) continue;
    const parts = [street];
    for (
      let next = index + 1;
      !CEP.test(parts.join(" ")) && next < index + MAX_LINES_TOGETHER;
      next += 1
    ) {
      const following = lines[next]?.trim() ?? "";
      if (following.length > 80 || /[@?]|tel|fone|whats/i.test(following)) break;
      parts.push(following);
    }
    const text = joinLines(parts);
    const cep = CEP.exec(text);
    if (cep) return text.slice(0, cep.index + cep[0].length);
    // Without a CEP, accept a street with a number and a state.
    const state =
      /[-–/,(]\s?(?:AC|AL|AM|AP|BA|CE|DF|ES|GO|MA|MG|MS|MT|PA|PB|PE|PI|PR|RJ|RN|RO|RR|RS|SC|SE|SP|TO)\b/.exec(
        text,
      );
    if (state) return text.slice(0, state.index + state[0].length);
  }
  return null;
}

function joinLines(lines: readonly string[]): string {
  return lines
    .map((line) => trimCharactersAtEnd(line.trim(), ",;|"))
    .filter(Boolean)
    .join(", ");
}
