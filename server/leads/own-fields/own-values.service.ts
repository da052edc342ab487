import type { GivenOwnValues } from "@/lib/contracts/leads/own-fields";
import { type LeadFieldChange, listChanges } from "@/lib/domain/leads/lead-change";
import type { OwnOverwrite } from "@/lib/domain/leads/lead-restore";
import {
  type OwnCondition,
  type StoredCondition,
  toStoredCondition,
} from "@/lib/domain/leads/own-conditions";
import {
  type OwnValueCell,
  type OwnValues,
  ownColumn,
  readOwnValue,
  type StoredOwnValue,
  showOwnValue,
  toOwnValues,
} from "@/lib/domain/leads/own-fields";
import { AppError } from "@/lib/errors";
import type { OwnerId } from "@/server/platform/actor";
import { findErasedTexts, PERSON_ERASED } from "@/server/platform/erased-keys/erased-keys.service";
import * as values from "./lead-values.repository";
import { findFields } from "./own-fields.repository";

/** Values that were checked against the account's fields, to be written to any number of leads. */
export interface CheckedOwnValues {
  fieldIds: number[];
  stored: Omit<values.ValueOfLead, "lead_id">[];
}

/**
 * @throws AppError invalid_input under `own.<key>` for an unknown field or a wrong value; person_erased for one that
 * would bring an erased person back
 */
export async function checkOwnValues(
  ownerId: OwnerId,
  given: GivenOwnValues | undefined,
): Promise<CheckedOwnValues> {
  const checked: CheckedOwnValues = { fieldIds: [], stored: [] };
  const entries = Object.entries(given ?? {});
  if (entries.length === 0) return checked;
  const fields = await findFields(ownerId);
  const problems: Record<string, string> = {};
  const keys: string[] = [];
  for (const [key, input] of entries) {
    const field = fields.find((each) => each.key === key);
    const read = field ? readOwnValue(field, input) : { ok: false as const, reason: UNKNOWN };
    if (!field || !read.ok) {
      problems[`own.${key}`] = read.ok ? UNKNOWN : read.reason;
      continue;
    }
    checked.fieldIds.push(field.id);
    keys.push(...read.stored.map(() => key));
    checked.stored.push(
      ...read.stored.map((stored, place) => ({ ...stored, field_id: field.id, place })),
    );
  }
  const [first] = Object.values(problems);
  if (first) throw new AppError("invalid_input", first, { fields: problems });
  const [erased] = await findErasedTexts(ownerId, listTexts(checked.stored));
  if (erased === undefined) return checked;
  throw new AppError("person_erased", "", { fields: { [`own.${keys[erased]}`]: PERSON_ERASED } });
}

function listTexts(stored: readonly { text: string | null }[]): string[][] {
  return stored.map(({ text }) => (text === null ? [] : [text]));
}

const UNKNOWN = "Este campo não existe.";

const GONE = "Um campo deste filtro não existe mais. Refaça o filtro e tente de novo.";

/**
 * Converts conditions to the form in which values are stored. Conditions on fields that do not exist (any more) are
 * skipped where leads are only shown, so that a saved view does not break. Actions on leads refuse them, because they
 * would affect more leads than intended.
 * @throws AppError invalid_input under `own` for an operator or a value that does not fit the field
 */
export async function resolveOwnConditions(
  ownerId: OwnerId,
  conditions: readonly OwnCondition[],
  { refuseGone = false } = {},
): Promise<(StoredCondition & { fieldId: number })[]> {
  if (conditions.length === 0) return [];
  const fields = new Map((await findFields(ownerId)).map((field) => [field.key, field]));
  return conditions.flatMap((condition) => {
    const field = fields.get(condition.key);
    if (!field && refuseGone) {
      throw new AppError("invalid_input", GONE, { fields: { own: GONE } });
    }
    if (!field) return [];
    const stored = toStoredCondition(field, condition);
    if (stored) return [{ ...stored, fieldId: field.id }];
    const message = `O filtro de ${field.name} não serve para este campo.`;
    throw new AppError("invalid_input", message, { fields: { own: message } });
  });
}

