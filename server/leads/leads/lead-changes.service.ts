import { type OwnOverwrite, planRestore } from "@/lib/domain/leads/lead-restore";
import { removeFoundContacts } from "@/server/leads/lead-contacts/lead-contacts.service";
import { removeListMembers } from "@/server/leads/lists/list-members.service";
import { deleteListIfEmpty } from "@/server/leads/lists/lists.service";
import {
  findStoredValues,
  isSameStored,
  setOwnValues,
} from "@/server/leads/own-fields/own-values.service";
import { changeTagsOfLeads } from "@/server/leads/tags/tags.service";
import type { Doer, OwnerId } from "@/server/platform/actor";
import { publish } from "@/server/platform/live/publish";
import type { LeadChanges } from "./lead-changes.repository";
import * as repository from "./lead-changes.repository";
import { continueDeletion, deleteLeads } from "./lead-deletions.service";
import * as restores from "./lead-restores.repository";
import { recordSellers } from "./lead-sellers.service";

export type { LeadChanges } from "./lead-changes.repository";

export const NO_CHANGES: LeadChanges = {
  fields: [],
  own: [],
  tagged: [],
  untagged: [],
  listed: null,
};

/** Groups added or removed tags by tag. */
export function groupByTag(
  pairs: readonly { tag_id: number; lead_id: number }[],
): LeadChanges["tagged"] {
  const leads = new Map<number, number[]>();
  for (const { tag_id, lead_id } of pairs) {
    const others = leads.get(tag_id);
    if (others) others.push(lead_id);
    else leads.set(tag_id, [lead_id]);
  }
  return [...leads].map(([tag_id, lead_ids]) => ({ tag_id, lead_ids }));
}

/** Opens a set of changes that can be undone for this many minutes. Returns its id. */
export function openChangeSet(
  by: Doer,
  kind: repository.ChangeSetKind,
  minutes: number,
): Promise<number> {
  return repository.insertSet(by, kind, minutes);
}

/** Records the current transaction's effects on leads: those it created, and its changes of others. */
export async function recordChanges(
  ownerId: OwnerId,
  setId: number,
  createdIds: readonly number[],
  changes: LeadChanges,
): Promise<void> {
  const { fields, own, tagged, untagged, listed, contacts = [] } = changes;
  const all = [fields, own, tagged, untagged, contacts];
  const isEmpty = all.every(({ length }) => length === 0) && listed === null;
  if (createdIds.length === 0 && isEmpty) return;
  await repository.insertChanges(ownerId, setId, { createdIds, changed: isEmpty ? null : changes });
}

export interface UndoneChanges {
  deleted: number;
  /** Existing leads whose values were restored. */
  restored: number;
  /** Leads with later changes, which stay. */
  left: number;
  /** Created leads that somebody has used since. */
  kept: { id: number; name: string }[];
}

/**
 * Undoes the latest changes of a set in the current transaction; null when none are left. Deleted leads can be restored
 * separately, all of the set's together.
 */
export async function undoLatest(
  ownerId: OwnerId,
  setId: number,
  createdWith: repository.CreatedWith = { tagIds: [], listIds: [] },
): Promise<UndoneChanges | null> {
  const taken = await repository.takeLatest(ownerId, setId);
  if (!taken) return null;
  const { restored, left } = taken.changed
    ? await restoreChanged(ownerId, setId, taken.changed)
    : { restored: 0, left: 0 };
  const created = await repository.lockCreated(ownerId, taken.created_ids, createdWith);
  const going = created.filter(({ untouched }) => untouched).map(({ id }) => id);
  const deleted = going.length > 0 ? await deleteCreated(ownerId, setId, going) : 0;
  publish(ownerId, "leads.changed", {});
  return { deleted, restored, left, kept: created.filter(({ untouched }) => !untouched) };
}

async function deleteCreated(ownerId: OwnerId, setId: number, ids: number[]): Promise<number> {
  const before = await repository.findDeletion(ownerId, setId);
  const deletionId = await continueDeletion(ownerId, before);
  if (deletionId !== before) await repository.setDeletion(ownerId, setId, deletionId);
  return deleteLeads({ ownerId, personId: null }, ids, deletionId);
}

