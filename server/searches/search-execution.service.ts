import PQueue from "p-queue";
import { companyHost, siteKey } from "@/lib/domain/company-host";
import { AppError } from "@/lib/errors";
import { ownerOfRow, type UserId } from "@/server/auth/actor";
import { releaseCredits, spendCreditOnLead } from "@/server/credits/credits.service";
import { transaction } from "@/server/db/transaction";
import { recordEvent } from "@/server/events/events.service";
import { enqueue } from "@/server/jobs/enqueue";
import { keepFoundCompany } from "@/server/leads/leads.service";
import { publish } from "@/server/live/publish";
import { logger } from "@/server/logger";
import type { SiteCompany } from "@/server/sites/sites.gateway";
import { visitCompanySite } from "@/server/sites/sites.http";
import { runSearch } from "./searches.jobs";
import { toSearch } from "./searches.mapper";
import * as repository from "./searches.repository";
import { webSearch } from "./web-search.gateway";

const LEASE_S = 20;
const RENEW_MS = 5_000;
const SITES_AT_ONCE = 6;
const MAX_ATTEMPTS = 6;
const ADRIFT_AT_ONCE = 50;

interface Run {
  id: number;
  ownerId: UserId;
  leaseNo: number;
  /** Aborts when the worker shuts down or the search is no longer its own. */
  signal: AbortSignal;
}

/** Does what is left of a search; picks up where a worker before it stopped. Does nothing when another worker has it. */
export async function executeSearch(searchId: number, shutdown: AbortSignal) {
  const claim = await repository.claimSearch(searchId, LEASE_S);
  if (!claim) return undefined;
  const lost = new AbortController();
  const renewal = setInterval(() => {
    repository.renewLease(searchId, claim.lease_no, LEASE_S).then(
      (held) => held || lost.abort(),
      // The database is away: the lease runs out by itself and the sweep takes the search up again.
      () => undefined,
    );
  }, RENEW_MS);
  const run: Run = {
    id: searchId,
    ownerId: ownerOfRow(claim.owner_id),
    leaseNo: claim.lease_no,
    signal: AbortSignal.any([shutdown, lost.signal]),
  };
  let resumeAt: Date | null = null;
  try {
    resumeAt = await advance(run);
  } catch (error) {
    if (!run.signal.aborted) throw error;
  } finally {
    clearInterval(renewal);
    await repository.releaseLease(searchId, run.leaseNo, resumeAt);
  }
  return resumeAt ? { resumeAt } : undefined;
}

/** Re-enqueues what nobody works on: the queue may have forgotten it, or its worker died. */
export async function sweepSearches(): Promise<void> {
  for (const { id, lease_no } of await repository.findAdrift(ADRIFT_AT_ONCE)) {
    await enqueue(runSearch, { searchId: id, leaseNo: lease_no });
  }
}

/** Null when the search has ended or this worker must stop; otherwise when to go on. */
async function advance(run: Run): Promise<Date | null> {
  for (;;) {
    await visitPendingSites(run);
    if (run.signal.aborted) return null;
    const search = await repository.findSearch(run.ownerId, run.id);
    if (search?.status !== "processing") return null;
    if (search.stop_at) return end(run, "completed", "Busca interrompida por você.");
    if (search.last_page >= search.end_page) return end(run, "completed", null);

    const page = search.last_page + 1;
    const text = `${search.query} ${search.city} ${search.state}`;
    const answer = await webSearch().search({ text, page, signal: run.signal });
    if (!answer.ok) {
      logger.warn({ searchId: run.id, reason: answer.reason, detail: answer.detail }, "web search");
      const attempts = await repository.countAttempt(run.id);
      if (answer.reason === "refused" || attempts >= MAX_ATTEMPTS) {
        return end(run, "error", FAILURE_NOTE[answer.reason]);
      }
      return new Date(Date.now() + (answer.retryAfterMs ?? 2_000 * 2 ** attempts));
    }
    await whileHeld(run, () =>
      repository.addResultPage(
        { id: run.id, ownerId: run.ownerId, page },
        answer.results.flatMap(({ url, title }) => {
          const key = siteKey(url);
          return key ? [{ url, title, siteKey: key }] : [];
        }),
      ),
    );
    await publishProgress(run);
  }
}

const FAILURE_NOTE = {
  refused: "O serviço de busca recusou o acesso. Verifique a configuração do provedor.",
  rate_limited: "O serviço de busca está com muitos pedidos. Tente novamente mais tarde.",
  unavailable: "O serviço de busca não respondeu. Tente novamente mais tarde.",
};

