import type { MonthChanges } from "@/lib/domain/registry/month-changes";
import type { BulkSession } from "@/server/platform/db/bulk-session";
import { isUniqueViolation, raw, rows, searchRows, sql } from "@/server/platform/db/sql";
import { dropSchema, schemaOf } from "./registry-load.repository";

const VIEWS = ["establishments", "partners", "areas", "terms", "labels"];

export interface Verification {
  total: number;
  active: number;
  /** Staged rows that the search table lost or changed, of a sample. */
  mismatches: number;
  /** Expected CNPJs that are missing. */
  missing: string[];
  /**
   * Counts of the served establishments and of the lines of the large files, with those of the month before; none
   * without one.
   */
  counts: { kind: CountedKind; count: number; before: number }[];
}

/** 'served': the establishments of the search table. */
export type CountedKind = "served" | (typeof COUNTED_FILES)[number];
const COUNTED_FILES = ["companies", "establishments", "simples", "partners"] as const;

const SAMPLE = 1_000;

/** A situation of the Receita. */
const ACTIVE = 2;
/** Independent of the order of the two numbers. */
const CONTACTS = sql`concat_ws(' ', least(phone1, phone2), greatest(phone1, phone2), lower(email))`;

export async function verifyEstablishments(
  session: BulkSession,
  importId: number,
  expected: readonly string[],
): Promise<Verification> {
  const schema = schemaOf(importId);
  const [counts] = await session.rows<{ total: number; active: number }>(
    sql`SELECT coalesce(sum(count), 0)::float8 AS total,
               coalesce(sum(count) FILTER (WHERE status = 2), 0)::float8 AS active
        FROM ${schema}.areas`,
  );
  const total = counts?.total ?? 0;
  const [sample] = await session.rows<{ mismatches: number }>(
    sql`SELECT count(*)::int AS mismatches
        FROM (SELECT * FROM ${schema}.stage_establishments LIMIT ${SAMPLE}) AS s
        LEFT JOIN ${schema}.establishments e ON e.cnpj = s.cnpj COLLATE "C"
        WHERE e.cnpj IS NULL OR e.uf <> s.uf COLLATE "C" AND NOT EXISTS (
          SELECT 1 FROM ${schema}.stage_establishments o WHERE o.cnpj = s.cnpj AND o.uf = e.uf)`,
  );
  const missing = await session.rows<{ cnpj: string }>(
    sql`SELECT wanted.cnpj FROM unnest(${expected}::text[]) AS wanted(cnpj)
        WHERE NOT EXISTS (SELECT 1 FROM ${schema}.establishments e WHERE e.cnpj = wanted.cnpj COLLATE "C")`,
  );
  return {
    total,
    active: counts?.active ?? 0,
    mismatches: sample?.mismatches ?? 0,
    missing: missing.map(({ cnpj }) => cnpj),
    counts: await compareCounts(session, importId, total),
  };
}

async function compareCounts(session: BulkSession, importId: number, total: number) {
  const before = await findMonthBefore(session, importId);
  if (!before) return [];
  const lines = await session.rows<{ kind: CountedKind; count: number; before: number }>(
    sql`SELECT kind, coalesce(sum(rows) FILTER (WHERE import_id = ${importId}), 0)::float8 AS count,
               coalesce(sum(rows) FILTER (WHERE import_id = ${before.id}), 0)::float8 AS before
        FROM registry_import_files
        WHERE import_id IN (${importId}, ${before.id}) AND kind = ANY(${COUNTED_FILES}::text[])
        GROUP BY kind HAVING count(DISTINCT import_id) = 2 ORDER BY kind`,
  );
  return [{ kind: "served" as const, count: total, before: before.establishments }, ...lines];
}

/**
 * The import that becomes the previous one when this one is served: the month that is served now or, when this one is
 * the same month again, the one before it.
 */
async function findMonthBefore(
  session: BulkSession,
  importId: number,
): Promise<{ id: number; establishments: number } | undefined> {
  const [before] = await session.rows<{ id: number; establishments: number }>(
    sql`SELECT b.id, coalesce(b.establishments, 0)::float8 AS establishments
        FROM registry_imports b JOIN registry_imports i ON i.id = ${importId}
        WHERE b.served IS NOT NULL AND b.id <> i.id
        ORDER BY b.month = i.month, b.served = 'current' DESC LIMIT 1`,
  );
  return before;
}

export async function saveTotal(
  session: BulkSession,
  importId: number,
  total: number,
): Promise<void> {
  await session.execute(
    sql`UPDATE registry_imports SET establishments = ${total} WHERE id = ${importId}`,
  );
}

