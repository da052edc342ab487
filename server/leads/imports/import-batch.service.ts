import type { ReadColumn } from "@/lib/domain/imports/import-columns";
import type { FileRow, ImportMode } from "@/lib/domain/imports/import-file";
import { recordEvent } from "@/server/integrations/events/events.service";
import { addFoundContacts } from "@/server/leads/lead-contacts/lead-contacts.service";
import { findLeadsByKeys } from "@/server/leads/leads/found-leads.service";
import { groupByTag, recordChanges } from "@/server/leads/leads/lead-changes.service";
import { requireLeadQuota } from "@/server/leads/leads/lead-quota.service";
import { insertLeads, overwriteLeads } from "@/server/leads/leads/leads.service";
import { addListMembers } from "@/server/leads/lists/list-members.service";
import { setOwnValues } from "@/server/leads/own-fields/own-values.service";
import { changeTagsOfLeads } from "@/server/leads/tags/tags.service";
import type { OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { findErasedOf, findErasedTexts } from "@/server/platform/erased-keys/erased-keys.service";
import { type BatchPlan, createImportPlanner, type ExistingLead } from "./import-plan.rule";
import { type ImportedLead, readLeadRow, type UnreadValue } from "./import-row.rule";
import * as repository from "./import-run.repository";

/** The import a batch belongs to. */
export interface BatchContext {
  importId: number;
  ownerId: OwnerId;
  leaseNo: number;
  columns: readonly ReadColumn[];
  mode: ImportMode;
  listId: number | null;
  tagIds: readonly number[];
  /** Where the import records its changes for an undo; null for one that began before undo existed. */
  changeSetId: number | null;
}

/** A batch in progress. */
export interface Batch {
  /** The CNPJs and numbers in its rows. */
  keys: ReadonlySet<string>;
  /** Resolves with the existing leads it changes. */
  touched: Promise<ReadonlySet<number>>;
  /** Resolves once the batch is committed, cursor included; rejects when it was rolled back. */
  committed: Promise<{ stop: boolean }>;
}

/**
 * Turns rows into leads in one transaction, which moves the cursor last. Batches without a company in common run
 * concurrently: each writes alongside the batches `before` it and commits after them, so that the cursor never skips
 * a batch.
 */
export function startBatch(
  context: BatchContext,
  from: number,
  rows: FileRow[],
  before: readonly Batch[],
): Batch {
  const { leads: read, lines, ...others } = readRows(rows, context.columns);
  const keys = collectKeys(read);
  let settleTouched: (ids: ReadonlySet<number>) => void = () => undefined;
  const touched = new Promise<ReadonlySet<number>>((resolve) => {
    settleTouched = resolve;
  });
  const previous = before.at(-1);
  const committed = transaction(async () => {
    if (before.some((each) => intersects(keys, each.keys))) await previous?.committed;
    const { leads, refused } = await refuseErased(context.ownerId, read, lines);
    const refusals = [...(await blankErased(context.ownerId, others.refusals)), ...refused];
    const unread = leaveOut(others.unread, refused);
    unread.rows = await blankErased(context.ownerId, unread.rows);
    let plan = await planBatch(context, leads);
    const touchedBefore = await Promise.all(before.map((each) => each.touched));
    if (touchedBefore.some((ids) => intersects(plan.existingIds, ids))) {
      await previous?.committed;
      plan = await planBatch(context, leads);
    }
    settleTouched(new Set(plan.existingIds));
    await writeBatch(context, plan, [...refusals, ...unread.rows]);
    await previous?.committed;
    // Batches are counted in order: near the quota, a batch waits for the ones before it.
    if (plan.create.length > 0) await requireLeadQuota(context.ownerId);
    const moved = await repository.advanceCursor(context.importId, context.leaseNo, from, {
      rows: rows.length,
      created: plan.create.length,
      existing: plan.existingCount,
      refused: refusals.length,
      unread: countByColumn(unread.values, context.columns.length),
    });
    if (!moved) throw new LeaseLost();
    return moved;
  });
  committed.catch(() => settleTouched(new Set()));
  return { keys, touched, committed };
}

const ERASED_ROW = "Os dados desta pessoa foram apagados a pedido dela.";

/** Rows of erased people become no leads, and only their line is stored. */
export async function refuseErased(
  ownerId: OwnerId,
  leads: readonly ImportedLead[],
  lines: ReadonlyMap<ImportedLead, number>,
): Promise<{ leads: ImportedLead[]; refused: repository.Refusal[] }> {
  const erased = await findErasedOf(ownerId, leads);
  return {
    leads: leads.filter((lead) => !erased.has(lead)),
    refused: [...erased].map((lead) => ({
      line: lines.get(lead) ?? 0,
      reason: ERASED_ROW,
      cells: [],
      imported: false,
    })),
  };
}

/** For rows that name an erased person in any column, only the line is stored. */
async function blankErased(
  ownerId: OwnerId,
  rows: readonly repository.Refusal[],
): Promise<repository.Refusal[]> {
  const erased = await findErasedTexts(
    ownerId,
    rows.map(({ cells, reason }) => [...cells, reason]),
  );
  return rows.map((row, at) => (erased.has(at) ? { ...row, reason: ERASED_ROW, cells: [] } : row));
}

/** Removes the values of rows that were refused afterwards. */
export function leaveOut(
  { rows, values }: UnreadValues,
  refused: readonly repository.Refusal[],
): UnreadValues {
  const lines = new Set(refused.map(({ line }) => line));
  const stays = ({ line }: { line: number }) => !lines.has(line);
  return { rows: rows.filter(stays), values: values.filter(stays) };
}

/** Empty when there are no values. */
function countByColumn(values: readonly UnreadValue[], columns: number): number[] {
  if (values.length === 0) return [];
  const counts = Array<number>(columns).fill(0);
  for (const { column } of values) counts[column] = (counts[column] ?? 0) + 1;
  return counts;
}

/** The lease was lost, or another worker moved the cursor. */
export class LeaseLost extends Error {}

/** Another writer saved one of the companies meanwhile: the batch must be planned again. */
export class BatchConflict extends Error {}

/** Rows that became leads without some of their values, and the values. */
interface UnreadValues {
  rows: repository.Refusal[];
  values: (UnreadValue & { line: number })[];
}

export function readRows(rows: FileRow[], columns: readonly ReadColumn[]) {
  const leads: ImportedLead[] = [];
  const lines = new Map<ImportedLead, number>();
  const refusals: repository.Refusal[] = [];
  const unread: UnreadValues = { rows: [], values: [] };
  for (const row of rows) {
    const read = readLeadRow(row, columns);
    const { line, cells } = row;
    if (!read.ok) {
      refusals.push({ line, reason: read.reason, cells, imported: false });
      continue;
    }
    leads.push(read.lead);
    lines.set(read.lead, line);
    if (read.unread.length === 0) continue;
    for (const value of read.unread) unread.values.push({ ...value, line });
    const reasons = read.unread.map(({ reason }) => reason).join(" ");
    const missing = read.unread.length === 1 ? "um valor" : `${read.unread.length} valores`;
    unread.rows.push({
      line,
      cells,
      imported: true,
      reason: `Importada sem ${missing}. ${reasons}`,
    });
  }
  return { leads, lines, refusals, unread };
}

/** The existing leads with one of these CNPJs or numbers. */
export async function findExisting(
  ownerId: OwnerId,
  { cnpjs, keys }: { cnpjs: string[]; keys: string[] },
): Promise<ExistingLead[]> {
  const holders = await findLeadsByKeys({ ownerId, sight: null }, { cnpjs, phoneKeys: keys });
  return holders.map(({ id, cnpj, phoneKey, contactKey }) => ({
    id,
    cnpj,
    phone_key: phoneKey,
    contact_key: contactKey,
  }));
}

async function planBatch(context: BatchContext, leads: ImportedLead[]): Promise<BatchPlan> {
  const planner = createImportPlanner(context.mode);
  planner.addExisting(await findExisting(context.ownerId, planner.listUnknownKeys(leads)));
  return planner.plan(leads);
}

async function writeBatch(
  context: BatchContext,
  plan: BatchPlan,
  refusals: readonly repository.Refusal[],
) {
  const { ownerId, importId, listId, tagIds, changeSetId } = context;
  const created = plan.create.map((lead) => ({
    ...lead,
    status: lead.status ?? undefined,
    source: "import",
  }));
  const newIds = (await insertLeads(ownerId, created)).flatMap((id) => id ?? []);
  if (newIds.length < plan.create.length) throw new BatchConflict();
  const fields = plan.update.length > 0 ? await overwriteLeads(ownerId, plan.update) : [];
  if (!fields) throw new BatchConflict();
  const valuesOf = (all: readonly Partial<ImportedLead>[], ids: readonly number[]) =>
    all.flatMap(({ own }, at) => {
      const leadId = ids[at];
      return own && leadId !== undefined ? [{ leadId, own }] : [];
    });
  await setOwnValues(ownerId, valuesOf(plan.create, newIds), { isNew: true });
  const updatedIds = plan.update.map(({ id }) => id);
  const given = valuesOf(plan.update, updatedIds);
  const own = await setOwnValues(ownerId, given, { isNew: false });
  const contactsOf = (all: readonly Partial<ImportedLead>[], ids: readonly number[]) =>
    all.flatMap(({ contacts = [] }, at) =>
      contacts.map((contact) => ({ ...contact, lead_id: ids[at] ?? 0 })),
    );
  const contacts = await addFoundContacts(
    ownerId,
    [...contactsOf(plan.create, newIds), ...contactsOf(plan.update, updatedIds)],
    "import",
  );
  if (newIds.length > 0) {
    await recordEvent(ownerId, "lead_created", {
      quantity: newIds.length,
      metadata: { import_id: importId, source: "import" },
    });
  }
  const all = [...newIds, ...plan.existingIds];
  const members = listId === null ? [] : await addListMembers(ownerId, listId, all);
  const tagged =
    tagIds.length > 0
      ? (await changeTagsOfLeads(ownerId, all, { add: tagIds, remove: [] })).added
      : [];
  if (changeSetId !== null) {
    const isNew = new Set(newIds);
    const listed = members.filter((id) => !isNew.has(id));
    await recordChanges(ownerId, changeSetId, newIds, {
      fields,
      own,
      untagged: [],
      contacts: contacts.filter(({ lead_id }) => !isNew.has(lead_id)),
      tagged: groupByTag(tagged.filter(({ lead_id }) => !isNew.has(lead_id))),
      listed:
        listId !== null && listed.length > 0
          ? { list_id: listId, lead_ids: listed, made: false }
          : null,
    });
  }
  if (refusals.length > 0) await repository.addRefusals(ownerId, importId, refusals);
}

function collectKeys(leads: ImportedLead[]): Set<string> {
  const keys = new Set<string>();
  for (const { cnpj, phone_key: key } of leads) {
    if (cnpj) keys.add(`cnpj ${cnpj}`);
    if (key) keys.add(`number ${key}`);
  }
  return keys;
}

function intersects<T>(some: Iterable<T>, others: ReadonlySet<T>): boolean {
  for (const each of some) if (others.has(each)) return true;
  return false;
}
