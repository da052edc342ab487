import { getDomainWithoutSuffix } from "tldts";
import { foldText } from "@/lib/domain/text/fold-text";
import { findCopyrightNames } from "./copyright-names.rule";
import { findOrganizations, findSiteNames } from "./json-ld.rule";
import {
  HONORIFIC,
  isSaid,
  lowerText,
  type NameCandidate,
  weighAgreement,
} from "./name-agreement.rule";
import {
  cleanName,
  isPlace,
  MAX_WRITTEN,
  removePlace,
  splitTitle,
  toNameKey,
} from "./name-spelling.rule";
import { isCredit, isMaker, type PageReading } from "./page-reading.rule";
import { findIntroducedNames } from "./sentence-names.rule";
import { isTradeOnly } from "./trade-words.rule";

const LOGO_WORD = /(?<!\p{L})(?:logo(?:tipo|marca)?|marca)(?: d[aeo])?(?!\p{L})/giu;

/**
 * Candidate names from a page. Parts of a title rank by their similarity to the host's name; a name that several
 * sources give is surer.
 */
export function findNameCandidates(page: PageReading): NameCandidate[] {
  const host = getHostWord(page.url);
  const found: NameCandidate[] = [];
  const trades: NameCandidate[] = [];
  const placed: NameCandidate[] = [];
  const weak: NameCandidate[] = [];
  const add = (written: string | null | undefined, method: string, confidence: number) => {
    const name = cleanName(written ?? "");
    if (name === null) return;
    const isPlaced = isTradeInPlace(name, page.text);
    const isSigned = SIGNATURES.has(method);
    const isHosts = toNameKey(name) === host;
    if (isSigned && isHosts) found.push({ name, method, confidence });
    else if (isPlaced) placed.push({ name, method, confidence });
    else if (!isTradeOnly(name)) found.push({ name, method, confidence });
    else if (isSigned && name.includes(" ")) trades.push({ name, method, confidence: 0.3 });
    // A weak candidate, only if it is the host's name; repetition does not make it stronger.
    else if (isHosts) weak.push({ name, method, confidence: name.includes(" ") ? 0.4 : 0.29 });
  };
  /** Some sites put the whole title where the name belongs. */
  const joined: { key: string; method: string }[] = [];
  const addPart = (written: string | null | undefined, method: string, confidence: number) => {
    if (written) joined.push({ key: toNameKey(written.slice(0, MAX_WRITTEN)), method });
    const parts = splitTitle(written ?? "", page.text).filter((each) => cleanName(each) !== null);
    const [part] = parts.toSorted((one, other) => rank(other, host) - rank(one, host));
    add(part, method, confidence - (part && isDescription(part, host) ? 0.4 : 0));
  };
  for (const { name, legalName } of findOrganizations(page.jsonLd)) {
    addPart(name, "json-ld", 0.95);
    add(legalName, "json-ld-legal", 0.8);
  }
  for (const name of findSiteNames(page.jsonLd)) {
    addPart(name, "json-ld-site", 0.6 + 0.3 * getSimilarity(name, host));
  }
  addPart(page.microdata.get("name")?.[0], "microdata", 0.9);
  addPart(page.siteName, "og:site_name", 0.88);
  const titles = splitTitle(page.title, page.text);
  const makers = titles.some(isMaker) ? 0.3 : 0;
  for (const [index, part] of titles.entries()) {
    if (isMaker(part) || isCredit(part)) continue;
    const doubt = makers + (isDescription(part, host) ? 0.15 : 0);
    add(part, "title", 0.35 + 0.45 * getSimilarity(part, host) + (index === 0 ? 0.05 : 0) - doubt);
  }
  for (const heading of page.headings.slice(0, 2)) {
    const [name = ""] = splitTitle(heading, page.text);
    const doubt = isDescription(name, host) ? 0.2 : 0;
    add(name, "h1", 0.25 + 0.45 * getSimilarity(name, host) - doubt);
  }
  for (const name of findCopyrightNames(page.text)) {
    add(name, "copyright", 0.42 + 0.4 * getSimilarity(name, host));
  }
  for (const logo of page.logos) {
    const name = removePlace(logo.replace(LOGO_WORD, " "), page.text);
    // "logo ana advogada" describes a picture.
    const doubt = /^\p{Ll}\S* /u.test(name.trim()) ? 0.2 : 0;
    add(name, "logo", 0.3 + 0.45 * getSimilarity(name, host) - doubt);
  }
  add(findHostSpelled(page.text, host), "text", 0.5);
  for (const name of findIntroducedNames(page.text)) {
    add(name, "sentence", 0.3);
  }
  found.push(...findTradeNames(trades), ...weighPlaced(placed));
  const lowered = lowerText(page.text);
  const [author = ""] = splitTitle(page.author, page.text);
  const likeness = getSimilarity(author, host);
  if (likeness > 0.5 || isSaid(author, lowered)) add(author, "author", 0.28 + 0.45 * likeness);
  // "Rebeca - Psicologia Clínica" is one name where another source writes it without a dash.
  for (const { key, method } of joined) {
    const whole = found.find(({ name }) => toNameKey(name) === key);
    if (whole === undefined) continue;
    for (const part of found) {
      const isShort = part.method === method && isOneWord(part.name);
      if (isShort && key.startsWith(toNameKey(part.name))) part.name = whole.name;
    }
  }
  lengthenNames(found);
  return [...weighAgreement(found, lowered), ...weak];
}

