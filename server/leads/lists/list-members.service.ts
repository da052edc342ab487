import { KEPT_BECAUSE, type KeptBecause } from "@/lib/domain/leads/lead-list";
import type { OwnerId } from "@/server/platform/actor";
import * as repository from "./list-members.repository";

const MOST_NAMED = 5;

/** What deleting a list does to its leads: how many are deleted, the first of them by name, and why others stay. */
export async function previewListDeletion(ownerId: OwnerId, listId: number) {
  const [counts, names] = await Promise.all([
    repository.countByFate(ownerId, listId),
    repository.findNamesThatGo(ownerId, listId, MOST_NAMED),
  ]);
  const count = (fate: KeptBecause | null) =>
    counts.find(({ kept_because }) => kept_because === fate)?.count ?? 0;
  const kept = KEPT_BECAUSE.map((reason) => ({ reason, count: count(reason) }));
  return {
    leads_deleted: count(null),
    leads_kept: kept.reduce((sum, each) => sum + each.count, 0),
    deleted_names: names,
    kept: kept.filter((each) => each.count > 0),
  };
}

/** Adds leads to a list. Returns those that were new to it; deleted leads are skipped. */
export function addListMembers(
  ownerId: OwnerId,
  listId: number,
  leadIds: readonly number[],
): Promise<number[]> {
  return repository.insertMembers(ownerId, listId, leadIds);
}

/** Adds the leads with these numbers to a list. Returns how many such leads there are. */
export function addListMembersByKey(
  ownerId: OwnerId,
  listId: number,
  keys: readonly string[],
): Promise<number> {
  return repository.insertMembersByKey(ownerId, listId, keys);
}

/** Locks the next leads of a list, by id, until the current transaction ends. */
export function lockListMembers(
  ownerId: OwnerId,
  listId: number,
  batch: { after: number; limit: number },
): Promise<number[]> {
  return repository.lockMembers(ownerId, listId, batch);
}

/** Those of these leads that survive the list: on another list, created or changed by a user, or contacted. */
export function findKeptMembers(ownerId: OwnerId, listId: number, leadIds: readonly number[]) {
  return repository.findKept(ownerId, listId, leadIds);
}

export function removeListMembers(
  ownerId: OwnerId,
  listId: number,
  leadIds: readonly number[],
): Promise<void> {
  return repository.deleteMembers(ownerId, listId, leadIds);
}
