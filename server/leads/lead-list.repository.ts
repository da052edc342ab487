import { COUNTED_LEADS, type LeadSort } from "@/lib/domain/lead-list";
import type { LeadStatus } from "@/lib/domain/lead-status";
import type { UserId } from "@/server/auth/actor";
import { empty, firstRow, join, rows, type Sql, sql } from "@/server/db/sql";
import { containsOneOf } from "@/server/db/text-search";
import type { LeadRow } from "./leads.repository";

export interface LeadFilter {
  /** A lead matches that holds one of them, accents and case aside; none is no search. */
  spellings: string[];
  statuses: LeadStatus[];
  listId: number | null;
  source: string | null;
  city: string | null;
  createdFrom: Date | null;
  /** The first instant that is too late. */
  createdBefore: Date | null;
}

export interface LeadOrder {
  sort: LeadSort;
  descending: boolean;
}

/** The place of one lead in an order: its key as text (null: it has none, and stands at the end) and its id. */
export interface Cursor {
  key: string | null;
  id: number;
}

export type PlacedRow = LeadRow & { sort_key: string | null };

export interface Window {
  /** Where to start: beyond this lead, or at the end from which rows are counted. */
  cursor: Cursor | null;
  /** Counts from the end, or back from the cursor; the rows come in the list's order all the same. */
  backward: boolean;
  offset: number;
  limit: number;
}

interface SortKey {
  column: Sql;
  type: Sql;
  /** Some leads have no such value: they come last, whatever the direction. */
  nullable: boolean;
  /** Unique per owner: its index needs no id to tell two leads apart. */
  unique: boolean;
}

const folded = (column: Sql, nullable = true): SortKey => ({
  column,
  type: sql`text`,
  nullable,
  unique: false,
});

const KEYS: Record<LeadSort, SortKey> = {
  created_at: { column: sql`created_at`, type: sql`timestamptz`, nullable: false, unique: false },
  status: folded(sql`status`, false),
  name: folded(sql`name_key`, false),
  whatsapp: { column: sql`whatsapp_key`, type: sql`text`, nullable: true, unique: true },
  website: folded(sql`website_key`),
  address: folded(sql`address_key`),
  cnpj: { column: sql`cnpj`, type: sql`text`, nullable: true, unique: true },
  cnae: folded(sql`cnae_key`),
  proprietario: folded(sql`proprietario_key`),
  obs: folded(sql`obs_key`),
  ai_obs: folded(sql`ai_obs_key`),
};

const COLUMNS = sql`l.id, l.name, l.status, l.whatsapp, l.phone, l.email, l.website, l.address, l.city, l.state, l.cnpj,
  l.cnae, l.proprietario, l.obs, l.ai_obs, l.source, l.created_at`;

/** The owner's leads that `filter` lets through, as a condition on `leads`: those of its text are looked up first. */
export function matching(ownerId: UserId, filter: LeadFilter): Sql {
  const conditions = [ofLead(ownerId, filter), ...ofBoth(ownerId, filter)];
  const { spellings } = filter;
  if (spellings.length > 0) {
    const holders = sql`SELECT id FROM lead_search WHERE ${ofSearch(ownerId)} AND ${containsOneOf(spellings)}`;
    conditions.push(sql`id IN (${holders})`);
  }
  return join(conditions, " AND ");
}

/** The same, for a walk along an index that soon ends: each lead that is met is asked for its text. */
function matchingAsMet(ownerId: UserId, filter: LeadFilter): Sql {
  const { spellings } = filter;
  const conditions = [ofLead(ownerId, filter), ...ofBoth(ownerId, filter)];
  if (spellings.length > 0) {
    conditions.push(
      sql`(SELECT ${containsOneOf(spellings)} FROM lead_search WHERE ${ofSearch(ownerId)} AND lead_search.id = leads.id)`,
    );
  }
  return join(conditions, " AND ");
}

/** The same, as a condition on `lead_search`; what only `leads` knows is answered by the indexes of its filters alone. */
function matchingBySearch(ownerId: UserId, filter: LeadFilter): Sql {
  const { spellings, statuses, city } = filter;
  const conditions = [ofSearch(ownerId), containsOneOf(spellings), ...ofBoth(ownerId, filter)];
  if (statuses.length > 0 || city) {
    conditions.push(sql`id IN (SELECT id FROM leads WHERE ${ofLead(ownerId, filter)})`);
  }
  return join(conditions, " AND ");
}

