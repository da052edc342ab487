import type { ColumnMapping, NewColumnField } from "@/lib/domain/imports/import-columns";
import type {
  FileReading,
  FileRow,
  ImportMode,
  ImportStatus,
} from "@/lib/domain/imports/import-file";
import type { Plan } from "@/lib/domain/plans/plan";
import type { OwnerId } from "@/server/platform/actor";
import type { ImportRefusal } from "@/server/platform/db/generated/client";
import { WAKE } from "@/server/platform/db/lease-queries";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";

export interface ImportRow {
  id: number;
  owner_id: number;
  list_id: number | null;
  list_name: string | null;
  made_list: boolean;
  /** Set of its changes to leads, as long as they are kept. */
  change_set_id: number | null;
  /** Null once it can no longer be undone. */
  undoable_until: Date | null;
  undo_deleted: number;
  undo_restored: number;
  undo_kept: number;
  undo_left: number;
  kept_names: string[];
  kept_list_id: number | null;
  kept_list_name: string | null;
  new_list_name: string | null;
  tags: string[];
  tag_ids: number[];
  file_name: string;
  columns: string[];
  /** Name of a workbook's sheet, if it has one. */
  sheet_name: string | null;
  other_sheets: number;
  reading: FileReading;
  row_count: number;
  mapping: ColumnMapping | null;
  new_fields: NewColumnField[];
  /** By column; empty when there are none. */
  unread_counts: number[];
  mode: ImportMode | null;
  status: ImportStatus;
  next_row: number;
  created_count: number;
  existing_count: number;
  refused_count: number;
  /** It ended before its last row, was not undone even partly, and its next rows are kept. */
  resumable: boolean;
  note: string | null;
  stop_at: Date | null;
  lease_no: number;
  created_at: Date;
  completed_at: Date | null;
}

const RESUMABLE = sql`
  i.status IN ('stopped', 'error') AND i.undo_deleted + i.undo_restored + i.undo_kept + i.undo_left = 0
  AND EXISTS (SELECT 1 FROM import_chunks n WHERE n.import_id = i.id AND n.owner_id = i.owner_id AND n.first_row = i.next_row)`;

const IMPORTS = sql`
  SELECT i.id, i.owner_id, i.list_id, l.name AS list_name, i.new_list_name, i.tags, i.tag_ids, i.file_name, i.columns, i.sheet_name, i.other_sheets, i.reading, i.row_count, i.mapping, i.new_fields, i.unread_counts, i.mode, i.status,
         i.next_row, i.created_count, i.existing_count, i.refused_count, i.note, i.stop_at, i.lease_no, i.created_at,
         i.completed_at, i.made_list, i.change_set_id, c.expires_at AS undoable_until, i.undo_deleted, i.undo_restored,
         i.undo_kept, i.undo_left, i.kept_names, i.kept_list_id, k.name AS kept_list_name,
         (${RESUMABLE}) AS resumable
  FROM imports i LEFT JOIN lists l ON l.owner_id = i.owner_id AND l.id = i.list_id
  LEFT JOIN lists k ON k.owner_id = i.owner_id AND k.id = i.kept_list_id
  LEFT JOIN lead_change_sets c ON c.owner_id = i.owner_id AND c.id = i.change_set_id AND c.expires_at > now()`;

/** True for an import that is over and can be undone. */
export function isUndoable(
  row: ImportRow,
): row is ImportRow & { change_set_id: number; undoable_until: Date } {
  const isOver = row.status === "completed" || row.status === "stopped" || row.status === "error";
  return isOver && row.change_set_id !== null && row.undoable_until !== null;
}

/** A file that is still being stored has no row count yet, and is not found. */
export function findImport(ownerId: OwnerId, importId: number): Promise<ImportRow | null> {
  return firstRow(
    sql`${IMPORTS} WHERE i.owner_id = ${ownerId} AND i.id = ${importId} AND i.row_count > 0`,
  );
}

export function findRecentImports(ownerId: OwnerId, limit: number): Promise<ImportRow[]> {
  return rows(
    sql`${IMPORTS} WHERE i.owner_id = ${ownerId} AND i.status <> 'uploaded'
        ORDER BY i.created_at DESC, i.id DESC LIMIT ${limit}`,
  );
}

