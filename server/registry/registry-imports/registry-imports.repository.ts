import type { RegistryStep } from "@/lib/domain/registry/import-steps";
import type { MonthChanges } from "@/lib/domain/registry/month-changes";
import type { RegistryFileKind } from "@/lib/domain/registry/registry-files";
import { toStorableJson } from "@/lib/stored-json";
import { leaseQueries, WAKE } from "@/server/platform/db/lease-queries";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, isUniqueViolation, rows, sql } from "@/server/platform/db/sql";

export interface RegistryImportRow {
  id: number;
  owner_id: number;
  folder: string;
  download: boolean;
  /** Bytes; null before the first of a download. */
  downloaded: number | null;
  download_size: number | null;
  downloaded_at: Date | null;
  with_partners: boolean;
  min_rows: number;
  max_change_percent: number | null;
  expected_cnpjs: string[];
  allow_older: boolean;
  dry_run: boolean;
  changes: MonthChanges | null;
  month: string | null;
  status: "processing" | "prepared" | "completed" | "stopped" | "error";
  served: "current" | "previous" | null;
  step: RegistryStep;
  note: string | null;
  establishments: number | null;
  /** Establishments whose municipality belongs to another state than theirs. */
  misplaced: number | null;
  stop_at: Date | null;
  lease_no: number;
  created_at: Date;
  completed_at: Date | null;
  served_at: Date | null;
  /** Unpacked bytes. */
  size: number;
  read_bytes: number;
  rows: number;
  refused: number;
}

export const registryLeases = leaseQueries({
  table: "registry_imports",
  owner: "owner_id",
  active: sql`status = 'processing'`,
  stoppable: true,
  maxAttempts: 8,
  // The registry is the installation's.
  evenInactive: sql`true`,
});

// Sums are doubles: no count here comes near 2^53.
const IMPORTS = sql`
  SELECT i.id, i.owner_id, i.folder, i.download, i.downloaded::float8 AS downloaded, i.download_size::float8 AS download_size, i.downloaded_at,
         i.with_partners, i.min_rows::float8 AS min_rows, i.max_change_percent,
         i.expected_cnpjs, i.allow_older, i.dry_run, i.changes, i.month, i.status, i.served, i.step, i.note, i.establishments::float8 AS establishments, i.misplaced::float8 AS misplaced,
         i.stop_at, i.lease_no, i.created_at, i.completed_at, i.served_at, f.*
  FROM registry_imports i CROSS JOIN LATERAL (
    SELECT coalesce(sum(size), 0)::float8 AS size, coalesce(sum(read_bytes), 0)::float8 AS read_bytes,
           coalesce(sum(rows), 0)::float8 AS rows, coalesce(sum(refused), 0)::float8 AS refused
    FROM registry_import_files WHERE import_id = i.id
  ) AS f`;

export function findImport(id: number): Promise<RegistryImportRow | null> {
  return firstRow(sql`${IMPORTS} WHERE i.id = ${id}`);
}

/** The month that is served; null before the first import. */
export async function findServedMonth(): Promise<string | null> {
  const served = await prisma.registryImport.findFirst({
    where: { served: "current" },
    select: { month: true },
  });
  return served?.month ?? null;
}

export function findRecentImports(limit: number): Promise<RegistryImportRow[]> {
  return rows(sql`${IMPORTS} ORDER BY i.id DESC LIMIT ${limit}`);
}

export interface NewImport {
  ownerId: number;
  folder: string;
  download: boolean;
  month: string | null;
  withPartners: boolean;
  minRows: number;
  maxChangePercent: number | null;
  expectedCnpjs: string[];
  allowOlder: boolean;
  dryRun: boolean;
}

