import type { LookupFunction } from "node:net";
import type { Dispatcher } from "undici";
import { getCompanyHost, getSiteKey } from "@/lib/domain/companies/company-host";
import { isCertificateError, judgePage, type SiteCheck } from "@/lib/domain/companies/site-verdict";
import type { PageAnalysis } from "@/server/discovery/extraction/page-analysis.rule";
import { getPageKey, type NextPage } from "@/server/discovery/extraction/page-links.rule";
import { keepFirstOfEachNetwork } from "@/server/discovery/extraction/profile-links.rule";
import {
  findOnSite,
  isComplete,
  type SiteFindings,
} from "@/server/discovery/extraction/site-findings.rule";
import { ForbiddenAddress, requireVisitable } from "@/server/platform/outside/public-address";
import { createPublicDispatcher } from "@/server/platform/outside/public-dispatcher";
import { runInThread, ThreadEnded, toOwnBuffer } from "@/server/platform/threads/thread-pool";
import type analyzePageBytes from "./analyze-page.thread";
import { fetchUrl, TooManyRedirects } from "./request.http";
import { Robots } from "./robots.http";
import { SiteThrottle } from "./site-throttle.http";
import type { SiteCompany, SiteField, SiteVisit } from "./sites.gateway";

const SITE_MS = 45_000;
const MAX_BYTES = 2_000_000;
/** Many times what the largest ordinary page needs. */
const MAX_ANALYSIS_MS = 10_000;
const MAX_FURTHER_PAGES = 4;

export interface VisitorOptions {
  delayMs: number;
  sandboxUrl: string | undefined;
  lookup?: LookupFunction;
}

export type VisitSite = (url: string, options: VisitOptions) => Promise<SiteVisit>;

export interface VisitOptions {
  signal: AbortSignal;
  fallbackName: string;
  /** Whether its first page is enough, as for a verdict on the site. */
  onlyHome?: boolean;
}

type Failure = Extract<SiteVisit, { ok: false }>;

/** A page could not be fetched or must not be. */
class PageError extends Error {
  readonly failure: Failure;

  constructor(reason: Failure["reason"], detail: string, check: SiteCheck | null = null) {
    super(detail);
    this.failure = { ok: false, reason, detail, check };
  }
}

/** Creates a crawler with its own robots.txt cache and per-site queues. */
export function createSiteVisitor({ delayMs, sandboxUrl, lookup }: VisitorOptions): VisitSite {
  const robots = new Robots();
  const throttle = new SiteThrottle();

  return async (url, { signal, fallbackName, onlyHome = false }) => {
    const dispatcher = createPublicDispatcher({ sandboxUrl, ...(lookup && { lookup }) });
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(SITE_MS)]);
    try {
      let homeMs: number | undefined;
      const furtherPages = onlyHome ? 0 : MAX_FURTHER_PAGES;
      const pages = await visitPages(url, furtherPages, async (page) => {
        const fetching = { robots, throttle, dispatcher, delayMs, signal: deadline };
        const { analysis, ms } = await fetchPage(page, fetching);
        homeMs ??= ms;
        return analysis;
      });
      const findings = findOnSite(pages, fallbackName);
      const profiles = keepFirstOfEachNetwork(pages.flatMap((page) => page.profiles));
      const company = { ...toCompany(findings), profiles };
      return { ok: true, company, check: judgeSite(pages, homeMs ?? 0) };
    } catch (error) {
      return signal.aborted ? toFailure("unreachable", "aborted", null) : describeFailure(error);
    } finally {
      // Destroyed, not closed: closing waits for a body that never ends.
      await dispatcher.destroy();
    }
  };
}

/** Judged by the first page. A site that is for sale or suspended counts as none. */
function judgeSite([home]: PageAnalysis[], ms: number): SiteCheck | null {
  if (home === undefined) return null;
  return home.isParked ? "broken" : judgePage(home, ms);
}

/**
 * Fetches the home page (the given one when the home page fails or belongs to a site builder), then pages it links
 * to.
 */
async function visitPages(
  given: string,
  furtherPages: number,
  fetch: (url: URL) => Promise<PageAnalysis>,
): Promise<PageAnalysis[]> {
  const start = requireVisitable(given);
  const home = getCompanyHost(start.href) === null ? start : new URL("/", start);
  const pages = [refuseDirectory(await fetchHome(home, start, fetch))];
  const seen = new Set([getPageKey(home.href), ...pages.map(({ url }) => getPageKey(url))]);
  for (let turn = 0; turn < furtherPages; turn += 1) {
    const next = chooseNext(pages, start, seen);
    if (next === undefined) break;
    seen.add(getPageKey(next));
    try {
      const page = await fetch(requireVisitable(next));
      // A list of its resellers on another page does not make a company a directory; the page found does.
      if (getPageKey(next) === getPageKey(start.href)) refuseDirectory(page);
      if (!pages.some(({ url }) => getPageKey(url) === getPageKey(page.url))) pages.push(page);
      seen.add(getPageKey(page.url));
    } catch (error) {
      if (error instanceof PageError && error.failure.reason === "directory") throw error;
      // Continue without this page. After a timeout there is no time for others.
      if (isAbort(error)) break;
    }
  }
  return pages;
}