/** The owner's latest file that was not started yet. */
export function findDraft(ownerId: OwnerId): Promise<ImportRow | null> {
  return firstRow(
    sql`${IMPORTS} WHERE i.owner_id = ${ownerId} AND i.status = 'uploaded' AND i.row_count > 0
        ORDER BY i.id DESC LIMIT 1`,
  );
}

/** Inserts a file without its rows. */
export async function insertImport(
  ownerId: OwnerId,
  file: { name: string; columns: string[]; sheet: { name: string; others: number } | null },
): Promise<number> {
  const { name, columns, sheet } = file;
  const { id } = await prisma.import.create({
    data: {
      owner_id: ownerId,
      file_name: name,
      columns,
      row_count: 0,
      ...(sheet && { sheet_name: sheet.name, other_sheets: sheet.others }),
    },
    select: { id: true },
  });
  return id;
}

/** Stores a batch of rows, given as bytes of JSON of `FileRow[]`, which need not be converted to a string. */
export async function addChunk(
  ownerId: OwnerId,
  importId: number,
  firstRowNo: number,
  rowsJson: Uint8Array,
): Promise<void> {
  await execute(
    sql`INSERT INTO import_chunks (import_id, owner_id, first_row, rows)
        VALUES (${importId}, ${ownerId}, ${firstRowNo}, ${rowsJson})`,
  );
}

/** Makes the file visible once all its rows are stored. */
export async function completeUpload(
  ownerId: OwnerId,
  importId: number,
  { rowCount, columns, reading }: { rowCount: number; columns: string[]; reading: FileReading },
): Promise<void> {
  await prisma.import.updateMany({
    where: { owner_id: ownerId, id: importId },
    data: { row_count: rowCount, columns, reading: { ...reading } },
  });
}

/** The rows from `firstRowNo` to the end of its chunk; empty after the last chunk or when the file was deleted. */
export async function findChunk(
  ownerId: OwnerId,
  importId: number,
  firstRowNo: number,
): Promise<FileRow[]> {
  const chunk = await prisma.importChunk.findFirst({
    where: { owner_id: ownerId, import_id: importId, first_row: firstRowNo },
    select: { rows: true },
  });
  return chunk ? (JSON.parse(chunk.rows) as FileRow[]) : [];
}

/** Deletes unstarted uploads except the owner's latest `kept`. */
export async function deleteUnstartedUploads(ownerId: OwnerId, kept: number): Promise<void> {
  await execute(
    sql`DELETE FROM imports WHERE id IN (
          SELECT id FROM imports WHERE owner_id = ${ownerId} AND status = 'uploaded' AND row_count > 0
          ORDER BY id DESC OFFSET ${kept})`,
  );
}

/** Returns false when the import was already started. */
export async function saveDraft(
  ownerId: OwnerId,
  importId: number,
  choice: {
    mapping: ColumnMapping;
    newFields: NewColumnField[];
    mode: ImportMode;
    listId: number | null;
    newListName: string | null;
    tags: string[];
  },
): Promise<boolean> {
  const { mapping, newFields, mode, listId, newListName, tags } = choice;
  const { count } = await prisma.import.updateMany({
    where: { owner_id: ownerId, id: importId, status: "uploaded" },
    data: {
      mapping,
      new_fields: toJson(newFields),
      mode,
      list_id: listId,
      new_list_name: newListName,
      tags,
    },
  });
  return count === 1;
}

/** Blocks other transactions from counting the owner's imports this way until the transaction ends. */
export async function lockAndCountActive(
  ownerId: OwnerId,
): Promise<{ plan: Plan; active: number }> {
  const plan = await lockOwner(ownerId);
  const where = { owner_id: ownerId, status: "processing" };
  return { plan, active: await prisma.import.count({ where }) };
}

/** Returns false when the import was already started. */
export async function startImport(
  ownerId: OwnerId,
  importId: number,
  choice: {
    mapping: ColumnMapping;
    newFields: NewColumnField[];
    mode: ImportMode;
    listId: number | null;
    madeList: boolean;
    changeSetId: number;
    tags: string[];
    tagIds: number[];
  },
): Promise<boolean> {
  const { mapping, newFields, mode, listId, madeList, changeSetId, tags, tagIds } = choice;
  const { count } = await prisma.import.updateMany({
    where: { owner_id: ownerId, id: importId, status: "uploaded" },
    data: {
      status: "processing",
      mapping,
      mode,
      list_id: listId,
      new_list_name: null,
      tags,
      tag_ids: tagIds,
      new_fields: toJson(newFields),
      made_list: madeList,
      change_set_id: changeSetId,
    },
  });
  return count === 1;
}

