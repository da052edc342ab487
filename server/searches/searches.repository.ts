import type { ListStatus } from "@/lib/domain/searches/search";
import type { UserId } from "@/server/actor";
import { execute, firstRow, rows, sql } from "@/server/db/sql";

export interface SearchRow {
  id: number;
  owner_id: number;
  list_id: number;
  list_name: string;
  kind: "pages" | "maps";
  query: string;
  city: string | null;
  state: string | null;
  radius_km: number | null;
  latitude: number | null;
  longitude: number | null;
  start_page: number;
  end_page: number;
  last_page: number;
  status: ListStatus;
  stop_at: Date | null;
  left_out: number;
  note: string | null;
  lease_no: number;
  attempts: number;
  created_at: Date;
  completed_at: Date | null;
  results_total: number;
  results_done: number;
  leads_created: number;
  leads_linked: number;
}

const SEARCHES = sql`
  SELECT s.id, s.owner_id, s.list_id, l.name AS list_name, s.kind, s.query, s.city, s.state, s.radius_km,
         s.latitude, s.longitude, s.start_page, s.end_page, s.last_page, s.status, s.stop_at, s.left_out, s.note,
         s.lease_no, s.attempts, s.created_at, s.completed_at, t.*
  FROM searches s
  JOIN lists l ON l.id = s.list_id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS results_total,
           (count(*) FILTER (WHERE outcome <> 'pending'))::int AS results_done,
           (count(*) FILTER (WHERE outcome = 'created'))::int AS leads_created,
           (count(*) FILTER (WHERE outcome = 'linked'))::int AS leads_linked
    FROM search_results WHERE search_id = s.id
  ) AS t`;

export function findSearch(ownerId: UserId, searchId: number): Promise<SearchRow | null> {
  return firstRow(sql`${SEARCHES} WHERE s.owner_id = ${ownerId} AND s.id = ${searchId}`);
}

export function findRecentSearches(ownerId: UserId, limit: number): Promise<SearchRow[]> {
  return rows(
    sql`${SEARCHES} WHERE s.owner_id = ${ownerId} ORDER BY s.created_at DESC, s.id DESC LIMIT ${limit}`,
  );
}

export interface NewSearch {
  kind: "pages" | "maps";
  query: string;
  city: string | null;
  state: string | null;
  radiusKm: number | null;
  latitude: number | null;
  longitude: number | null;
  startPage: number;
  endPage: number;
}

