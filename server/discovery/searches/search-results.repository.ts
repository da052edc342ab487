import type { PlaceResult } from "@/lib/contracts/discovery/searches";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId, Reader } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { seen } from "@/server/platform/db/seen";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";

type ResultOutcome =
  | "created"
  | "linked"
  | "left_out"
  | "empty"
  | "failed"
  | "not_visited"
  | "elsewhere";

/** A site (`url`, no `place`) or a place (`place`, and `url` when it has a site). */
export interface SearchResultRow<Place = unknown> {
  id: number;
  url: string | null;
  result_key: string;
  title: string;
  place: Place | null;
}

export interface NewResult {
  key: string;
  url: string | null;
  title: string;
  place: unknown;
  /** 'not_visited' for links that are stored but do not lead to one company's own site. */
  outcome: "pending" | "not_visited";
}

/**
 * Each company once per search; existing rows are left unchanged. A company that its radar already made a lead is not
 * added again.
 */
export async function addResults(
  search: { id: number; ownerId: OwnerId },
  results: NewResult[],
): Promise<void> {
  if (results.length === 0) return;
  await execute(
    sql`INSERT INTO search_results (search_id, owner_id, url, result_key, title, place, outcome)
        SELECT ${search.id}::int, ${search.ownerId}::int, url, key, title, place,
               CASE WHEN EXISTS (
                 SELECT 1 FROM searches s JOIN radar_findings f ON f.radar_id = s.radar_id
                 WHERE s.id = ${search.id}::int AND f.key = found.key AND f.saved) THEN 'linked' ELSE outcome END
        FROM json_to_recordset(${toStorableJson(results)}::json)
          AS found(url text, key text, title text, place jsonb, outcome text)
        ON CONFLICT (search_id, result_key) DO NOTHING`,
  );
}

/** Records that all of the page's results are stored. */
export async function markPageRead(
  ownerId: OwnerId,
  searchId: number,
  page: number,
): Promise<void> {
  await prisma.search.updateMany({
    where: { owner_id: ownerId, id: searchId },
    data: { last_page: page, attempts: 0, note: null },
  });
}

export async function findPendingResults<Place>(
  ownerId: OwnerId,
  searchId: number,
): Promise<SearchResultRow<Place>[]> {
  const results = await prisma.searchResult.findMany({
    where: { owner_id: ownerId, search_id: searchId, outcome: "pending" },
    select: { id: true, url: true, result_key: true, title: true, place: true },
    orderBy: { id: "asc" },
  });
  return results as unknown as SearchResultRow<Place>[];
}

/**
 * Locks those of the results that are still pending until the transaction ends. A place includes the lead that it
 * became in an earlier search of the owner.
 */
export function lockPendingResults(
  searchId: number,
  resultIds: readonly number[],
): Promise<{ id: number; known_lead_id: number | null }[]> {
  return rows(
    sql`SELECT r.id, CASE WHEN r.place IS NOT NULL THEN (
                 SELECT kept.lead_id FROM search_results kept
                 WHERE kept.owner_id = r.owner_id AND kept.result_key = r.result_key
                   AND kept.place IS NOT NULL AND kept.lead_id IS NOT NULL
                 ORDER BY kept.id DESC LIMIT 1) END AS known_lead_id
        FROM search_results r
        WHERE r.search_id = ${searchId} AND r.id = ANY(${resultIds}::int[]) AND r.outcome = 'pending'
        ORDER BY r.id FOR NO KEY UPDATE`,
  );
}

export interface Settled {
  id: number;
  outcome: ResultOutcome;
  leadId?: number | null;
  detail?: string;
  /** Data of a company that was found elsewhere. */
  company?: object;
}

/** Sets the outcomes of results that are still pending; the lead is left empty if it was deleted meanwhile. */
export async function settleResults(
  search: { id: number; ownerId: OwnerId },
  settled: readonly Settled[],
): Promise<void> {
  await execute(
    sql`UPDATE search_results AS r SET outcome = s.outcome, detail = s.detail, company = s.company, lead_id = l.id
        FROM json_to_recordset(${toStorableJson(settled)}::json)
          AS s(id int, outcome text, detail text, "leadId" int, company jsonb)
        LEFT JOIN leads l ON l.owner_id = ${search.ownerId} AND l.id = s."leadId"
        WHERE r.search_id = ${search.id} AND r.id = s.id AND r.outcome = 'pending'`,
  );
}