/** Continues an import that can be resumed. Returns null when it cannot. */
export function resumeImport(
  ownerId: OwnerId,
  importId: number,
): Promise<{ lease_no: number } | null> {
  return firstRow(
    sql`UPDATE imports i SET status = 'processing', stop_at = NULL, note = NULL, completed_at = NULL,
                             resume_at = NULL, lease_until = NULL, attempts = 0
        WHERE i.owner_id = ${ownerId} AND i.id = ${importId} AND ${RESUMABLE}
        RETURNING i.lease_no`,
  );
}

/** Starts or continues to undo an import that is over. Returns false when it is not. */
export async function startUndo(ownerId: OwnerId, importId: number): Promise<boolean> {
  const { count } = await prisma.import.updateMany({
    where: { owner_id: ownerId, id: importId, status: { in: ["completed", "stopped", "error"] } },
    data: {
      status: "undoing",
      stop_at: null,
      note: null,
      resume_at: null,
      lease_until: null,
      attempts: 0,
    },
  });
  return count === 1;
}

/** Plain objects without the types' readonly modifiers, which the client does not accept. */
const toJson = (fields: NewColumnField[]) =>
  fields.map(({ column, name, kind, choices }) => ({ column, name, kind, choices: [...choices] }));

/** An import that waits for its next attempt becomes due at once, so that it can be ended. */
const REQUEST_STOP = sql`UPDATE imports SET stop_at = coalesce(stop_at, now()), ${WAKE}`;

/** Returns null when it is not active. */
export function requestStop(
  ownerId: OwnerId,
  importId: number,
): Promise<{ id: number; lease_no: number } | null> {
  return firstRow(
    sql`${REQUEST_STOP} WHERE owner_id = ${ownerId} AND id = ${importId} AND status = 'processing'
        RETURNING id, lease_no`,
  );
}

/** Every active import ends before its next rows. */
export async function requestStopOfAll(ownerId: OwnerId): Promise<void> {
  await execute(sql`${REQUEST_STOP} WHERE owner_id = ${ownerId} AND status = 'processing'`);
}

/** Returns false when there is none or it is active. */
export async function deleteImport(ownerId: OwnerId, importId: number): Promise<boolean> {
  const { count } = await prisma.import.deleteMany({
    where: { owner_id: ownerId, id: importId, status: { notIn: ["processing", "undoing"] } },
  });
  return count === 1;
}

export type RefusalRow = Pick<ImportRefusal, "line" | "reason" | "cells">;

/** Rows that were refused or lack some of their values, after line `after`, in file order. */
export function findRefusals(
  ownerId: OwnerId,
  importId: number,
  { after, limit }: { after: number; limit: number },
): Promise<RefusalRow[]> {
  return prisma.importRefusal.findMany({
    where: { owner_id: ownerId, import_id: importId, line: { gt: after } },
    select: { line: true, reason: true, cells: true },
    orderBy: { line: "asc" },
    take: limit,
  });
}

/** How many cells the longest of its refused rows has. */
export async function findRefusedWidth(ownerId: OwnerId, importId: number): Promise<number> {
  const row = await firstRow<{ width: number | null }>(
    sql`SELECT max(cardinality(cells))::int AS width FROM import_refusals WHERE owner_id = ${ownerId} AND import_id = ${importId}`,
  );
  return row?.width ?? 0;
}

/**
 * Deletes the rows of imports: at once where all were imported, otherwise `days` after the import ended, since it may
 * be continued until then. Returns how many parts.
 */
export function deleteChunks(days: number): Promise<number> {
  return execute(
    sql`DELETE FROM import_chunks WHERE import_id IN (
          SELECT id FROM imports
          WHERE completed_at < now() - CASE status WHEN 'completed' THEN interval '0' ELSE make_interval(days => ${days}) END
            AND EXISTS (SELECT 1 FROM import_chunks c WHERE c.import_id = imports.id) LIMIT 20)`,
  );
}
