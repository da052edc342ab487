import { releaseCredits } from "@/server/credits/credits.service";
import { transaction } from "@/server/db/transaction";
import { recordEvent } from "@/server/events/events.service";
import type { Leased } from "@/server/jobs/lease";
import { completeList } from "@/server/lists/lists.service";
import { publish } from "@/server/live/publish";
import { logger } from "@/server/logger";
import { toSearch } from "./searches.mapper";
import * as repository from "./searches.repository";

/** A search while one worker has it. */
export type Run = Leased;

/** Where a search's leads say they come from. */
export const SOURCES = { pages: "google_pages", maps: "google_maps" } as const;

/** Writes only while the search is still this worker's: a worker that was taken for dead changes nothing. */
export async function whileHeld<T>(run: Run, write: () => Promise<T>): Promise<T | undefined> {
  return transaction(async () => {
    if (await repository.holdsLease(run.id, run.leaseNo)) return write();
    return undefined;
  });
}

export async function endSearch(
  run: Run,
  status: "completed" | "error",
  note: string | null,
): Promise<void> {
  await whileHeld(run, () => endInTransaction(run, status, note));
  await publishProgress(run);
}

/** Ends it within the running transaction and gives back what it had reserved. */
export async function endInTransaction(
  run: Run,
  status: "completed" | "error",
  note: string | null,
): Promise<void> {
  const ended = await repository.endSearch(run.id, status, note);
  if (!ended) return;
  await completeList(run.ownerId, ended.list_id, status, note);
  await releaseCredits(run.ownerId, run.id);
  await recordEvent(run.ownerId, "search_completed", {
    creditsUsed: 0,
    metadata: { search_id: run.id, status, source: SOURCES[ended.kind] },
  });
}

/** Least time between two tellings of one search's progress: faster than eyes, slower than sites are read. */
const TELL_EVERY_MS = 250;
const toBeTold = new WeakMap<Run, NodeJS.Timeout>();

/** Soon tells every open screen how far the search is, once for all that happens until then. */
export function tellProgress(run: Run): void {
  if (toBeTold.has(run)) return;
  const timer = setTimeout(() => {
    toBeTold.delete(run);
    publishProgress(run).catch((error: unknown) =>
      logger.warn({ searchId: run.id, err: error }, "progress not told"),
    );
  }, TELL_EVERY_MS);
  toBeTold.set(run, timer);
}

/** Tells it now. */
async function publishProgress(run: Run): Promise<void> {
  clearTimeout(toBeTold.get(run));
  toBeTold.delete(run);
  const row = await repository.findSearch(run.ownerId, run.id);
  if (row) publish(run.ownerId, "search.progress", { search: toSearch(row) });
}
