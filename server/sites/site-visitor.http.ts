import type { LookupFunction } from "node:net";
import type { Dispatcher } from "undici";
import { companyHost, siteKey } from "@/lib/domain/companies/company-host";
import { type NextPage, nextPages, pageKey } from "@/lib/domain/extraction/page-links";
import type { PageReading } from "@/lib/domain/extraction/page-reading";
import { profileLinks } from "@/lib/domain/extraction/profile-links";
import { readPage } from "@/lib/domain/extraction/read-page";
import { findOnSite, isComplete, type SiteFindings } from "@/lib/domain/extraction/site-findings";
import { ForbiddenAddress, requireVisitable } from "./address-rules.http";
import { decodeHtml } from "./body.http";
import { Courtesy } from "./courtesy.http";
import { siteDispatcher } from "./dispatcher.http";
import { get, TooManyRedirects } from "./request.http";
import { Robots } from "./robots.http";
import type { SiteCompany, SiteField, SiteVisit } from "./sites.gateway";

const SITE_MS = 45_000;
const MAX_BYTES = 2_000_000;
const MAX_FURTHER_PAGES = 4;

export interface VisitorOptions {
  delayMs: number;
  sandboxUrl: string | undefined;
  lookup?: LookupFunction;
}

export type VisitSite = (
  url: string,
  options: { signal: AbortSignal; fallbackName: string },
) => Promise<SiteVisit>;

type Failure = Extract<SiteVisit, { ok: false }>;

/** A page could not be fetched or must not be. */
class NoPage extends Error {
  readonly failure: Failure;

  constructor(reason: Failure["reason"], detail: string) {
    super(detail);
    this.failure = { ok: false, reason, detail };
  }
}

/** Creates a crawler with its own robots.txt cache and per-site queues. */
export function siteVisitor({ delayMs, sandboxUrl, lookup }: VisitorOptions): VisitSite {
  const robots = new Robots();
  const courtesy = new Courtesy();

  return async (url, { signal, fallbackName }) => {
    const dispatcher = siteDispatcher({ sandboxUrl, ...(lookup && { lookup }) });
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(SITE_MS)]);
    try {
      const pages = await visitPages(url, (page) =>
        fetchPage(page, { robots, courtesy, dispatcher, delayMs, signal: deadline }),
      );
      const findings = findOnSite(pages, fallbackName);
      return { ok: true, company: { ...toCompany(findings), profiles: profileLinks(pages) } };
    } catch (error) {
      return signal.aborted ? noPage("unreachable", "aborted") : failureOf(error);
    } finally {
      // Destroyed, not closed: closing waits for a body that never ends.
      await dispatcher.destroy();
    }
  };
}

/**
 * Fetches the home page (the given one when the home page fails or belongs to a site builder), then pages it links
 * to.
 */
async function visitPages(
  given: string,
  fetch: (url: URL) => Promise<PageReading>,
): Promise<PageReading[]> {
  const start = requireVisitable(given);
  const home = companyHost(start.href) === null ? start : new URL("/", start);
  const pages = [await fetchHome(home, start, fetch)];
  const seen = new Set([pageKey(home.href), ...pages.map(({ url }) => pageKey(url))]);
  for (let turn = 0; turn < MAX_FURTHER_PAGES; turn += 1) {
    const next = chooseNext(pages, start, seen);
    if (next === undefined) break;
    seen.add(pageKey(next));
    try {
      const page = await fetch(requireVisitable(next));
      if (!pages.some(({ url }) => pageKey(url) === pageKey(page.url))) pages.push(page);
      seen.add(pageKey(page.url));
    } catch (error) {
      // Continue without this page. After a timeout there is no time for others.
      if (isAbort(error)) break;
    }
  }
  return pages;
}

async function fetchHome(home: URL, given: URL, fetch: (url: URL) => Promise<PageReading>) {
  try {
    return await fetch(home);
  } catch (error) {
    const isOtherPage = pageKey(home.href) !== pageKey(given.href);
    if (!isOtherPage || !(error instanceof NoPage) || error.failure.reason === "unreachable") {
      throw error;
    }
    return fetch(given);
  }
}

