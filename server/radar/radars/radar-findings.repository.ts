import type { RadarChange } from "@/lib/domain/radar/radar";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { empty, execute, firstRow, rows, sql } from "@/server/platform/db/sql";

export interface NewFinding {
  key: string;
  change: RadarChange | "known";
  mark: string;
  name: string;
  city: string | null;
  state: string | null;
  phone: string | null;
  saved: boolean;
}

/**
 * Stores each change of a company to the same value once per radar; existing findings are not changed. Call with the
 * lease held.
 */
export async function insertFindings(
  { id, radar_id, search_id }: { id: number; radar_id: number; search_id: number | null },
  ownerId: OwnerId,
  findings: readonly NewFinding[],
): Promise<void> {
  if (findings.length === 0) return;
  await execute(
    sql`INSERT INTO radar_findings (radar_id, owner_id, run_id, search_id, key, change, mark, name, city, state, phone, saved, seen_at)
        SELECT ${radar_id}::int, ${ownerId}::int, ${id}::int, ${search_id}::int, key, change, mark, name, city, state, phone, saved,
               CASE change WHEN 'known' THEN now() END
        FROM json_to_recordset(${toStorableJson(findings)}::json)
          AS f(key text, change text, mark text, name text, city text, state text, phone text, saved boolean)
        WHERE change <> 'known'
           OR NOT EXISTS (SELECT 1 FROM radar_findings b WHERE b.radar_id = ${radar_id} AND b.key = f.key)
        ON CONFLICT DO NOTHING`,
  );
}

/** CNPJs that will become leads, in the order found. */
export async function findUnsaved(radarId: number, limit: number): Promise<string[]> {
  const found = await rows<{ key: string }>(
    sql`SELECT key FROM radar_findings WHERE radar_id = ${radarId} AND NOT saved AND change <> 'closed'
        GROUP BY key ORDER BY min(id) LIMIT ${limit}`,
  );
  return found.map(({ key }) => key);
}

/** How many companies wait to become leads; at most `most` are counted. */
export async function countUnsaved(radarId: number, most: number): Promise<number> {
  return (await findUnsaved(radarId, most)).length;
}

/** Marks findings that became leads, or never will; without keys, all that wait. Call with the lease held. */
export async function markSaved(radarId: number, keys: readonly string[] | null): Promise<void> {
  await execute(
    sql`UPDATE radar_findings SET saved = true
        WHERE radar_id = ${radarId} AND NOT saved AND change <> 'closed'
          ${keys === null ? empty : sql`AND key = ANY(${keys}::text[])`}`,
  );
}

/** Numbers of a run's new leads that were not checked on WhatsApp yet. */
export async function findUnchecked(
  ownerId: OwnerId,
  runId: number,
  limit: number,
): Promise<{ id: number; phone: string }[]> {
  const found = await prisma.radarFinding.findMany({
    where: {
      owner_id: ownerId,
      run_id: runId,
      saved: true,
      on_whatsapp: null,
      change: { notIn: ["closed", "known"] },
      phone: { not: null },
    },
    select: { id: true, phone: true },
    orderBy: { id: "asc" },
    take: limit,
  });
  return found as { id: number; phone: string }[];
}

export async function setOnWhatsapp(
  ownerId: OwnerId,
  findingId: number,
  isOn: boolean,
): Promise<void> {
  await prisma.radarFinding.updateMany({
    where: { owner_id: ownerId, id: findingId },
    data: { on_whatsapp: isOn },
  });
}

/** Whether a run found anything that is news. */
export async function hasNews(ownerId: OwnerId, runId: number): Promise<boolean> {
  const found = await prisma.radarFinding.findFirst({
    where: { owner_id: ownerId, run_id: runId, change: { not: "known" } },
    select: { id: true },
  });
  return found !== null;
}

export interface FindingRow {
  id: number;
  key: string;
  change: RadarChange;
  name: string;
  city: string | null;
  state: string | null;
  phone: string | null;
  on_whatsapp: boolean | null;
  search_id: number | null;
  month: string | null;
  seen_at: Date | null;
  created_at: Date;
}

interface FindingPage {
  change: RadarChange | null;
  limit: number;
  offset: number;
}

const isShown = (ownerId: OwnerId, radarId: number, change: RadarChange | null) =>
  sql`f.owner_id = ${ownerId} AND f.radar_id = ${radarId}
      AND ${change === null ? sql`f.change <> 'known'` : sql`f.change = ${change}`}`;

/** The latest first. */
export function findFindings(
  ownerId: OwnerId,
  radarId: number,
  { change, limit, offset }: FindingPage,
): Promise<FindingRow[]> {
  return rows(
    sql`SELECT f.id, f.key, f.change, f.name, f.city, f.state, f.phone, f.on_whatsapp, f.search_id, r.month, f.seen_at, f.created_at
        FROM radar_findings f JOIN radar_runs r ON r.id = f.run_id
        WHERE ${isShown(ownerId, radarId, change)} ORDER BY f.id DESC LIMIT ${limit} OFFSET ${offset}`,
  );
}

export async function countFindings(
  ownerId: OwnerId,
  radarId: number,
  change: RadarChange | null,
  most: number,
): Promise<number> {
  const row = await firstRow<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM (
          SELECT 1 FROM radar_findings f WHERE ${isShown(ownerId, radarId, change)} LIMIT ${most}) AS counted`,
  );
  return row?.total ?? 0;
}

export async function markSeen(ownerId: OwnerId, radarId: number, upTo: number): Promise<void> {
  await execute(
    sql`UPDATE radar_findings SET seen_at = now()
        WHERE owner_id = ${ownerId} AND radar_id = ${radarId} AND id <= ${upTo} AND seen_at IS NULL`,
  );
}

export interface UnseenRow {
  radar_id: number;
  change: RadarChange;
  count: number;
  latest: Date;
}

/** Counts unseen findings, for each radar. */
export function countUnseen(ownerId: OwnerId): Promise<UnseenRow[]> {
  return rows(
    sql`SELECT radar_id, change, count(*)::int AS count, max(created_at) AS latest FROM radar_findings
        WHERE owner_id = ${ownerId} AND seen_at IS NULL GROUP BY radar_id, change`,
  );
}
