import type { z } from "zod/mini";
import type { List, ListSort } from "@/lib/contracts/leads/lists";
import type { SearchTerm } from "@/lib/domain/leads/lead-search";
import type { Plan } from "@/lib/domain/plans/plan";
import type { ListStatus } from "@/lib/domain/searches/search";
import type { OwnerId, Reader } from "@/server/platform/actor";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { seen } from "@/server/platform/db/seen";
import { empty, execute, firstRow, rows, type Sql, sql } from "@/server/platform/db/sql";
import { buildHoldsCondition } from "@/server/platform/db/text-search";

export type ListRow = z.input<typeof List>;

const COLUMNS = sql`l.id, l.name, l.source, l.query, l.city, l.state, l.status, l.note, l.created_at, l.completed_at`;

/** Larger lists sort as equal: ordering a page must not count every member. */
const MOST_COUNTED_TO_SORT = 10_000;

/** The leads of a list `l` that the reader sees. */
const membersOf = (reader: Reader): Sql =>
  reader.sight
    ? sql`list_leads m JOIN leads x ON x.owner_id = m.owner_id AND x.id = m.lead_id${seen(reader, "x")} WHERE m.list_id = l.id`
    : sql`list_leads m WHERE m.list_id = l.id`;

/** A reader who sees a part of the leads gets a count up to a limit: each lead has to be looked at. */
const total = (reader: Reader): Sql =>
  reader.sight ? countToSort(reader) : sql`(SELECT count(*)::int FROM ${membersOf(reader)})`;

const countToSort = (reader: Reader): Sql =>
  sql`(SELECT count(*)::int FROM (SELECT 1 FROM ${membersOf(reader)} LIMIT ${MOST_COUNTED_TO_SORT}) AS counted)`;

const SORT_KEYS: Record<Exclude<ListSort, "total_leads">, Sql> = {
  created_at: sql`l.created_at`,
  name: sql`search_form(l.name)`,
  query: sql`search_form(l.query)`,
  city: sql`search_form(l.city)`,
  state: sql`search_form(l.state)`,
  status: sql`l.status`,
  completed_at: sql`l.completed_at`,
};

function buildSearchFilter(terms: SearchTerm[]) {
  if (terms.length === 0) return empty;
  const text = sql`search_form(concat_ws(' ', l.name, l.query, l.city, l.state))`;
  return sql` AND ${buildHoldsCondition(terms, [text])}`;
}

interface ListPage {
  terms: SearchTerm[];
  sort: ListSort;
  descending: boolean;
  limit: number;
  offset: number;
}

/** A page of lists; those without a value for the sort come last. */
export function findLists(reader: Reader, page: ListPage): Promise<ListRow[]> {
  const { terms, sort, descending, limit, offset } = page;
  const key = sort === "total_leads" ? countToSort(reader) : SORT_KEYS[sort];
  const direction = descending ? sql`DESC` : sql`ASC`;
  return rows(
    sql`WITH page AS MATERIALIZED (
          SELECT id, row_number() OVER () AS place FROM (
            SELECT l.id FROM lists l WHERE l.owner_id = ${reader.ownerId}${buildSearchFilter(terms)}
            ORDER BY ${key} ${direction} NULLS LAST, l.id ${direction} LIMIT ${limit} OFFSET ${offset}
          ) AS sorted
        )
        SELECT ${COLUMNS}, ${total(reader)} AS total_leads FROM page JOIN lists l ON l.id = page.id ORDER BY place`,
  );
}