/** The line of a page that spells its host's word: "Borracharia Central" of borrachariacentral.com.br. */
function findHostSpelled(text: string, host: string): string | undefined {
  if (host.length < SHORTEST_SPELLED) return undefined;
  const lines = text.slice(0, 60_000).split("\n");
  return lines.find((line) => {
    const extra = line.length - host.length;
    return extra > 0 && extra < 15 && toNameKey(line) === host;
  });
}

const SHORTEST_SPELLED = 8;

/** "Gomes" in a logo becomes "Gomes Psicologia" if the title adds what Gomes does. */
function lengthenNames(found: readonly NameCandidate[]) {
  const titles = found.filter(({ method }) => method === "title").map(({ name }) => name);
  for (const part of found) {
    if (part.method !== "logo" || part.name.includes(" ")) continue;
    const isWhole = (name: string) =>
      name.startsWith(`${part.name} `) && isTradeOnly(name.slice(part.name.length));
    part.name = titles.find(isWhole) ?? part.name;
  }
}

/** "Toldos Campinas" is a name where two sources give it, else better than nothing. */
function weighPlaced(placed: readonly NameCandidate[]): NameCandidate[] {
  return placed.map((each) => {
    const isRepeated = placed.some(
      (other) => other.method !== each.method && toNameKey(other.name) === toNameKey(each.name),
    );
    return isRepeated ? each : { ...each, confidence: Math.min(each.confidence, 0.29) };
  });
}

/** "Toldos Campinas": a trade and a town that the page confirms. It is a search phrase, not a company's name. */
function isTradeInPlace(name: string, text: string): boolean {
  const [, trade = "", place = ""] = TRADE_AND_PLACE.exec(name) ?? [];
  return trade !== "" && isTradeOnly(trade) && isPlace(place, text);
}

const TRADE_AND_PLACE =
  /^(\S{1,30}(?: \S{1,30})?) (?:d[aeo] )?(\p{Lu}\p{L}{2,24}(?: \p{L}{2,24}){0,3})$/u;

/** "Rebeca", where "Dr. Ana Lima" is whole without what she does. */
function isOneWord(name: string): boolean {
  return !name.replace(HONORIFIC, "").includes(" ");
}

