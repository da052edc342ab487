import { AppError } from "@/lib/errors";
import { deleteLeads, openDeletion } from "@/server/leads/leads/lead-deletions.service";
import {
  findKeptMembers,
  lockListMembers,
  previewListDeletion,
  removeListMembers,
} from "@/server/leads/lists/list-members.service";
import {
  deleteListRow,
  getList,
  LIST_NOT_FOUND,
  lockListRemovals,
} from "@/server/leads/lists/lists.service";
import type { Actor } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import { endSearchesOfList } from "./searches.service";

/** Leads per transaction; longer lists take several, so that locks are short. */
const BATCH_SIZE = 2_000;

/** Predicts what deleting the list would do. @throws AppError not_found */
export async function previewDeletion(actor: Actor, listId: number) {
  await getList(actor, listId);
  return previewListDeletion(actor.ownerId, listId);
}

/**
 * Deletes the list and its leads, except those that survive it (see `findKeptMembers`); with `keepLeads` all leads are
 * kept. Deleted leads can be restored for some minutes. Its search is ended first. Up to one batch of leads it is one
 * transaction; an interrupted longer deletion leaves a shorter list, which can be deleted again.
 * @throws AppError not_found; other failures report that the list could not be deleted
 */
export async function deleteList(actor: Actor, listId: number, keepLeads = false) {
  try {
    return await removeInBatches(actor, listId, keepLeads);
  } catch (error) {
    if (error instanceof AppError && error.message !== "") throw error;
    const code = error instanceof AppError ? error.code : "internal";
    throw new AppError(code, "Erro ao deletar lista.", { cause: error });
  }
}

async function removeInBatches(actor: Actor, listId: number, keepLeads: boolean) {
  const { ownerId } = actor;
  const outcome = { leads_deleted: 0, leads_kept: 0 };
  const deletionId = await openDeletion(actor);
  let after: number | null = 0;
  while (after !== null) {
    const batch: Batch = { after, limit: BATCH_SIZE, keepLeads };
    const done = await transaction(async () => {
      await lockListRemovals(ownerId);
      await endSearchesOfList(ownerId, listId);
      const removed = await removeLeadsOfList(actor, listId, batch, deletionId);
      // Already deleted: another deletion of the same list may have finished between two batches.
      const last = removed.last === null && !(await deleteListRow(ownerId, listId));
      if (last && batch.after === 0) throw new AppError("not_found", LIST_NOT_FOUND);
      publish(ownerId, "lists.changed", {});
      return removed;
    });
    outcome.leads_deleted += done.deleted;
    outcome.leads_kept += done.kept;
    after = done.last;
  }
  return outcome;
}

interface Batch {
  after: number;
  limit: number;
  keepLeads: boolean;
}

/**
 * Removes the next leads from a list and deletes those that do not survive it. `last` is the id to continue after; null
 * at the end.
 */
async function removeLeadsOfList(
  actor: Actor,
  listId: number,
  batch: Batch,
  deletionId: number,
): Promise<{ deleted: number; kept: number; last: number | null }> {
  const { ownerId } = actor;
  const leadIds = await lockListMembers(ownerId, listId, batch);
  const kept = new Set(batch.keepLeads ? leadIds : await findKeptMembers(ownerId, listId, leadIds));
  await removeListMembers(ownerId, listId, [...kept]);
  const deleted = await deleteLeads(
    actor,
    leadIds.filter((id) => !kept.has(id)),
    deletionId,
  );
  const last = leadIds.length < batch.limit ? null : (leadIds.at(-1) ?? null);
  return { deleted, kept: kept.size, last };
}
