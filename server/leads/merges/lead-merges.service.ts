import type { MergeBody, MergeCandidate, MergedNames } from "@/lib/contracts/leads/lead-merges";
import {
  listChoices,
  listLeftContacts,
  MERGE_FIELD_LABEL,
  type MergeChoices,
  type MergeField,
  type MovedRow,
  pickStatus,
  pickSurvivor,
  pickValues,
} from "@/lib/domain/leads/lead-merge";
import { AppError } from "@/lib/errors";
import { recordEvent } from "@/server/integrations/events/events.service";
import {
  findDistinct,
  restoreDistinct,
} from "@/server/leads/distinct-leads/distinct-leads.service";
import {
  returnContacts,
  type TakenContacts,
  takeContacts,
} from "@/server/leads/lead-contacts/lead-contacts.service";
import { requireLeadQuota } from "@/server/leads/leads/lead-quota.service";
import * as leads from "@/server/leads/leads/merged-leads.service";
import { addListMembers, removeListMembers } from "@/server/leads/lists/list-members.service";
import { lockLists } from "@/server/leads/lists/lists.repository";
import {
  restoreOwnValues,
  returnOwnValues,
  type TakenOwnValues,
  takeOwnValues,
} from "@/server/leads/own-fields/own-values.service";
import { tellLead } from "@/server/leads/own-fields/told-leads.service";
import { findTagIds } from "@/server/leads/tags/tags.repository";
import { changeTagsOfLeads, restoreTags } from "@/server/leads/tags/tags.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { publish } from "@/server/platform/live/publish";
import * as repository from "./lead-merges.repository";
import { GONE, listCandidates } from "./merge-candidates.service";
import { MOVED_TABLES, moveRows, moveRowsBack } from "./moved-rows.repository";

/** What was moved from the merged leads to the survivor, as it is stored for the undo. */
interface MergedParts {
  lists: number[];
  tags: number[];
  own: TakenOwnValues;
  /** Missing in merges from before these existed. */
  contacts?: TakenContacts;
  /** Leads that the merged leads are declared not to be. May be missing, too. */
  distinct?: { lead_id: number; distinct_ids: number[] }[];
  /** Per table. */
  moved: Record<string, MovedRow[]>;
}

const MOST_LISTED = 50;

export async function listMerges(
  { ownerId }: Actor,
  leadId: number | undefined,
): Promise<{ merges: MergedNames[] }> {
  const found = await repository.findMerges(ownerId, leadId ?? null, MOST_LISTED);
  return { merges: found.map(toMergedNames) };
}

/**
 * Merges several leads into one, in one transaction that has locked them. What the surviving lead is given, and the
 * former state of the others, is stored for the undo. `prepare` is called in it, before rows move to the survivor.
 * @throws AppError not_found; invalid_input under survivor_id or choices.<field>
 */
export async function mergeLeads(
  { ownerId }: Actor,
  body: MergeBody,
  prepare: (ownerId: OwnerId, leadIds: readonly number[], toLeadId: number) => Promise<void>,
): Promise<{ merge: MergedNames }> {
  return transaction(async () => {
    await leads.lockLeads(ownerId, body.lead_ids);
    const found = await listCandidates(ownerId, body.lead_ids);
    if (found.length < body.lead_ids.length) throw new AppError("not_found", GONE);
    const survivorId = body.survivor_id ?? pickSurvivor(found);
    const choices = checkChoices(found, survivorId, body.choices ?? {});
    const merged = found.filter(({ id }) => id !== survivorId);
    const mergedIds = merged.map(({ id }) => id);
    const names = merged.map(({ name }) => name);

    const mergeId = await repository.insertMerge(ownerId, survivorId, names);
    const held = await repository.insertMergedLeads(ownerId, mergeId, survivorId, mergedIds);
    const parts: MergedParts = {
      lists: await joinLists(ownerId, survivorId, held),
      tags: await joinTags(ownerId, survivorId, held),
      own: await takeOwnValues(ownerId, survivorId, ownChoices(choices, survivorId)),
      moved: {},
    };
    await prepare(ownerId, mergedIds, survivorId);
    for (const table of MOVED_TABLES) {
      parts.moved[table] = await moveRows(table, ownerId, mergedIds, survivorId);
    }
    parts.distinct = await findDistinct(ownerId, mergedIds);
    const chosen = (field: MergeField) => requireLead(found, choices[field]);
    parts.contacts = await takeContacts(
      ownerId,
      { leadIds: mergedIds, toLeadId: survivorId, mainNumber: chosen("whatsapp").whatsapp },
      listLeftContacts(found, choices),
    );
    await leads.removeMerged(ownerId, mergedIds);
    await leads.applyMerge(
      ownerId,
      { mergeId, survivorId },
      {
        from: new Map(
          Object.entries(choices).filter(
            (entry): entry is [MergeField, number] =>
              entry[0] in MERGE_FIELD_LABEL && entry[1] !== survivorId,
          ),
        ),
        status: pickStatus(found, chosen("stage"), chosen("whatsapp")),
        evidence: joinEvidence(found, survivorId, choices),
      },
    );
    await repository.finishMerge(ownerId, mergeId, parts);
    const name = chosen("name").name;
    await recordEvent(ownerId, "lead_merged", {
      metadata: { lead_id: survivorId, name, detail: names.join(", ") },
      told: async () => ({ merged_ids: mergedIds, ...(await tellLead(ownerId, survivorId)) }),
    });
    tell(ownerId);
    return { merge: await getMerge(ownerId, mergeId) };
  });
}

