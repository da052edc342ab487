import type { LookupFunction } from "node:net";
import { join } from "node:path";
import type { Dispatcher } from "undici";
import { getCompanyHost, getSiteKey } from "@/lib/domain/companies/company-host";
import type { PageAnalysis } from "@/lib/domain/extraction/page-analysis";
import { getPageKey, type NextPage } from "@/lib/domain/extraction/page-links";
import { keepFirstOfEachNetwork } from "@/lib/domain/extraction/profile-links";
import { findOnSite, isComplete, type SiteFindings } from "@/lib/domain/extraction/site-findings";
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
/** Many times what the largest ordinary page takes. */
const MAX_ANALYSIS_MS = 10_000;
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
class PageError extends Error {
  readonly failure: Failure;

  constructor(reason: Failure["reason"], detail: string) {
    super(detail);
    this.failure = { ok: false, reason, detail };
  }
}

/** Creates a crawler with its own robots.txt cache and per-site queues. */
export function createSiteVisitor({ delayMs, sandboxUrl, lookup }: VisitorOptions): VisitSite {
  const robots = new Robots();
  const throttle = new SiteThrottle();

  return async (url, { signal, fallbackName }) => {
    const dispatcher = createPublicDispatcher({ sandboxUrl, ...(lookup && { lookup }) });
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(SITE_MS)]);
    try {
      const pages = await visitPages(url, (page) =>
        fetchPage(page, { robots, throttle, dispatcher, delayMs, signal: deadline }),
      );
      const findings = findOnSite(pages, fallbackName);
      const profiles = keepFirstOfEachNetwork(pages.flatMap((page) => page.profiles));
      return { ok: true, company: { ...toCompany(findings), profiles } };
    } catch (error) {
      return signal.aborted ? toFailure("unreachable", "aborted") : describeFailure(error);
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
  fetch: (url: URL) => Promise<PageAnalysis>,
): Promise<PageAnalysis[]> {
  const start = requireVisitable(given);
  const home = getCompanyHost(start.href) === null ? start : new URL("/", start);
  const pages = [refuseDirectory(await fetchHome(home, start, fetch))];
  const seen = new Set([getPageKey(home.href), ...pages.map(({ url }) => getPageKey(url))]);
  for (let turn = 0; turn < MAX_FURTHER_PAGES; turn += 1) {
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

interface Fetching {
  robots: Robots;
  throttle: SiteThrottle;
  dispatcher: Dispatcher;
  delayMs: number;
  signal: AbortSignal;
}

async function fetchPage(url: URL, fetching: Fetching): Promise<PageAnalysis> {
  const { robots, delayMs } = fetching;
  const answer = await fetchUrl(url, {
    ...fetching,
    maxBytes: MAX_BYTES,
    accept: "text/html,application/xhtml+xml;q=0.9",
    async checkAddress(target) {
      // A company that redirects to Instagram has no site of its own.
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
  if (answer.status !== 200) throw new PageError("http_error", `status ${answer.status}`);
  if (!isHtml(answer.contentType))
    throw new PageError("not_html", answer.contentType || "no content type");
  if (answer.body === null) throw new PageError("not_html", "unknown content encoding");
  return analyze(answer.url.href, answer.contentType, answer.body);
}

async function analyze(url: string, contentType: string, body: Buffer): Promise<PageAnalysis> {
  const bytes = toOwnBuffer(body);
  try {
    return await runInThread<typeof analyzePageBytes>(
      join(import.meta.dirname, "analyze-page.thread.ts"),
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

/** No answer to robots.txt means the site is unreachable; an error status is a refusal. */
function describeRobotsFailure(failure: Error): Error {
  if (/^robots\.txt answers/.test(failure.message)) return new PageError("robots", failure.message);
  return failure;
}

function describeFailure(error: unknown): Failure {
  if (error instanceof PageError) return error.failure;
  if (error instanceof ForbiddenAddress) return toFailure("forbidden_address", error.message);
  if (error instanceof TooManyRedirects) return toFailure("http_error", error.message);
  return toFailure(
    "unreachable",
    error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  );
}

function toFailure(reason: Failure["reason"], detail: string): Failure {
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
    others: findings.others,
    evidence,
  };
}