/** The owner's rows of `lead_search`; the part is what leaves the other partitions alone. */
function ofSearch(ownerId: UserId): Sql {
  return sql`part = lead_search_part(${ownerId}) AND owner_id = ${ownerId}`;
}

function ofLead(ownerId: UserId, { statuses, city }: LeadFilter): Sql {
  return join(
    [
      sql`owner_id = ${ownerId}`,
      ...(statuses.length > 0 ? [sql`status = ANY(${statuses}::text[])`] : []),
      ...(city ? [sql`city = ${city}`] : []),
    ],
    " AND ",
  );
}

/** What `leads` and `lead_search` both know. */
function ofBoth(ownerId: UserId, filter: LeadFilter): Sql[] {
  const { listId, source, createdFrom, createdBefore } = filter;
  return [
    ...(listId !== null
      ? [
          sql`id IN (SELECT lead_id FROM list_leads WHERE owner_id = ${ownerId} AND list_id = ${listId})`,
        ]
      : []),
    ...(source ? [sql`source = ${source}`] : []),
    ...(createdFrom ? [sql`created_at >= ${createdFrom}`] : []),
    ...(createdBefore ? [sql`created_at < ${createdBefore}`] : []),
  ];
}

/**
 * Rows of a window, read in the order of the sort's index: the cost is that of the rows passed over, which the caller
 * bounds.
 */
export async function findWindow(
  ownerId: UserId,
  filter: LeadFilter,
  order: LeadOrder,
  window: Window,
): Promise<PlacedRow[]> {
  const { column } = KEYS[order.sort];
  const found = await rows<PlacedRow>(
    sql`WITH window_ids AS MATERIALIZED (
          SELECT id, row_number() OVER () AS place FROM (${inOrder(ownerId, filter, order, window)}) AS walked
        )
        SELECT ${COLUMNS}, l.${column}::text AS sort_key
        FROM window_ids JOIN leads l ON l.id = window_ids.id AND l.owner_id = ${ownerId} ORDER BY place`,
  );
  return window.backward ? found.reverse() : found;
}

/** The place of the row at the window's offset; null beyond the end. */
export function findPlace(
  ownerId: UserId,
  filter: LeadFilter,
  order: LeadOrder,
  window: Omit<Window, "limit">,
): Promise<Cursor | null> {
  return firstRow(
    sql`SELECT id, key::text AS key FROM (${inOrder(ownerId, filter, order, { ...window, limit: 1 })}) AS walked`,
  );
}

/** Ids and keys in order: those with a value from one index range, then (or, backwards, before) those without. */
function inOrder(ownerId: UserId, filter: LeadFilter, order: LeadOrder, window: Window): Sql {
  const { column, nullable, unique } = KEYS[order.sort];
  const { backward, cursor, offset, limit } = window;
  const where = matchingAsMet(ownerId, filter);
  const [withValue, without] = beyond(order, cursor, backward);
  const direction = order.descending === backward ? sql`ASC` : sql`DESC`;
  const ranges = [
    withValue &&
      sql`(SELECT id, ${column} AS key FROM leads WHERE ${where} AND ${column} IS NOT NULL ${withValue}
           ORDER BY ${column} ${direction}${unique ? empty : sql`, id ${direction}`} LIMIT ${offset + limit})`,
    nullable &&
      without &&
      sql`(SELECT id, NULL::text AS key FROM leads WHERE ${where} AND ${column} IS NULL ${without}
           ORDER BY id ${direction} LIMIT ${offset + limit})`,
  ].filter((range): range is Sql => Boolean(range));
  const walked = join(backward ? ranges.reverse() : ranges, " UNION ALL ");
  return sql`SELECT id, key FROM (${walked}) AS ranges LIMIT ${limit} OFFSET ${offset}`;
}

/** What of the leads with a value, and of those without, lies beyond the cursor; null where nothing does. */
function beyond(
  order: LeadOrder,
  cursor: Cursor | null,
  backward: boolean,
): [withValue: Sql | null, without: Sql | null] {
  if (!cursor) return [empty, empty];
  const { column, type, unique } = KEYS[order.sort];
  const follows = order.descending === backward ? sql`>` : sql`<`;
  const sameSide = sql`AND id ${follows} ${cursor.id}`;
  if (cursor.key === null) return backward ? [empty, sameSide] : [null, sameSide];
  const key = sql`${cursor.key}::${type}`;
  const after = unique
    ? sql`AND ${column} ${follows} ${key}`
    : sql`AND (${column}, id) ${follows} (${key}, ${cursor.id})`;
  return [after, backward ? null : empty];
}

