import { getDomainWithoutSuffix } from "tldts";
import { foldText } from "@/lib/domain/text/fold-text";
import { trimCharactersAtEnd } from "@/lib/domain/text/trim-characters";
import { findOrganizations } from "./json-ld";
import { oneLine, type PageReading } from "./page-reading";

export interface NameCandidate {
  name: string;
  method: string;
  confidence: number;
}

const MAX_LENGTH = 80;
/** A name and what may stand around it. */
const MAX_WRITTEN = 1_000;
/** For texts on one line, with single spaces. */
const SEPARATORS = / [-–—|·•»›~/] | ?(?:::|\||»|•|—) ?|: /;
const PLACE = /^(.{3,}?)(?:, | em )(\p{Lu}[\p{L}' ]{2,30})(?: ?[-/,] ?[A-Z]{2})?$/u;
const STATE_AFTER_PLACE = /^(?: ?[-/]|,)\s?[A-Z]{2}\b/;
/** The edges of a name, without spaces. */
const BEFORE_NAME = /^[ \-–—|:·•*.,!>«»"'“”]+/;
const AFTER_NAME = " -–—|:·•*,!<«»\"'“”";
/** Titles of pages, not of companies. */
const GENERIC =
  /^(?:home(?: ?page)?|index|inicio|pagina (?:inicial|principal)|principal|(?:seja )?bem[- ]?vind[oa]s?|welcome|contatos?|fale conosco|quem somos|sobre(?: nos)?|a empresa|empresa|blog|site(?: oficial)?|loja(?: virtual| online)?|produtos|servicos|untitled(?: document)?|sem titulo|documento sem titulo|new page \d*|politica de privacidade|termos de uso|404|not found|pagina nao encontrada|erro|error|menu|ofertas?|localizacao|orcamento|unidades|em construcao|wordpress|my site|meu site|whatsapp|facebook|instagram)$/;
const GREETING =
  /^(?:(?:seja(?:m)? )?bem[- ]?vind[oa]s?(?: a[o]?s?| à| ao(?: site)?(?: d[aeo])?)?|welcome to|home|in[ií]cio|site oficial(?: d[aeo])?|site(?: d[aeo])?)[\s:,!-]+(?=\p{L})/iu;
const PROBLEM =
  /\b(?:404|403|500|erro|error|nao encontrad[ao]|not found|forbidden|access denied|just a moment|attention required|manutencao|em construcao|index of|dominio|domain)\b/;

/** Candidate names from a page. Parts of a title rank by their similarity to the host's name. */
export function findNameCandidates(page: PageReading): NameCandidate[] {
  const host = getHostWord(page.url);
  const found: NameCandidate[] = [];
  const add = (written: string | null | undefined, method: string, confidence: number) => {
    const name = cleanName(written ?? "");
    if (name !== null) found.push({ name, method, confidence });
  };
  for (const { name, legalName } of findOrganizations(page.jsonLd)) {
    add(name, "json-ld", 0.95);
    add(legalName, "json-ld-legal", 0.8);
  }
  add(page.microdata.get("name")?.[0], "microdata", 0.9);
  const siteName = cleanName(page.siteName);
  if (siteName !== null) {
    // Some sites put the whole title here.
    const [part] = splitTitle(siteName, page.text).toSorted(
      (one, other) => getSimilarity(other, host) - getSimilarity(one, host),
    );
    add(part ?? siteName, "og:site_name", 0.88);
  }
  for (const [index, part] of splitTitle(page.title, page.text).entries()) {
    add(part, "title", 0.35 + 0.45 * getSimilarity(part, host) + (index === 0 ? 0.05 : 0));
  }
  for (const heading of page.headings.slice(0, 2)) {
    add(removePlace(heading, page.text), "h1", 0.25 + 0.45 * getSimilarity(heading, host));
  }
  return found;
}

/** Fallback name for a site: the host's first label, in title case. */
export function nameFromHost(url: string): string {
  const word = getDomainWithoutSuffix(url, { allowPrivateDomains: true }) ?? "";
  const [first = ""] = word.split(".");
  return first
    .split(/[-_]/)
    .filter(Boolean)
    .map((each) => `${each.charAt(0).toUpperCase()}${each.slice(1)}`)
    .join(" ");
}

/** The most name-like part of a search result's title, which is the site's title truncated. */
export function nameFromTitle(title: string, url: string): NameCandidate | null {
  const host = getHostWord(url);
  const parts = splitTitle(title, "").flatMap((part) => cleanName(part) ?? []);
  const [name] = parts.toSorted(
    (one, other) => getSimilarity(other, host) - getSimilarity(one, host),
  );
  if (name === undefined) return null;
  return { name, method: "search-result", confidence: 0.3 + 0.45 * getSimilarity(name, host) };
}

/** Normalises a name; returns null for a page title, a slogan or a server error. */
function cleanName(written: string): string | null {
  const name = trimCharactersAtEnd(oneLine(written.slice(0, MAX_WRITTEN)), AFTER_NAME)
    .replace(BEFORE_NAME, "")
    .replace(GREETING, "")
    .trim();
  const plain = foldText(name);
  if (name.length < 2 || name.length > MAX_LENGTH || !/\p{L}{2}/u.test(name)) return null;
  if (/^\S+\.(?:com|net|org|br)$/.test(plain)) return null;
  if (GENERIC.test(plain) || PROBLEM.test(plain) || /https?:|www\.|@/.test(plain)) return null;
  return /\p{Ll}/u.test(name) || !/\s/.test(name) ? name : toTitleCase(name);
}

function splitTitle(title: string, text: string): string[] {
  // An unclosed <title> swallows the tags after it.
  const [own = ""] = title.slice(0, MAX_WRITTEN).split("<", 1);
  return oneLine(own)
    .split(SEPARATORS)
    .map((part) => removePlace(part.trim(), text))
    .filter(Boolean);
}

/**
 * Removes the place from "Padaria X, Campinas" and "Padaria X em Campinas" if the page's text confirms that it is a
 * place.
 */
function removePlace(part: string, text: string): string {
  const cut = PLACE.exec(part);
  const [, name = "", place = ""] = cut ?? [];
  if (cut === null) return part;
  const isPlace =
    / em /.test(part) || text.includes(`em ${place}`) || isFollowedByState(text, place);
  return isPlace ? name.trim() : part;
}

/** "Campinas - SP" or "Campinas, SP", somewhere in the text. */
function isFollowedByState(text: string, place: string): boolean {
  for (let at = text.indexOf(place); at !== -1; at = text.indexOf(place, at + place.length)) {
    const end = at + place.length;
    if (STATE_AFTER_PLACE.test(text.slice(end, end + 6))) return true;
  }
  return false;
}

/** Similarity of 0 to 1: how much of the host's word the name covers, and how little else it contains. */
function getSimilarity(name: string, host: string): number {
  if (host === "") return 0;
  const plain = foldText(name);
  const squashed = plain.replace(/[^a-z0-9]/g, "");
  if (squashed === "") return 0;
  if (squashed === host) return 1;
  if (host.includes(squashed)) return squashed.length / host.length;
  if (squashed.includes(host)) return 0.6 + 0.4 * (host.length / squashed.length);
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  const spelt = words.filter((word) => word.length > 2 && host.includes(word)).join("").length;
  const initials = words.map((word) => word[0]).join("");
  if (host.length >= 2 && initials.startsWith(host)) return 0.7;
  return 0.9 * Math.min(1, spelt / host.length) * Math.sqrt(spelt / squashed.length);
}

function getHostWord(url: string): string {
  return (getDomainWithoutSuffix(url, { allowPrivateDomains: true }) ?? "")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

const SMALL_WORDS = new Set(["da", "das", "de", "do", "dos", "e", "em", "na", "no", "com", "para"]);
const ABBREVIATION = /^(?:[^AEIOUÁÉÍÓÚÂÊÔÃÕÀ]{1,4}|ME|S\/?A|EPP|EIRELI|RH|TI|[IVX]+)\.?$/;

/** Converts all capitals: "PADARIA DO ZÉ" becomes "Padaria do Zé". */
function toTitleCase(name: string): string {
  return name
    .split(" ")
    .map((word, index) => {
      const lower = word.toLocaleLowerCase("pt-BR");
      if (index > 0 && SMALL_WORDS.has(lower)) return lower;
      if (lower !== "ltda" && ABBREVIATION.test(word)) return word;
      return lower.replace(
        /(^|[-'(&/])(\p{L})/gu,
        (_, joint: string, letter: string) => `${joint}${letter.toLocaleUpperCase("pt-BR")}`,
      );
    })
    .join(" ");
}
