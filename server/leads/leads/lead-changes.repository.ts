import type { MovedRow } from "@/lib/domain/leads/lead-merge";
import type { LeadOverwrite, OwnOverwrite } from "@/lib/domain/leads/lead-restore";
import { toStorableJson } from "@/lib/stored-json";
import type { Doer, OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, rows, type Sql, sql } from "@/server/platform/db/sql";

/** Changes to leads that already existed. */
export interface LeadChanges {
  fields: LeadOverwrite[];
  own: OwnOverwrite[];
  /** Tags that were added, by leads that did not have them before. */
  tagged: LeadsOfTag[];
  /** Tags that were removed, by leads that had them. */
  untagged: LeadsOfTag[];
  /** Other contacts added to leads. Missing in changes from before these existed. */
  contacts?: MovedRow[];
  /** Leads that were added to a list, and whether the list was created for them. */
  listed: { list_id: number; lead_ids: number[]; made: boolean } | null;
}

interface LeadsOfTag {
  tag_id: number;
  lead_ids: number[];
}

export type ChangeSetKind = "import" | "edit";

export async function insertSet(
  { ownerId, personId }: Doer,
  kind: ChangeSetKind,
  minutes: number,
): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO lead_change_sets (owner_id, person_id, kind, expires_at)
        VALUES (${ownerId}, ${personId}, ${kind}, now() + make_interval(mins => ${minutes})) RETURNING id`,
  );
  if (!row) throw new Error("INSERT into lead_change_sets returned no row");
  return row.id;
}

export async function insertChanges(
  ownerId: OwnerId,
  setId: number,
  { createdIds, changed }: { createdIds: readonly number[]; changed: LeadChanges | null },
): Promise<void> {
  await execute(
    sql`INSERT INTO lead_changes (set_id, owner_id, created_ids, changed)
        VALUES (${setId}, ${ownerId}, ${createdIds}::int[], ${changed && toStorableJson(changed)}::jsonb)`,
  );
}

/** Locks the set until the transaction ends. Returns when it ends; null when it cannot be undone any more. */
export async function lockSet(
  ownerId: OwnerId,
  setId: number,
  kind: ChangeSetKind,
): Promise<Date | null> {
  const row = await firstRow<{ expires_at: Date }>(
    sql`SELECT expires_at FROM lead_change_sets
        WHERE owner_id = ${ownerId} AND id = ${setId} AND kind = ${kind} AND expires_at > now() FOR UPDATE`,
  );
  return row?.expires_at ?? null;
}

export interface TakenChanges {
  created_ids: number[];
  changed: LeadChanges | null;
}

/** Removes the latest changes from the set and returns them; null when none are left. */
export function takeLatest(ownerId: OwnerId, setId: number): Promise<TakenChanges | null> {
  return firstRow(
    sql`DELETE FROM lead_changes WHERE owner_id = ${ownerId} AND id = (
          SELECT max(id) FROM lead_changes WHERE owner_id = ${ownerId} AND set_id = ${setId})
        RETURNING created_ids, changed`,
  );
}

/** Those of these leads that changes still in the set created. */
export async function findCreated(
  ownerId: OwnerId,
  setId: number,
  leadIds: readonly number[],
): Promise<number[]> {
  const found = await rows<{ id: number }>(
    sql`SELECT g.id FROM unnest(${leadIds}::int[]) AS g(id)
        WHERE g.id IN (SELECT unnest(created_ids) FROM lead_changes WHERE owner_id = ${ownerId} AND set_id = ${setId})`,
  );
  return found.map(({ id }) => id);
}

/** The tags and lists that leads were created with. */
export interface CreatedWith {
  tagIds: readonly number[];
  listIds: readonly number[];
}

/**
 * True for a lead `l` that nobody has edited, moved or contacted since, added to a campaign or another list, or planned
 * or noted anything about.
 */
const buildUntouched = ({ tagIds, listIds }: CreatedWith): Sql => sql`(
  l.edited_at IS NULL AND coalesce(l.contacted_at < l.created_at, true)
  AND NOT EXISTS (SELECT 1 FROM lead_events e WHERE e.lead_id = l.id)
  AND NOT EXISTS (SELECT 1 FROM notes n WHERE n.owner_id = l.owner_id AND n.lead_id = l.id)
  AND NOT EXISTS (SELECT 1 FROM lead_contacts k WHERE k.owner_id = l.owner_id AND k.lead_id = l.id AND k.source = 'manual')
  AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.owner_id = l.owner_id AND t.lead_id = l.id)
  AND NOT EXISTS (SELECT 1 FROM lead_tags g WHERE g.lead_id = l.id AND NOT g.tag_id = ANY(${tagIds}::int[]))
  AND NOT EXISTS (SELECT 1 FROM list_leads m WHERE m.lead_id = l.id AND NOT m.list_id = ANY(${listIds}::int[]))
  AND NOT EXISTS (
    SELECT 1 FROM campaign_recipients r WHERE r.owner_id = l.owner_id AND r.phone_key = l.phone_key))`;

export interface CreatedLead {
  id: number;
  name: string;
  untouched: boolean;
}

/** Created leads that still exist, locked in id order. */
export function lockCreated(
  ownerId: OwnerId,
  leadIds: readonly number[],
  createdWith: CreatedWith,
): Promise<CreatedLead[]> {
  return rows(
    sql`SELECT l.id, l.name, ${buildUntouched(createdWith)} AS untouched FROM leads l
        WHERE l.owner_id = ${ownerId} AND l.id = ANY(${leadIds}::int[]) ORDER BY l.id FOR UPDATE OF l`,
  );
}

/** The ids of the leads that existed and were changed. */
const CHANGED_IDS = sql`
  SELECT (f->>'id')::int AS id FROM jsonb_array_elements(c.changed->'fields') AS f
  UNION SELECT (o->>'lead_id')::int FROM jsonb_array_elements(c.changed->'own') AS o
  UNION SELECT id::int FROM jsonb_array_elements((c.changed->'tagged') || (c.changed->'untagged')) AS t, jsonb_array_elements_text(t->'lead_ids') AS id
  UNION SELECT (k->>'lead_id')::int FROM jsonb_array_elements(coalesce(c.changed->'contacts', '[]')) AS k
  UNION SELECT id::int FROM jsonb_array_elements_text(coalesce(c.changed->'listed'->'lead_ids', '[]')) AS id`;

export interface SetPreview {
  deleted: number;
  kept: number;
  restored: number;
  names: string[];
}

/** What undoing the set would do. */
export async function previewSet(
  ownerId: OwnerId,
  setId: number,
  createdWith: CreatedWith,
  named: number,
): Promise<SetPreview> {
  const row = await firstRow<SetPreview>(
    sql`WITH created AS MATERIALIZED (
          SELECT unnest(created_ids) AS id FROM lead_changes WHERE owner_id = ${ownerId} AND set_id = ${setId}
        ), fates AS MATERIALIZED (
          SELECT l.id, l.name, ${buildUntouched(createdWith)} AS untouched
          FROM created JOIN leads l ON l.owner_id = ${ownerId} AND l.id = created.id
        ), changed AS (
          SELECT DISTINCT each.id FROM lead_changes c CROSS JOIN LATERAL (${CHANGED_IDS}) AS each
          WHERE c.owner_id = ${ownerId} AND c.set_id = ${setId} AND c.changed IS NOT NULL
            AND each.id NOT IN (SELECT id FROM created)
        )
        SELECT (SELECT count(*) FROM fates WHERE untouched)::int AS deleted,
               (SELECT count(*) FROM fates WHERE NOT untouched)::int AS kept,
               (SELECT count(*) FROM changed JOIN leads l ON l.owner_id = ${ownerId} AND l.id = changed.id)::int AS restored,
               ARRAY(SELECT name FROM fates WHERE NOT untouched ORDER BY name, id LIMIT ${named}) AS names`,
  );
  return row ?? { deleted: 0, kept: 0, restored: 0, names: [] };
}

/** The deletion that contains what undoing the set deletes; null before there is one, and once it is over. */
export async function findDeletion(ownerId: OwnerId, setId: number): Promise<number | null> {
  const set = await prisma.leadChangeSet.findFirst({
    where: { owner_id: ownerId, id: setId },
    select: { deletion_id: true },
  });
  return set?.deletion_id ?? null;
}

export async function setDeletion(
  ownerId: OwnerId,
  setId: number,
  deletionId: number,
): Promise<void> {
  await prisma.leadChangeSet.updateMany({
    where: { owner_id: ownerId, id: setId },
    data: { deletion_id: deletionId },
  });
}

export async function deleteSet(ownerId: OwnerId, setId: number): Promise<void> {
  await prisma.leadChangeSet.deleteMany({ where: { owner_id: ownerId, id: setId } });
}