/**
 * What a filter finds, as far as it is counted (COUNTED_LEADS + 1 says "more than that": the rows are then any), and one
 * window of it. Finding is by the filter's own indexes, whatever the sort; so a sort costs at most a sort of that many.
 */
export async function findMatches(
  ownerId: UserId,
  filter: LeadFilter,
  order: LeadOrder,
  window: Window,
): Promise<{ total: number; rows: PlacedRow[] }> {
  const { column, nullable } = KEYS[order.sort];
  const { backward, cursor, offset, limit } = window;
  const [withValue, without] = beyond(order, cursor, backward);
  const sides = [
    withValue && sql`(${column} IS NOT NULL ${withValue})`,
    without && sql`(${column} IS NULL ${without})`,
  ].filter((side): side is Sql => Boolean(side));
  const direction = order.descending === backward ? sql`ASC` : sql`DESC`;
  // Not said where there are none: an index walked backwards has them first.
  const blanks = !nullable ? empty : backward ? sql`NULLS FIRST` : sql`NULLS LAST`;
  const searched = filter.spellings.length > 0;
  const source = searched
    ? sql`lead_search WHERE ${matchingBySearch(ownerId, filter)}`
    : sql`leads WHERE ${matching(ownerId, filter)}`;
  // The one key that lead_search does not have. IS TRUE keeps the planner from joining the two: it walks the statuses in
  // their order, which soon meets a page of hits.
  const elsewhere = searched && order.sort === "status";
  const placed = elsewhere
    ? sql`leads WHERE owner_id = ${ownerId} AND (id IN (SELECT id FROM hits)) IS TRUE AND`
    : sql`hits WHERE`;
  const found = await rows<PlacedRow & { total: number }>(
    sql`WITH hits AS MATERIALIZED (
          SELECT id${elsewhere ? empty : sql`, ${column}`} FROM ${source} LIMIT ${COUNTED_LEADS + 1}
        ), page AS (
          SELECT id, ${column} AS key FROM ${placed} (${join(sides, " OR ")})
          ORDER BY ${column} ${direction} ${blanks}, id ${direction} LIMIT ${limit} OFFSET ${offset}
        )
        SELECT counted.total, ${COLUMNS}, page.key::text AS sort_key
        FROM (SELECT count(*)::int AS total FROM hits) AS counted
        LEFT JOIN (page JOIN leads l ON l.id = page.id AND l.owner_id = ${ownerId}) ON true
        ORDER BY page.key ${direction} ${blanks}, page.id ${direction}`,
  );
  const page = found.filter((row) => row.id !== null);
  return { total: found[0]?.total ?? 0, rows: backward ? page.reverse() : page };
}

/** Exact, and as cheap for a million leads as for ten: see the triggers that keep lead_counts. */
export function countLeadsByStatus(
  ownerId: UserId,
): Promise<{ status: LeadStatus; count: number }[]> {
  return rows(
    sql`SELECT status, sum(count)::int AS count FROM (
          SELECT status, count FROM lead_counts WHERE owner_id = ${ownerId}
          UNION ALL SELECT status, change FROM lead_count_changes WHERE owner_id = ${ownerId}
        ) AS parts GROUP BY status`,
  );
}

const MOST_CITIES = 500;

/** Jumps from one city to the next in the index instead of reading every lead. */
export function findCities(ownerId: UserId): Promise<{ city: string }[]> {
  return rows(
    sql`WITH RECURSIVE cities AS (
          (SELECT city, 1 AS serial FROM leads WHERE owner_id = ${ownerId} AND city IS NOT NULL ORDER BY city LIMIT 1)
          UNION ALL
          SELECT (SELECT l.city FROM leads l WHERE l.owner_id = ${ownerId} AND l.city > cities.city ORDER BY l.city LIMIT 1),
                 serial + 1
          FROM cities WHERE cities.city IS NOT NULL AND serial < ${MOST_CITIES}
        )
        SELECT city FROM cities WHERE city IS NOT NULL`,
  );
}
