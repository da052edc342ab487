import PQueue from "p-queue";
import { companyHost, siteKey } from "@/lib/domain/companies/company-host";
import { Grouped } from "@/lib/grouped";
import type { Place } from "@/server/places/places.gateway";
import { companyOfPlace, joinSite } from "@/server/places/places.service";
import type { SiteCompany } from "@/server/sites/sites.gateway";
import { visitSite } from "@/server/sites/sites.service";
import { type Finding, type Result, type Settlement, settleGroup } from "./search-keeping.service";
import { findPendingResults } from "./search-results.repository";
import { type Run, tellProgress } from "./search-run.service";
import * as repository from "./searches.repository";

const RESULTS_AT_ONCE = 10;
/** What a crash makes be looked at again, at most, and what a screen waits to see. */
const GROUP = { size: 50, lingerMs: 100 };

/** Makes a lead of every result that is still pending, or says why not. Returns early when the search was stopped or the credits ran out. */
export async function settlePendingResults(run: Run, search: repository.SearchRow): Promise<void> {
  const results = await findPendingResults<Place>(run.id);
  const stop = new AbortController();
  const signal = AbortSignal.any([run.signal, stop.signal]);
  const mayGoOn = recently(() => repository.mayGoOn(run.id));
  // One group at a time: no two transactions of one search ever wait for each other.
  const findings = new Grouped<Finding, Settlement>(async (group) => {
    const settlement = await settleGroup(run, search, group);
    tellProgress(run);
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
  const lookAt = async (result: Result) => {
    if (signal.aborted) return;
    if (!(await mayGoOn())) return stop.abort();
    const found = await find(result, signal);
    // Cut short, it says nothing of the company.
    if (signal.aborted) return;
    const settlement = settle({ result, found });
    settlements.push(settlement);
    settlement.then(
      (how) => how === "settled" || stop.abort(),
      () => stop.abort(),
    );
    // When the database is slower than the sites, visits wait for it.
    if (unsettled > GROUP.size) await settlement;
  };
  const queue = new PQueue({ concurrency: RESULTS_AT_ONCE });
  const looks = results.map((result) => queue.add(() => lookAt(result)));
  for (const look of looks) look.catch(() => stop.abort());
  const looked = await Promise.allSettled(looks);
  findings.flush();
  const settled = await Promise.all(settlements);
  for (const outcome of looked) if (outcome.status === "rejected") throw outcome.reason;
  // Another worker has it, which the next renewal of the lease tells for certain: until then there is nothing to do here.
  if (settled.includes("not held") && (await repository.mayGoOn(run.id))) await aborted(run.signal);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

const RECENT_MS = 200;

/** Asks at most five times a second, whoever wants to know. */
function recently(ask: () => Promise<boolean>): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  let askedAt = 0;
  return () => {
    if (answer && performance.now() - askedAt < RECENT_MS) return answer;
    askedAt = performance.now();
    answer = ask();
    return answer;
  };
}

/** What the company's site says of it, the map's word before that where it stands on one. A place whose site does not answer is still a place. */
async function find(result: Result, signal: AbortSignal): Promise<Finding["found"]> {
  const onMap = result.place && companyOfPlace(result.place);
  if (onMap && (result.url === null || siteKey(result.url) === null))
    return worthALead(onMap, result);
  const visit = await visitSite(result.url ?? "", { signal, fallbackName: result.title });
  if (visit.ok) {
    return worthALead(onMap ? joinSite(onMap, visit.company) : visit.company, result);
  }
  if (onMap) return worthALead(onMap, result);
  return { outcome: "failed", detail: `${visit.reason}: ${visit.detail}` };
}

/** Without a number, an e-mail or (on a map) a site of its own nobody could be written to, and no credit is worth it. */
function worthALead(company: SiteCompany, { place, url }: Result): Finding["found"] {
  const { whatsapp, phone, email } = company;
  const ownSite = place !== null && companyHost(url) !== null;
  if (whatsapp !== null || phone !== null || email !== null || ownSite) return { company };
  return { outcome: "empty" };
}
