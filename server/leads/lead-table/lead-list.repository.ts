import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import { COUNTED_LEADS, type LeadSort } from "@/lib/domain/leads/lead-list";
import { LEAD_ROW_COLUMNS, type LeadRow } from "@/lib/domain/leads/lead-row";
import type { LeadStatus } from "@/lib/domain/leads/lead-status";
import type { OwnValueCell } from "@/lib/domain/leads/own-fields";
import type { OwnerId, Reader } from "@/server/platform/actor";
import { seen, sightName } from "@/server/platform/db/seen";
import {
  columns,
  empty,
  firstRow,
  join,
  prepared,
  rows,
  type Sql,
  sql,
} from "@/server/platform/db/sql";
import {
  buildAnswer,
  buildLastContact,
  buildMatches,
  buildMoreThan,
  buildOtherContacts,
  buildOwnCells,
  buildScanFilter,
  buildTagIds,
  type LeadFilter,
  lookUpLead,
} from "./lead-filter.repository";

export interface LeadOrder {
  sort: LeadSort;
  descending: boolean;
}

/** A lead's position in an order: its sort key as text (null sorts last) and its id. */
export interface Cursor {
  key: string | null;
  id: number;
}

export type KeyedLeadRow = LeadRow & {
  sort_key: string | null;
  tag_ids: number[];
  own_cells: OwnValueCell[] | null;
  last_contact_at: Date | null;
  other_contacts: number;
  answer: AnswerKind | null;
};

export interface PageRange {
  /** Start after this lead (before it when `backward`); null starts at that end of the list. */
  cursor: Cursor | null;
  /** Counts from the end, or back from the cursor; rows are still returned in the list's order. */
  backward: boolean;
  offset: number;
  limit: number;
}

interface SortKey {
  column: Sql;
  type: Sql;
  /** Leads without a value come last in both directions. */
  nullable: boolean;
  /** Unique per owner: the index needs no id to break ties. */
  unique: boolean;
}

const createTextKey = (column: Sql, nullable = true): SortKey => ({
  column,
  type: sql`text`,
  nullable,
  unique: false,
});

const KEYS: Record<LeadSort, SortKey> = {
  created_at: { column: sql`created_at`, type: sql`timestamptz`, nullable: false, unique: false },
  status: createTextKey(sql`status`, false),
  name: createTextKey(sql`name_key`, false),
  whatsapp: { column: sql`phone_key`, type: sql`text`, nullable: true, unique: true },
  website: createTextKey(sql`website_key`),
  address: createTextKey(sql`address_key`),
  cnpj: { column: sql`cnpj`, type: sql`text`, nullable: true, unique: true },
  cnae: createTextKey(sql`cnae_key`),
  proprietario: createTextKey(sql`proprietario_key`),
  obs: createTextKey(sql`obs_key`),
  ai_obs: createTextKey(sql`ai_obs_key`),
};

/** True when leads may have no value for this sort: they come last, and their cursor's key is null. */
export function canBeBlank(sort: LeadSort): boolean {
  return KEYS[sort].nullable;
}

const columnsFor = (reader: Pick<Reader, "sight">): Sql =>
  sql`${columns(LEAD_ROW_COLUMNS, { of: "l" })}, ${buildTagIds("l")} AS tag_ids, ${buildOwnCells("l")} AS own_cells, ${buildLastContact("l", reader)} AS last_contact_at, ${buildOtherContacts("l")} AS other_contacts, ${buildAnswer("l", reader)} AS answer`;

/** The leads with these ids, in order. */
export function findLeadsById(
  reader: Reader,
  ids: number[],
  order: LeadOrder,
): Promise<(LeadRow & Omit<KeyedLeadRow, keyof LeadRow | "sort_key">)[]> {
  const direction = order.descending ? sql`DESC` : sql`ASC`;
  return rows(
    sql`SELECT ${columnsFor(reader)} FROM leads l WHERE l.owner_id = ${reader.ownerId} AND l.id = ANY(${ids}::int[])${seen(reader, "l")}
        ORDER BY l.${KEYS[order.sort].column} ${direction} NULLS LAST, l.id ${direction}`,
  );
}

