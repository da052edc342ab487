import { getPhoneKey, parseKeptNumber } from "@/lib/domain/phone/phone";
import { countAddressParts, toAddressKey } from "./addresses.rule";
import { nameFromHost, nameFromTitle } from "./company-names.rule";
import { toNameKey } from "./name-spelling.rule";
import type { PageAnalysis } from "./page-analysis.rule";
import type { PhoneCandidate } from "./phone-candidates.rule";
import { completeDigits, isMobile } from "./phone-number.rule";

interface Finding {
  value: string;
  /** The page it was found on. */
  url: string;
  method: string;
  /** 0 to 1. */
  confidence: number;
}

export interface SiteFindings {
  name: Finding;
  whatsapp?: Finding;
  phone?: Finding;
  email?: Finding;
  cnpj?: Finding;
  address?: Finding;
  /** Further values that are surely the company's: digits with country code, and e-mails. */
  others?: OtherWays;
}

/** Other ways to reach a company, besides its main fields. */
export interface OtherWays {
  phones: string[];
  emails: string[];
}

/** Below this a candidate is a guess and probably another company's data. */
const LEAST_CONFIDENCE = 0.25;
/** Bonus for each further page with the same value. */
const REPEATED = 0.02;
const SURE = 0.7;
/** More than these are branches, or a directory. */
const MOST_OTHERS = 5;

/** Combines the pages of one site; the home page comes first. `fallbackName` is a search result's title. */
export function findOnSite(pages: readonly PageAnalysis[], fallbackName: string): SiteFindings {
  const [home] = pages;
  const name = pickName(pages, fallbackName);
  if (home === undefined || home.isParked) return { name };
  const emails = gather(
    pages,
    ({ emails: found }) => found,
    ({ email }) => email,
  );
  const email = best(emails);
  const { numbers, ...picked } = pickNumbers(pages);
  const others = {
    phones: listOthers(numbers, toNumberKey, [picked.whatsapp, picked.phone]),
    emails: listOthers(emails, (value) => value.toLowerCase(), [email]),
  };
  return {
    name,
    ...picked,
    ...field("email", email),
    ...(others.phones.length + others.emails.length > 0 && { others }),
    ...field(
      "cnpj",
      best(
        gather(
          pages,
          ({ cnpjs }) => cnpjs,
          ({ cnpj }) => cnpj,
        ),
      ),
    ),
    ...field("address", pickAddress(pages)),
  };
}

/** True when another page could add nothing. */
export function isComplete(findings: SiteFindings): boolean {
  const { whatsapp, phone, email, cnpj, address } = findings;
  return [whatsapp, phone, email, cnpj, address].every(
    (finding) => finding !== undefined && finding.confidence >= SURE,
  );
}

interface Candidate {
  method: string;
  confidence: number;
}

interface Gathered extends Finding {
  order: number;
}

function gather<C extends Candidate>(
  pages: readonly PageAnalysis[],
  candidates: (page: PageAnalysis) => C[],
  toValue: (candidate: C, page: PageAnalysis) => string | null,
): Gathered[] {
  const found: Gathered[] = [];
  for (const page of pages) {
    for (const candidate of candidates(page)) {
      const value = toValue(candidate, page);
      if (value === null) continue;
      const { method, confidence } = candidate;
      found.push({ value, url: page.url, method, confidence, order: found.length });
    }
  }
  return found;
}

/** Returns the value with the highest confidence; repetition on other pages adds a little, the first wins a tie. */
function best(found: readonly Gathered[], keyOf = (value: string) => value): Finding | undefined {
  const byKey = new Map<string, { first: Gathered; pages: Set<string> }>();
  for (const each of found) {
    const key = keyOf(each.value);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, { first: each, pages: new Set([each.url]) });
    else {
      known.pages.add(each.url);
      if (each.confidence > known.first.confidence)
        known.first = { ...each, order: known.first.order };
    }
  }
  const ranked = [...byKey.values()]
    .map(({ first, pages }) => ({
      ...first,
      confidence: Math.min(0.99, first.confidence + REPEATED * (pages.size - 1)),
    }))
    .filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
    .toSorted((one, other) => other.confidence - one.confidence || one.order - other.order);
  if (ranked[0] === undefined) return undefined;
  const { value, url, method, confidence } = ranked[0];
  return { value, url, method, confidence: Math.round(confidence * 100) / 100 };
}