/**
 * Restores the leads of a merge with their ids, and the survivor's former state, except for later changes.
 * @throws AppError not_found; conflict where the survivor no longer exists; lead_exists; quota_reached
 */
export async function undoMerge(
  { ownerId }: Actor,
  mergeId: number,
): Promise<{ lead_ids: number[]; kept: string[] }> {
  return transaction(async () => {
    const merge = await repository.lockMerge(ownerId, mergeId);
    if (!merge) throw new AppError("not_found", "Esta junção já não pode ser desfeita.");
    const { survivor_id: survivorId } = merge;
    const parts = merge.parts as MergedParts;
    const [locked] = await leads.lockLeads(ownerId, [survivorId]);
    if (locked === undefined) throw await explainGone(ownerId, survivorId);

    const kept = await leads.returnSurvivor(ownerId, mergeId);
    if (kept === "taken") throw new AppError("lead_exists", TAKEN);
    const back = await repository.findMergedLeads(ownerId, mergeId);
    const inserted = await leads.insertMergedAgain(ownerId, mergeId);
    if (inserted.length < back.length) throw new AppError("lead_exists", TAKEN);
    await requireLeadQuota(ownerId);
    for (const table of MOVED_TABLES) {
      await moveRowsBack(table, ownerId, survivorId, onlyOf(parts.moved[table] ?? [], inserted));
    }
    for (const listId of parts.lists) await removeListMembers(ownerId, listId, [survivorId]);
    await changeTagsOfLeads(ownerId, [survivorId], { add: [], remove: parts.tags });
    const keptOwn = await returnOwnValues(ownerId, survivorId, parts.own);
    await returnToLists(ownerId, back);
    await restoreTags(ownerId, back);
    await restoreOwnValues(
      ownerId,
      back.flatMap(({ own_values }) => own_values),
    );
    await returnContacts(
      ownerId,
      survivorId,
      parts.contacts ?? { moved: [], made: [] },
      back.flatMap(({ contacts }) => contacts),
    );
    await restoreDistinct(ownerId, parts.distinct ?? []);
    await repository.deleteMerge(ownerId, mergeId);
    const metadata = { lead_id: survivorId };
    await recordEvent(ownerId, "lead_merge_undone", { quantity: inserted.length, metadata });
    tell(ownerId);
    return { lead_ids: inserted, kept: [...kept.flatMap(toLabels), ...keptOwn] };
  });
}

const TAKEN =
  "Não dá para desfazer: outro lead tem agora o WhatsApp ou o CNPJ de um dos que voltariam.";

async function explainGone(ownerId: OwnerId, survivorId: number): Promise<AppError> {
  const host = await repository.findHost(ownerId, survivorId);
  return new AppError(
    "conflict",
    host === null
      ? "O lead que ficou foi excluído. Desfaça a exclusão antes."
      : `O lead que ficou foi juntado com ${host}. Desfaça essa junção antes.`,
  );
}

/** Deletes the former states of leads once their merge can no longer be undone. */
export const trimMerges = defineDuty({
  name: "delete old lead merges",
  everyS: 3600,
  run: () => repository.trimMerges(1_000),
  trims: true,
});