async function visitPendingSites(run: Run) {
  const sites = await repository.findPendingSites(run.id);
  if (sites.length === 0) return;
  const search = await repository.findSearch(run.ownerId, run.id);
  if (!search) return;
  const stop = new AbortController();
  const signal = AbortSignal.any([run.signal, stop.signal]);
  const queue = new PQueue({ concurrency: SITES_AT_ONCE });
  await Promise.all(
    sites.map((site) =>
      queue.add(async () => {
        if (signal.aborted) return;
        const outcome = await visitSite(run, search, site, signal);
        if (outcome === "stop") stop.abort();
        else await publishProgress(run);
      }),
    ),
  );
}

/** 'stop' when no further site of this search may be visited: asked by its owner, or no credit is left. */
async function visitSite(
  run: Run,
  search: repository.SearchRow,
  site: repository.SearchSiteRow,
  signal: AbortSignal,
): Promise<"go on" | "stop"> {
  const current = await repository.findSearch(run.ownerId, run.id);
  if (!current || current.stop_at || current.status !== "processing") return "stop";
  const visit = await visitCompanySite(site.url, { signal, fallbackName: site.title });
  if (signal.aborted) return "stop";
  if (!visit.ok) {
    await whileHeld(run, () =>
      repository.settleSite(site.id, "failed", `${visit.reason}: ${visit.detail}`),
    );
    return "go on";
  }
  if (!hasContact(visit.company)) {
    await whileHeld(run, () => repository.settleSite(site.id, "empty", null));
    return "go on";
  }
  const kept = await keepCompany(run, search, site, visit.company);
  if (kept) return "go on";
  await leaveRestOut(run);
  return "stop";
}

function hasContact({ whatsapp, phone, email }: SiteCompany): boolean {
  return whatsapp !== null || phone !== null || email !== null;
}

/** One decision, one transaction: the lead, its charge, its place in the list and the site's outcome. False when no credit was left. */
async function keepCompany(
  run: Run,
  search: repository.SearchRow,
  site: repository.SearchSiteRow,
  company: SiteCompany,
): Promise<boolean> {
  try {
    await whileHeld(run, async () => {
      const { leadId, created } = await keepFoundCompany(run.ownerId, {
        ...company,
        source: "google_pages",
        website: new URL(site.url).origin,
        siteHost: companyHost(site.url),
        city: search.city,
        state: search.state,
      });
      const settled = await repository.settleSite(site.id, created ? "created" : "linked", null);
      if (!settled) throw new AlreadySettled();
      await repository.linkLead(run.ownerId, search.list_id, leadId);
      if (!created) return;
      const spend = { searchId: run.id, leadId, action: "google_pages_search" };
      if (!(await spendCreditOnLead(run.ownerId, spend)))
        throw new AppError("insufficient_credits");
      await recordEvent(run.ownerId, "lead_created", {
        creditsUsed: 1,
        metadata: { lead_id: leadId, source: "google_pages", list_id: search.list_id },
      });
    });
    return true;
  } catch (error) {
    if (error instanceof AlreadySettled) return true;
    if (error instanceof AppError && error.code === "insufficient_credits") return false;
    throw error;
  }
}

/** Rolls a site's transaction back when its outcome was written before. */
class AlreadySettled extends Error {}

async function leaveRestOut(run: Run) {
  await whileHeld(run, async () => {
    const leftOut = await repository.leaveRestOut(run.id);
    await endInTransaction(
      run,
      "completed",
      `Seus créditos acabaram: ${leftOut} ${leftOut === 1 ? "resultado ficou" : "resultados ficaram"} de fora.`,
    );
  });
  await publishProgress(run);
}

async function end(run: Run, status: "completed" | "error", note: string | null): Promise<null> {
  await whileHeld(run, () => endInTransaction(run, status, note));
  await publishProgress(run);
  return null;
}

async function endInTransaction(run: Run, status: "completed" | "error", note: string | null) {
  if (!(await repository.endSearch(run.id, status, note))) return;
  await releaseCredits(run.ownerId, run.id);
  await recordEvent(run.ownerId, "search_completed", {
    creditsUsed: 0,
    metadata: { search_id: run.id, status, source: "google_pages" },
  });
}

/** Writes only while the search is still this worker's: a worker that was taken for dead changes nothing. */
async function whileHeld<T>(run: Run, write: () => Promise<T>): Promise<T | undefined> {
  return transaction(async () => {
    if (await repository.holdsLease(run.id, run.leaseNo)) return write();
    return undefined;
  });
}

async function publishProgress(run: Run) {
  const row = await repository.findSearch(run.ownerId, run.id);
  if (row) publish(run.ownerId, "search.progress", { search: toSearch(row) });
}
