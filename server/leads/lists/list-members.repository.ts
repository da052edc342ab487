import type { KeptBecause } from "@/lib/domain/leads/lead-list";
import type { OwnerId } from "@/server/platform/actor";
import { forEachKey } from "@/server/platform/db/each-key";
import { prisma } from "@/server/platform/db/prisma";
import { firstRow, rows, type Sql, sql } from "@/server/platform/db/sql";

/**
 * Why a lead survives its list, by the first reason that holds; null for one that is deleted with it. `m` is its place
 * on the list.
 */
const KEPT_BECAUSE = sql`CASE
  WHEN EXISTS (SELECT 1 FROM list_leads o WHERE o.lead_id = m.lead_id AND o.list_id <> m.list_id) THEN 'other_list'
  WHEN l.contacted_at IS NOT NULL THEN 'contacted'
  WHEN l.source = 'manual' THEN 'made_by_hand'
  WHEN l.edited_at IS NOT NULL THEN 'edited'
END`;

/** How many leads of a list would be deleted with it (null), and how many would stay for each reason. */
export function countByFate(
  ownerId: OwnerId,
  listId: number,
): Promise<{ kept_because: KeptBecause | null; count: number }[]> {
  return rows(
    sql`SELECT ${KEPT_BECAUSE} AS kept_because, count(*)::int AS count
        FROM list_leads m JOIN leads l ON l.owner_id = m.owner_id AND l.id = m.lead_id
        WHERE m.owner_id = ${ownerId} AND m.list_id = ${listId} GROUP BY 1`,
  );
}

/** The first leads, by name, that would be deleted with a list. */
export async function findNamesThatGo(
  ownerId: OwnerId,
  listId: number,
  limit: number,
): Promise<string[]> {
  const found = await rows<{ name: string }>(
    sql`SELECT l.name FROM list_leads m JOIN leads l ON l.owner_id = m.owner_id AND l.id = m.lead_id
        WHERE m.owner_id = ${ownerId} AND m.list_id = ${listId} AND ${KEPT_BECAUSE} IS NULL
        ORDER BY l.name, l.id LIMIT ${limit}`,
  );
  return found.map(({ name }) => name);
}

/**
 * The next leads of a list, locked in id order like every bulk change. A locked lead cannot be added to another list.
 */
export async function lockMembers(
  ownerId: OwnerId,
  listId: number,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const found = await rows<{ id: number }>(
    sql`SELECT l.id FROM list_leads m JOIN leads l ON l.owner_id = m.owner_id AND l.id = m.lead_id
        WHERE m.owner_id = ${ownerId} AND m.list_id = ${listId} AND m.lead_id > ${after}
        ORDER BY m.lead_id LIMIT ${limit} FOR UPDATE OF l`,
  );
  return found.map(({ id }) => id);
}

/** Those of these leads that survive the list. */
export async function findKept(
  ownerId: OwnerId,
  listId: number,
  leadIds: readonly number[],
): Promise<number[]> {
  const kept = await rows<{ lead_id: number }>(
    sql`SELECT m.lead_id FROM list_leads m JOIN leads l ON l.owner_id = m.owner_id AND l.id = m.lead_id
        WHERE m.owner_id = ${ownerId} AND m.list_id = ${listId} AND m.lead_id = ANY(${leadIds}::int[])
          AND ${KEPT_BECAUSE} IS NOT NULL`,
  );
  return kept.map(({ lead_id }) => lead_id);
}

export async function deleteMembers(
  ownerId: OwnerId,
  listId: number,
  leadIds: readonly number[],
): Promise<void> {
  await prisma.listLead.deleteMany({
    where: { owner_id: ownerId, list_id: listId, lead_id: { in: [...leadIds] } },
  });
}

/**
 * Adds leads to a list, once each, and returns those that were not on it before. Deleted leads are skipped; the others
 * cannot be deleted until the transaction ends.
 */
export async function insertMembers(
  ownerId: OwnerId,
  listId: number,
  leadIds: readonly number[],
): Promise<number[]> {
  const added = await rows<{ lead_id: number }>(
    sql`INSERT INTO list_leads (list_id, lead_id, owner_id)
        SELECT ${listId}::int, id, ${ownerId}::int
        FROM (${buildLockQuery(ownerId, leadIds)}) AS members
        ON CONFLICT DO NOTHING RETURNING lead_id`,
  );
  return added.map(({ lead_id }) => lead_id);
}

/** Adds the leads with these numbers to the list. Returns how many there are, including those already on it. */
export async function insertMembersByKey(
  ownerId: OwnerId,
  listId: number,
  keys: readonly string[],
): Promise<number> {
  const holders = forEachKey(
    ownerId,
    keys,
    (owner, key) =>
      sql`SELECT id FROM leads WHERE owner_id = ${owner} AND phone_key = ${key} LIMIT 1`,
  );
  // The owner is hidden from the planner for the reason given at forEachKey.
  const row = await firstRow<{ linked: number }>(
    sql`WITH members AS MATERIALIZED (
          SELECT id FROM leads WHERE owner_id = (SELECT ${ownerId}::int) AND id = ANY(ARRAY(${holders}))
          ORDER BY id FOR KEY SHARE
        ), linked AS (
          INSERT INTO list_leads (list_id, lead_id, owner_id) SELECT ${listId}::int, id, ${ownerId}::int FROM members
          ON CONFLICT DO NOTHING
        )
        SELECT count(*)::int AS linked FROM members`,
  );
  return row?.linked ?? 0;
}

/** Looked up one by one for the reason given at forEachKey, and locked in id order. */
function buildLockQuery(ownerId: OwnerId, leadIds: readonly number[]): Sql {
  const members = forEachKey(
    ownerId,
    leadIds,
    (owner, id) => sql`SELECT id FROM leads WHERE owner_id = ${owner} AND id = ${id}::int LIMIT 1`,
  );
  return sql`SELECT id FROM leads WHERE owner_id = (SELECT ${ownerId}::int) AND id = ANY(ARRAY(${members}))
             ORDER BY id FOR KEY SHARE`;
}
