import type { z } from "zod/mini";
import type * as contract from "@/lib/contracts/leads/imports";
import type { Import, ImportCheck, ImportDetails } from "@/lib/contracts/leads/imports";
import type { ColumnMapping } from "@/lib/domain/imports/import-columns";
import { createImportPlanner } from "@/lib/domain/imports/import-plan";
import { LEAD_FIELDS, type LeadFieldName } from "@/lib/domain/leads/lead-fields";
import { describeQuota, getQuota } from "@/lib/domain/plans/quotas";
import { AppError } from "@/lib/errors";
import { createList, requireList } from "@/server/leads/lists/lists.service";
import { requireTags } from "@/server/leads/tags/tags.service";
import type { Actor, UserId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { enqueue } from "@/server/platform/jobs/enqueue";
import { findExisting, readRows } from "./import-batch.service";
import { runImport } from "./imports.jobs";
import { toImport, toImportFile } from "./imports.mapper";
import * as repository from "./imports.repository";

const RECENT = 20;
const PREVIEW_ROWS = 5;
const FIRST_REASONS = 20;
/** Days that an unstarted file is kept, and that refused rows can be downloaded after the end. */
const KEPT_UNSTARTED = 1;
const KEPT_AFTER_END = 7;

type Choice = Pick<z.output<typeof contract.ImportStart>, "mapping" | "mode">;

/** @throws AppError not_found */
export async function getImport(actor: Actor, importId: number): Promise<ImportDetails> {
  return toDetails(actor.userId, await requireImport(actor.userId, importId));
}

/** The latest uploaded file that was not started, with the choices made so far. */
export async function getDraft(actor: Actor): Promise<{ draft: ImportDetails | null }> {
  const row = await repository.findDraft(actor.userId);
  return { draft: row && (await toDetails(actor.userId, row)) };
}

/**
 * Saves the choices for an uploaded file; the mapping may still be incomplete.
 * @throws AppError not_found, also for another user's list; import_over; invalid_input under `mapping`
 */
export async function saveDraft(
  actor: Actor,
  importId: number,
  { mapping, mode, list_id, list_name, tags }: z.output<typeof contract.ImportDraft>,
): Promise<{ import: Import }> {
  const { columns } = await requireImport(actor.userId, importId);
  if (mapping.length !== columns.length) throw mappingError(OTHER_COLUMNS);
  const listId = list_id === undefined ? null : await requireList(actor.userId, list_id);
  const choice = { mapping, mode, listId, newListName: list_name ?? null, tags };
  if (!(await repository.saveDraft(actor.userId, importId, choice))) {
    throw new AppError("import_over", STARTED);
  }
  return { import: toImport(await requireImport(actor.userId, importId)) };
}

/** Started imports, newest first. */
export async function listRecentImports(actor: Actor): Promise<{ imports: Import[] }> {
  const rows = await repository.findRecentImports(actor.userId, RECENT);
  return { imports: rows.map(toImport) };
}

/**
 * Predicts what an import would do, with the same rules on the same rows. Changes nothing.
 * @throws AppError not_found; import_over once it was started; invalid_input under `mapping`
 */
export async function checkImport(
  actor: Actor,
  importId: number,
  { mapping, mode }: Choice,
): Promise<{ check: ImportCheck }> {
  const row = await requireImport(actor.userId, importId);
  if (row.status !== "uploaded") throw new AppError("import_over", STARTED);
  validateMapping(mapping, row.columns);
  const planner = createImportPlanner(mode);
  const check: ImportCheck = {
    rows: row.row_count,
    created: 0,
    existing: 0,
    refused: 0,
    reasons: [],
  };
  for (let at = 0; at < row.row_count; ) {
    const rows = await repository.findChunk(actor.userId, importId, at);
    if (rows.length === 0) throw new AppError("not_found");
    at += rows.length;
    const { leads, refusals } = readRows(rows, mapping);
    planner.addExisting(await findExisting(actor.userId, planner.listUnknownKeys(leads)));
    const plan = planner.plan(leads);
    check.created += plan.create.length;
    check.existing += plan.existingCount;
    check.refused += refusals.length;
    for (const { line, reason } of refusals.slice(0, FIRST_REASONS - check.reasons.length)) {
      check.reasons.push({ line, reason });
    }
  }
  return { check };
}

/**
 * Starts an uploaded import.
 * @throws AppError not_found, also for another user's list; import_over; quota_reached; conflict with too many tags;
 *   invalid_input under `mapping`
 */
export async function startImport(
  actor: Actor,
  importId: number,
  choice: z.output<typeof contract.ImportStart>,
): Promise<{ import: Import }> {
  const { mapping, mode, list_id, list_name, tags } = choice;
  const row = await requireImport(actor.userId, importId);
  validateMapping(mapping, row.columns);
  await transaction(async () => {
    const { plan, active } = await repository.lockAndCountActive(actor.userId);
    if (active >= getQuota(plan, "imports")) {
      throw new AppError("quota_reached", describeQuota(plan, "imports"));
    }
    const listId =
      list_id !== undefined
        ? await requireList(actor.userId, list_id)
        : list_name !== undefined
          ? await createList(actor.userId, list_name, "import")
          : null;
    const tagIds = await requireTags(actor.userId, tags);
    const chosen = { mapping, mode, listId, tags, tagIds };
    if (!(await repository.startImport(actor.userId, importId, chosen))) {
      throw new AppError("import_over", STARTED);
    }
  });
  await enqueue(runImport, { id: importId, leaseNo: row.lease_no });
  return { import: toImport(await requireImport(actor.userId, importId)) };
}

/** Stops an import before its next rows. @throws AppError not_found, import_over */
export async function stopImport(actor: Actor, importId: number): Promise<{ import: Import }> {
  const stopping = await repository.requestStop(actor.userId, importId);
  const row = await requireImport(actor.userId, importId);
  if (!stopping) throw new AppError("import_over");
  await enqueue(runImport, { id: stopping.id, leaseNo: stopping.lease_no });
  return { import: toImport(row) };
}

/** For a deactivated account. */
export function stopAllImports(ownerId: UserId): Promise<void> {
  return repository.requestStopOfAll(ownerId);
}

/** @throws AppError not_found; conflict while it is active */
export async function deleteImport(actor: Actor, importId: number): Promise<{ deleted: number }> {
  await requireImport(actor.userId, importId);
  if (!(await repository.deleteImport(actor.userId, importId))) {
    throw new AppError("conflict", "Pare a importação antes de excluí-la.");
  }
  return { deleted: 1 };
}

/** Deletes unstarted files and what is left of imports that ended long ago. */
export const deleteOldImports = defineDuty({
  name: "delete old imports",
  everyS: 600,
  run: () => repository.deleteOldImports(KEPT_UNSTARTED, KEPT_AFTER_END),
});

const STARTED = "Esta importação já foi iniciada.";
const OTHER_COLUMNS = "O mapeamento não corresponde às colunas do arquivo.";

async function toDetails(ownerId: UserId, row: repository.ImportRow): Promise<ImportDetails> {
  const first = await repository.findChunk(ownerId, row.id, 0);
  return { import: toImport(row), file: toImportFile(row, first.slice(0, PREVIEW_ROWS)) };
}

async function requireImport(ownerId: UserId, importId: number): Promise<repository.ImportRow> {
  const row = await repository.findImport(ownerId, importId);
  if (!row) throw new AppError("not_found");
  return row;
}

/** A row needs one of these to give its company a name. */
const NAMING: readonly LeadFieldName[] = ["name", "website", "email", "whatsapp", "phone", "cnpj"];

/** @throws AppError invalid_input */
function validateMapping(mapping: ColumnMapping, columns: string[]) {
  const fields = mapping.filter((field) => field !== null);
  const twice = fields.find((field, at) => fields.indexOf(field) !== at);
  const sentence =
    mapping.length !== columns.length
      ? OTHER_COLUMNS
      : twice
        ? `Duas colunas apontam para ${LEAD_FIELDS[twice].label}: escolha uma.`
        : fields.some((field) => NAMING.includes(field))
          ? null
          : "Escolha a coluna do nome da empresa.";
  if (sentence) throw mappingError(sentence);
}

function mappingError(sentence: string): AppError {
  return new AppError("invalid_input", sentence, { fields: { mapping: sentence } });
}