/** The sure values that were not chosen, in the order in which the site names them. */
function listOthers(
  found: readonly Gathered[],
  keyOf: (value: string) => string,
  picked: readonly (Finding | undefined)[],
): string[] {
  const seen = new Set(picked.flatMap((finding) => (finding ? keyOf(finding.value) : [])));
  const others: string[] = [];
  for (const { value, confidence } of found) {
    if (confidence < SURE || seen.has(keyOf(value))) continue;
    seen.add(keyOf(value));
    others.push(value);
  }
  return others.slice(0, MOST_OTHERS);
}

function field<K extends Exclude<keyof SiteFindings, "others">>(
  name: K,
  finding: Finding | undefined,
): Partial<Record<K, Finding>> {
  return finding === undefined ? {} : ({ [name]: finding } as Partial<Record<K, Finding>>);
}

function pickName(pages: readonly PageAnalysis[], fallbackName: string): Finding {
  const [home] = pages;
  const url = home?.url ?? "";
  const isReadable = home !== undefined && !home.isParked;
  const candidates = isReadable
    ? gather(
        pages,
        ({ names }) => names,
        ({ name }) => name,
      )
    : [];
  const fromSearch = nameFromTitle(fallbackName, url);
  if (fromSearch !== null) {
    const { name: value, method, confidence } = fromSearch;
    candidates.push({ value, url, method, confidence, order: candidates.length });
  }
  return (
    best(candidates, toNameKey) ?? {
      value: nameFromHost(url) || fallbackName,
      url,
      method: "host",
      confidence: 0.2,
    }
  );
}

/** The surest place, in its fullest spelling: one source may be sure of the street, and another one have the town. */
function pickAddress(pages: readonly PageAnalysis[]): Finding | undefined {
  const found = gather(
    pages,
    ({ addresses }) => addresses,
    ({ address }) => address,
  );
  const surest = best(found, toAddressKey);
  if (surest === undefined) return undefined;
  const key = toAddressKey(surest.value);
  let fullest = surest;
  for (const { value, url, method } of found) {
    if (toAddressKey(value) !== key) continue;
    if (countAddressParts(value) <= countAddressParts(fullest.value)) continue;
    fullest = { value, url, method, confidence: surest.confidence };
  }
  return fullest;
}

/** The surest numbers of each kind, with all candidates. */
function pickNumbers(pages: readonly PageAnalysis[]): {
  whatsapp?: Finding;
  phone?: Finding;
  numbers: Gathered[];
} {
  const dddOf = new Map(pages.map((page) => [page, findCommonDdd(page.numbers)]));
  const siteDdd = findCommonDdd(pages.flatMap(({ numbers }) => numbers));
  const of = (name: PhoneCandidate["field"]) =>
    gather(
      pages,
      ({ numbers }) => numbers.filter((candidate) => candidate.field === name),
      ({ number }, page) => completeDigits(number, dddOf.get(page) ?? siteDdd),
    );
  const onWhatsapp = of("whatsapp");
  const whatsapp = best(onWhatsapp, toNumberKey);
  // Do not repeat the WhatsApp mobile as telephone; a landline or an 0800 with WhatsApp is still the telephone.
  const phones = of("phone").filter(
    ({ value }) =>
      whatsapp === undefined ||
      toNumberKey(value) !== toNumberKey(whatsapp.value) ||
      parseKeptNumber(value)?.subscriber.length !== 9,
  );
  const phone = best(phones, toNumberKey);
  const numbers = [...onWhatsapp, ...phones];
  return { ...field("whatsapp", whatsapp), ...field("phone", phone), numbers };
}

function toNumberKey(digits: string): string {
  return getPhoneKey(digits) ?? digits;
}

/** The most common area code of the complete numbers, weighted by confidence. */
function findCommonDdd(candidates: readonly PhoneCandidate[]): string | null {
  const votes = new Map<string, number>();
  for (const { number, confidence } of candidates) {
    if (number.kind !== "subscriber" || (isMobile(number) && confidence < LEAST_CONFIDENCE))
      continue;
    votes.set(number.ddd, (votes.get(number.ddd) ?? 0) + confidence);
  }
  const [winner] = [...votes].toSorted(([, one], [, other]) => other - one);
  return winner?.[0] ?? null;
}