/** Where a company signs with its name; titles and headings also say what it does. */
const SIGNATURES = new Set(["json-ld", "microdata", "og:site_name", "copyright", "logo"]);

/** "Refrigeração Especializada" is a name where a company signs so in two places. */
function findTradeNames(signed: readonly NameCandidate[]): NameCandidate[] {
  return signed.filter(({ name, method }) =>
    signed.some((other) => other.method !== method && toNameKey(other.name) === toNameKey(name)),
  );
}

/** How a company describes itself, which is not its name. */
const PRAISE =
  /(?<![a-z])(?:melhor(?:es)?|qualidade|confianca|tradicao|voce|sua|seu|nossa|nosso|preco|orcamento|encontre|solucoes em|especialistas? em|especializad[ao]|tudo|mais|cuidando|atendemos|servicos de|aqui|gratis|sem|que|como|onde|ate|agende|peca|compre|venha|onde|desde|ha mais|anos|com (?:excelencia|etica|compromisso|dedicacao|carinho|amor|responsabilidade|transparencia|estilo|precisao)|do jeito|feit[ao]s? (?:a|com))(?![a-z])/;

/** A slogan or a list of services: it begins with a small letter, or praises, and is not the site's name. */
function isDescription(part: string, host: string): boolean {
  if (getSimilarity(part, host) >= 0.6) return false;
  const words = (cleanName(part) ?? part).split(" ");
  return (
    (/^\p{Ll}{2}/u.test(part) && words.length > 1) ||
    words.length > 6 ||
    PRAISE.test(foldText(part))
  );
}

/** The part of a title that is like the site's name, or else the one that is neither a trade nor a slogan. */
function rank(part: string, host: string): number {
  const doubt = isTradeOnly(part) ? 1 : isDescription(part, host) ? 0.5 : 0;
  return getSimilarity(part, host) - doubt;
}

/** Fallback name for a site: the host's first label, in title case. */
export function nameFromHost(url: string): string {
  const [first = ""] = getHostLabel(url).split(".");
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
  const [name] = parts.toSorted((one, other) => rank(other, host) - rank(one, host));
  if (name === undefined || (isTradeOnly(name) && toNameKey(name) !== host)) return null;
  return { name, method: "search-result", confidence: 0.3 + 0.45 * getSimilarity(name, host) };
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
  const shared = words.filter((word) => word.length > 2 && host.includes(word));
  const spelt = shared.join("").length;
  // "Padaria do Bairro" is not what padariacentral.com.br is called.
  const telling = isTradeOnly(shared.join(" ")) ? 0.4 : 1;
  const initials = words.map((word) => word[0]).join("");
  if (host.length >= 2 && initials.startsWith(host)) return 0.7;
  return telling * 0.9 * Math.min(1, spelt / host.length) * Math.sqrt(spelt / squashed.length);
}

function getHostWord(url: string): string {
  return getHostLabel(url)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

/** Here the host is called like the account, its owner's or its maker's, and the first folder like the site. */
const ACCOUNTS = /\.(?:github|gitlab)\.io$/;
const FOLDER = /^\/([\w.-]{3,100})(?:\/|$)/;
const OF_FOLDERS =
  /^(?:(?:site|website|projeto|landing|page|lp|app|web|novo|freela)[-_.])+|(?:[-_.](?:site|website|projeto|landing|page|lp|app|web|frontend|main|html|v?\d))+$/gi;

function getHostLabel(url: string): string {
  const { hostname = "", pathname = "" } = URL.canParse(url) ? new URL(url) : {};
  const [, folder = ""] = (ACCOUNTS.test(hostname) && FOLDER.exec(pathname)) || [];
  const site = folder.replace(/\.html?$/, "").replace(OF_FOLDERS, "");
  if (site.length > 2 && !isTradeOnly(site.replaceAll(/[-_.]/g, " "))) return site;
  return getDomainWithoutSuffix(url, { allowPrivateDomains: true }) ?? "";
}
