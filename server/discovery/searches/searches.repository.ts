import type { AdvancedSearch } from "@/lib/domain/searches/advanced-search";
import type { ListStatus, SearchKind } from "@/lib/domain/searches/search";
import type { OwnerId, PersonId } from "@/server/platform/actor";
import { leaseQueries, WAKE } from "@/server/platform/db/lease-queries";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";

export interface SearchRow {
  id: number;
  owner_id: number;
  list_id: number;
  list_name: string;
  kind: SearchKind;
  query: string;
  city: string | null;
  state: string | null;
  radius_km: number | null;
  latitude: number | null;
  longitude: number | null;
  place_name: string | null;
  other_cities: boolean;
  advanced: AdvancedSearch | null;
  start_page: number;
  end_page: number;
  last_page: number;
  status: ListStatus;
  stop_at: Date | null;
  left_out: number;
  /** The most credits that it may spend; null for all that the day has. */
  credit_limit: number | null;
  /** Whose its new leads are. */
  seller_id: PersonId | null;
  note: string | null;
  created_at: Date;
  completed_at: Date | null;
  results_total: number;
  results_done: number;
  leads_created: number;
  leads_linked: number;
  empty: number;
  failed: number;
  not_visited: number;
  elsewhere: number;
}

const SEARCHES = sql`
  SELECT s.id, s.owner_id, s.list_id, l.name AS list_name, s.kind, s.query, s.city, s.state, s.radius_km,
         s.latitude, s.longitude, s.place_name, s.other_cities, s.advanced, s.start_page, s.end_page, s.last_page, s.status, s.stop_at,
         s.left_out, s.credit_limit, s.seller_id, s.note, s.created_at, s.completed_at, t.*
  FROM searches s
  JOIN lists l ON l.id = s.list_id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS results_total,
           (count(*) FILTER (WHERE outcome <> 'pending'))::int AS results_done,
           (count(*) FILTER (WHERE outcome = 'created'))::int AS leads_created,
           (count(*) FILTER (WHERE outcome = 'linked'))::int AS leads_linked,
           (count(*) FILTER (WHERE outcome = 'empty'))::int AS empty,
           (count(*) FILTER (WHERE outcome = 'failed'))::int AS failed,
           (count(*) FILTER (WHERE outcome = 'not_visited'))::int AS not_visited,
           (count(*) FILTER (WHERE outcome = 'elsewhere'))::int AS elsewhere
    FROM search_results WHERE search_id = s.id
  ) AS t`;

export function findSearch(ownerId: OwnerId, searchId: number): Promise<SearchRow | null> {
  return firstRow(sql`${SEARCHES} WHERE s.owner_id = ${ownerId} AND s.id = ${searchId}`);
}

export function findRecentSearches(ownerId: OwnerId, limit: number): Promise<SearchRow[]> {
  return rows(
    sql`${SEARCHES} WHERE s.owner_id = ${ownerId} ORDER BY s.created_at DESC, s.id DESC LIMIT ${limit}`,
  );
}

export interface NewSearch {
  kind: SearchKind;
  query: string;
  city: string | null;
  state: string | null;
  radiusKm: number | null;
  latitude: number | null;
  longitude: number | null;
  placeName: string | null;
  startPage: number;
  endPage: number;
  /** Only for a pages search; see `SearchRow`. */
  otherCities?: boolean;
  /** Only for a maps search. */
  advanced?: AdvancedSearch | null;
  /** False when `listId` existed before. */
  madeList?: boolean;
  /** The radar that starts it, and the most credits that it may spend. */
  radar?: { id: number; creditLimit: number };
}

/** `listId`: the list that receives its leads; `sellerId`: whose the new ones are. */
export async function insertSearch(
  ownerId: OwnerId,
  { listId, sellerId }: { listId: number; sellerId: PersonId | null },
  search: NewSearch,
): Promise<number> {
  const { radiusKm, placeName, startPage, endPage, radar, ...others } = search;
  const { madeList = true, otherCities = false, advanced, ...rest } = others;
  const { id } = await prisma.search.create({
    data: {
      ...rest,
      owner_id: ownerId,
      list_id: listId,
      seller_id: sellerId,
      made_list: madeList,
      radar_id: radar?.id ?? null,
      credit_limit: radar?.creditLimit ?? null,
      radius_km: radiusKm,
      place_name: placeName,
      other_cities: otherCities,
      ...(advanced && { advanced: { ...advanced } as object }),
      start_page: startPage,
      end_page: endPage,
      last_page: startPage - 1,
    },
    select: { id: true },
  });
  return id;
}

export const searchLeases = leaseQueries({
  table: "searches",
  owner: "owner_id",
  active: sql`status = 'processing'`,
  stoppable: true,
  maxAttempts: 8,
  // A search that was asked to stop still has to be ended.
  evenInactive: sql`stop_at IS NOT NULL`,
  // Many searches of one owner must not delay another owner's.
  perOwner: { atOnce: 2, lockKey: 4001 },
});

/** Returns false when the search is over or its owner asked it to stop. */
export async function canContinue(ownerId: OwnerId, searchId: number): Promise<boolean> {
  const search = await prisma.search.findFirst({
    where: { owner_id: ownerId, id: searchId, status: "processing", stop_at: null },
    select: { id: true },
  });
  return search !== null;
}

/** Records that all results of a search are stored: there is no page to read. */
export async function markAllPagesRead(ownerId: OwnerId, searchId: number): Promise<void> {
  await execute(
    sql`UPDATE searches SET last_page = end_page WHERE owner_id = ${ownerId} AND id = ${searchId}`,
  );
}

/** Shown until the next page is read or the search ends. */
export async function setNote(ownerId: OwnerId, searchId: number, note: string): Promise<void> {
  await prisma.search.updateMany({ where: { owner_id: ownerId, id: searchId }, data: { note } });
}

/** Returns the ended search, or null when it was already over. */
export function endSearch(
  searchId: number,
  status: Exclude<ListStatus, "processing">,
  note: string | null,
): Promise<{ kind: SearchKind; list_id: number; made_list: boolean } | null> {
  return firstRow(
    sql`UPDATE searches SET status = ${status}, note = ${note}, completed_at = now(), lease_until = NULL
        WHERE id = ${searchId} AND status = 'processing' RETURNING list_id, made_list, kind`,
  );
}

/** A search that waits for its provider becomes due at once, so that it can be ended. */
const REQUEST_STOP = sql`UPDATE searches SET stop_at = coalesce(stop_at, now()), ${WAKE}`;

/** Every active search ends before its next result. */
export async function requestStopOfAll(ownerId: OwnerId): Promise<void> {
  await execute(sql`${REQUEST_STOP} WHERE owner_id = ${ownerId} AND status = 'processing'`);
}

/** Ends the list's searches at once, even while a worker holds them. Returns the ids of those that were active. */
export async function endSearchesOfList(ownerId: OwnerId, listId: number): Promise<number[]> {
  const ended = await rows<{ id: number }>(
    sql`UPDATE searches SET status = 'completed', completed_at = now(), lease_until = NULL
        WHERE owner_id = ${ownerId} AND list_id = ${listId} AND status = 'processing' RETURNING id`,
  );
  return ended.map(({ id }) => id);
}

/** Returns null when it is over. */
export function requestStop(
  ownerId: OwnerId,
  searchId: number,
): Promise<{ id: number; lease_no: number } | null> {
  return firstRow(
    sql`${REQUEST_STOP} WHERE owner_id = ${ownerId} AND id = ${searchId} AND status = 'processing'
        RETURNING id, lease_no`,
  );
}