export async function countLists(
  ownerId: OwnerId,
  terms: SearchTerm[],
  most: number,
): Promise<number> {
  const row = await firstRow<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM (
          SELECT 1 FROM lists l WHERE l.owner_id = ${ownerId}${buildSearchFilter(terms)} LIMIT ${most}
        ) AS counted`,
  );
  return row?.total ?? 0;
}

export function findList(reader: Reader, listId: number): Promise<ListRow | null> {
  return firstRow(
    sql`SELECT ${COLUMNS}, ${total(reader)} AS total_leads FROM lists l
        WHERE l.owner_id = ${reader.ownerId} AND l.id = ${listId}`,
  );
}

export async function listExists(ownerId: OwnerId, listId: number): Promise<boolean> {
  const list = await prisma.list.findFirst({
    where: { owner_id: ownerId, id: listId },
    select: { id: true },
  });
  return list !== null;
}

/** Blocks other transactions from counting the owner's lists this way until the transaction ends. */
export async function lockAndCountLists(ownerId: OwnerId): Promise<{ plan: Plan; lists: number }> {
  const plan = await lockOwner(ownerId);
  return { plan, lists: await prisma.list.count({ where: { owner_id: ownerId } }) };
}

/** Creates a list that no search fills: it is complete from the start. */
export async function insertList(ownerId: OwnerId, name: string, source: string): Promise<number> {
  const { id } = await prisma.list.create({
    data: { owner_id: ownerId, name, source, status: "completed", completed_at: new Date() },
    select: { id: true },
  });
  return id;
}

export interface SearchList {
  name: string;
  source: string;
  query: string;
  city: string | null;
  state: string | null;
}

/** Creates a list for a search to fill: processing until completeList. */
export async function insertSearchList(ownerId: OwnerId, list: SearchList): Promise<number> {
  const { id } = await prisma.list.create({
    data: { owner_id: ownerId, ...list },
    select: { id: true },
  });
  return id;
}

export async function completeList(
  ownerId: OwnerId,
  listId: number,
  status: Exclude<ListStatus, "processing">,
  note: string | null,
): Promise<void> {
  await execute(
    sql`UPDATE lists SET status = ${status}, note = ${note}, completed_at = now()
        WHERE owner_id = ${ownerId} AND id = ${listId}`,
  );
}

/** Returns false when there is no such list. */
export async function updateName(ownerId: OwnerId, listId: number, name: string): Promise<boolean> {
  const { count } = await prisma.list.updateMany({
    where: { owner_id: ownerId, id: listId },
    data: { name },
  });
  return count === 1;
}

/** Returns its name; null when there is no such list. */
export async function deleteList(ownerId: OwnerId, listId: number): Promise<string | null> {
  const row = await firstRow<{ name: string }>(
    sql`DELETE FROM lists WHERE owner_id = ${ownerId} AND id = ${listId} RETURNING name`,
  );
  return row?.name ?? null;
}

/** Returns its name; null when there is no such list, or it has leads. */
export async function deleteEmptyList(ownerId: OwnerId, listId: number): Promise<string | null> {
  const row = await firstRow<{ name: string }>(
    sql`DELETE FROM lists WHERE owner_id = ${ownerId} AND id = ${listId}
          AND NOT EXISTS (SELECT 1 FROM list_leads m WHERE m.list_id = lists.id) RETURNING name`,
  );
  return row?.name ?? null;
}

/** First key of the advisory lock that serialises an owner's list deletions. */
const REMOVAL_LOCK = 4006;

/**
 * Serialises one owner's list deletions until the transaction ends: two lists deleted concurrently would each keep
 * the leads that they share.
 */
export async function lockRemovals(ownerId: OwnerId): Promise<void> {
  await execute(sql`SELECT pg_advisory_xact_lock(${REMOVAL_LOCK}, ${ownerId})`);
}

export function findListsOfLead(
  ownerId: OwnerId,
  leadId: number,
  limit: number,
): Promise<{ id: number; name: string }[]> {
  return rows(
    sql`SELECT l.id, l.name FROM list_leads m JOIN lists l ON l.owner_id = m.owner_id AND l.id = m.list_id
        WHERE m.owner_id = ${ownerId} AND m.lead_id = ${leadId} ORDER BY m.added_at DESC, l.id DESC LIMIT ${limit}`,
  );
}

/** Counts the lists created since then by source. */
export function countListsBySource(
  ownerId: OwnerId,
  since: Date,
  until: Date,
): Promise<{ source: string; count: number }[]> {
  return rows(
    sql`SELECT source, count(*)::int AS count FROM lists
        WHERE owner_id = ${ownerId} AND created_at >= ${since} AND created_at < ${until}
        GROUP BY source ORDER BY count DESC, source`,
  );
}

/** Those of these lists that exist, locked in id order against deletion. */
export async function lockLists(ownerId: OwnerId, listIds: readonly number[]): Promise<number[]> {
  const found = await rows<{ id: number }>(
    sql`SELECT id FROM lists WHERE owner_id = ${ownerId} AND id = ANY(${listIds}::int[]) ORDER BY id FOR KEY SHARE`,
  );
  return found.map(({ id }) => id);
}