/** Writes the same checked values to many leads that the current transaction holds. Returns what changed. */
export function overwriteOwnValues(
  ownerId: OwnerId,
  leadIds: readonly number[],
  { fieldIds, stored }: CheckedOwnValues,
): Promise<OwnOverwrite[]> {
  const own = new Map(
    fieldIds.map((id) => [id, stored.filter(({ field_id }) => field_id === id).map(toStored)]),
  );
  const leads = leadIds.map((leadId) => ({ leadId, own }));
  return setOwnValues(ownerId, leads, { isNew: false });
}

/** Writes checked values to leads that the current transaction holds. */
export async function writeOwnValues(
  ownerId: OwnerId,
  leadIds: readonly number[],
  { fieldIds, stored }: CheckedOwnValues,
): Promise<void> {
  if (fieldIds.length === 0 || leadIds.length === 0) return;
  await values.clearValues(ownerId, leadIds, fieldIds);
  const all = leadIds.flatMap((lead_id) => stored.map((value) => ({ ...value, lead_id })));
  if (all.length > 0) await values.insertValues(ownerId, all);
}

const toStored = ({ text, number, day }: StoredOwnValue): StoredOwnValue => ({ text, number, day });

/** Objects stored as JSON may have their fields in another order. */
export function isSameStored(
  one: readonly StoredOwnValue[],
  other: readonly StoredOwnValue[],
): boolean {
  return JSON.stringify(one.map(toStored)) === JSON.stringify(other.map(toStored));
}

/** The values of one lead's own fields, by the fields' ids. */
export interface ValuesByField {
  leadId: number;
  own: ReadonlyMap<number, readonly StoredOwnValue[]>;
}

/**
 * Writes values that differ from lead to lead, in one statement for all of them; other fields are not changed. `isNew`
 * means that the leads have none yet. Values that name an erased person are skipped. Returns the values that changed.
 */
export async function setOwnValues(
  ownerId: OwnerId,
  leads: readonly ValuesByField[],
  { isNew }: { isNew: boolean },
): Promise<OwnOverwrite[]> {
  const given = leads.flatMap(({ leadId, own }) =>
    [...own].map(([field_id, stored]) => ({ lead_id: leadId, field_id, stored })),
  );
  const erased = await findErasedTexts(
    ownerId,
    given.map(({ stored }) => listTexts(stored).flat()),
  );
  const pairs = given.filter((_, at) => !erased.has(at));
  if (pairs.length === 0) return [];
  const before = isNew ? [] : await values.takeValues(ownerId, pairs);
  const written = pairs.flatMap(({ stored, ...pair }) =>
    stored.map((value, place) => ({ ...pair, ...value, place })),
  );
  if (written.length > 0) await values.insertValues(ownerId, written);
  if (isNew) return [];
  const former = groupValues(pairs, before);
  return pairs.flatMap(({ stored, ...pair }, at) => {
    const overwrite = { ...pair, before: former[at] ?? [], after: stored.map(toStored) };
    return isSameStored(overwrite.before, overwrite.after) ? [] : [overwrite];
  });
}

/** Writes checked values to a lead that the current transaction holds. Returns the changes, as texts by `own.<key>`. */
export async function changeOwnValues(
  ownerId: OwnerId,
  leadId: number,
  checked: CheckedOwnValues,
): Promise<LeadFieldChange[]> {
  if (checked.fieldIds.length === 0) return [];
  const before = await values.findValues(ownerId, [leadId]);
  await writeOwnValues(ownerId, [leadId], checked);
  const after = await values.findValues(ownerId, [leadId]);
  const emptied = Object.fromEntries(before.map(({ key }) => [ownColumn(key), null]));
  return listChanges(showValues(before), { ...emptied, ...showValues(after) });
}

function showValues(cells: readonly values.KeyedValue[]): Record<string, string> {
  const own = toOwnValues(cells.map(({ key, kind, value }) => [key, kind, value]));
  return Object.fromEntries(
    cells.map(({ key, kind }) => [ownColumn(key), showOwnValue(kind, own[key])]),
  );
}

/** The values of single fields of leads as they are stored, in the order of the pairs. */
export async function findStoredValues(
  ownerId: OwnerId,
  pairs: readonly { lead_id: number; field_id: number }[],
): Promise<StoredOwnValue[][]> {
  if (pairs.length === 0) return [];
  return groupValues(pairs, await values.findStored(ownerId, pairs));
}

