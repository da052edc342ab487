import type { UserId } from "@/server/auth/actor";
import { forEachKey } from "@/server/db/each-key";
import { execute, firstRow, rows, sql } from "@/server/db/sql";

/** The leads of a list that are in no other, and those that are. */
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
 * The next leads of a list by id, locked in that order, as every bulk locks them. Nobody can put a locked lead on
 * another list: what is decided about it after this statement holds.
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

/** Takes locked leads off the list: those that are on no other list are deleted. */
export async function removeMembers(
  ownerId: UserId,
  listId: number,
  leadIds: number[],
): Promise<{ deleted: number; kept: number }> {
  const row = await firstRow<{ deleted: number; kept: number }>(
    sql`WITH shared AS MATERIALIZED (
          SELECT lead_id FROM list_leads m
          WHERE m.owner_id = ${ownerId} AND m.list_id = ${listId} AND m.lead_id = ANY(${leadIds}::int[])
            AND EXISTS (SELECT 1 FROM list_leads o WHERE o.lead_id = m.lead_id AND o.list_id <> m.list_id)
        ), deleted AS (
          DELETE FROM leads WHERE owner_id = ${ownerId} AND id = ANY(${leadIds}::int[])
            AND NOT EXISTS (SELECT 1 FROM shared WHERE shared.lead_id = leads.id) RETURNING 1
        ), kept AS (
          DELETE FROM list_leads m USING shared
          WHERE m.owner_id = ${ownerId} AND m.list_id = ${listId} AND m.lead_id = shared.lead_id RETURNING 1
        )
        SELECT (SELECT count(*)::int FROM deleted) AS deleted, (SELECT count(*)::int FROM kept) AS kept`,
  );
  return row ?? { deleted: 0, kept: 0 };
}

export interface ContactLead {
  name: string;
  whatsapp: string;
  whatsappKey: string;
}

/** Creates a lead for every number that has none yet, in the order of the keys, so that two calls never wait in a ring. */
export async function insertMissing(
  ownerId: UserId,
  source: string,
  contacts: ContactLead[],
): Promise<number> {
  const column = (name: keyof ContactLead) => contacts.map((contact) => contact[name]);
  return execute(
    sql`INSERT INTO leads (owner_id, name, source, whatsapp, whatsapp_key)
        SELECT ${ownerId}, name, ${source}, whatsapp, key
        FROM unnest(${column("name")}::text[], ${column("whatsapp")}::text[], ${column("whatsappKey")}::text[])
          AS c (name, whatsapp, key)
        ORDER BY key
        ON CONFLICT (owner_id, whatsapp_key) WHERE whatsapp_key IS NOT NULL DO NOTHING`,
  );
}

/** Puts the leads of these numbers on the list; how many that are, whether or not they were on it. */
export async function linkByKeys(ownerId: UserId, listId: number, keys: string[]): Promise<number> {
  const holders = forEachKey(
    ownerId,
    keys,
    (owner, key) =>
      sql`SELECT id FROM leads WHERE owner_id = ${owner} AND whatsapp_key = ${key} LIMIT 1`,
  );
  // The owner is kept from the planner here too, for the reason that forEachKey gives.
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