/**
 * The rows of a page, read in the order of the sort's index. The cost grows with the rows skipped, which the caller
 * bounds.
 */
export async function findPage(
  ownerId: OwnerId,
  filter: LeadFilter,
  order: LeadOrder,
  pageRange: PageRange,
): Promise<KeyedLeadRow[]> {
  const { column } = KEYS[order.sort];
  const found = await rows<KeyedLeadRow>(
    sql`WITH window_ids AS MATERIALIZED (
          SELECT id, row_number() OVER () AS serial FROM (${buildOrderedQuery(buildScanFilter(ownerId, filter), order, pageRange)}) AS walked
        )
        SELECT ${columnsFor(filter)}, l.${column}::text AS sort_key
        FROM window_ids ${lookUpLead(ownerId, sql`window_ids.id`)} ORDER BY serial`,
  );
  return pageRange.backward ? found.reverse() : found;
}

/** The position of the row at the page's offset; null beyond the end. */
export function findCursor(
  ownerId: OwnerId,
  filter: LeadFilter,
  order: LeadOrder,
  pageRange: Omit<PageRange, "limit">,
): Promise<Cursor | null> {
  return firstRow(
    sql`SELECT id, key::text AS key FROM (${buildOrderedQuery(buildScanFilter(ownerId, filter), order, { ...pageRange, limit: 1 })}) AS walked`,
  );
}

/**
 * Ids and keys of the leads that meet `where`, in order: an index range of those with a value, followed (backwards:
 * preceded) by those without.
 */
