import type { LeadFilter } from "@/lib/contracts/lead-filter";
import type { LeadStatus } from "@/lib/domain/lead-status";
import type { Actor } from "@/server/auth/actor";
import { transaction } from "@/server/db/transaction";
import { createList, requireList } from "@/server/lists/lists.service";
import * as repository from "./lead-bulk.repository";
import { toFilter } from "./lead-list.service";

/** A selection as it travels: ids, or the query of a list. */
interface Selected {
  lead_ids?: number[] | undefined;
  filter?: LeadFilter | undefined;
}

/** Small enough that nobody waits long for its locks, large enough that a hundred thousand are soon done. */
const BATCH_SIZE = 2_000;

/** Deletes the selected leads of the actor. Ids that are nobody's, or another's, are passed over. */
export async function bulkDelete(actor: Actor, selected: Selected): Promise<{ deleted: number }> {
  const deleted = await inBatches(actor, selected, (selection, batch) =>
    repository.deleteBatch(actor.userId, selection, batch),
  );
  return { deleted };
}

export async function bulkSetStatus(
  actor: Actor,
  selected: Selected & { status: LeadStatus },
): Promise<{ updated: number }> {
  const updated = await inBatches(actor, selected, (selection, batch) =>
    repository.setStatusOfBatch(actor.userId, selection, batch, selected.status),
  );
  return { updated };
}

/**
 * Adds the selected leads to the list named by `list_id`, or to a new one called `name`.
 * @throws AppError not_found for a list that is not the actor's
 */
export async function bulkAddToList(
  actor: Actor,
  selected: Selected & { list_id?: number | undefined; name?: string | undefined },
): Promise<{ list_id: number; added: number }> {
  const listId =
    selected.list_id === undefined
      ? await createList(actor.userId, selected.name ?? "")
      : await requireList(actor.userId, selected.list_id);
  const added = await inBatches(actor, selected, (selection, batch) =>
    repository.addBatchToList(actor.userId, selection, batch, listId),
  );
  return { list_id: listId, added };
}

/** Batch by batch, each a transaction of its own: no lock outlives one, and what is done stays done if the rest fails. */
async function inBatches(
  actor: Actor,
  { lead_ids, filter }: Selected,
  apply: (
    selection: repository.LeadSelection,
    batch: repository.Batch,
  ) => Promise<repository.BatchOutcome>,
): Promise<number> {
  const selection = lead_ids ? { ids: lead_ids } : { filter: toFilter(filter ?? {}) };
  const upTo = await repository.findLastId(actor.userId);
  let affected = 0;
  let after: number | null = 0;
  while (after !== null) {
    const batch: repository.Batch = { after, upTo, limit: BATCH_SIZE };
    const outcome = await transaction(() => apply(selection, batch));
    affected += outcome.affected;
    after = outcome.last;
  }
  return affected;
}