/** Returns null while another import is being processed. */
export async function insertImport(each: NewImport): Promise<number | null> {
  try {
    const { id } = await prisma.registryImport.create({
      data: {
        owner_id: each.ownerId,
        folder: each.folder,
        download: each.download,
        month: each.month,
        with_partners: each.withPartners,
        min_rows: each.minRows,
        max_change_percent: each.maxChangePercent,
        expected_cnpjs: each.expectedCnpjs,
        allow_older: each.allowOlder,
        dry_run: each.dryRun,
      },
      select: { id: true },
    });
    return id;
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

/**
 * Records the progress of a download. Further bytes count as progress, after which failures are counted from zero.
 * Returns null when the lease was lost.
 */
export function saveDownload(
  { id, leaseNo }: { id: number; leaseNo: number },
  { downloaded, size }: { downloaded: number; size: number },
): Promise<{ stop: boolean } | null> {
  return firstRow(
    sql`UPDATE registry_imports
        SET attempts = CASE WHEN ${downloaded}::bigint > coalesce(downloaded, 0) THEN 0 ELSE attempts END,
            downloaded = ${downloaded}::bigint, download_size = ${size}::bigint,
            downloaded_at = CASE WHEN ${downloaded}::bigint = ${size}::bigint THEN now() END
        WHERE id = ${id} AND lease_no = ${leaseNo} AND status = 'processing'
        RETURNING stop_at IS NOT NULL AS stop`,
  );
}

export interface FileRow {
  name: string;
  kind: RegistryFileKind;
  read_bytes: number;
}

/** Stores the files once; a repeated check changes nothing. */
export async function insertFiles(
  importId: number,
  month: string,
  files: readonly { name: string; kind: string; size: number }[],
): Promise<void> {
  await execute(
    sql`INSERT INTO registry_import_files (import_id, name, kind, size)
        SELECT ${importId}::int, f.name, f.kind, f.size
        FROM json_to_recordset(${toStorableJson(files)}::json) AS f(name text, kind text, size bigint)
        ON CONFLICT DO NOTHING`,
  );
  await prisma.registryImport.updateMany({ where: { id: importId }, data: { month } });
}

/** The largest first, so that files read in parallel end together. */
export function findUnreadFiles(importId: number): Promise<FileRow[]> {
  return rows(
    sql`SELECT name, kind, read_bytes::float8 AS read_bytes FROM registry_import_files
        WHERE import_id = ${importId} AND NOT completed ORDER BY size DESC, name`,
  );
}

/** Resets how far the files were read: the staged rows are gone. */
export async function rewindFiles(importId: number): Promise<void> {
  await prisma.registryImportFile.updateMany({
    where: { import_id: importId },
    data: { read_bytes: 0, rows: 0, refused: 0, completed: false },
  });
  await prisma.registryRefusal.deleteMany({ where: { import_id: importId } });
}

export async function completeFile(importId: number, name: string): Promise<void> {
  await execute(
    sql`UPDATE registry_import_files SET completed = true, read_bytes = size
        WHERE import_id = ${importId} AND name = ${name}`,
  );
}

/** Continues with `step`. Returns false when the lease was lost. */
export async function advanceStep(
  id: number,
  leaseNo: number,
  step: RegistryStep,
): Promise<boolean> {
  const { count } = await prisma.registryImport.updateMany({
    where: { id, lease_no: leaseNo, status: "processing" },
    data: { step, attempts: 0 },
  });
  return count === 1;
}

/** Returns false when it was already over or the lease was lost. */
export async function endImport(
  id: number,
  leaseNo: number,
  status: "completed" | "stopped" | "error",
  note: string | null,
): Promise<boolean> {
  const ended = await execute(
    sql`UPDATE registry_imports SET status = ${status}, note = ${note}, completed_at = now(), lease_until = NULL
        WHERE id = ${id} AND lease_no = ${leaseNo} AND status = 'processing'`,
  );
  return ended === 1;
}

/**
 * Keeps a built month until the administrator decides. A month that was kept before is replaced and ended. Call in a
 * transaction. Returns false when the lease was lost.
 */
export async function keepPrepared(
  id: number,
  leaseNo: number,
  changes: MonthChanges,
  replacedNote: string,
): Promise<boolean> {
  await execute(
    sql`UPDATE registry_imports SET status = 'stopped', note = ${replacedNote}, completed_at = now()
        WHERE status = 'prepared' AND EXISTS (
          SELECT 1 FROM registry_imports
          WHERE id = ${id} AND lease_no = ${leaseNo} AND status = 'processing' AND stop_at IS NULL FOR UPDATE)`,
  );
  const kept = await execute(
    sql`UPDATE registry_imports SET status = 'prepared', changes = ${toStorableJson(changes)}::jsonb, completed_at = now(), lease_until = NULL
        WHERE id = ${id} AND lease_no = ${leaseNo} AND status = 'processing' AND stop_at IS NULL`,
  );
  return kept === 1;
}

/**
 * Continues with a prepared month: to serve it, or to stop and remove it. Returns its lease; null when it is not
 * prepared, 'busy' while another import is processed.
 */
export async function resumePrepared(
  id: number,
  how: "serve" | "discard",
): Promise<{ lease_no: number } | null | "busy"> {
  try {
    return await firstRow<{ lease_no: number }>(
      sql`UPDATE registry_imports
          SET status = 'processing', step = 'serve', completed_at = NULL, attempts = 0, resume_at = NULL,
              stop_at = CASE WHEN ${how === "discard"}::boolean THEN now() END
          WHERE id = ${id} AND status = 'prepared' RETURNING lease_no`,
    );
  } catch (error) {
    if (isUniqueViolation(error)) return "busy";
    throw error;
  }
}

/** Null when none is running, or the running one is already being served. */
export function requestStop(): Promise<{ id: number; lease_no: number } | null> {
  return firstRow(
    sql`UPDATE registry_imports SET stop_at = coalesce(stop_at, now()), ${WAKE}
        WHERE status = 'processing' AND served IS DISTINCT FROM 'current' RETURNING id, lease_no`,
  );
}

export function countRefusals(importId: number): Promise<{ reason: string; count: number }[]> {
  return rows(
    sql`SELECT reason, count(*)::int AS count FROM registry_refusals WHERE import_id = ${importId}
        GROUP BY reason ORDER BY count DESC, reason`,
  );
}

export function findRefusals(
  importId: number,
  after: number,
  limit: number,
): Promise<{ id: number; file: string; reason: string; line: string }[]> {
  return rows(
    sql`SELECT id::float8 AS id, file, reason, line FROM registry_refusals
        WHERE import_id = ${importId} AND id > ${after} ORDER BY id LIMIT ${limit}`,
  );
}

/** The folder of the database, if the account may know it. */
export async function findDataFolder(): Promise<string | null> {
  const row = await firstRow<{ folder: string | null }>(
    sql`SELECT current_setting('data_directory', true) AS folder`,
  ).catch(() => null);
  return row?.folder ?? null;
}