async function restoreChanged(ownerId: OwnerId, setId: number, changes: LeadChanges) {
  const ids = listLeadIds(changes);
  const created = new Set(await repository.findCreated(ownerId, setId, ids));
  const current = new Map(
    (await restores.lockLeads(ownerId, ids)).map(({ id, values }) => [id, values]),
  );
  /** Leads that the set itself created are deleted or kept as a whole: their values are not restored. */
  const isThere = (id: number) => current.has(id) && !created.has(id);
  const restored = new Set<number>();
  const left = new Set<number>();

  const fields = changes.fields.filter(({ id }) => isThere(id));
  const takenKeys = await restores.findTakenKeys(ownerId, {
    phoneKeys: fields.flatMap(({ before }) => before.phone_key ?? []),
    cnpjs: fields.flatMap(({ before }) => before.cnpj ?? []),
  });
  const given = fields.map((overwrite) => {
    const plan = planRestore(overwrite, current.get(overwrite.id) ?? {}, takenKeys);
    if (plan.isLeft) left.add(overwrite.id);
    return { id: overwrite.id, given: plan.given };
  });
  const giving = given.filter((each) => Object.keys(each.given).length > 0);
  await restores.restoreValues(ownerId, giving);
  const sellers = giving.map((each) => ({
    id: each.id,
    before: current.get(each.id) ?? {},
    after: each.given,
  }));
  await recordSellers({ ownerId, personId: null }, sellers);
  for (const { id } of giving) restored.add(id);

  const own = changes.own.filter(({ lead_id }) => isThere(lead_id));
  const now = await findStoredValues(ownerId, own);
  const back: OwnOverwrite[] = [];
  for (const [at, overwrite] of own.entries()) {
    if (isSameStored(now[at] ?? [], overwrite.after)) back.push(overwrite);
    else left.add(overwrite.lead_id);
  }
  await setOwnValues(
    ownerId,
    back.map((each) => ({ leadId: each.lead_id, own: new Map([[each.field_id, each.before]]) })),
    { isNew: false },
  );
  for (const { lead_id } of back) restored.add(lead_id);

  for (const { tag_id, lead_ids } of changes.tagged) {
    const there = lead_ids.filter(isThere);
    await changeTagsOfLeads(ownerId, there, { add: [], remove: [tag_id] });
    for (const id of there) restored.add(id);
  }
  for (const { tag_id, lead_ids } of changes.untagged) {
    const there = lead_ids.filter(isThere);
    await changeTagsOfLeads(ownerId, there, { add: [tag_id], remove: [] });
    for (const id of there) restored.add(id);
  }
  const contacts = (changes.contacts ?? []).filter(({ lead_id }) => isThere(lead_id));
  const removed = await removeFoundContacts(
    ownerId,
    contacts.map(({ id }) => id),
  );
  for (const id of removed) restored.add(id);
  if (changes.listed) {
    const there = changes.listed.lead_ids.filter(isThere);
    await removeListMembers(ownerId, changes.listed.list_id, there);
    if (changes.listed.made) await deleteListIfEmpty(ownerId, changes.listed.list_id);
    for (const id of there) restored.add(id);
  }
  return { restored: restored.size, left: left.size };
}

function listLeadIds({
  fields,
  own,
  tagged,
  untagged,
  listed,
  contacts = [],
}: LeadChanges): number[] {
  return [
    ...new Set([
      ...fields.map(({ id }) => id),
      ...[...own, ...contacts].map(({ lead_id }) => lead_id),
      ...[...tagged, ...untagged].flatMap(({ lead_ids }) => lead_ids),
      ...(listed?.lead_ids ?? []),
    ]),
  ];
}

const NAMED = 5;

/**
 * What undoing a set would do: how many leads are deleted, restored and kept, and the names of the first that are kept.
 */
export function previewUndo(ownerId: OwnerId, setId: number, createdWith: repository.CreatedWith) {
  return repository.previewSet(ownerId, setId, createdWith, NAMED);
}

/** Locks a set and returns until when it can be undone; null when it no longer can. */
export function lockChangeSet(
  ownerId: OwnerId,
  setId: number,
  kind: repository.ChangeSetKind,
): Promise<Date | null> {
  return repository.lockSet(ownerId, setId, kind);
}

export function deleteChangeSet(ownerId: OwnerId, setId: number): Promise<void> {
  return repository.deleteSet(ownerId, setId);
}