function buildOrderedQuery(where: Sql, order: LeadOrder, pageRange: PageRange): Sql {
  const { column, nullable, unique } = KEYS[order.sort];
  const { backward, cursor, offset, limit } = pageRange;
  const [withValue, without] = buildCursorConditions(order, cursor, backward);
  const { direction } = getReadDirection(order, pageRange);
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

/** The conditions for rows beyond the cursor, with and without a value; null when there can be none. */
function buildCursorConditions(
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
 * Counts what a filter finds, up to COUNTED_LEADS + 1 (meaning "more", and the rows are then arbitrary), and returns
 * one page of it. Matches are found through the filter's own indexes, independent of the sort. Sorting therefore costs
 * at most a sort of that many rows or, for a search by a key that lead_search lacks, a scan of the key's index.
 */
export async function findMatches(
  ownerId: OwnerId,
  filter: LeadFilter,
  order: LeadOrder,
  pageRange: PageRange,
): Promise<{ total: number; rows: KeyedLeadRow[] }> {
  const { column } = KEYS[order.sort];
  const searched = filter.terms.length > 0;
  const keyed = !searched || order.sort === "created_at" || order.sort === "name";
  // IS TRUE keeps the planner from turning this into a join: it scans the sort's index, which soon yields a page of
  // hits.
  const met = sql`owner_id = ${ownerId} AND (id IN (SELECT id FROM hits)) IS TRUE`;
  const { direction, blanks } = getReadDirection(order, pageRange);
  const found = await rows<KeyedLeadRow & { total: number }>(
    sql`WITH hits AS MATERIALIZED (
          SELECT id${keyed ? sql`, ${column}` : empty} FROM ${buildMatches(ownerId, filter)} LIMIT ${COUNTED_LEADS + 1}
        ), page AS (${keyed ? buildHitsQuery(order, pageRange) : buildOrderedQuery(met, order, pageRange)})
        SELECT counted.total, ${columnsFor(filter)}, page.key::text AS sort_key
        FROM (SELECT count(*)::int AS total FROM hits) AS counted
        LEFT JOIN (page ${lookUpLead(ownerId, sql`page.id`)}) ON true
        ORDER BY page.key ${direction} ${blanks}, page.id ${direction}`,
  );
  const page = found.filter((row) => row.id !== null);
  return { total: found[0]?.total ?? 0, rows: pageRange.backward ? page.reverse() : page };
}

/**
 * Whether a single condition on an own field is certainly met by more leads than are counted; its leads are then not
 * read.
 */
export async function isSurelyCapped(
  ownerId: OwnerId,
  [condition, ...others]: LeadFilter["own"],
): Promise<boolean> {
  if (!condition || others.length > 0) return false;
  const more = buildMoreThan(ownerId, condition, COUNTED_LEADS);
  return more !== null && (await firstRow(more)) !== null;
}

/** The direction in which a page is read; rows counted from the end are reversed afterwards. */
function getReadDirection({ descending }: LeadOrder, { backward }: PageRange) {
  return {
    direction: descending === backward ? sql`ASC` : sql`DESC`,
    blanks: backward ? sql`NULLS FIRST` : sql`NULLS LAST`,
  };
}

/** A page of `hits`, whose rows include the sort's key. */
function buildHitsQuery(order: LeadOrder, pageRange: PageRange): Sql {
  const { backward, cursor, offset, limit } = pageRange;
  const { column } = KEYS[order.sort];
  const [withValue, without] = buildCursorConditions(order, cursor, backward);
  const sides = [
    withValue && sql`(${column} IS NOT NULL ${withValue})`,
    without && sql`(${column} IS NULL ${without})`,
  ].filter((side): side is Sql => Boolean(side));
  const { direction, blanks } = getReadDirection(order, pageRange);
  return sql`SELECT id, ${column} AS key FROM hits WHERE ${join(sides, " OR ")}
             ORDER BY ${column} ${direction} ${blanks}, id ${direction} LIMIT ${limit} OFFSET ${offset}`;
}

/** Exact, and as cheap for a million leads as for ten: triggers maintain lead_counts. */
export function countLeadsByStatus(
  reader: Reader,
): Promise<{ status: LeadStatus; count: number }[]> {
  const { ownerId } = reader;
  return rows(
    prepared(
      `leads-by-status${sightName(reader)}`,
      sql`SELECT status, sum(count)::int AS count FROM (
            SELECT status, count FROM lead_counts WHERE owner_id = ${ownerId}${seen(reader, "lead_counts")}
            UNION ALL SELECT status, change FROM lead_count_changes WHERE owner_id = ${ownerId}${seen(reader, "lead_count_changes")}
          ) AS parts GROUP BY status`,
    ),
  );
}

const MOST_CITIES = 500;

/** Skips from one town to the next in the index, with and without a state, instead of reading every lead. */
export function findCities(reader: Reader): Promise<{ city: string }[]> {
  const skipping = (name: Sql, among: Sql, isNext: Sql) => {
    const first = (where: Sql) =>
      sql`SELECT l.state, l.city FROM leads l WHERE l.owner_id = ${reader.ownerId}${seen(reader, "l")} AND l.city IS NOT NULL AND ${among} AND ${where}
          ORDER BY l.state, l.city LIMIT 1`;
    return sql`${name} AS ((${first(sql`true`)}) UNION ALL
                 SELECT next.* FROM ${name} AS p CROSS JOIN LATERAL (${first(isNext)}) AS next)`;
  };
  return rows(
    sql`WITH RECURSIVE
          ${skipping(sql`placed`, sql`l.state IS NOT NULL`, sql`(l.state, l.city) > (p.state, p.city)`)},
          ${skipping(sql`others`, sql`l.state IS NULL`, sql`l.city > p.city`)}
        SELECT DISTINCT city FROM (TABLE placed UNION ALL TABLE others LIMIT ${MOST_CITIES}) AS walked`,
  );
}

/** Leads whose contact opted out in their own words: at most as many as there are such opt-outs. */
export async function countLeft(reader: Reader): Promise<number> {
  const counted = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM opt_outs o JOIN leads l ON l.owner_id = o.owner_id AND l.phone_key = o.phone_key
        WHERE o.owner_id = ${reader.ownerId}${seen(reader, "l")} AND o.source IN ('reply', 'person') AND o.words IS NOT NULL AND l.status = 'opted_out'`,
  );
  return counted?.count ?? 0;
}
