import type { GivenOwnValues } from "@/lib/contracts/leads/own-fields";
import type { LeadStatus } from "@/lib/domain/leads/lead-status";
import { requireColleague } from "@/server/accounts/users/people.service";
import { groupByTag } from "@/server/leads/leads/lead-changes.service";
import { deleteLeads, openDeletion } from "@/server/leads/leads/lead-deletions.service";
import { assignLeads } from "@/server/leads/leads/lead-sellers.service";
import { moveLeadsToStage } from "@/server/leads/leads/lead-stages.service";
import { markLeadsEdited, setLeadStatus } from "@/server/leads/leads/leads.service";
import { addListMembers } from "@/server/leads/lists/list-members.service";
import { createList, requireList } from "@/server/leads/lists/lists.service";
import { checkOwnValues, overwriteOwnValues } from "@/server/leads/own-fields/own-values.service";
import { requireStage } from "@/server/leads/stages/stages.service";
import { changeTagsOfLeads, requireTags } from "@/server/leads/tags/tags.service";
import type { Actor, PersonId } from "@/server/platform/actor";
import { afterCommit } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import { type SelectedLeads, sumOverBatches } from "./lead-batches.service";
import { openEdit } from "./lead-edits-undo.service";

/**
 * Deletes the selected leads of the actor, which can be undone for some minutes. Unknown ids and other users' ids are
 * skipped.
 */
export async function bulkDelete(
  actor: Actor,
  selected: SelectedLeads,
): Promise<{ deleted: number }> {
  const deletionId = await openDeletion(actor);
  const deleted = await sumOverBatches(actor, selected, (leadIds) =>
    deleteLeads(actor, leadIds, deletionId),
  );
  return { deleted };
}

/**
 * Sets the status of the selected leads, or puts them on top of a stage; leads that are already there count too.
 * `locked`: how many keep their status because their number is blocked.
 * @throws AppError not_found for a stage or a reason that is not the actor's
 */
export async function bulkSetStatus(
  actor: Actor,
  selected: SelectedLeads & {
    status?: LeadStatus | undefined;
    stage_id?: number | undefined;
    loss_reason_id?: number | undefined;
  },
): Promise<{ updated: number; locked: number; undo_id: number }> {
  const { status, stage_id, loss_reason_id } = selected;
  if (stage_id !== undefined) {
    await requireStage(actor.ownerId, stage_id);
    const edit = await openEdit(actor);
    const updated = await sumOverBatches(actor, selected, async (leadIds) => {
      const target = { stage_id, loss_reason_id };
      await edit.record({ fields: await moveLeadsToStage(actor.ownerId, leadIds, target) });
      return leadIds.length;
    });
    return { updated, locked: 0, undo_id: edit.id };
  }
  let locked = 0;
  const edit = await openEdit(actor);
  const updated = await sumOverBatches(actor, selected, async (leadIds) => {
    if (!status) return 0;
    const { changes, kept } = await setLeadStatus(actor.ownerId, leadIds, status);
    await edit.record({ fields: changes });
    afterCommit(() => {
      locked += kept;
    });
    return leadIds.length - kept;
  });
  return { updated, locked, undo_id: edit.id };
}

/**
 * Gives the selected leads to somebody of the account, to several in equal shares, or to nobody; those that are theirs
 * already count too.
 * @throws AppError invalid_input under `to_ids` for somebody else, or who is suspended
 */
export async function bulkSetSeller(
  actor: Actor,
  selected: SelectedLeads & { to_ids: number[] },
): Promise<{ updated: number; undo_id: number }> {
  const chosen = [...new Set(selected.to_ids)];
  const requireSellers = async () => {
    const sellers: PersonId[] = [];
    for (const id of chosen) sellers.push(await requireColleague(actor.ownerId, id, "to_ids"));
    return sellers;
  };
  await requireSellers();
  const edit = await openEdit(actor);
  let given = 0;
  const updated = await sumOverBatches(actor, selected, async (leadIds) => {
    // The next batch goes on with whoever is next.
    const changed = await assignLeads(actor, leadIds, await requireSellers(), given);
    await edit.record({ fields: changed });
    given += leadIds.length;
    return leadIds.length;
  });
  return { updated, undo_id: edit.id };
}

/**
 * Adds tags to the selected leads, by their names, and removes others. `leads`: how many were selected.
 * @throws AppError conflict when there would be too many tags
 */
export async function bulkTag(
  actor: Actor,
  selected: SelectedLeads & { add: string[]; remove: number[] },
): Promise<{ leads: number; undo_id: number }> {
  const add = await requireTags(actor.ownerId, selected.add);
  const edit = await openEdit(actor);
  const leads = await sumOverBatches(actor, selected, async (leadIds) => {
    const change = { add, remove: selected.remove };
    const { added, removed } = await changeTagsOfLeads(actor.ownerId, leadIds, change);
    await edit.record({ tagged: groupByTag(added), untagged: groupByTag(removed) });
    return leadIds.length;
  });
  return { leads, undo_id: edit.id };
}

/**
 * Sets own fields of the selected leads; null clears. `leads`: how many were selected.
 * @throws AppError invalid_input under `own.<key>` for an unknown field or a wrong value
 */
export async function bulkSetOwn(
  actor: Actor,
  selected: SelectedLeads & { own: GivenOwnValues },
): Promise<{ leads: number; undo_id: number }> {
  const checked = await checkOwnValues(actor.ownerId, selected.own);
  const edit = await openEdit(actor);
  const leads = await sumOverBatches(actor, selected, async (leadIds) => {
    await edit.record({ own: await overwriteOwnValues(actor.ownerId, leadIds, checked) });
    await markLeadsEdited(actor.ownerId, leadIds);
    publish(actor.ownerId, "leads.changed", {});
    return leadIds.length;
  });
  return { leads, undo_id: edit.id };
}

/**
 * Adds the selected leads to the list `list_id`, or to a new one called `name`; `added` excludes those already on it.
 * @throws AppError not_found for another user's list
 */
export async function bulkAddToList(
  actor: Actor,
  selected: SelectedLeads & { list_id?: number | undefined; name?: string | undefined },
): Promise<{ list_id: number; added: number; undo_id: number }> {
  const listId =
    selected.list_id === undefined
      ? await createList(actor.ownerId, selected.name ?? "")
      : await requireList(actor.ownerId, selected.list_id);
  const edit = await openEdit(actor);
  const added = await sumOverBatches(actor, selected, async (leadIds) => {
    const members = await addListMembers(actor.ownerId, listId, leadIds);
    const made = selected.list_id === undefined;
    await edit.record({ listed: { list_id: listId, lead_ids: members, made } });
    return members.length;
  });
  return { list_id: listId, added, undo_id: edit.id };
}