function refuseDirectory(page: PageAnalysis): PageAnalysis {
  if (page.isDirectory) throw new PageError("directory", "lists other companies");
  return page;
}

async function fetchHome(home: URL, given: URL, fetch: (url: URL) => Promise<PageAnalysis>) {
  try {
    return await fetch(home);
  } catch (error) {
    const isOtherPage = getPageKey(home.href) !== getPageKey(given.href);
    if (!isOtherPage || !(error instanceof PageError) || error.failure.reason === "unreachable") {
      throw error;
    }
    return fetch(given);
  }
}

/** Returns undefined when enough is known or no promising page is left. Kinds of page already visited rank lower. */
function chooseNext(pages: PageAnalysis[], given: URL, seen: ReadonlySet<string>) {
  const [home] = pages;
  if (home === undefined || isComplete(findOnSite(pages, ""))) return undefined;
  const candidates: NextPage[] = pages.flatMap(({ nextPages }) => nextPages);
  if (getCompanyHost(given.href) === getCompanyHost(home.url)) {
    candidates.push({ url: given.href, key: getPageKey(given.href), kind: "places", score: 7 });
  }
  const visited = new Map<NextPage["kind"], number>();
  for (const { kind, key } of candidates) {
    if (seen.has(key)) visited.set(kind, (visited.get(kind) ?? 0) + 1);
  }
  const rank = ({ kind, score }: NextPage) => score - 3 * (visited.get(kind) ?? 0);
  return candidates
    .filter(({ key }) => !seen.has(key))
    .toSorted((one, other) => rank(other) - rank(one))[0]?.url;
}

/** A site that refuses robots, or is overloaded, may still be there for people. */
const REFUSALS = new Set([401, 403, 406, 429, 451, 503, 999]);

interface Fetching {
  robots: Robots;
  throttle: SiteThrottle;
  dispatcher: Dispatcher;
  delayMs: number;
  signal: AbortSignal;
}

async function fetchPage(
  url: URL,
  fetching: Fetching,
): Promise<{ analysis: PageAnalysis; ms: number }> {
  const { robots, delayMs } = fetching;
  const answer = await fetchUrl(url, {
    ...fetching,
    maxBytes: MAX_BYTES,
    accept: "text/html,application/xhtml+xml;q=0.9",
    async checkAddress(target) {
      // A company that redirects to Instagram does not have its own site.
      if (getSiteKey(target.href) === null) {
        throw new PageError("http_error", `leads to ${target.hostname}`);
      }
      const rules = await robots.findRules(target, { ...fetching, pauseMs: delayMs });
      if (rules.failure !== null) throw describeRobotsFailure(rules.failure);
      if (!rules.allows(target)) throw new PageError("robots", `${target.pathname} is not allowed`);
      return Math.max(delayMs, rules.crawlDelayMs);
    },
    wantsBody: (status, contentType) => status === 200 && isHtml(contentType),
  });
  if (answer.status !== 200) {
    const check = judgeStatus(answer.status);
    throw new PageError("http_error", `status ${answer.status}`, check);
  }
  if (!isHtml(answer.contentType))
    throw new PageError("not_html", answer.contentType || "no content type");
  if (answer.body === null) throw new PageError("not_html", "unknown content encoding");
  const analysis = await analyze(answer.url.href, answer.contentType, answer.body);
  return { analysis, ms: answer.ms };
}

async function analyze(url: string, contentType: string, body: Buffer): Promise<PageAnalysis> {
  const bytes = toOwnBuffer(body);
  try {
    return await runInThread<typeof analyzePageBytes>(
      "server/discovery/sites/analyze-page.thread.ts",
      { url, contentType, bytes },
      { deadlineMs: MAX_ANALYSIS_MS, transfer: [bytes] },
    );
  } catch (error) {
    if (error instanceof ThreadEnded) throw new PageError("not_html", error.message);
    throw error;
  }
}

function isHtml(contentType: string): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType);
}

function judgeStatus(status: number): SiteCheck | null {
  return REFUSALS.has(status) ? null : "broken";
}

/** No answer to robots.txt means the site is unreachable; an error status is a refusal. */
function describeRobotsFailure(failure: Error): Error {
  const status = /^robots\.txt answers (\d+)/.exec(failure.message)?.[1];
  if (status !== undefined) {
    return new PageError("robots", failure.message, judgeStatus(Number(status)));
  }
  return failure;
}

function describeFailure(error: unknown): Failure {
  if (error instanceof PageError) return error.failure;
  if (error instanceof ForbiddenAddress) {
    return toFailure("forbidden_address", error.message, null);
  }
  if (error instanceof TooManyRedirects) return toFailure("http_error", error.message, "broken");
  return toFailure(
    "unreachable",
    error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    isCertificateError(error) ? "certificate" : isOwnTrouble(error) ? null : "broken",
  );
}

/** Whether the name could not be looked up because of our own network: that says nothing about the site. */
function isOwnTrouble(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    ["EAI_AGAIN", "ENETUNREACH", "ENETDOWN"].includes(String(error.code))
  );
}

function toFailure(reason: Failure["reason"], detail: string, check: SiteCheck | null): Failure {
  return { ok: false, reason, detail: detail.slice(0, 200), check };
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
    others: findings.others,
    evidence,
  };
}
