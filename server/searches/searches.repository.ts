import type { ListStatus } from "@/lib/domain/search";
import type { UserId } from "@/server/auth/actor";
import { execute, firstRow, join, rows, sql } from "@/server/db/sql";

export interface SearchRow {
  id: number;
  owner_id: number;
  list_id: number;
  list_name: string;
  kind: "pages";
  query: string;
  city: string;
  state: string;
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
  sites_total: number;
  sites_done: number;
  leads_created: number;
  leads_linked: number;
}

export type SiteOutcome = "created" | "linked" | "left_out" | "empty" | "failed";

export interface SearchSiteRow {
  id: number;
  url: string;
  title: string;
}

const SEARCHES = sql`
  SELECT s.id, s.owner_id, s.list_id, l.name AS list_name, s.kind, s.query, s.city, s.state, s.start_page,
         s.end_page, s.last_page, s.status, s.stop_at, s.left_out, s.note, s.lease_no, s.attempts,
         s.created_at, s.completed_at, t.*
  FROM searches s
  JOIN lists l ON l.id = s.list_id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS sites_total,
           (count(*) FILTER (WHERE outcome <> 'pending'))::int AS sites_done,
           (count(*) FILTER (WHERE outcome = 'created'))::int AS leads_created,
           (count(*) FILTER (WHERE outcome = 'linked'))::int AS leads_linked
    FROM search_sites WHERE search_id = s.id
  ) AS t`;

export function findSearch(ownerId: UserId, searchId: number): Promise<SearchRow | null> {
  return firstRow(sql`${SEARCHES} WHERE s.owner_id = ${ownerId} AND s.id = ${searchId}`);
}

export function findRecentSearches(ownerId: UserId, limit: number): Promise<SearchRow[]> {
  return rows(
    sql`${SEARCHES} WHERE s.owner_id = ${ownerId} ORDER BY s.created_at DESC, s.id DESC LIMIT ${limit}`,
  );
}

/** Creates the search with the list its leads go to. */
export async function createSearch(
  ownerId: UserId,
  search: {
    name: string;
    query: string;
    city: string;
    state: string;
    startPage: number;
    endPage: number;
  },
): Promise<{ searchId: number; listId: number }> {
  const row = await firstRow<{ searchId: number; listId: number }>(
    sql`WITH list AS (
          INSERT INTO lists (owner_id, name, source, query, city, state)
          VALUES (${ownerId}, ${search.name}, 'google_pages', ${search.query}, ${search.city}, ${search.state})
          RETURNING id
        )
        INSERT INTO searches (owner_id, list_id, kind, query, city, state, start_page, end_page, last_page)
        SELECT ${ownerId}, id, 'pages', ${search.query}, ${search.city}, ${search.state}, ${search.startPage},
               ${search.endPage}, ${search.startPage - 1}
        FROM list
        RETURNING id AS "searchId", list_id AS "listId"`,
  );
  if (!row) throw new Error("INSERT into searches returned no row");
  return row;
}

/**
 * Takes the search for this worker under a new fencing number, unless another worker holds it or it is over.
 * From then on every write of the holder names that number.
 */
export function claimSearch(
  searchId: number,
  leaseSeconds: number,
): Promise<{ owner_id: number; lease_no: number } | null> {
  return firstRow(
    sql`UPDATE searches SET lease_no = lease_no + 1, lease_until = now() + make_interval(secs => ${leaseSeconds})
        WHERE id = ${searchId} AND status = 'processing' AND (lease_until IS NULL OR lease_until < now())
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

export async function countAttempt(searchId: number): Promise<number> {
  const row = await firstRow<{ attempts: number }>(
    sql`UPDATE searches SET attempts = attempts + 1 WHERE id = ${searchId} RETURNING attempts`,
  );
  return row?.attempts ?? 0;
}

/** Records a result page: its sites (each company once per search) and that the page is read. */
export async function addResultPage(
  search: { id: number; ownerId: UserId; page: number },
  sites: { url: string; siteKey: string; title: string }[],
): Promise<void> {
  if (sites.length > 0) {
    const values = sites.map(
      (site) => sql`(${search.id}, ${search.ownerId}, ${site.url}, ${site.siteKey}, ${site.title})`,
    );
    await execute(
      sql`INSERT INTO search_sites (search_id, owner_id, url, site_key, title) VALUES ${join(values)}
          ON CONFLICT (search_id, site_key) DO NOTHING`,
    );
  }
  await execute(
    sql`UPDATE searches SET last_page = ${search.page}, attempts = 0 WHERE id = ${search.id}`,
  );
}

export function findPendingSites(searchId: number): Promise<SearchSiteRow[]> {
  return rows(
    sql`SELECT id, url, title FROM search_sites WHERE search_id = ${searchId} AND outcome = 'pending' ORDER BY id`,
  );
}

/** False when the site's outcome is already known. */
export async function settleSite(
  siteId: number,
  outcome: SiteOutcome,
  detail: string | null,
): Promise<boolean> {
  const settled = await execute(
    sql`UPDATE search_sites SET outcome = ${outcome}, detail = ${detail}
        WHERE id = ${siteId} AND outcome = 'pending'`,
  );
  return settled === 1;
}

/** Marks what is still pending as left out, and says how many results were left out in all. */
export async function leaveRestOut(searchId: number): Promise<number> {
  await execute(
    sql`UPDATE search_sites SET outcome = 'left_out' WHERE search_id = ${searchId} AND outcome = 'pending'`,
  );
  const row = await firstRow<{ left_out: number }>(
    sql`UPDATE searches SET left_out =
          (SELECT count(*) FROM search_sites WHERE search_id = ${searchId} AND outcome = 'left_out')
        WHERE id = ${searchId} RETURNING left_out`,
  );
  return row?.left_out ?? 0;
}

export async function linkLead(ownerId: UserId, listId: number, leadId: number): Promise<void> {
  await execute(
    sql`INSERT INTO list_leads (list_id, lead_id, owner_id) VALUES (${listId}, ${leadId}, ${ownerId})
        ON CONFLICT DO NOTHING`,
  );
}

/** Ends search and list together; false when it had ended already. */
export async function endSearch(
  searchId: number,
  status: Exclude<ListStatus, "processing">,
  note: string | null,
): Promise<boolean> {
  const ended = await execute(
    sql`WITH ended AS (
          UPDATE searches SET status = ${status}, note = ${note}, completed_at = now(), lease_until = NULL
          WHERE id = ${searchId} AND status = 'processing' RETURNING list_id
        )
        UPDATE lists SET status = ${status}, note = ${note}, completed_at = now()
        FROM ended WHERE lists.id = ended.list_id`,
  );
  return ended === 1;
}

/** False when it is over already. */
export async function askToStop(ownerId: UserId, searchId: number): Promise<boolean> {
  const asked = await execute(
    sql`UPDATE searches SET stop_at = coalesce(stop_at, now())
        WHERE owner_id = ${ownerId} AND id = ${searchId} AND status = 'processing'`,
  );
  return asked === 1;
}

/** Searches nobody works on: never taken up, or their worker is gone. */
export function findAdrift(limit: number): Promise<{ id: number; lease_no: number }[]> {
  return rows(
    sql`SELECT id, lease_no FROM searches
        WHERE status = 'processing' AND (lease_until IS NULL OR lease_until < now())
        ORDER BY lease_until NULLS FIRST LIMIT ${limit}`,
  );
}
