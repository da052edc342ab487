import type { LeadOverwrite } from "@/lib/domain/leads/lead-restore";
import { toStorableJson } from "@/lib/stored-json";
import type { Doer, PersonId } from "@/server/platform/actor";
import { passing } from "@/server/platform/db/handed-over";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { RETURNED_OVERWRITE, toOverwrites } from "./lead-restores.repository";

/**
 * Gives locked leads to sellers in turn, beginning after the first `given` turns, or to nobody where there is none; those
 * that are theirs already stay as they are. Returns what changed.
 */
export async function setSellers(
  { ownerId }: Doer,
  leadIds: readonly number[],
  sellers: readonly PersonId[],
  given: number,
): Promise<LeadOverwrite[]> {
  const updated = await rows<LeadOverwrite>(
    sql`UPDATE leads AS l SET seller_id = t.seller_id, updated_at = now()
        FROM (SELECT g.id, (${sellers}::int[])[1 + (g.place - 1 + ${given}) % ${Math.max(sellers.length, 1)}] AS seller_id
              FROM unnest(${leadIds}::int[]) WITH ORDINALITY AS g(id, place)) AS t
        WHERE l.owner_id = ${ownerId} AND l.id = t.id AND l.seller_id IS DISTINCT FROM t.seller_id
        RETURNING ${RETURNED_OVERWRITE}`,
  );
  return toOverwrites(updated);
}

/** Adds to the history of leads whose seller they had before, and have now, by name. */
export async function insertSellerEvents(
  { ownerId, personId }: Doer,
  changed: readonly { id: number; from: number | null; to: number | null }[],
): Promise<void> {
  if (changed.length === 0) return;
  await execute(
    sql`INSERT INTO lead_events (owner_id, lead_id, from_status, to_status, changed_by, person_id, from_stage, to_stage, changes)
        SELECT l.owner_id, l.id, l.status, l.status, 'person', ${personId}::int, s.name, s.name,
               jsonb_build_array(jsonb_build_object('field', 'seller', 'from', b.name, 'to', a.name))
        FROM json_to_recordset(${toStorableJson(changed)}::json) AS c(id int, "from" int, "to" int)
        JOIN leads l ON l.owner_id = ${ownerId} AND l.id = c.id
        JOIN stages s ON s.owner_id = l.owner_id AND s.id = l.stage_id
        LEFT JOIN users b ON b.account_id = l.owner_id AND b.id = c."from"
        LEFT JOIN users a ON a.account_id = l.owner_id AND a.id = c."to"`,
  );
}

export const leadsOfSellers = passing(
  { table: "leads", person: "seller_id", only: sql`true` },
  insertSellerEvents,
);
