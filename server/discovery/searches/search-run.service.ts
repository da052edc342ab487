import { releaseCredits } from "@/server/accounts/credits/credits.service";
import { recordEvent } from "@/server/integrations/events/events.service";
import { completeList } from "@/server/leads/lists/lists.service";
import { transaction } from "@/server/platform/db/transaction";
import type { Leased } from "@/server/platform/jobs/leased-work";
import { publish } from "@/server/platform/live/publish";
import { toSearch } from "./searches.mapper";
import * as repository from "./searches.repository";

/** A search while this worker holds its lease. */
export type Run = Leased;

/** The source stored on a search's leads. */
export const SOURCES = {
  pages: "google_pages",
  maps: "google_maps",
  receita: "receita",
} as const;

/**
 * Runs `write` in a transaction that checks and locks the lease. Returns undefined, without writing, when the lease
 * was lost.
 */
export async function withLease<T>(run: Run, write: () => Promise<T>): Promise<T | undefined> {
  return transaction(async () => {
    if (await repository.searchLeases.lock(run.id, run.leaseNo)) return write();
    return undefined;
  });
}

export async function endSearch(
  run: Run,
  status: "completed" | "error",
  note: string | null,
): Promise<void> {
  await withLease(run, () => endInTransaction(run, status, note));
}

/** Ends search and list within the current transaction and releases the credits still reserved. */
export async function endInTransaction(
  run: Run,
  status: "completed" | "error",
  note: string | null,
): Promise<void> {
  const ended = await repository.endSearch(run.id, status, note);
  if (!ended) return;
  // A list that existed before the search is not changed.
  if (ended.made_list) await completeList(run.ownerId, ended.list_id, status, note);
  await releaseCredits(run.ownerId, run.id);
  await recordEvent(run.ownerId, "search_completed", {
    creditsUsed: 0,
    metadata: { search_id: run.id, status, source: SOURCES[ended.kind] },
  });
}

export async function publishProgress(run: Pick<Run, "id" | "ownerId">): Promise<void> {
  const row = await repository.findSearch(run.ownerId, run.id);
  if (row) publish(run.ownerId, "search.progress", { search: toSearch(row) });
}
