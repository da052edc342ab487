import type { UserId } from "@/server/auth/actor";
import { releaseCredits } from "@/server/credits/credits.service";
import { transaction } from "@/server/db/transaction";
import { recordEvent } from "@/server/events/events.service";
import { publish } from "@/server/live/publish";
import { toSearch } from "./searches.mapper";
import * as repository from "./searches.repository";

/** A search while one worker has it. */
export interface Run {
  id: number;
  ownerId: UserId;
  /** Fencing number: only its holder writes. */
  leaseNo: number;
  /** Aborts when the worker shuts down or the search is no longer its own. */
  signal: AbortSignal;
}

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
  const kind = await repository.endSearch(run.id, status, note);
  if (!kind) return;
  await releaseCredits(run.ownerId, run.id);
  await recordEvent(run.ownerId, "search_completed", {
    creditsUsed: 0,
    metadata: { search_id: run.id, status, source: SOURCES[kind] },
  });
}

export async function publishProgress(run: Run): Promise<void> {
  const row = await repository.findSearch(run.ownerId, run.id);
  if (row) publish(run.ownerId, "search.progress", { search: toSearch(row) });
}
