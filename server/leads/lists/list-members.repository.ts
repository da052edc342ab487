import type { UserId } from "@/server/platform/actor";
import { forEachKey } from "@/server/platform/db/each-key";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, rows, type Sql, sql } from "@/server/platform/db/sql";

/** Counts the leads that are on no other list, and those that are. */
export async function countMembers(
  ownerId: UserId,
  listId: number,
): Promise<{ alone: number; shared: number }> {
  const row = await firstRow<{ alone: number; shared: number }>(
    sql`SELECT (count(*) FILTER (WHERE NOT shared))::int AS alone, (count(*) FILTER (WHERE shared))::int AS shared
        FROM (
          SELECT EXISTS (SELECT 1 FROM list_leads o WHERE o.lead_id = m.lead_id AND o.list_id <> m.list_id) AS shared
          FROM list_leads m WHERE m.owner_id = ${ownerId} AND m.list_id = ${listId}
        ) AS members`,
  );
  return row ?? { alone: 0, shared: 0 };
}

/**
 * The next leads of a list, locked in id order like every bulk change. A locked lead cannot be added to another list.
 */
export async function lockMembers(
  ownerId: UserId,
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

/** Those of these leads that are on another list too. */
export async function findShared(
  ownerId: UserId,
  listId: number,
  leadIds: readonly number[],
): Promise<number[]> {
  const shared = await rows<{ lead_id: number }>(
    sql`SELECT lead_id FROM list_leads m
        WHERE m.owner_id = ${ownerId} AND m.list_id = ${listId} AND m.lead_id = ANY(${leadIds}::int[])
          AND EXISTS (SELECT 1 FROM list_leads o WHERE o.lead_id = m.lead_id AND o.list_id <> m.list_id)`,
  );
  return shared.map(({ lead_id }) => lead_id);
}

export async function deleteMembers(
  ownerId: UserId,
  listId: number,
  leadIds: readonly number[],
): Promise<void> {
  await prisma.listLead.deleteMany({
    where: { owner_id: ownerId, list_id: listId, lead_id: { in: [...leadIds] } },
  });
}

/**
 * Adds leads to a list, once each, and returns how many were new to it. Deleted leads are skipped; the others cannot
 * be deleted until the transaction ends.
 */
export function insertMembers(
  ownerId: UserId,
  listId: number,
  leadIds: readonly number[],
): Promise<number> {
  return execute(
    sql`INSERT INTO list_leads (list_id, lead_id, owner_id)
        SELECT ${listId}::int, id, ${ownerId}::int
        FROM (${buildLockQuery(ownerId, leadIds)}) AS members
        ON CONFLICT DO NOTHING`,
  );
}

/** Adds the leads with these numbers to the list. Returns how many there are, including those already on it. */
export async function insertMembersByKey(
  ownerId: UserId,
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
function buildLockQuery(ownerId: UserId, leadIds: readonly number[]): Sql {
  const members = forEachKey(
    ownerId,
    leadIds,
    (owner, id) => sql`SELECT id FROM leads WHERE owner_id = ${owner} AND id = ${id}::int LIMIT 1`,
  );
  return sql`SELECT id FROM leads WHERE owner_id = (SELECT ${ownerId}::int) AND id = ANY(ARRAY(${members}))
             ORDER BY id FOR KEY SHARE`;
}
