import { getDomainWithoutSuffix } from "tldts";
import { normalizeCnpj } from "@/lib/domain/companies/cnpj";
import { foldText } from "@/lib/domain/text/fold-text";
import { findOrganizations } from "./json-ld.rule";
import { isCredit, type PageReading, removeMarks } from "./page-reading.rule";
import { findTellingWords } from "./trade-words.rule";
import { trimCharactersAtEnd } from "./trim-characters.rule";

export interface CnpjCandidate {
  cnpj: string;
  method: string;
  confidence: number;
}

const MASKED =
  /(?<![0-9A-Za-z])[0-9A-Za-z]{2}[\s.]{0,2}[0-9A-Za-z]{3}[\s.]{0,2}[0-9A-Za-z]{3}\s?\/\s?[0-9A-Za-z]{4}[\s\-–]{0,3}\d{2}(?!\d)/g;
/** Without its slash, a number is a CNPJ only after the word. */
const LOOSE =
  /(?<![0-9A-Za-z])[0-9A-Za-z]{2}[\s.]?[0-9A-Za-z]{3}[\s.]?[0-9A-Za-z]{3}[\s.]?[0-9A-Za-z]{4}[\s.\-–]?\d{2}(?![0-9A-Za-z])/g;
const WORD = /\bc\.?\s?n\.?\s?p\.?\s?j\b|\bcgc\b/i;
const WORDS = new RegExp(WORD, "gi");
/** Maximum distance from the word to the number. */
const WORD_DISTANCE = 30;
/** The reach of both patterns, plus one character on each side for the lookarounds. */
const BEFORE_SLASH = 16;
const AFTER_SLASH = 14;
const LONGEST = 25;
/** Text before another company's CNPJ: payment providers, hosts and site makers publish theirs too. */
const SOMEBODY_ELSES =
  /(?:intermedia|plataforma|hospedag|pagamentos? (?:por|via|processad)|processad[oa]s? por|gateway|fornecedor|parceir|patrocin|operad[oa] por terceir|operadora|administradora|plano d[aeo] |banco |banc[aá]ri|segurador|financeira|institui[cç]|correspondente|representante (?:d[aeo]|autorizad)|revendedor|distribuidor(?:a)? autorizad|administrad[oa] (?:por|pela)|garantid[oa] por|emitid[oa] por|franque|fabrica(?:nte|d[oa] por)|importad[oa] por|transportadora|ag[eê]ncia|desenvolv|marketplace|consórcio|cooperativa de cr[eé]dito|fundo |licenciad|clientes?(?![a-z])|tomador)[^\n]{0,160}$/i;
/** A firm called by its legal form right before its number. */
const NAMED_FIRM = /\b(?:ltda|eireli|s\.?\s?\/?\s?a)\b\.?[^\n\d]{0,25}$/i;
/** Too low for a site's findings. */
const NOT_ITS_OWN = 0.2;
/** Between two companies on one line. */
const NEXT_COMPANY = /[|;•·]|\. (?=\p{Lu})/u;
const NAME_DISTANCE = 160;

export function findCnpjCandidates(page: PageReading): CnpjCandidate[] {
  const found: CnpjCandidate[] = [];
  for (const { taxId } of findOrganizations(page.jsonLd)) {
    const cnpj = normalizeCnpj(taxId);
    if (cnpj !== null) found.push({ cnpj, method: "json-ld", confidence: 0.95 });
  }
  for (const property of ["taxID", "vatID"]) {
    for (const value of page.microdata.get(property) ?? []) {
      const cnpj = normalizeCnpj(value.replace(/[^0-9A-Za-z]/g, ""));
      if (cnpj !== null) found.push({ cnpj, method: "microdata", confidence: 0.93 });
    }
  }
  return [...found, ...findInText(page)];
}

function findInText(page: PageReading): CnpjCandidate[] {
  const text = removeMarks(page.text);
  const ownConfidence = /controlador/i.test(text) ? 0.9 : 0.85;
  const host = joinLetters(getDomainWithoutSuffix(page.url, { allowPrivateDomains: true }) ?? "");
  const title = joinLetters(page.title);
  const found: CnpjCandidate[] = [];
  for (const { written, start } of [...findMasked(text), ...findLoose(text)]) {
    const cnpj = normalizeCnpj(written.replace(/[^0-9A-Za-z]/g, ""));
    if (cnpj === null) continue;
    const before = text.slice(Math.max(0, start - NAME_DISTANCE), start);
    const isNamedLikeSite = namesSite(before, host);
    const isElses = !isNamedLikeSite && (SOMEBODY_ELSES.test(before) || isCredit(before));
    const isOtherFirms = isElses && NAMED_FIRM.test(before) && !namesSite(before, title);
    const elses = isOtherFirms ? NOT_ITS_OWN : 0.3;
    const own = isElses ? elses : ownConfidence + (isNamedLikeSite ? 0.06 : 0);
    const isNamed = WORD.test(before.slice(-WORD_DISTANCE));
    found.push({ cnpj, method: "text", confidence: isNamed ? own : own - 0.15 });
  }
  return found;
}

function joinLetters(text: string): string {
  return foldText(text).replace(/[^a-z0-9]/g, "");
}

const SEPARATORS = "|;•·- :";
const BEFORE_WORD = /[|;•·-] ?(?=c\.?n\.?p\.?j)/i;

/** Whether the company named before a number, on its line or alone on the line above, has a name like the site's. */
function namesSite(before: string, host: string): boolean {
  const lines = before.split("\n");
  const own = lines.at(-1) ?? "";
  const isAlone = findTellingWords(own).every((word) => /^(?:cnpj|mf|nro?|num|numero)$/.test(word));
  const named = isAlone ? `${lines.at(-2) ?? ""} ${own}` : own;
  const parts = trimCharactersAtEnd(named, SEPARATORS)
    .replace(BEFORE_WORD, " ")
    .split(NEXT_COMPANY);
  const words = findTellingWords(parts.at(-1) ?? "");
  return words.some((word) => word.length > 3 && host.includes(word)) && host.length > 3;
}

interface Written {
  written: string;
  start: number;
}

/** Searches around each slash: trying the pattern at every character takes longer than all the rest. */
function findMasked(text: string): Written[] {
  const found: Written[] = [];
  for (let slash = text.indexOf("/"); slash !== -1; slash = text.indexOf("/", slash + 1)) {
    const from = Math.max(0, slash - BEFORE_SLASH);
    for (const match of text.slice(from, slash + AFTER_SLASH).matchAll(MASKED)) {
      const start = from + match.index;
      if (start < slash && slash < start + match[0].length)
        found.push({ written: match[0], start });
    }
  }
  return found;
}

/** Searches after each word that announces a CNPJ. */
function findLoose(text: string): Written[] {
  const found = new Map<number, Written>();
  for (const word of text.matchAll(WORDS)) {
    const from = word.index;
    const stretch = text.slice(from, from + WORD_DISTANCE + LONGEST);
    for (const match of stretch.matchAll(LOOSE)) {
      const start = from + match.index;
      const before = text.slice(Math.max(0, start - WORD_DISTANCE), start);
      if (WORD.test(before)) found.set(start, { written: match[0], start });
    }
  }
  return [...found.values()];
}
