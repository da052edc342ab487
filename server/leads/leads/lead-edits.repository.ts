import type { LeadFieldChange } from "@/lib/domain/leads/lead-change";
import { joinChanges } from "@/lib/domain/leads/lead-change";
import { toStorableJson } from "@/lib/stored-json";
import type { Doer } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, sql } from "@/server/platform/db/sql";

/** Edits of one lead within this many minutes are one entry of its history. */
const JOINED_MINUTES = 10;
/** The edits of a lead that its history keeps. */
const MOST_EDITS = 200;

/**
 * Records somebody's changes in the history. Their edit shortly after another one is joined with it, unless the lead has
 * moved in between. The current transaction holds the lead.
 */
export async function recordEdit(
  { ownerId, personId }: Doer,
  leadId: number,
  changes: readonly LeadFieldChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const last = await firstRow<{ id: number; changes: LeadFieldChange[] }>(
    sql`SELECT id, changes FROM (
          SELECT id, changes, person_id, occurred_at FROM lead_events
          WHERE owner_id = ${ownerId} AND lead_id = ${leadId} ORDER BY id DESC LIMIT 1
        ) AS newest
        WHERE changes IS NOT NULL AND person_id IS NOT DISTINCT FROM ${personId}::int AND occurred_at > now() - make_interval(mins => ${JOINED_MINUTES})`,
  );
  const joined = last ? joinChanges(last.changes, changes) : changes;
  if (last) await prisma.leadEvent.deleteMany({ where: { owner_id: ownerId, id: last.id } });
  if (joined.length === 0) return;
  await execute(
    sql`INSERT INTO lead_events (owner_id, lead_id, from_status, to_status, changed_by, person_id, from_stage, to_stage, changes)
        SELECT l.owner_id, l.id, l.status, l.status, 'person', ${personId}::int, s.name, s.name, ${toStorableJson(joined)}::jsonb
        FROM leads l JOIN stages s ON s.owner_id = l.owner_id AND s.id = l.stage_id
        WHERE l.owner_id = ${ownerId} AND l.id = ${leadId}`,
  );
  await execute(
    sql`DELETE FROM lead_events WHERE owner_id = ${ownerId} AND id IN (
          SELECT id FROM lead_events WHERE lead_id = ${leadId} AND changes IS NOT NULL ORDER BY id DESC OFFSET ${MOST_EDITS})`,
  );
}
