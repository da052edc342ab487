import { REGISTRY_FILE_KINDS, type RegistryFileKind } from "@/lib/domain/registry/registry-files";
import { STAGED } from "@/lib/domain/registry/registry-rows";
import type { RefusedLine } from "@/lib/domain/registry/staging-rows";
import { toStorableJson } from "@/lib/stored-json";
import type { BulkSession } from "@/server/platform/db/bulk-session";
import { raw, type Sql, sql } from "@/server/platform/db/sql";

/** The schema that holds the rows of one import. */
export function schemaOf(importId: number): Sql {
  return raw(`registry_${Math.trunc(importId)}`);
}

function stagingTable(importId: number, kind: RegistryFileKind): Sql {
  return sql`${schemaOf(importId)}.${raw(`stage_${kind}`)}`;
}

/**
 * Creates empty staging tables. They are unlogged: a crash of the server empties them, which `isStagingIntact` detects.
 */
export async function createStaging(session: BulkSession, importId: number): Promise<void> {
  const schema = schemaOf(importId);
  await session.execute(sql`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  await session.execute(sql`CREATE SCHEMA ${schema}`);
  for (const kind of REGISTRY_FILE_KINDS) {
    const columns = STAGED[kind].columns.map(([column]) => column);
    await session.execute(
      sql`CREATE UNLOGGED TABLE ${stagingTable(importId, kind)} (${raw(columns.join(", "))})
          WITH (autovacuum_enabled = false)`,
    );
  }
  await session.execute(sql`CREATE UNLOGGED TABLE ${schema}.staged AS SELECT 1 AS one`);
}

/** Returns false when a crash of the server emptied the staging tables. */
export async function isStagingIntact(session: BulkSession, importId: number): Promise<boolean> {
  const found = await session.rows(sql`SELECT 1 FROM ${schemaOf(importId)}.staged`);
  return found.length === 1;
}

export function copyIntoStaging<T>(
  session: BulkSession,
  importId: number,
  kind: RegistryFileKind,
  produce: (write: (bytes: Uint8Array) => Promise<void>) => Promise<T>,
): Promise<T> {
  return session.copyInto(stagingTable(importId, kind), produce);
}

/**
 * Records a batch within its transaction. Returns null when the lease was lost or the file was read further by
 * another worker; the batch must then be rolled back.
 */
export async function advanceFile(
  session: BulkSession,
  run: { id: number; leaseNo: number },
  name: string,
  batch: { from: number; readTo: number; rows: number; refused: number },
): Promise<{ stop: boolean } | null> {
  const [moved] = await session.rows<{ stop: boolean }>(
    sql`UPDATE registry_import_files f
        SET read_bytes = ${batch.readTo}, rows = f.rows + ${batch.rows}, refused = f.refused + ${batch.refused}
        FROM registry_imports i
        WHERE f.import_id = ${run.id} AND f.name = ${name} AND f.read_bytes = ${batch.from}
          AND i.id = ${run.id} AND i.lease_no = ${run.leaseNo} AND i.status = 'processing'
        RETURNING i.stop_at IS NOT NULL AS stop`,
  );
  return moved ?? null;
}

export async function addRefusals(
  session: BulkSession,
  importId: number,
  file: string,
  refused: readonly RefusedLine[],
): Promise<void> {
  await session.execute(
    sql`INSERT INTO registry_refusals (import_id, file, reason, line)
        SELECT ${importId}::int, ${file}::text, r.reason, r.line
        FROM json_to_recordset(${toStorableJson(refused)}::json) AS r(reason text, line text)`,
  );
}

/** Removes everything that an import stored. */
export async function dropSchema(session: BulkSession, importId: number): Promise<void> {
  await session.execute(sql`DROP SCHEMA IF EXISTS ${schemaOf(importId)} CASCADE`);
}

/** Removes the staging tables, which nothing reads once the month is served. */
export async function dropStaging(session: BulkSession, importId: number): Promise<void> {
  for (const kind of REGISTRY_FILE_KINDS) {
    await session.execute(sql`DROP TABLE IF EXISTS ${stagingTable(importId, kind)}`);
  }
  await session.execute(sql`DROP TABLE IF EXISTS ${schemaOf(importId)}.staged`);
}
