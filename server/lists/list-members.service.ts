import type { UserId } from "@/server/actor";
import * as repository from "./list-members.repository";

/** How many leads a list has to itself (`alone`), and how many belong to another list too (`shared`). */
export function countListMembers(ownerId: UserId, listId: number) {
  return repository.countMembers(ownerId, listId);
}

/** Puts leads on a list. Returns how many were not on it before; leads that are gone are passed over. */
export function addListMembers(
  ownerId: UserId,
  listId: number,
  leadIds: readonly number[],
): Promise<number> {
  return repository.insertMembers(ownerId, listId, leadIds);
}

/** Puts the leads that hold these numbers on a list. Returns how many such leads there are. */
export function addListMembersByKey(
  ownerId: UserId,
  listId: number,
  keys: readonly string[],
): Promise<number> {
  return repository.insertMembersByKey(ownerId, listId, keys);
}

/** Locks the next leads of a list by id until the running transaction ends. */
export function lockListMembers(
  ownerId: UserId,
  listId: number,
  batch: { after: number; limit: number },
): Promise<number[]> {
  return repository.lockMembers(ownerId, listId, batch);
}

/** Of these leads of a list, those that are on another list too. */
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
