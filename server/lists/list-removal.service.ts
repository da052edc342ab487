import { AppError } from "@/lib/errors";
import type { Actor } from "@/server/auth/actor";
import { transaction } from "@/server/db/transaction";
import { countLeadsOfList, removeLeadsOfList } from "@/server/leads/lead-membership.service";
import { publish } from "@/server/live/publish";
import { endSearchOfList } from "@/server/searches/searches.service";
import * as repository from "./lists.repository";
import { LIST_NOT_FOUND } from "./lists.service";

/** What fits one transaction; a longer list goes batch by batch, so that nobody waits long for its locks. */
const BATCH_SIZE = 2_000;

/** What deleting the list would do. @throws AppError not_found */
export async function previewDeletion(actor: Actor, listId: number) {
  if (!(await repository.listExists(actor.userId, listId))) {
    throw new AppError("not_found", LIST_NOT_FOUND);
  }
  const { alone, shared } = await countLeadsOfList(actor.userId, listId);
  return { leads_deleted: alone, leads_kept: shared };
}

/**
 * Deletes the list and its leads, save those that belong to another list too. Its search is ended first. Up to a batch
 * of leads it is one transaction; a deletion that is broken off farther on leaves a shorter list, to be deleted again.
 * @throws AppError not_found; whatever else fails says that the list could not be deleted
 */
export async function deleteList(actor: Actor, listId: number) {
  try {
    return await removeInBatches(actor, listId);
  } catch (error) {
    if (error instanceof AppError && error.message !== "") throw error;
    const code = error instanceof AppError ? error.code : "internal";
    throw new AppError(code, "Erro ao deletar lista.", { cause: error });
  }
}

async function removeInBatches({ userId }: Actor, listId: number) {
  const outcome = { leads_deleted: 0, leads_kept: 0 };
  let after: number | null = 0;
  while (after !== null) {
    const batch: { after: number; limit: number } = { after, limit: BATCH_SIZE };
    const done = await transaction(async () => {
      await repository.lockRemovals(userId);
      await endSearchOfList(userId, listId);
      const removed = await removeLeadsOfList(userId, listId, batch);
      // Gone already: another deletion of the same list may have ended it between two of our batches.
      const last = removed.last === null && !(await repository.deleteList(userId, listId));
      if (last && batch.after === 0) throw new AppError("not_found", LIST_NOT_FOUND);
      publish(userId, "lists.changed", {});
      return removed;
    });
    outcome.leads_deleted += done.deleted;
    outcome.leads_kept += done.kept;
    after = done.last;
  }
  return outcome;
}
