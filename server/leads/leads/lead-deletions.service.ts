import { AppError } from "@/lib/errors";
import { recordEvent } from "@/server/integrations/events/events.service";
import { restoreDistinct } from "@/server/leads/distinct-leads/distinct-leads.service";
import { restoreContacts } from "@/server/leads/lead-contacts/lead-contacts.service";
import { addListMembers } from "@/server/leads/lists/list-members.service";
import { lockLists } from "@/server/leads/lists/lists.repository";
import { restoreNotes } from "@/server/leads/notes/notes.service";
import { restoreOwnValues } from "@/server/leads/own-fields/own-values.service";
import { restoreTags } from "@/server/leads/tags/tags.service";
import { restoreTasks } from "@/server/leads/tasks/tasks.service";
import { recordAction } from "@/server/platform/account-actions/account-actions.service";
import type { Actor, Doer, OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import * as repository from "./lead-deletions.repository";
import { requireLeadQuota } from "./lead-quota.service";

const BATCH_SIZE = 2_000;

/** Opens a deletion, which may take several transactions. Returns the id that `deleteLeads` takes. */
export function openDeletion(by: Doer): Promise<number> {
  return repository.createDeletion(by);
}

/** Continues a deletion, so that all of it is undone together, or opens one. Returns its id. */
export async function continueDeletion(
  ownerId: OwnerId,
  deletionId: number | null,
): Promise<number> {
  const goesOn = deletionId !== null && (await repository.renewDeletion(ownerId, deletionId));
  return goesOn ? deletionId : openDeletion({ ownerId, personId: null });
}

/**
 * Deletes leads that the current transaction has locked, and keeps them for an undo. Returns how many were deleted.
 */
export async function deleteLeads(
  by: Doer,
  leadIds: readonly number[],
  deletionId: number,
): Promise<number> {
  const { ownerId } = by;
  const deleted = await repository.deleteLeads(ownerId, leadIds, deletionId);
  if (deleted > 0) {
    await recordEvent(ownerId, "leads_deleted", { quantity: deleted, metadata: {} });
    await recordAction(by, "leads_deleted", { count: deleted });
    publish(ownerId, "leads.changed", {});
  }
  return deleted;
}

/** The actor's latest deletions that can still be undone. */
export async function listDeletions(actor: Actor) {
  return { deletions: await repository.findDeletions(actor) };
}

/**
 * Undoes a deletion: the leads are restored with their ids, history, tasks, values, notes, contacts, and those of their
 * lists and tags that still exist. A lead whose number or CNPJ another lead now has is skipped. An interrupted call
 * leaves the rest to be restored. `restoreRest` restores their data in other areas, in the same transaction.
 * @throws AppError not_found; quota_reached, which leaves what is not restored as it is
 */
export async function restoreLeads(
  { ownerId }: Actor,
  deletionId: number,
  restoreRest: (leads: readonly repository.TakenLead[]) => Promise<void>,
): Promise<{ restored: number; skipped: number }> {
  const outcome = { restored: 0, skipped: 0 };
  for (;;) {
    const taken = await transaction(async () => {
      if (!(await repository.lockDeletion(ownerId, deletionId))) return null;
      const batch = await repository.takeDeletedLeads(ownerId, deletionId, BATCH_SIZE);
      const restored = batch.filter((lead) => lead.restored);
      if (restored.length > 0) await requireLeadQuota(ownerId);
      await returnToLists(ownerId, restored);
      await restoreTasks(
        ownerId,
        restored.flatMap(({ tasks }) => tasks),
      );
      await restoreTags(ownerId, restored);
      await restoreOwnValues(
        ownerId,
        restored.flatMap(({ own_values }) => own_values),
      );
      await restoreNotes(
        ownerId,
        restored.flatMap(({ notes }) => notes),
      );
      await restoreContacts(
        ownerId,
        restored.flatMap(({ contacts }) => contacts),
      );
      await restoreDistinct(ownerId, restored);
      await restoreRest(restored);
      if (restored.length > 0) {
        const quantity = restored.length;
        await recordEvent(ownerId, "leads_restored", { quantity, metadata: {} });
      }
      if (batch.length < BATCH_SIZE) await repository.removeDeletion(ownerId, deletionId);
      publish(ownerId, "leads.changed", {});
      return { restored: restored.length, all: batch.length };
    });
    if (taken === null) {
      if (outcome.restored + outcome.skipped > 0) return outcome;
      throw new AppError("not_found", "Esta exclusão já não pode ser desfeita.");
    }
    outcome.restored += taken.restored;
    outcome.skipped += taken.all - taken.restored;
    if (taken.all < BATCH_SIZE) return outcome;
  }
}

async function returnToLists(
  ownerId: OwnerId,
  leads: readonly repository.TakenLead[],
): Promise<void> {
  const members = new Map<number, number[]>();
  for (const { lead_id, list_ids } of leads) {
    for (const listId of list_ids) {
      members.set(listId, [...(members.get(listId) ?? []), lead_id]);
    }
  }
  for (const listId of await lockLists(ownerId, [...members.keys()])) {
    await addListMembers(ownerId, listId, members.get(listId) ?? []);
  }
}