/** How many results of a search became new leads. */
export function countCreated(searchId: number): Promise<number> {
  return prisma.searchResult.count({ where: { search_id: searchId, outcome: "created" } });
}

/** True when the database rejected a value: bad data, a constraint or its length. */
export function isRejectedValue(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(?:22|23|54)/.test(String(error.code));
}

/** Marks pending results as left out. Returns the search's total left out. */
export async function markRestLeftOut(searchId: number): Promise<number> {
  await prisma.searchResult.updateMany({
    where: { search_id: searchId, outcome: "pending" },
    data: { outcome: "left_out" },
  });
  const row = await firstRow<{ left_out: number }>(
    sql`UPDATE searches SET left_out =
          (SELECT count(*) FROM search_results WHERE search_id = ${searchId} AND outcome = 'left_out')
        WHERE id = ${searchId} RETURNING left_out`,
  );
  return row?.left_out ?? 0;
}

export interface OutcomeRow {
  key: string;
  name: string;
  outcome: ResultOutcome | "pending";
  city: string | null;
  state: string | null;
  whatsapp: string | null;
}

/** The outcomes of a search's results, with data of their leads. */
export function findOutcomes(
  ownerId: OwnerId,
  searchId: number,
  limit: number,
): Promise<OutcomeRow[]> {
  return rows(
    sql`SELECT r.result_key AS key, coalesce(l.name, r.title) AS name, r.outcome, l.city, l.state, l.whatsapp
        FROM search_results r LEFT JOIN leads l ON l.owner_id = r.owner_id AND l.id = r.lead_id
        WHERE r.owner_id = ${ownerId} AND r.search_id = ${searchId} ORDER BY r.id LIMIT ${limit}`,
  );
}

/** The leads of these results that still are leads, and in sight. */
export function findResultLeads(
  reader: Reader,
  results: readonly { searchId: number; key: string }[],
): Promise<{ search_id: number; result_key: string; lead_id: number }[]> {
  return rows(
    sql`SELECT r.search_id, r.result_key, r.lead_id
        FROM json_to_recordset(${toStorableJson(results)}::json) AS wanted("searchId" int, key text)
        JOIN search_results r ON r.search_id = wanted."searchId" AND r.result_key = wanted.key
        JOIN leads l ON l.owner_id = r.owner_id AND l.id = r.lead_id
        WHERE r.owner_id = ${reader.ownerId} ${seen(reader, "l")}`,
  );
}

/** The places of a maps search, in the order found; a lead out of sight is as one that was deleted. */
export function findPlaceResults(
  reader: Reader,
  searchId: number,
  limit: number,
): Promise<PlaceResult[]> {
  return rows(
    sql`SELECT r.id, r.title AS name, (r.place->>'latitude')::float8 AS latitude, (r.place->>'longitude')::float8 AS longitude,
               r.place->>'address' AS address, r.outcome, l.id AS lead_id
        FROM search_results r LEFT JOIN leads l ON l.owner_id = r.owner_id AND l.id = r.lead_id ${seen(reader, "l")}
        WHERE r.owner_id = ${reader.ownerId} AND r.search_id = ${searchId} AND r.place IS NOT NULL
        ORDER BY r.id LIMIT ${limit}`,
  );
}

/** Links results to restored leads again, unless they belong to another lead now. */
export async function returnResults(
  ownerId: OwnerId,
  leads: readonly { lead_id: number; result_ids: readonly number[] }[],
): Promise<void> {
  const results = leads.flatMap(({ lead_id, result_ids }) =>
    result_ids.map((id) => ({ id, lead_id })),
  );
  if (results.length === 0) return;
  await execute(
    sql`UPDATE search_results AS r SET lead_id = g.lead_id
        FROM jsonb_to_recordset(${toStorableJson(results)}::jsonb) AS g (id int, lead_id int)
        WHERE r.owner_id = ${ownerId} AND r.id = g.id AND r.lead_id IS NULL`,
  );
}
