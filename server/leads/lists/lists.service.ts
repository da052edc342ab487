import type { z } from "zod/mini";
import type { ListQuery } from "@/lib/contracts/leads/lists";
import { getSearchTerms } from "@/lib/domain/leads/lead-search";
import { describeQuota, getQuota } from "@/lib/domain/plans/quotas";
import type { ListStatus } from "@/lib/domain/searches/search";
import { AppError } from "@/lib/errors";
import { recordEvent } from "@/server/integrations/events/events.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import * as repository from "./lists.repository";

const MOST_COUNTED = 10_000;
const MOST_LISTS_OF_A_LEAD = 100;

export const LIST_NOT_FOUND = "Lista não encontrada ou não pertence a você.";

/** One page of the actor's lists; at most 10,000 are counted. */
export async function listLists(actor: Actor, query: z.output<typeof ListQuery>) {
  const { page, per_page, sort, direction } = query;
  const terms = getSearchTerms(query.search);
  const [lists, total] = await Promise.all([
    repository.findLists(actor, {
      terms,
      sort,
      descending: direction === "desc",
      limit: per_page,
      offset: Math.min((page - 1) * per_page, MOST_COUNTED),
    }),
    repository.countLists(actor.ownerId, terms, MOST_COUNTED),
  ]);
  return {
    lists,
    pagination: { page, per_page, total, total_pages: Math.ceil(total / per_page) },
  };
}

/** @throws AppError not_found */
export async function getList(actor: Actor, listId: number) {
  const list = await repository.findList(actor, listId);
  if (!list) throw new AppError("not_found", LIST_NOT_FOUND);
  return { list };
}

/** @throws AppError not_found */
export async function renameList(actor: Actor, listId: number, name: string) {
  const renamed = await repository.updateName(actor.ownerId, listId, name);
  if (!renamed) throw new AppError("not_found", LIST_NOT_FOUND);
  publish(actor.ownerId, "lists.changed", {});
  return getList(actor, listId);
}

/** @throws AppError quota_reached */
async function requireListQuota(ownerId: OwnerId): Promise<void> {
  const { plan, lists } = await repository.lockAndCountLists(ownerId);
  if (lists >= getQuota(plan, "lists")) {
    throw new AppError("quota_reached", describeQuota(plan, "lists"));
  }
}

/** Creates an empty list and returns its id. @throws AppError quota_reached */
export async function createList(
  ownerId: OwnerId,
  name: string,
  source = "manual",
): Promise<number> {
  const listId = await transaction(async () => {
    await requireListQuota(ownerId);
    const id = await repository.insertList(ownerId, name, source);
    await recordEvent(ownerId, "list_created", { metadata: { list_id: id, name, source } });
    return id;
  });
  publish(ownerId, "lists.changed", {});
  return listId;
}

/**
 * Returns the id after checking that the list belongs to the owner.
 * @throws AppError not_found
 */
export async function requireList(ownerId: OwnerId, listId: number): Promise<number> {
  if (!(await repository.listExists(ownerId, listId))) throw new AppError("not_found");
  return listId;
}

/** The lists a lead is on, latest first. */
export function findListsOfLead(ownerId: OwnerId, leadId: number) {
  return repository.findListsOfLead(ownerId, leadId, MOST_LISTS_OF_A_LEAD);
}

/** Counts the lists created between two instants by source, most first. */
export function countListsBySource(ownerId: OwnerId, since: Date, until: Date) {
  return repository.countListsBySource(ownerId, since, until);
}

/** Serialises one owner's list deletions until the current transaction ends. */
export function lockListRemovals(ownerId: OwnerId): Promise<void> {
  return repository.lockRemovals(ownerId);
}

/** Deletes the list without its leads. Returns false when there is no such list. Call inside a transaction. */
export async function deleteListRow(ownerId: OwnerId, listId: number): Promise<boolean> {
  const name = await repository.deleteList(ownerId, listId);
  if (name === null) return false;
  await recordEvent(ownerId, "list_deleted", { metadata: { list_id: listId, name } });
  return true;
}

/** Deletes a list without leads. Call inside a transaction. */
export async function deleteListIfEmpty(ownerId: OwnerId, listId: number): Promise<void> {
  const name = await repository.deleteEmptyList(ownerId, listId);
  if (name === null) return;
  await recordEvent(ownerId, "list_deleted", { metadata: { list_id: listId, name } });
  publish(ownerId, "lists.changed", {});
}

/** Creates a list for a search to fill. Returns its id. Call inside a transaction. @throws AppError quota_reached */
export async function createSearchList(
  ownerId: OwnerId,
  list: repository.SearchList,
): Promise<number> {
  await requireListQuota(ownerId);
  const id = await repository.insertSearchList(ownerId, list);
  const { name, source } = list;
  await recordEvent(ownerId, "list_created", { metadata: { list_id: id, name, source } });
  return id;
}

/** Completes the list of a finished search. */
export function completeList(
  ownerId: OwnerId,
  listId: number,
  status: Exclude<ListStatus, "processing">,
  note: string | null,
): Promise<void> {
  return repository.completeList(ownerId, listId, status, note);
}
