import { LIST_NAME_MAX_LENGTH } from "@/lib/contracts/leads/lists";
import { AppError } from "@/lib/errors";
import {
  deleteChangeSet,
  lockChangeSet,
  previewUndo,
  type UndoneChanges,
  undoLatest,
} from "@/server/leads/leads/lead-changes.service";
import { addListMembers } from "@/server/leads/lists/list-members.service";
import { createList, deleteListIfEmpty } from "@/server/leads/lists/lists.service";
import { recordAction } from "@/server/platform/account-actions/account-actions.service";
import type { Actor } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { enqueue } from "@/server/platform/jobs/enqueue";
import type { Advance, Leased } from "@/server/platform/jobs/leased-work";
import { LeaseLost } from "./import-batch.service";
import * as run from "./import-run.repository";
import { runImport } from "./imports.jobs";
import { toImport } from "./imports.mapper";
import * as repository from "./imports.repository";

const TOO_LATE = "Esta importação já não pode ser desfeita.";
const STILL_RUNNING = "Pare a importação antes de desfazê-la.";
const MOST_NAMED = 5;

/** What undoing an import would do. @throws AppError not_found; conflict when it cannot be undone */
export async function previewImportUndo({ ownerId }: Actor, importId: number) {
  const row = await repository.findImport(ownerId, importId);
  if (!row) throw new AppError("not_found");
  if (row.status === "processing") throw new AppError("conflict", STILL_RUNNING);
  if (!repository.isUndoable(row)) throw new AppError("conflict", TOO_LATE);
  const preview = await previewUndo(ownerId, row.change_set_id, getCreatedWith(row));
  return {
    undo: {
      deleted: preview.deleted,
      restored: preview.restored,
      kept: preview.kept,
      kept_names: preview.names,
      list:
        row.made_list && row.list_id !== null
          ? { id: row.list_id, name: row.list_name ?? "" }
          : null,
      fields: row.new_fields.map(({ name }) => name),
      until: row.undoable_until,
    },
  };
}

/**
 * Starts to undo an import, in the background. One that is being undone, or was, is returned unchanged.
 * @throws AppError not_found; conflict when it cannot be undone
 */
export async function undoImport(actor: Actor, importId: number) {
  const { ownerId } = actor;
  const started = await transaction(async () => {
    const row = await repository.findImport(ownerId, importId);
    if (!row) throw new AppError("not_found");
    if (row.status === "undoing" || row.status === "undone") return null;
    if (row.status === "processing") throw new AppError("conflict", STILL_RUNNING);
    const set = row.change_set_id;
    const isOpen = set !== null && (await lockChangeSet(ownerId, set, "import")) !== null;
    const isBegun = isOpen && (await repository.startUndo(ownerId, importId));
    if (!isBegun) throw new AppError("conflict", TOO_LATE);
    await recordAction(actor, "import_undone", { name: row.file_name });
    return row;
  });
  if (started) await enqueue(runImport, { id: importId, leaseNo: started.lease_no });
  const row = await repository.findImport(ownerId, importId);
  if (!row) throw new AppError("not_found");
  return { import: toImport(row) };
}

/**
 * Undoes one transaction of the import after another, the latest first. The transaction that undoes it also deletes its
 * record.
 */
export async function undoRows(leased: Leased, row: repository.ImportRow): Promise<Advance> {
  const { change_set_id: setId } = row;
  if (setId === null) return { state: "failed", final: true, reason: TOO_LATE };
  while (!leased.signal.aborted) {
    const isMore = await transaction(async () => {
      const undone = await undoLatest(leased.ownerId, setId, getCreatedWith(row));
      if (!undone) return false;
      const keptListId = await findKeptList(leased, undone);
      const counted = await run.countUndone(leased.id, leased.leaseNo, {
        deleted: undone.deleted,
        restored: undone.restored,
        left: undone.left,
        kept: undone.kept.length,
        names: undone.kept.slice(0, MOST_NAMED).map(({ name }) => name),
        keptListId,
      });
      if (!counted) throw new LeaseLost();
      return true;
    });
    leased.reportProgress();
    if (!isMore) return endUndo(leased, setId);
  }
  return { state: "ended" };
}

const getCreatedWith = ({ tag_ids, list_id }: repository.ImportRow) => ({
  tagIds: tag_ids,
  listIds: list_id === null ? [] : [list_id],
});

/** Leads that are kept stay on the import's list, or go on a list that is created for them. */
async function findKeptList(leased: Leased, { kept }: UndoneChanges): Promise<number | null> {
  if (kept.length === 0) return null;
  const row = await repository.findImport(leased.ownerId, leased.id);
  if (!row) throw new LeaseLost();
  if (row.made_list && row.list_id !== null) return row.list_id;
  const listId =
    row.kept_list_name === null ? await makeKeptList(leased, row.file_name) : row.kept_list_id;
  const ids = kept.map(({ id }) => id);
  if (listId !== null) await addListMembers(leased.ownerId, listId, ids);
  return listId;
}

/**
 * Null when the account has as many lists as it may: the leads are kept anyway, and reported by their count and names.
 */
async function makeKeptList(leased: Leased, fileName: string): Promise<number | null> {
  const name = `Ficaram: ${fileName}`.slice(0, LIST_NAME_MAX_LENGTH);
  try {
    return await createList(leased.ownerId, name, "import");
  } catch (error) {
    if (error instanceof AppError && error.code === "quota_reached") return null;
    throw error;
  }
}

async function endUndo(leased: Leased, setId: number): Promise<Advance> {
  await transaction(async () => {
    const row = await repository.findImport(leased.ownerId, leased.id);
    if (!row || !(await run.endUndo(leased.id, leased.leaseNo, "undone", null))) return;
    await deleteChangeSet(leased.ownerId, setId);
    if (row.made_list && row.list_id !== null) await deleteListIfEmpty(leased.ownerId, row.list_id);
  });
  return { state: "ended" };
}
