import { enqueue } from "@/server/jobs/enqueue";
import { workUnderLease } from "@/server/jobs/lease";
import { logger } from "@/server/logger";
import { gatherNextPage } from "./search-gathering.service";
import { endSearch, type Run, tellProgress } from "./search-run.service";
import { settlePendingResults } from "./search-settling.service";
import { runSearch } from "./searches.jobs";
import * as repository from "./searches.repository";

const MAX_ATTEMPTS = 6;
const ADRIFT_AT_ONCE = 50;

const SEARCHES = {
  claim: repository.claimSearch,
  renew: repository.renewLease,
  release: repository.releaseLease,
};

/** Does what is left of a search; picks up where a worker before it stopped. Does nothing when another worker has it or its owner has enough under way. */
export async function executeSearch(searchId: number, shutdown: AbortSignal) {
  const worked = await workUnderLease(SEARCHES, searchId, shutdown, advance);
  if (!worked) return undefined;
  const { ownerId, resumeAt } = worked;
  const waiting = await repository.findWaiting(ownerId);
  if (waiting) await enqueue(runSearch, { searchId: waiting.id, leaseNo: waiting.lease_no });
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
    const search = await repository.findSearch(run.ownerId, run.id);
    if (search?.status !== "processing") return null;
    await settlePendingResults(run, search);
    if (run.signal.aborted) return null;

    const now = await repository.findSearch(run.ownerId, run.id);
    if (now?.status !== "processing") return null;
    if (now.stop_at) return end(run, "completed", "Busca interrompida por você.");
    if (now.last_page >= now.end_page) {
      return end(run, "completed", now.results_total === 0 ? NOTHING_FOUND[now.kind] : now.note);
    }

    const gathered = await gatherNextPage(run, now);
    if (!gathered.ok) {
      const { reason, retryAfterMs } = gathered;
      logger.warn({ searchId: run.id, reason, detail: gathered.detail }, "search provider");
      const attempts = await repository.countAttempt(run.id, WAITING_NOTE);
      if (reason === "refused" || attempts >= MAX_ATTEMPTS) {
        return end(run, "error", FAILURE_NOTE[reason]);
      }
      tellProgress(run);
      return new Date(Date.now() + (retryAfterMs ?? 2_000 * 2 ** attempts));
    }
    if (gathered.note) await repository.addNote(run.id, gathered.note);
    tellProgress(run);
  }
}

async function end(run: Run, status: "completed" | "error", note: string | null): Promise<null> {
  await endSearch(run, status, note);
  return null;
}

const NOTHING_FOUND = {
  pages: "Nenhum site encontrado para esta busca. Tente outras palavras.",
  maps: "Nenhum negócio encontrado neste raio. Aumente o raio ou tente outras palavras.",
};

const WAITING_NOTE = "O serviço de busca não está atendendo agora. A busca continua sozinha.";

const FAILURE_NOTE = {
  refused:
    "O serviço de busca recusou o acesso: a chave do provedor falta ou não vale. Avise quem cuida da instalação.",
  rate_limited: "O serviço de busca está com muitos pedidos. Tente novamente mais tarde.",
  unavailable: "O serviço de busca não respondeu. Tente novamente mais tarde.",
};
