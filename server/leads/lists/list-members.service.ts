import type { UserId } from "@/server/platform/actor";
import * as repository from "./list-members.repository";

/** Counts the leads that are on this list only (`alone`) and those on another list too (`shared`). */
export function countListMembers(ownerId: UserId, listId: number) {
  return repository.countMembers(ownerId, listId);
}

/** Adds leads to a list. Returns how many were new to it; deleted leads are skipped. */
export function addListMembers(
  ownerId: UserId,
  listId: number,
  leadIds: readonly number[],
): Promise<number> {
  return repository.insertMembers(ownerId, listId, leadIds);
}

/** Adds the leads with these numbers to a list. Returns how many such leads there are. */
export function addListMembersByKey(
  ownerId: UserId,
  listId: number,
  keys: readonly string[],
): Promise<number> {
  return repository.insertMembersByKey(ownerId, listId, keys);
}

/** Locks the next leads of a list, by id, until the current transaction ends. */
export function lockListMembers(
  ownerId: UserId,
  listId: number,
  batch: { after: number; limit: number },
): Promise<number[]> {
  return repository.lockMembers(ownerId, listId, batch);
}

/** Those of these leads that are on another list too. */
export function findSharedMembers(ownerId: UserId, listId: number, leadIds: readonly number[]) {
  return repository.findShared(ownerId, listId, leadIds);
}

export function removeListMembers(
  ownerId: UserId,
  listId: number,
  leadIds: readonly number[],
): Promise<void> {
  return repository.deleteMembers(ownerId, listId, leadIds);
}
