import { REGISTRY_MAX_SAVED } from "@/lib/domain/registry/registry-search";
import { AppError } from "@/lib/errors";
import { type RadarSearch, startRadarSearch } from "@/server/discovery/searches/searches.service";
import { createList } from "@/server/leads/lists/lists.service";
import type { OwnerId } from "@/server/platform/actor";
import * as findings from "./radar-findings.repository";
import { finish, type Turn, withLease } from "./radar-finish.service";
import { readSearch } from "./radar-question.service";
import * as runs from "./radar-runs.repository";
import type { RadarRow } from "./radars.repository";
import * as radars from "./radars.repository";

export const RADAR_SOURCES = {
  registry: "receita",
  pages: "google_pages",
  maps: "google_maps",
} as const;

const PRO_ONLY =
  "Esta busca avançada é do plano PRO: o radar volta a rodar quando a assinatura voltar.";

type Started = "started" | "no credits";

/** Turns the next waiting companies into leads, by the search that saves companies of the registry. */
export async function saveRegistryFindings(turn: Turn): Promise<Started> {
  const { run, row, radar } = turn;
  const cnpjs =
    row.spent < radar.credit_budget ? await findings.findUnsaved(radar.id, REGISTRY_MAX_SAVED) : [];
  if (cnpjs.length > 0) return start(turn, { kind: "receita", cnpjs });
  await withLease(run, () => runs.updateRun(run.ownerId, run.id, { step: "check" }));
  return "started";
}

/** Starts the search of a radar of pages or maps. */
export function startSearch(turn: Turn): Promise<Started> {
  return start(turn, readSearch(turn.radar));
}

/** The search and the run's step are in one transaction, so that it starts only once even if the worker is killed. */
async function start({ run, row, radar }: Turn, search: RadarSearch): Promise<Started> {
  try {
    await withLease(run, async () => {
      const listId = radar.list_id ?? (await makeList(run.ownerId, radar));
      const creditLimit = radar.credit_budget - row.spent;
      const searchId = await startRadarSearch(
        run.ownerId,
        { id: radar.id, name: radar.name, listId, sellerId: radar.seller_id, creditLimit },
        search,
      );
      await runs.updateRun(run.ownerId, run.id, { step: "wait", search_id: searchId });
      await radars.setNote(run.ownerId, radar.id, null);
    });
    return "started";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "insufficient_credits") return "no credits";
    if (error.code !== "pro_required") throw error;
    await finish(run, "completed", PRO_ONLY);
    return "started";
  }
}

/** The former list was deleted. */
async function makeList(ownerId: OwnerId, radar: RadarRow): Promise<number> {
  const listId = await createList(ownerId, radar.name, RADAR_SOURCES[radar.kind]);
  await radars.setList(ownerId, radar.id, listId);
  return listId;
}
