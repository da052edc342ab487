import type { LeadFilter } from "@/lib/contracts/lead-filter";
import type { LeadStatus } from "@/lib/domain/leads/lead-status";
import type { Actor } from "@/server/actor";
import { afterCommit, transaction } from "@/server/db/transaction";
import { deleteLeads, openDeletion } from "@/server/leads/lead-deletions.service";
import { setLeadStatus } from "@/server/leads/leads.service";
import { addListMembers } from "@/server/lists/list-members.service";
import { createList, requireList } from "@/server/lists/lists.service";
import * as repository from "./lead-bulk.repository";
import { toFilter } from "./lead-list.service";

/** A selection in the request: ids or the query of a list. */
interface Selected {
  lead_ids?: number[] | undefined;
  filter?: LeadFilter | undefined;
}

/** Small enough to hold locks briefly, large enough to finish 100,000 leads quickly. */
const BATCH_SIZE = 2_000;

/**
 * Deletes the selected leads of the actor, which can be undone for some minutes. Unknown ids and other users' ids are
 * skipped.
 */
export async function bulkDelete(actor: Actor, selected: Selected): Promise<{ deleted: number }> {
  const deletionId = await openDeletion(actor.userId);
  const deleted = await processInBatches(actor, selected, (leadIds) =>
    deleteLeads(actor.userId, leadIds, deletionId),
  );
  return { deleted };
}

/**
 * Sets the status of the selected leads; those that already have it are counted too. `locked`: how many keep theirs
 * because their number is blocked.
 */
export async function bulkSetStatus(
  actor: Actor,
  selected: Selected & { status: LeadStatus },
): Promise<{ updated: number; locked: number }> {
  let locked = 0;
  const updated = await processInBatches(actor, selected, async (leadIds) => {
    const kept = await setLeadStatus(actor.userId, leadIds, selected.status);
    afterCommit(() => {
      locked += kept;
    });
    return leadIds.length - kept;
  });
  return { updated, locked };
}

/**
 * Adds the selected leads to the list `list_id`, or to a new one called `name`; `added` excludes those already on it.
 * @throws AppError not_found for another user's list
 */
export async function bulkAddToList(
  actor: Actor,
  selected: Selected & { list_id?: number | undefined; name?: string | undefined },
): Promise<{ list_id: number; added: number }> {
  const listId =
    selected.list_id === undefined
      ? await createList(actor.userId, selected.name ?? "")
      : await requireList(actor.userId, selected.list_id);
  const added = await processInBatches(actor, selected, (leadIds) =>
    addListMembers(actor.userId, listId, leadIds),
  );
  return { list_id: listId, added };
}

/**
 * Applies a change to the selection in batches. Each batch is one transaction that locks its leads, so locks are
 * short and finished batches stay if a later one fails. Leads created after the start are excluded. Returns the sum
 * of what `change` returns.
 */
async function processInBatches(
  actor: Actor,
  { lead_ids, filter }: Selected,
  change: (leadIds: number[]) => Promise<number>,
): Promise<number> {
  const selection = lead_ids ? { ids: lead_ids } : { filter: toFilter(filter ?? {}) };
  const upTo = await repository.findLastId(actor.userId);
  let sum = 0;
  let after = 0;
  for (;;) {
    const batch: repository.Batch = { after, upTo, limit: BATCH_SIZE };
    const { leadIds, changed } = await transaction(async () => {
      const leadIds = await repository.lockBatch(actor.userId, selection, batch);
      return { leadIds, changed: leadIds.length > 0 ? await change(leadIds) : 0 };
    });
    sum += changed;
    after = leadIds.at(-1) ?? upTo;
    if (leadIds.length < BATCH_SIZE) return sum;
  }
}
