import type { OwnerId } from "@/server/platform/actor";
import * as repository from "./distinct-leads.repository";

/** Pairs of these leads that a user declared to be two companies. */
export function listDistinctPairs(
  ownerId: OwnerId,
  leadIds: readonly number[],
): Promise<{ low_id: number; high_id: number }[]> {
  return repository.findDistinctPairs(ownerId, leadIds);
}

/** Stores that each of these leads is a separate company, or that they may be one again. */
export function markDistinct(
  ownerId: OwnerId,
  leadIds: readonly number[],
  distinct: boolean,
): Promise<void> {
  return repository.setDistinct(ownerId, leadIds, distinct);
}

/** For each of these leads, the leads that a user declared to be other companies; leads without any are missing. */
export function findDistinct(
  ownerId: OwnerId,
  leadIds: readonly number[],
): Promise<{ lead_id: number; distinct_ids: number[] }[]> {
  return repository.findPairsOf(ownerId, leadIds);
}

/** Stores again which leads are other companies than the restored ones; leads that no longer exist are skipped. */
export async function restoreDistinct(
  ownerId: OwnerId,
  leads: readonly { lead_id: number; distinct_ids: readonly number[] }[],
): Promise<void> {
  const pairs = leads.flatMap(({ lead_id, distinct_ids }) =>
    distinct_ids.map((other) => [lead_id, other] as const),
  );
  if (pairs.length > 0) await repository.restorePairs(ownerId, pairs);
}
