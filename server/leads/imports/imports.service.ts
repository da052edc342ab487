import type { z } from "zod/mini";
import type * as contract from "@/lib/contracts/leads/imports";
import type { ImportCheck } from "@/lib/contracts/leads/imports";
import { KEPT_DAYS } from "@/lib/domain/custody/kept-days";
import type { Plan } from "@/lib/domain/plans/plan";
import { describeQuota, getQuota } from "@/lib/domain/plans/quotas";
import { AppError } from "@/lib/errors";
import { openChangeSet } from "@/server/leads/leads/lead-changes.service";
import { createList, requireList } from "@/server/leads/lists/lists.service";
import { findFields } from "@/server/leads/own-fields/own-fields.repository";
import { requireTags } from "@/server/leads/tags/tags.service";
import { recordAction } from "@/server/platform/account-actions/account-actions.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { enqueue } from "@/server/platform/jobs/enqueue";
import { findExisting, leaveOut, readRows, refuseErased } from "./import-batch.service";
import { makeNewFields, readColumns, requireColumns } from "./import-columns.service";
import { createImportPlanner } from "./import-plan.rule";
import { runImport } from "./imports.jobs";
import { toImport, toImportFile } from "./imports.mapper";
import * as repository from "./imports.repository";

const RECENT = 20;
const FIRST_REASONS = 20;
/** 30 days from its start. */
const UNDOABLE_MINUTES = 30 * 24 * 60;

type Choice = Pick<z.output<typeof contract.ImportStart>, "mapping" | "mode" | "new_fields">;

/** @throws AppError not_found */
export async function getImport(actor: Actor, importId: number) {
  return toDetails(actor.ownerId, await requireImport(actor.ownerId, importId));
}

/** The latest uploaded file that was not started, with the choices made so far. */
export async function getDraft(actor: Actor) {
  const row = await repository.findDraft(actor.ownerId);
  return { draft: row && (await toDetails(actor.ownerId, row)) };
}

/**
 * Saves the choices for an uploaded file; the mapping may still be incomplete.
 * @throws AppError not_found, also for another user's list; import_over; invalid_input under `mapping`
 */
export async function saveDraft(
  actor: Actor,
  importId: number,
  { mapping, new_fields, mode, list_id, list_name, tags }: z.output<typeof contract.ImportDraft>,
) {
  const { columns } = await requireImport(actor.ownerId, importId);
  requireColumns({ mapping, new_fields }, columns);
  const listId = list_id === undefined ? null : await requireList(actor.ownerId, list_id);
  const newListName = list_name ?? null;
  const choice = { mapping, newFields: new_fields, mode, listId, newListName, tags };
  if (!(await repository.saveDraft(actor.ownerId, importId, choice))) {
    throw new AppError("import_over", STARTED);
  }
  return { import: toImport(await requireImport(actor.ownerId, importId)) };
}

/** Started imports, newest first. */
export async function listRecentImports(actor: Actor) {
  const rows = await repository.findRecentImports(actor.ownerId, RECENT);
  return { imports: rows.map(toImport) };
}

/**
 * Predicts what an import would do, with the same rules on the same rows. Changes nothing.
 * @throws AppError not_found; import_over once it was started; invalid_input under `mapping`; conflict under a new
 * field's name
 */
export async function checkImport(
  actor: Actor,
  importId: number,
  { mode, ...choice }: Choice,
): Promise<{ check: ImportCheck }> {
  const row = await requireImport(actor.ownerId, importId);
  if (row.status !== "uploaded") throw new AppError("import_over", STARTED);
  const columns = await readColumns(actor.ownerId, choice, row);
  const planner = createImportPlanner(mode);
  const check: ImportCheck = {
    rows: row.row_count,
    created: 0,
    existing: 0,
    refused: 0,
    without_number: 0,
    reasons: [],
    unread: [],
  };
  const unread = row.columns.map((column) => ({
    column,
    values: 0,
    reasons: [] as ImportCheck["reasons"],
  }));
  for (let at = 0; at < row.row_count; ) {
    const rows = await repository.findChunk(actor.ownerId, importId, at);
    if (rows.length === 0) throw new AppError("not_found");
    at += rows.length;
    const { leads: read, lines, unread: missing, ...others } = readRows(rows, columns);
    const { leads, refused } = await refuseErased(actor.ownerId, read, lines);
    const refusals = [...others.refusals, ...refused];
    planner.addExisting(await findExisting(actor.ownerId, planner.listUnknownKeys(leads)));
    const plan = planner.plan(leads);
    check.created += plan.create.length;
    check.without_number += plan.create.filter((lead) => !lead.whatsapp && !lead.phone).length;
    check.existing += plan.existingCount;
    check.refused += refusals.length;
    for (const { line, reason } of refusals.slice(0, FIRST_REASONS - check.reasons.length)) {
      check.reasons.push({ line, reason });
    }
    for (const { line, column, reason } of leaveOut(missing, refused).values) {
      const each = unread[column];
      if (!each) continue;
      each.values += 1;
      if (each.reasons.length < FIRST_REASONS) each.reasons.push({ line, reason });
    }
  }
  check.unread = unread.filter(({ values }) => values > 0);
  return { check };
}