/** @throws AppError invalid_input */
function checkChoices(
  found: readonly MergeCandidate[],
  survivorId: number,
  given: MergeChoices,
): MergeChoices {
  const isOne = (id: number) => found.some((lead) => lead.id === id);
  if (!isOne(survivorId)) {
    const message = "Escolha um dos leads que serão juntados.";
    throw new AppError("invalid_input", message, { fields: { survivor_id: message } });
  }
  const fields = new Set(listChoices(found));
  const wrong = Object.entries(given).find(([field, id]) => !fields.has(field) || !isOne(id));
  if (wrong) {
    const message = fields.has(wrong[0])
      ? "Escolha o valor de um dos leads que serão juntados."
      : "Este campo não existe.";
    throw new AppError("invalid_input", message, { fields: { [`choices.${wrong[0]}`]: message } });
  }
  return { ...pickValues(found, survivorId), ...given };
}

/** The own fields, by key, whose values come from another lead. */
function ownChoices(choices: MergeChoices, survivorId: number): Map<string, number> {
  return new Map(
    Object.entries(choices)
      .filter(([field, id]) => field.startsWith("own.") && id !== survivorId)
      .map(([field, id]) => [field.slice("own.".length), id]),
  );
}

/** Adds the survivor to the lists of the others. Returns those that it was not on before. */
async function joinLists(
  ownerId: OwnerId,
  survivorId: number,
  held: readonly { list_ids: number[] }[],
): Promise<number[]> {
  const added: number[] = [];
  for (const listId of await lockLists(ownerId, [
    ...new Set(held.flatMap(({ list_ids }) => list_ids)),
  ])) {
    if ((await addListMembers(ownerId, listId, [survivorId])).length > 0) added.push(listId);
  }
  return added;
}

/** Adds the tags of the others to the survivor. Returns those that it did not have before. */
async function joinTags(
  ownerId: OwnerId,
  survivorId: number,
  held: readonly { tag_ids: number[] }[],
): Promise<number[]> {
  const before = await findTagIds(ownerId, survivorId);
  const added = [...new Set(held.flatMap(({ tag_ids }) => tag_ids))].filter(
    (id) => !before.includes(id),
  );
  await changeTagsOfLeads(ownerId, [survivorId], { add: added, remove: [] });
  return added;
}

/**
 * Where values were found. The survivor's sources override those of the others; a chosen value has the source of the
 * lead that it comes from.
 */
function joinEvidence(
  found: readonly { id: number; evidence?: unknown }[],
  survivorId: number,
  choices: MergeChoices,
): object | null {
  const evidenceOf = (id: number) =>
    (found.find((lead) => lead.id === id)?.evidence ?? {}) as Record<string, unknown>;
  const joined: Record<string, unknown> = {};
  for (const { id } of found) Object.assign(joined, evidenceOf(id));
  Object.assign(joined, evidenceOf(survivorId));
  for (const [field, id] of Object.entries(choices)) {
    const evidence = evidenceOf(id)[field];
    if (evidence !== undefined) joined[field] = evidence;
    else delete joined[field];
  }
  return Object.keys(joined).length > 0 ? joined : null;
}

async function returnToLists(
  ownerId: OwnerId,
  back: readonly repository.MergedLeadRow[],
): Promise<void> {
  const listIds = [...new Set(back.flatMap(({ list_ids }) => list_ids))];
  for (const listId of await lockLists(ownerId, listIds)) {
    const members = back.filter(({ list_ids }) => list_ids.includes(listId));
    await addListMembers(
      ownerId,
      listId,
      members.map(({ lead_id }) => lead_id),
    );
  }
}

function onlyOf(moved: readonly MovedRow[], leadIds: readonly number[]): MovedRow[] {
  return moved.filter(({ lead_id }) => leadIds.includes(lead_id));
}

function requireLead(found: readonly MergeCandidate[], id: number | undefined): MergeCandidate {
  const lead = found.find((each) => each.id === id);
  if (!lead) throw new Error("Every field is chosen from one of the leads.");
  return lead;
}

/** Empty for a column that users do not see. */
function toLabels(field: string): string[] {
  const label = MERGE_FIELD_LABEL[field as keyof typeof MERGE_FIELD_LABEL];
  return label === undefined ? [] : [label];
}

async function getMerge(ownerId: OwnerId, mergeId: number): Promise<MergedNames> {
  const merge = await repository.findMerge(ownerId, mergeId);
  if (!merge) throw new Error("It was just made.");
  return toMergedNames(merge);
}

function toMergedNames({ merged_at, ...merge }: repository.MergeRow): MergedNames {
  return { ...merge, merged_at: merged_at.toISOString() };
}

function tell(ownerId: OwnerId): void {
  publish(ownerId, "leads.changed", {});
  publish(ownerId, "lists.changed", {});
  publish(ownerId, "tasks.changed", {});
}
