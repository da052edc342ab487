import PQueue from "p-queue";
import { companyHost, siteKey } from "@/lib/domain/company-host";
import { AppError } from "@/lib/errors";
import { spendCreditOnLead } from "@/server/credits/credits.service";
import { recordEvent } from "@/server/events/events.service";
import { keepFoundCompany } from "@/server/leads/leads.service";
import type { Place } from "@/server/places/places.gateway";
import { companyOfPlace, joinSite } from "@/server/places/places.service";
import type { SiteCompany } from "@/server/sites/sites.gateway";
import { visitSite } from "@/server/sites/sites.service";
import {
  findLeadOfPlace,
  findPendingResults,
  leaveRestOut,
  type SearchResultRow,
  settleResult,
} from "./search-results.repository";
import { endInTransaction, type Run, SOURCES, tellProgress, whileHeld } from "./search-run.service";
import * as repository from "./searches.repository";

type Result = SearchResultRow<Place>;

const RESULTS_AT_ONCE = 10;

/** Makes a lead of every result that is still pending, or says why not. Returns early when the search was stopped or the credits ran out. */
export async function settlePendingResults(run: Run, search: repository.SearchRow): Promise<void> {
  const results = await findPendingResults<Place>(run.id);
  const stop = new AbortController();
  const signal = AbortSignal.any([run.signal, stop.signal]);
  const mayGoOn = recently(() => repository.mayGoOn(run.id));
  const queue = new PQueue({ concurrency: RESULTS_AT_ONCE });
  await Promise.all(
    results.map((result) =>
      queue.add(async () => {
        if (signal.aborted) return;
        const outcome = (await mayGoOn()) ? await settle(run, search, result, signal) : "stop";
        if (outcome === "stop") stop.abort();
        else tellProgress(run);
      }),
    ),
  );
}

/** 'stop' when no credit is left: no further result of this search may be worked on. */
async function settle(
  run: Run,
  search: repository.SearchRow,
  result: Result,
  signal: AbortSignal,
): Promise<"go on" | "stop"> {
  const found = await findCompany(result, signal);
  if (signal.aborted) return "stop";
  if (!found.ok) {
    await whileHeld(run, () => settleResult(result.id, "failed", { detail: found.detail }));
    return "go on";
  }
  if (!isReachable(found.company, result)) {
    await whileHeld(run, () => settleResult(result.id, "empty"));
    return "go on";
  }
  if (await keepCompany(run, search, result, found.company)) return "go on";
  await leaveOut(run);
  return "stop";
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

type Found = { ok: true; company: SiteCompany } | { ok: false; detail: string };

/** What the company's site says of it, the map's word before that where it stands on one. A place whose site does not answer is still a place. */
async function findCompany(result: Result, signal: AbortSignal): Promise<Found> {
  const onMap = result.place && companyOfPlace(result.place);
  if (onMap && (result.url === null || siteKey(result.url) === null)) {
    return { ok: true, company: onMap };
  }
  const visit = await visitSite(result.url ?? "", { signal, fallbackName: result.title });
  if (visit.ok) {
    return { ok: true, company: onMap ? joinSite(onMap, visit.company) : visit.company };
  }
  if (onMap) return { ok: true, company: onMap };
  return { ok: false, detail: `${visit.reason}: ${visit.detail}` };
}

/** Without a number, an e-mail or (on a map) a site of its own nobody could be written to, and no credit is worth it. */
function isReachable({ whatsapp, phone, email }: SiteCompany, { place, url }: Result): boolean {
  const ownSite = place !== null && companyHost(url) !== null;
  return whatsapp !== null || phone !== null || email !== null || ownSite;
}

/** One decision, one transaction: the lead, its charge, its place in the list and the result's outcome. False when no credit was left. */
async function keepCompany(
  run: Run,
  search: repository.SearchRow,
  result: Result,
  company: SiteCompany,
): Promise<boolean> {
  const source = SOURCES[search.kind];
  try {
    await whileHeld(run, async () => {
      const known = result.place ? await findLeadOfPlace(run.ownerId, result.result_key) : null;
      const { leadId, created } = known
        ? { leadId: known, created: false }
        : await keepFoundCompany(run.ownerId, {
            ...company,
            source,
            website: websiteOf(result),
            siteHost: companyHost(result.url),
            city: result.place ? result.place.city : search.city,
            state: result.place ? result.place.state : search.state,
          });
      const outcome = created ? "created" : "linked";
      if (!(await settleResult(result.id, outcome, { leadId }))) throw new AlreadySettled();
      await repository.linkLead(run.ownerId, search.list_id, leadId);
      if (!created) return;
      const spend = { searchId: run.id, leadId, action: `${source}_search` };
      if (!(await spendCreditOnLead(run.ownerId, spend))) {
        throw new AppError("insufficient_credits");
      }
      await recordEvent(run.ownerId, "lead_created", {
        creditsUsed: 1,
        metadata: { lead_id: leadId, source, list_id: search.list_id },
      });
    });
    return true;
  } catch (error) {
    if (error instanceof AlreadySettled) return true;
    if (error instanceof AppError && error.code === "insufficient_credits") return false;
    throw error;
  }
}

/** Rolls a result's transaction back when its outcome was written before. */
class AlreadySettled extends Error {}

/** A search result leads anywhere on the site; a map names the address the business wants people to open. */
function websiteOf({ url, place }: Result): string | null {
  if (url === null) return null;
  return place ? url : new URL(url).origin;
}

async function leaveOut(run: Run) {
  await whileHeld(run, async () => {
    const leftOut = await leaveRestOut(run.id);
    await endInTransaction(
      run,
      "completed",
      `Seus créditos acabaram: ${leftOut} ${leftOut === 1 ? "resultado ficou" : "resultados ficaram"} de fora.`,
    );
  });
  tellProgress(run);
}