/** `listId`: the list its leads go to. */
export async function insertSearch(
  ownerId: UserId,
  listId: number,
  search: NewSearch,
): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO searches (owner_id, list_id, kind, query, city, state, radius_km, latitude, longitude,
                              start_page, end_page, last_page)
        VALUES (${ownerId}, ${listId}, ${search.kind}, ${search.query}, ${search.city}, ${search.state}, ${search.radiusKm},
                ${search.latitude}, ${search.longitude}, ${search.startPage}, ${search.endPage}, ${search.startPage - 1})
        RETURNING id`,
  );
  if (!row) throw new Error("INSERT into searches returned no row");
  return row.id;
}

/** First key of the advisory lock under which an owner's searches are claimed. */
const CLAIM_LOCK = 4001;

/** One owner's searches under way at a time: fifty of one person's must not keep another's one waiting. */
const PER_OWNER_AT_ONCE = 2;

/**
 * Takes the search for this worker under a new fencing number, unless another worker holds it, it is over, or its owner
 * has enough under way. From then on every write of the holder names that number.
 */
export async function claimSearch(
  searchId: number,
  leaseSeconds: number,
): Promise<{ owner_id: number; lease_no: number } | null> {
  // Claims of one owner take turns, or two of them would both count one too few.
  await execute(
    sql`SELECT pg_advisory_xact_lock(${CLAIM_LOCK}, owner_id) FROM searches WHERE id = ${searchId}`,
  );
  return firstRow(
    sql`UPDATE searches SET lease_no = lease_no + 1, lease_until = now() + make_interval(secs => ${leaseSeconds})
        WHERE id = ${searchId} AND status = 'processing' AND (lease_until IS NULL OR lease_until < now())
          AND (SELECT count(*) FROM searches other
               WHERE other.owner_id = searches.owner_id AND other.status = 'processing'
                 AND other.lease_until >= now()) < ${PER_OWNER_AT_ONCE}
        RETURNING owner_id, lease_no`,
  );
}

/** False when the search is no longer this worker's. */
export async function renewLease(
  searchId: number,
  leaseNo: number,
  leaseSeconds: number,
): Promise<boolean> {
  const renewed = await execute(
    sql`UPDATE searches SET lease_until = now() + make_interval(secs => ${leaseSeconds})
        WHERE id = ${searchId} AND lease_no = ${leaseNo} AND status = 'processing'`,
  );
  return renewed === 1;
}

/** Lets go, until `resumeAt` when given: before it nobody takes the search up. */
export async function releaseLease(
  searchId: number,
  leaseNo: number,
  resumeAt: Date | null,
): Promise<void> {
  await execute(
    sql`UPDATE searches SET lease_until = ${resumeAt}
        WHERE id = ${searchId} AND lease_no = ${leaseNo} AND status = 'processing'`,
  );
}

/** Locks the row for the running transaction; false when the search is no longer this worker's. */
export async function holdsLease(searchId: number, leaseNo: number): Promise<boolean> {
  const row = await firstRow(
    sql`SELECT 1 FROM searches WHERE id = ${searchId} AND lease_no = ${leaseNo} AND status = 'processing'
        FOR NO KEY UPDATE`,
  );
  return row !== null;
}

/** `note` says why nothing happens, until the next page is read. */
export async function countAttempt(searchId: number, note: string): Promise<number> {
  const row = await firstRow<{ attempts: number }>(
    sql`UPDATE searches SET attempts = attempts + 1, note = ${note} WHERE id = ${searchId} RETURNING attempts`,
  );
  return row?.attempts ?? 0;
}

/** False when the search is over, or its owner asked it to stop. */
export async function mayGoOn(searchId: number): Promise<boolean> {
  const row = await firstRow(
    sql`SELECT 1 FROM searches WHERE id = ${searchId} AND status = 'processing' AND stop_at IS NULL`,
  );
  return row !== null;
}

/** Kept for the end of the search. */
export async function addNote(searchId: number, note: string): Promise<void> {
  await execute(sql`UPDATE searches SET note = ${note} WHERE id = ${searchId}`);
}

/** What ended, or null when it had ended already. */
export function endSearch(
  searchId: number,
  status: Exclude<ListStatus, "processing">,
  note: string | null,
): Promise<{ kind: "pages" | "maps"; list_id: number } | null> {
  return firstRow(
    sql`UPDATE searches SET status = ${status}, note = ${note}, completed_at = now(), lease_until = NULL
        WHERE id = ${searchId} AND status = 'processing' RETURNING list_id, kind`,
  );
}

/** One that waits for its provider is taken up again to be ended: no lease of a worker lasts that long. */
const ASK_TO_STOP = sql`
  UPDATE searches SET stop_at = coalesce(stop_at, now()),
                      lease_until = CASE WHEN lease_until < now() + interval '30 seconds' THEN lease_until END`;

/** Every search under way ends before its next result. */
export async function askAllToStop(ownerId: UserId): Promise<void> {
  await execute(sql`${ASK_TO_STOP} WHERE owner_id = ${ownerId} AND status = 'processing'`);
}

/** Ends the list's search at once, whoever works on it; its id, or null when none was under way. */
export async function endSearchOfList(ownerId: UserId, listId: number): Promise<number | null> {
  const row = await firstRow<{ id: number }>(
    sql`UPDATE searches SET status = 'completed', completed_at = now(), lease_until = NULL
        WHERE owner_id = ${ownerId} AND list_id = ${listId} AND status = 'processing' RETURNING id`,
  );
  return row?.id ?? null;
}

/** False when it is over already. */
export async function askToStop(ownerId: UserId, searchId: number): Promise<boolean> {
  const asked = await execute(
    sql`${ASK_TO_STOP} WHERE owner_id = ${ownerId} AND id = ${searchId} AND status = 'processing'`,
  );
  return asked === 1;
}

/**
 * Searches nobody works on (never taken up, or their worker is gone) and that may be taken up now: of each owner the
 * oldest, as many as are not under way already.
 */
export function findAdrift(limit: number): Promise<{ id: number; lease_no: number }[]> {
  return rows(
    sql`SELECT id, lease_no FROM (
          SELECT id, lease_no, lease_until,
                 row_number() OVER (PARTITION BY owner_id, coalesce(lease_until >= now(), false) ORDER BY id)
                   + count(*) FILTER (WHERE lease_until >= now()) OVER (PARTITION BY owner_id) AS place
          FROM searches WHERE status = 'processing'
        ) AS waiting
        WHERE (lease_until IS NULL OR lease_until < now()) AND place <= ${PER_OWNER_AT_ONCE}
        ORDER BY place, id LIMIT ${limit}`,
  );
}

/** The owner's oldest search that waits for its turn. */
export function findWaiting(ownerId: UserId): Promise<{ id: number; lease_no: number } | null> {
  return firstRow(
    sql`SELECT id, lease_no FROM searches
        WHERE owner_id = ${ownerId} AND status = 'processing' AND lease_until IS NULL
        ORDER BY id LIMIT 1`,
  );
}