/** Compares a built month with the one that is served, establishment by establishment. */
export async function countChanges(session: BulkSession, importId: number): Promise<MonthChanges> {
  const [served] = await session.rows<{ id: number; month: string }>(
    sql`SELECT id, month FROM registry_imports WHERE served = 'current'`,
  );
  const columns = sql`cnpj, status, municipality, ${CONTACTS} AS contacts`;
  const before = served
    ? sql`SELECT ${columns} FROM ${schemaOf(served.id)}.establishments`
    : sql`SELECT NULL::text AS cnpj, NULL::smallint AS status, NULL::int AS municipality, NULL::text AS contacts WHERE false`;
  const [counts] = await session.rows<Omit<MonthChanges, "before">>(
    sql`SELECT count(*) FILTER (WHERE is_active AND b.cnpj IS NULL)::float8 AS opened,
               count(*) FILTER (WHERE is_active AND NOT was_active)::float8 AS reopened,
               count(*) FILTER (WHERE NOT is_active AND was_active)::float8 AS closed,
               count(*) FILTER (WHERE is_active AND was_active AND n.municipality IS DISTINCT FROM b.municipality)::float8 AS moved,
               count(*) FILTER (WHERE is_active AND was_active AND n.contacts <> b.contacts)::float8 AS contact_changed,
               count(*) FILTER (WHERE n.cnpj IS NULL)::float8 AS missing
        FROM (SELECT ${columns} FROM ${schemaOf(importId)}.establishments) AS n
        FULL JOIN (${before}) AS b ON b.cnpj = n.cnpj COLLATE "C"
        CROSS JOIN LATERAL (SELECT n.status = ${ACTIVE} AS is_active, b.status = ${ACTIVE} AS was_active) AS s`,
  );
  if (!counts) throw new Error("A count has one row.");
  return { before: served?.month ?? null, ...counts };
}

/** The situation of establishments by CNPJ, as a code of the Receita. */
export function findStatuses(
  cnpjs: readonly string[],
): Promise<{ cnpj: string; status: number }[]> {
  return searchRows(
    sql`SELECT e.cnpj, e.status FROM unnest(${cnpjs}::text[]) AS wanted(cnpj)
        JOIN registry.establishments e ON e.cnpj = wanted.cnpj COLLATE "C"`,
  );
}

/**
 * Points the readers' views to this import and marks it as current, in one transaction. The month before it becomes
 * the previous one.
 */
export async function serveImport(session: BulkSession, importId: number): Promise<void> {
  const [served] = await session.rows(
    sql`SELECT 1 FROM registry_imports WHERE id = ${importId} AND served = 'current'`,
  );
  // A worker was killed after the switch.
  if (served) return;
  const before = await findMonthBefore(session, importId);
  await session.execute(sql`UPDATE registry_imports SET served = NULL WHERE served IS NOT NULL`);
  await session.execute(
    sql`UPDATE registry_imports SET served = 'previous' WHERE id = ${before?.id ?? null}::int`,
  );
  await session.execute(
    sql`UPDATE registry_imports SET served = 'current', served_at = now() WHERE id = ${importId}`,
  );
  await pointViews(session, importId);
}

/**
 * Exchanges the current and the previous import, and opens the new current one for its last step, the marking of leads.
 * Returns its id and lease; 'none' without a previous one, 'busy' while another import is processed.
 */
export async function swapServed(
  session: BulkSession,
): Promise<{ id: number; lease_no: number } | "none" | "busy"> {
  try {
    return (await session.transactionBetweenReads(() => exchangeServed(session))) ?? "none";
  } catch (error) {
    if (isUniqueViolation(error)) return "busy";
    throw error;
  }
}

async function exchangeServed(session: BulkSession) {
  const [previous] = await session.rows<{ id: number }>(
    sql`SELECT id FROM registry_imports WHERE served = 'previous' FOR UPDATE`,
  );
  if (!previous) return null;
  const [current] = await session.rows<{ id: number }>(
    sql`UPDATE registry_imports SET served = NULL WHERE served = 'current' RETURNING id`,
  );
  const [opened] = await session.rows<{ id: number; lease_no: number }>(
    sql`UPDATE registry_imports
        SET served = 'current', served_at = now(), status = 'processing', step = 'mark', note = NULL, attempts = 0,
            resume_at = NULL, stop_at = NULL
        WHERE id = ${previous.id} RETURNING id, lease_no`,
  );
  await session.execute(
    sql`UPDATE registry_imports SET served = 'previous' WHERE id = ${current?.id ?? null}::int`,
  );
  await pointViews(session, previous.id);
  return opened;
}

async function pointViews(session: BulkSession, importId: number): Promise<void> {
  // A month imported before partners were stored has no table of them.
  await session.execute(
    sql`CREATE TABLE IF NOT EXISTS ${schemaOf(importId)}.partners
          (base text COLLATE "C", name text COLLATE "C", document text COLLATE "C", role smallint, since date)`,
  );
  for (const view of VIEWS) {
    await session.execute(sql`DROP VIEW registry.${raw(view)}`);
    await session.execute(
      sql`CREATE VIEW registry.${raw(view)} AS SELECT * FROM ${schemaOf(importId)}.${raw(view)}`,
    );
  }
}

/** The folders of the month that is served, of the one before it, and of an import that is not over. */
export function findNeededFolders(): Promise<
  { folder: string; month: string | null; is_served: boolean }[]
> {
  return rows(
    sql`SELECT folder, month, served IS NOT DISTINCT FROM 'current' AS is_served FROM registry_imports
        WHERE served IS NOT NULL OR status IN ('processing', 'prepared')`,
  );
}

/** Removes the rows of imports that are over and can no longer be returned to. */
export async function dropUnserved(session: BulkSession): Promise<void> {
  const unserved = await session.rows<{ id: number }>(
    sql`SELECT i.id FROM registry_imports i
        JOIN pg_namespace n ON n.nspname = 'registry_' || i.id
        WHERE i.served IS NULL AND i.status NOT IN ('processing', 'prepared')`,
  );
  for (const { id } of unserved) await dropSchema(session, id);
}
