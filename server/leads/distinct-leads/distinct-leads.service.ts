import type { UserId } from "@/server/platform/actor";
import * as repository from "./distinct-leads.repository";

/** Pairs of these leads that a person said are two companies. */
export function listDistinctPairs(
  ownerId: UserId,
  leadIds: readonly number[],
): Promise<{ low_id: number; high_id: number }[]> {
  return repository.findDistinctPairs(ownerId, leadIds);
}

/** Remembers that these are as many companies, or that they may be one again. */
export function markDistinct(
  ownerId: UserId,
  leadIds: readonly number[],
  distinct: boolean,
): Promise<void> {
  return repository.setDistinct(ownerId, leadIds, distinct);
}

/** Of these leads which others they are not, as a person said; those of which nobody said anything are missing. */
export function findDistinct(
  ownerId: UserId,
  leadIds: readonly number[],
): Promise<{ lead_id: number; distinct_ids: number[] }[]> {
  return repository.findPairsOf(ownerId, leadIds);
}

/** Says again of leads that came back which others they are not; those that are gone by now are left out. */
export async function restoreDistinct(
  ownerId: UserId,
  leads: readonly { lead_id: number; distinct_ids: readonly number[] }[],
): Promise<void> {
  const pairs = leads.flatMap(({ lead_id, distinct_ids }) =>
    distinct_ids.map((other) => [lead_id, other] as const),
  );
  if (pairs.length > 0) await repository.restorePairs(ownerId, pairs);
}