/** Returns undefined when enough is known or no promising page is left. Kinds of page already visited rank lower. */
function chooseNext(pages: PageReading[], given: URL, seen: ReadonlySet<string>) {
  const [home] = pages;
  if (home === undefined || isComplete(findOnSite(pages, ""))) return undefined;
  const candidates: NextPage[] = pages.flatMap(nextPages);
  if (companyHost(given.href) === companyHost(home.url)) {
    candidates.push({ url: given.href, key: pageKey(given.href), kind: "places", score: 7 });
  }
  const visited = new Map<NextPage["kind"], number>();
  for (const { kind, key } of candidates) {
    if (seen.has(key)) visited.set(kind, (visited.get(kind) ?? 0) + 1);
  }
  const worth = ({ kind, score }: NextPage) => score - 3 * (visited.get(kind) ?? 0);
  return candidates
    .filter(({ key }) => !seen.has(key))
    .toSorted((one, other) => worth(other) - worth(one))[0]?.url;
}

interface Fetching {
  robots: Robots;
  courtesy: Courtesy;
  dispatcher: Dispatcher;
  delayMs: number;
  signal: AbortSignal;
}

async function fetchPage(url: URL, fetching: Fetching): Promise<PageReading> {
  const { robots, delayMs } = fetching;
  const answer = await get(url, {
    ...fetching,
    maxBytes: MAX_BYTES,
    accept: "text/html,application/xhtml+xml;q=0.9",
    async admit(target) {
      // A company that redirects to Instagram has no site of its own.
      if (siteKey(target.href) === null) {
        throw new NoPage("http_error", `leads to ${target.hostname}`);
      }
      const rules = await robots.findRules(target, { ...fetching, pauseMs: delayMs });
      if (rules.failure !== null) throw failureOfRobots(rules.failure);
      if (!rules.allows(target)) throw new NoPage("robots", `${target.pathname} is not allowed`);
      return Math.max(delayMs, rules.crawlDelayMs);
    },
    wants: (status, contentType) => status === 200 && isHtml(contentType),
  });
  if (answer.status !== 200) throw new NoPage("http_error", `status ${answer.status}`);
  if (!isHtml(answer.contentType))
    throw new NoPage("not_html", answer.contentType || "no content type");
  if (answer.body === null) throw new NoPage("not_html", "unknown content encoding");
  return readPage(answer.url.href, decodeHtml(answer.body, answer.contentType));
}

function isHtml(contentType: string): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType);
}

/** No answer to robots.txt means the site is unreachable; an error status is a refusal. */
function failureOfRobots(failure: Error): Error {
  if (/^robots\.txt answers/.test(failure.message)) return new NoPage("robots", failure.message);
  return failure;
}

function failureOf(error: unknown): Failure {
  if (error instanceof NoPage) return error.failure;
  if (error instanceof ForbiddenAddress) return noPage("forbidden_address", error.message);
  if (error instanceof TooManyRedirects) return noPage("http_error", error.message);
  return noPage(
    "unreachable",
    error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  );
}

function noPage(reason: Failure["reason"], detail: string): Failure {
  return { ok: false, reason, detail: detail.slice(0, 200) };
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === "AbortError" || error.name === "TimeoutError");
}

function toCompany(findings: SiteFindings): Omit<SiteCompany, "profiles"> {
  const evidence: SiteCompany["evidence"] = {};
  for (const field of [
    "name",
    "whatsapp",
    "phone",
    "email",
    "cnpj",
    "address",
  ] satisfies SiteField[]) {
    const finding = findings[field];
    if (finding) {
      const { url, method, confidence } = finding;
      evidence[field] = { url, method, confidence };
    }
  }
  return {
    name: findings.name.value,
    whatsapp: findings.whatsapp?.value ?? null,
    phone: findings.phone?.value ?? null,
    email: findings.email?.value ?? null,
    cnpj: findings.cnpj?.value ?? null,
    address: findings.address?.value ?? null,
    evidence,
  };
}
