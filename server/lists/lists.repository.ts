import type { ListStatus } from "@/lib/domain/search";
import type { UserId } from "@/server/auth/actor";
import { empty, firstRow, rows, sql } from "@/server/db/sql";

export interface ListRow {
  id: number;
  name: string;
  source: string;
  query: string | null;
  city: string | null;
  state: string | null;
  status: ListStatus;
  total_leads: number;
  created_at: Date;
  completed_at: Date | null;
}

function named(search: string) {
  if (search === "") return empty;
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return sql` AND search_form(name) LIKE search_form(${pattern})`;
}

export function findLists(
  ownerId: UserId,
  { search, limit, offset }: { search: string; limit: number; offset: number },
): Promise<ListRow[]> {
  return rows(
    sql`SELECT l.*, (SELECT count(*)::int FROM list_leads WHERE list_id = l.id) AS total_leads
        FROM (
          SELECT id, name, source, query, city, state, status, created_at, completed_at FROM lists
          WHERE owner_id = ${ownerId}${named(search)} ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}
        ) AS l ORDER BY l.created_at DESC, l.id DESC`,
  );
}

export async function countLists(ownerId: UserId, search: string, most: number): Promise<number> {
  const row = await firstRow<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM (
          SELECT 1 FROM lists WHERE owner_id = ${ownerId}${named(search)} LIMIT ${most}
        ) AS counted`,
  );
  return row?.total ?? 0;
}

export async function listExists(ownerId: UserId, listId: number): Promise<boolean> {
  const row = await firstRow(
    sql`SELECT 1 FROM lists WHERE owner_id = ${ownerId} AND id = ${listId}`,
  );
  return row !== null;
}

/** A list made by hand is complete from the start. */
export async function insertList(ownerId: UserId, name: string): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO lists (owner_id, name, source, status, completed_at)
        VALUES (${ownerId}, ${name}, 'manual', 'completed', now()) RETURNING id`,
  );
  if (!row) throw new Error("INSERT into lists returned no row");
  return row.id;
}

export function findListsOfLead(
  ownerId: UserId,
  leadId: number,
  limit: number,
): Promise<{ id: number; name: string }[]> {
  return rows(
    sql`SELECT l.id, l.name FROM list_leads m JOIN lists l ON l.owner_id = m.owner_id AND l.id = m.list_id
        WHERE m.owner_id = ${ownerId} AND m.lead_id = ${leadId} ORDER BY m.added_at DESC, l.id DESC LIMIT ${limit}`,
  );
}
