import type { UserId } from "@/server/auth/actor";
import { execute, firstRow, join, rows, sql } from "@/server/db/sql";

export type ResultOutcome = "created" | "linked" | "left_out" | "empty" | "failed" | "not_visited";

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
  /** 'not_visited' for links that are kept but lead to no company's own site. */
  outcome: "pending" | "not_visited";
}

/** Each company once per search: what is there already stays as it is. */
export async function addResults(
  search: { id: number; ownerId: UserId },
  results: NewResult[],
): Promise<void> {
  if (results.length === 0) return;
  const values = results.map(
    ({ key, url, title, place, outcome }) =>
      sql`(${search.id}, ${search.ownerId}, ${url}, ${key}, ${title},
           ${place === null ? null : JSON.stringify(place)}::jsonb, ${outcome})`,
  );
  await execute(
    sql`INSERT INTO search_results (search_id, owner_id, url, result_key, title, place, outcome)
        VALUES ${join(values)} ON CONFLICT (search_id, result_key) DO NOTHING`,
  );
}

/** Records that the page's results are all there. */
export async function markPageRead(searchId: number, page: number): Promise<void> {
  await execute(sql`UPDATE searches SET last_page = ${page}, attempts = 0 WHERE id = ${searchId}`);
}

export function findPendingResults<Place>(searchId: number): Promise<SearchResultRow<Place>[]> {
  return rows(
    sql`SELECT id, url, result_key, title, place FROM search_results
        WHERE search_id = ${searchId} AND outcome = 'pending' ORDER BY id`,
  );
}

/** False when the result's outcome is already known. */
export async function settleResult(
  resultId: number,
  outcome: ResultOutcome,
  { leadId = null, detail = null }: { leadId?: number | null; detail?: string | null } = {},
): Promise<boolean> {
  const settled = await execute(
    sql`UPDATE search_results SET outcome = ${outcome}, detail = ${detail}, lead_id = ${leadId}
        WHERE id = ${resultId} AND outcome = 'pending'`,
  );
  return settled === 1;
}

/** Marks what is still pending as left out, and says how many results were left out in all. */
export async function leaveRestOut(searchId: number): Promise<number> {
  await execute(
    sql`UPDATE search_results SET outcome = 'left_out' WHERE search_id = ${searchId} AND outcome = 'pending'`,
  );
  const row = await firstRow<{ left_out: number }>(
    sql`UPDATE searches SET left_out =
          (SELECT count(*) FROM search_results WHERE search_id = ${searchId} AND outcome = 'left_out')
        WHERE id = ${searchId} RETURNING left_out`,
  );
  return row?.left_out ?? 0;
}

/** The owner's lead that this very place became in an earlier search. */
export async function findLeadOfPlace(ownerId: UserId, resultKey: string): Promise<number | null> {
  const row = await firstRow<{ lead_id: number }>(
    sql`SELECT lead_id FROM search_results
        WHERE owner_id = ${ownerId} AND result_key = ${resultKey} AND place IS NOT NULL AND lead_id IS NOT NULL
        ORDER BY id DESC LIMIT 1`,
  );
  return row?.lead_id ?? null;
}

export interface PlaceResultRow {
  id: number;
  name: string;
  latitude: number;
  longitude: number;
  address: string | null;
  outcome: ResultOutcome | "pending";
  lead_id: number | null;
}

/** The places of a search for its map, as found. */
export function findPlaceResults(
  ownerId: UserId,
  searchId: number,
  limit: number,
): Promise<PlaceResultRow[]> {
  return rows(
    sql`SELECT id, title AS name, (place->>'latitude')::float8 AS latitude, (place->>'longitude')::float8 AS longitude,
               place->>'address' AS address, outcome, lead_id
        FROM search_results
        WHERE owner_id = ${ownerId} AND search_id = ${searchId} AND place IS NOT NULL
        ORDER BY id LIMIT ${limit}`,
  );
}