/** The values of each pair, in their order. */
function groupValues(
  pairs: readonly { lead_id: number; field_id: number }[],
  stored: readonly values.ValueOfLead[],
): StoredOwnValue[][] {
  const byPair = new Map<string, values.ValueOfLead[]>();
  for (const value of stored) {
    const pair = `${value.lead_id} ${value.field_id}`;
    byPair.set(pair, [...(byPair.get(pair) ?? []), value]);
  }
  return pairs.map(({ lead_id, field_id }) =>
    (byPair.get(`${lead_id} ${field_id}`) ?? []).sort((a, b) => a.place - b.place).map(toStored),
  );
}

export async function findOwnValues(ownerId: OwnerId, leadId: number): Promise<OwnValues> {
  return (await findOwnValuesOf(ownerId, [leadId])).get(leadId) ?? {};
}

/** The values of several leads, by their ids. */
export async function findOwnValuesOf(
  ownerId: OwnerId,
  leadIds: readonly number[],
): Promise<Map<number, OwnValues>> {
  const cells = new Map<number, OwnValueCell[]>();
  for (const { lead_id, key, kind, value } of await values.findValues(ownerId, leadIds)) {
    cells.set(lead_id, [...(cells.get(lead_id) ?? []), [key, kind, value]]);
  }
  return new Map([...cells].map(([leadId, each]) => [leadId, toOwnValues(each)]));
}

/** Restores the values of restored leads. */
export async function restoreOwnValues(ownerId: OwnerId, stored: readonly object[]): Promise<void> {
  if (stored.length > 0) await values.insertValues(ownerId, stored);
}

/** The values of fields that a lead took from others, before and after. */
export interface TakenOwnValues {
  field_ids: number[];
  before: values.ValueOfLead[];
  after: values.ValueOfLead[];
}

/**
 * Copies values of other leads to a lead; the map has, per key of a field, the id of the other lead. Call inside a
 * transaction that has locked the leads.
 */
export async function takeOwnValues(
  ownerId: OwnerId,
  leadId: number,
  from: ReadonlyMap<string, number>,
): Promise<TakenOwnValues> {
  const stored = await values.findStoredValues(ownerId, [leadId, ...from.values()]);
  const after = stored
    .filter(({ key, lead_id }) => lead_id === from.get(key))
    .map((value) => ({ ...value, lead_id: leadId }));
  const before = stored.filter(({ key, lead_id }) => lead_id === leadId && from.has(key));
  const fieldIds = [...new Set([...before, ...after].map(({ field_id }) => field_id))];
  await replaceValues(ownerId, leadId, fieldIds, after);
  return {
    field_ids: fieldIds,
    before: before.map(toValueOfLead),
    after: after.map(toValueOfLead),
  };
}

/** Withdraws them from a lead. Returns the names of the fields that were changed since, which stay. */
export async function returnOwnValues(
  ownerId: OwnerId,
  leadId: number,
  { field_ids, before, after }: TakenOwnValues,
): Promise<string[]> {
  const now = await values.findStoredValues(ownerId, [leadId]);
  const ofField = (all: readonly values.ValueOfLead[], id: number) =>
    JSON.stringify(all.filter(({ field_id }) => field_id === id).map(toValueOfLead));
  const unchanged = field_ids.filter((id) => ofField(now, id) === ofField(after, id));
  await replaceValues(
    ownerId,
    leadId,
    unchanged,
    before.filter(({ field_id }) => unchanged.includes(field_id)),
  );
  const kept = now.filter(
    ({ field_id }) => field_ids.includes(field_id) && !unchanged.includes(field_id),
  );
  return [...new Set(kept.map(({ name }) => name))];
}

async function replaceValues(
  ownerId: OwnerId,
  leadId: number,
  fieldIds: readonly number[],
  stored: readonly values.ValueOfLead[],
): Promise<void> {
  if (fieldIds.length === 0) return;
  await values.clearValues(ownerId, [leadId], fieldIds);
  if (stored.length > 0) await values.insertValues(ownerId, stored);
}

function toValueOfLead(value: values.ValueOfLead): values.ValueOfLead {
  const { lead_id, field_id, place, text, number, day } = value;
  return { lead_id, field_id, place, text, number, day };
}