/**
 * Starts an uploaded import.
 * @throws AppError not_found, also for another user's list; import_over; quota_reached; conflict with too many tags;
 *   invalid_input under `mapping`; conflict under a new field's name
 */
export async function startImport(
  actor: Actor,
  importId: number,
  choice: z.output<typeof contract.ImportStart>,
) {
  const { mode, list_id, list_name, tags, new_fields } = choice;
  const row = await requireImport(actor.ownerId, importId);
  await readColumns(actor.ownerId, choice, row);
  await transaction(async () => {
    const { plan, active } = await repository.lockAndCountActive(actor.ownerId);
    requireFreeImport(plan, active);
    const listId =
      list_id !== undefined
        ? await requireList(actor.ownerId, list_id)
        : list_name !== undefined
          ? await createList(actor.ownerId, list_name, "import")
          : null;
    const tagIds = await requireTags(actor.ownerId, tags);
    const mapping = await makeNewFields(actor, choice);
    const changeSetId = await openChangeSet(actor, "import", UNDOABLE_MINUTES);
    const madeList = list_id === undefined && listId !== null;
    const chosen = {
      mapping,
      newFields: new_fields,
      mode,
      listId,
      madeList,
      tags,
      tagIds,
      changeSetId,
    };
    if (!(await repository.startImport(actor.ownerId, importId, chosen))) {
      throw new AppError("import_over", STARTED);
    }
    await recordAction(actor, "import_started", { name: row.file_name });
  });
  await enqueue(runImport, { id: importId, leaseNo: row.lease_no });
  return { import: toImport(await requireImport(actor.ownerId, importId)) };
}

/** Stops an import before its next rows. @throws AppError not_found, import_over */
export async function stopImport(actor: Actor, importId: number) {
  const stopping = await repository.requestStop(actor.ownerId, importId);
  const row = await requireImport(actor.ownerId, importId);
  if (!stopping) throw new AppError("import_over");
  await enqueue(runImport, { id: stopping.id, leaseNo: stopping.lease_no });
  return { import: toImport(row) };
}

/**
 * Continues, in the background, an import that ended before its last row. One that is running is returned unchanged.
 * @throws AppError not_found; quota_reached; conflict when it cannot be continued
 */
export async function resumeImport(actor: Actor, importId: number) {
  const resumed = await transaction(async () => {
    const { plan, active } = await repository.lockAndCountActive(actor.ownerId);
    const row = await requireImport(actor.ownerId, importId);
    if (row.status === "processing" && row.stop_at === null) return null;
    requireFreeImport(plan, active);
    const leased = await repository.resumeImport(actor.ownerId, importId);
    if (!leased) throw new AppError("conflict", NOT_RESUMABLE);
    await recordAction(actor, "import_started", { name: row.file_name });
    return leased;
  });
  if (resumed) await enqueue(runImport, { id: importId, leaseNo: resumed.lease_no });
  return { import: toImport(await requireImport(actor.ownerId, importId)) };
}

/** Call for a deactivated account. */
export function stopAllImports(ownerId: OwnerId): Promise<void> {
  return repository.requestStopOfAll(ownerId);
}

/** @throws AppError not_found; conflict while it is active */
export async function deleteImport(actor: Actor, importId: number): Promise<{ deleted: number }> {
  await requireImport(actor.ownerId, importId);
  if (!(await repository.deleteImport(actor.ownerId, importId))) {
    throw new AppError("conflict", "Pare a importação antes de excluí-la.");
  }
  return { deleted: 1 };
}

/** Deletes unstarted files and the rest of imports that ended long ago. */
export const deleteImportedRows = defineDuty({
  name: "delete imported rows",
  everyS: 600,
  run: () => repository.deleteChunks(KEPT_DAYS.importedRows),
  trims: true,
});

const STARTED = "Esta importação já foi iniciada.";
const NOT_RESUMABLE =
  "Esta importação não pode continuar: não há linhas guardadas depois da última que entrou.";

/** @throws AppError quota_reached */
function requireFreeImport(plan: Plan, active: number): void {
  if (active >= getQuota(plan, "imports")) {
    throw new AppError("quota_reached", describeQuota(plan, "imports"));
  }
}

async function toDetails(ownerId: OwnerId, row: repository.ImportRow) {
  const [first, fields] = await Promise.all([
    repository.findChunk(ownerId, row.id, 0),
    findFields(ownerId),
  ]);
  return { import: toImport(row), file: toImportFile(row, first, fields) };
}

async function requireImport(ownerId: OwnerId, importId: number): Promise<repository.ImportRow> {
  const row = await repository.findImport(ownerId, importId);
  if (!row) throw new AppError("not_found");
  return row;
}
