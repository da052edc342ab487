import type { Advance, LeasedWork } from "@/server/platform/jobs/leased-work";
import { logger } from "@/server/platform/logger";
import { gatherNextPage } from "./search-gathering.service";
import { saveRegistryResults } from "./search-registry.service";
import { endSearch, publishProgress, type Run } from "./search-run.service";
import { visitPendingResults } from "./search-visits.service";
import { runSearch } from "./searches.jobs";
import * as repository from "./searches.repository";

/** Runs searches: page by page of results, then the website of each result. */
export const searchWork: LeasedWork<typeof runSearch> = {
  job: runSearch,
  concurrency: (usual) => usual,
  leases: repository.searchLeases,
  firstRetryMs: 4_000,
  failure: "A busca parou por um erro nosso. O que já entrou continua salvo.",
  advance,
  end: (run, how, reason) =>
    how === "stopped" ? endSearch(run, "completed", STOPPED) : endSearch(run, "error", reason),
  publishProgress,
};

const ENDED: Advance = { state: "ended" };

async function advance(run: Run): Promise<Advance> {
  for (;;) {
    const search = await repository.findSearch(run.ownerId, run.id);
    if (search?.status !== "processing") return ENDED;
    if (search.kind === "receita") await saveRegistryResults(run, search);
    else await visitPendingResults(run, search);
    if (run.signal.aborted) return ENDED;

    const now = await repository.findSearch(run.ownerId, run.id);
    if (now?.status !== "processing") return ENDED;
    if (now.stop_at) return complete(run, STOPPED);
    if (now.last_page >= now.end_page) {
      return complete(run, now.results_total === 0 ? describeNothing(now) : now.note);
    }

    const gathered = await gatherNextPage(run, now);
    if (!gathered.ok) {
      const { reason, retryAfterMs, detail } = gathered;
      logger.warn({ searchId: run.id, reason, detail }, "search provider");
      await repository.setNote(run.ownerId, run.id, WAITING_NOTE);
      const final = reason === "refused";
      return { state: "failed", reason: FAILURE_NOTE[reason], retryAfterMs, final };
    }
    if (gathered.note) await repository.setNote(run.ownerId, run.id, gathered.note);
    run.reportProgress();
  }
}

async function complete(run: Run, note: string | null): Promise<Advance> {
  await endSearch(run, "completed", note);
  return ENDED;
}

const STOPPED = "Busca interrompida por você.";

const NOTHING_FOUND = {
  pages: "Nenhum site encontrado para esta busca. Tente outras palavras.",
  maps: "Nenhum negócio encontrado neste raio. Aumente o raio ou tente outras palavras.",
  receita: "Nenhuma empresa foi encontrada na base da Receita.",
};

function describeNothing({ kind, advanced }: repository.SearchRow): string {
  return advanced === null ? NOTHING_FOUND[kind] : NOTHING_MATCHES;
}

const NOTHING_MATCHES =
  "Nenhum negócio atende ao que esta busca pede. Aumente a área, tire um filtro ou tente outras palavras.";

const WAITING_NOTE = "O serviço de busca não está atendendo agora. A busca continua sozinha.";

const FAILURE_NOTE = {
  refused:
    "O serviço de busca recusou o acesso: a chave do provedor falta ou não vale. Avise quem cuida da instalação.",
  rate_limited: "O serviço de busca está com muitos pedidos. Tente novamente mais tarde.",
  unavailable: "O serviço de busca não respondeu. Tente novamente mais tarde.",
};
