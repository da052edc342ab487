import PQueue from "p-queue";
import { Batcher } from "@/lib/batcher";
import { getCompanyHost, getSiteKey } from "@/lib/domain/companies/company-host";
import type { SiteCheck } from "@/lib/domain/companies/site-verdict";
import type { Place } from "@/server/discovery/places/places.gateway";
import { mergeSiteData, toSiteCompany } from "@/server/discovery/places/places.service";
import type { SiteCompany } from "@/server/discovery/sites/sites.gateway";
import { visitSite } from "@/server/discovery/sites/sites.service";
import type { FoundCompany } from "@/server/leads/leads/found-leads.service";
import { completeFindings } from "./search-completion.service";
import { type Finding, type Result, type Settlement, settleGroup } from "./search-findings.service";
import { findPendingResults } from "./search-results.repository";
import { type Run, SOURCES } from "./search-run.service";
import * as repository from "./searches.repository";

const VISITS_AT_ONCE = 10;
/** A crash repeats at most this many visits; a result reaches the screen after at most this long. */
const GROUP = { size: 50, lingerMs: 100 };

/**
 * Visits every pending result and stores its lead, or the reason there is none. Returns early when the search was
 * stopped or the credits ran out.
 */
export async function visitPendingResults(run: Run, search: repository.SearchRow): Promise<void> {
  const results = await findPendingResults<Place>(run.ownerId, run.id);
  const stop = new AbortController();
  const signal = AbortSignal.any([run.signal, stop.signal]);
  const canContinue = cacheFor(CAN_CONTINUE_MS, () => repository.canContinue(run.ownerId, run.id));
  // One group at a time, so that transactions of one search never wait for each other.
  const findings = new Batcher<Finding, Settlement>(async (group) => {
    const settlement = await settleGroup(run, search, await completeFindings(search, group));
    run.reportProgress();
    return group.map(() => settlement);
  }, GROUP);
  const settlements: Promise<Settlement>[] = [];
  let unsettled = 0;
  const settle = async (finding: Finding) => {
    unsettled += 1;
    try {
      return await findings.add(finding);
    } finally {
      unsettled -= 1;
    }
  };
  const visitResult = async (result: Result) => {
    if (signal.aborted) return;
    if (!(await canContinue())) return stop.abort();
    const found = await visitResultSite(search, result, signal);
    // An aborted visit is not a finding.
    if (signal.aborted) return;
    const settlement = settle({ result, found });
    settlements.push(settlement);
    settlement.then(
      (how) => how === "settled" || stop.abort(),
      () => stop.abort(),
    );
    // Backpressure: visits wait when the database is slower than the sites.
    if (unsettled > GROUP.size) await settlement;
  };
  const queue = new PQueue({ concurrency: VISITS_AT_ONCE });
  const visits = results.map((result) => queue.add(() => visitResult(result)));
  for (const visit of visits) visit.catch(() => stop.abort());
  const visited = await Promise.allSettled(visits);
  findings.flush();
  const settled = await Promise.all(settlements);
  for (const outcome of visited) if (outcome.status === "rejected") throw outcome.reason;
  // The lease was lost; the next renewal confirms it by aborting.
  if (settled.includes("not held") && (await repository.canContinue(run.ownerId, run.id))) {
    await waitForAbort(run.signal);
  }
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

const CAN_CONTINUE_MS = 200;

/** Callers within `ms` share one query. */
function cacheFor<T>(ms: number, query: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  let askedAt = 0;
  return () => {
    if (answer && performance.now() - askedAt < ms) return answer;
    askedAt = performance.now();
    answer = query();
    return answer;
  };
}

/** Visits the company's website; falls back to the map's data if there is no site or the visit fails. */
async function visitResultSite(
  search: repository.SearchRow,
  result: Result,
  signal: AbortSignal,
): Promise<Finding["found"]> {
  const onMap = result.place && toSiteCompany(result.place);
  if (onMap && (result.url === null || getSiteKey(result.url) === null))
    return toFinding(search, onMap, result, null);
  const visit = await visitSite(result.url ?? "", { signal, fallbackName: result.title });
  if (visit.ok) {
    const company = onMap ? mergeSiteData(onMap, visit.company) : visit.company;
    return toFinding(search, company, result, visit.check);
  }
  const listsOthers = visit.reason === "directory";
  // A page of a directory is not the business's own site.
  if (onMap) {
    const ownResult = listsOthers ? { ...result, url: null } : result;
    return toFinding(search, onMap, ownResult, visit.check);
  }
  if (listsOthers) return { outcome: "not_visited", detail: visit.detail };
  return { outcome: "failed", detail: `${visit.reason}: ${visit.detail}` };
}

/** A company without a number, an e-mail or (on a map) its own site cannot be contacted, and is not worth a credit. */
function toFinding(
  search: repository.SearchRow,
  company: SiteCompany,
  result: Result,
  check: SiteCheck | null,
): Finding["found"] {
  const { place, url } = result;
  const { whatsapp, phone, email } = company;
  const ownSite = place !== null && getCompanyHost(url) !== null;
  if (whatsapp !== null || phone !== null || email !== null || ownSite) {
    return { company: { ...toFoundCompany(search, result, company), site_check: check } };
  }
  return { outcome: "empty" };
}

/** The data that a visit found, combined with what the search knows about the result. */
export function toFoundCompany(
  search: repository.SearchRow,
  result: Result,
  company: SiteCompany,
): FoundCompany {
  return {
    ...company,
    source: SOURCES[search.kind],
    website: getWebsite(result),
    siteHost: getCompanyHost(result.url),
    city: result.place ? result.place.city : search.city,
    state: result.place ? result.place.state : search.state,
  };
}

/** A search result may be any page of the site; a map gives the address that the business chose. */
function getWebsite({ url, place }: Result): string | null {
  if (url === null) return null;
  return place ? url : new URL(url).origin;
}
