import { MERGE_KEPT_DAYS } from "@/lib/domain/leads/lead-merge";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { empty, execute, firstRow, rows, sql } from "@/server/platform/db/sql";

/** Stores the survivor's present state under a new merge. */
export async function insertMerge(
  ownerId: OwnerId,
  survivorId: number,
  names: readonly string[],
): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO lead_merges (owner_id, survivor_id, names, survivor_before)
        SELECT owner_id, id, ${[...names]}::text[], to_jsonb(l) FROM leads l
        WHERE owner_id = ${ownerId} AND id = ${survivorId} RETURNING id`,
  );
  if (!row) throw new Error("The survivor is locked.");
  return row.id;
}

/**
 * Stores the present state of leads, with the lists, tags, values of own fields and contacts that are deleted with
 * their rows.
 */
export async function insertMergedLeads(
  ownerId: OwnerId,
  mergeId: number,
  survivorId: number,
  leadIds: readonly number[],
): Promise<{ list_ids: number[]; tag_ids: number[] }[]> {
  return rows(
    sql`INSERT INTO merged_leads (owner_id, lead_id, merge_id, survivor_id, phone_key, lead, list_ids, tag_ids, own_values, contacts)
        SELECT l.owner_id, l.id, ${mergeId}::int, ${survivorId}::int, l.phone_key, to_jsonb(l),
               ARRAY(SELECT m.list_id FROM list_leads m WHERE m.lead_id = l.id ORDER BY m.list_id),
               ARRAY(SELECT x.tag_id FROM lead_tags x WHERE x.lead_id = l.id ORDER BY x.tag_id),
               coalesce((SELECT jsonb_agg(v) FROM lead_values v WHERE v.owner_id = l.owner_id AND v.lead_id = l.id), '[]'),
               coalesce((SELECT jsonb_agg(k) FROM lead_contacts k WHERE k.owner_id = l.owner_id AND k.lead_id = l.id), '[]')
        FROM leads l WHERE l.owner_id = ${ownerId} AND l.id = ANY(${leadIds}::int[]) ORDER BY l.id
        RETURNING list_ids, tag_ids`,
  );
}

/** Stores the survivor's state after the merge, and what was moved to it. */
export async function finishMerge(ownerId: OwnerId, mergeId: number, parts: object): Promise<void> {
  await execute(
    sql`UPDATE lead_merges AS m SET survivor_after = to_jsonb(l), parts = ${toStorableJson(parts)}::jsonb
        FROM leads l WHERE m.owner_id = ${ownerId} AND m.id = ${mergeId}
          AND l.owner_id = m.owner_id AND l.id = m.survivor_id`,
  );
}

export interface MergeRow {
  id: number;
  survivor_id: number;
  survivor_name: string | null;
  names: string[];
  merged_at: Date;
  can_undo: boolean;
}

const CAN_UNDO = sql`m.survivor_before IS NOT NULL AND m.merged_at > now() - make_interval(days => ${MERGE_KEPT_DAYS})`;
const SELECTED = sql`
  SELECT m.id, m.survivor_id, l.name AS survivor_name, m.names, m.merged_at, ${CAN_UNDO} AS can_undo
  FROM lead_merges m LEFT JOIN leads l ON l.owner_id = m.owner_id AND l.id = m.survivor_id`;

export function findMerge(ownerId: OwnerId, mergeId: number): Promise<MergeRow | null> {
  return firstRow(sql`${SELECTED} WHERE m.owner_id = ${ownerId} AND m.id = ${mergeId}`);
}

/** The latest merges that can be undone, newest first. */
export function findMerges(
  ownerId: OwnerId,
  survivorId: number | null,
  limit: number,
): Promise<MergeRow[]> {
  const ofLead = survivorId === null ? empty : sql`AND m.survivor_id = ${survivorId}`;
  return rows(
    sql`${SELECTED} WHERE m.owner_id = ${ownerId} AND ${CAN_UNDO} ${ofLead} ORDER BY m.id DESC LIMIT ${limit}`,
  );
}

/** A merge that can be undone, locked until the transaction ends. */
export function lockMerge(
  ownerId: OwnerId,
  mergeId: number,
): Promise<{ survivor_id: number; parts: unknown } | null> {
  return firstRow(
    sql`SELECT m.survivor_id, m.parts FROM lead_merges m
        WHERE m.owner_id = ${ownerId} AND m.id = ${mergeId} AND ${CAN_UNDO} FOR UPDATE`,
  );
}

/** The name of the lead that this one was merged into; null when there is none, or it was deleted. */
export async function findHost(ownerId: OwnerId, leadId: number): Promise<string | null> {
  const row = await firstRow<{ name: string }>(
    sql`SELECT l.name FROM leads l WHERE l.owner_id = ${ownerId} AND l.id = surviving_lead(${ownerId}, ${leadId})`,
  );
  return row?.name ?? null;
}

export interface MergedLeadRow {
  lead_id: number;
  list_ids: number[];
  tag_ids: number[];
  own_values: object[];
  contacts: object[];
}

export async function findMergedLeads(ownerId: OwnerId, mergeId: number): Promise<MergedLeadRow[]> {
  const found = await prisma.mergedLead.findMany({
    where: { owner_id: ownerId, merge_id: mergeId },
    select: { lead_id: true, list_ids: true, tag_ids: true, own_values: true, contacts: true },
    orderBy: { lead_id: "asc" },
  });
  return found as MergedLeadRow[];
}

/** Its merged leads are deleted with it: their ids no longer lead anywhere else. */
export async function deleteMerge(ownerId: OwnerId, mergeId: number): Promise<void> {
  await prisma.leadMerge.deleteMany({ where: { owner_id: ownerId, id: mergeId } });
}

/**
 * Deletes the former states of leads whose merge can no longer be undone, and merges whose lead was deleted
 * permanently. Returns how many were trimmed.
 */
export async function trimMerges(limit: number): Promise<number> {
  const trimmed = await rows<{ owner_id: number; id: number }>(
    sql`UPDATE lead_merges SET survivor_before = NULL, survivor_after = NULL, parts = NULL
        WHERE id = ANY (ARRAY(
          SELECT id FROM lead_merges
          WHERE survivor_before IS NOT NULL AND merged_at < now() - make_interval(days => ${MERGE_KEPT_DAYS})
          ORDER BY merged_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
        RETURNING owner_id, id`,
  );
  await execute(
    sql`UPDATE merged_leads AS l SET lead = NULL, list_ids = '{}', tag_ids = '{}', own_values = '[]', contacts = '[]'
        FROM unnest(${trimmed.map(({ owner_id }) => owner_id)}::int[], ${trimmed.map(({ id }) => id)}::int[]) AS t (owner_id, id)
        WHERE l.owner_id = t.owner_id AND l.merge_id = t.id`,
  );
  const forgotten = await execute(
    sql`DELETE FROM lead_merges WHERE id = ANY (ARRAY(
          SELECT m.id FROM lead_merges m
          WHERE NOT EXISTS (SELECT 1 FROM leads l WHERE l.owner_id = m.owner_id AND l.id = m.survivor_id)
            AND NOT EXISTS (SELECT 1 FROM merged_leads x WHERE x.owner_id = m.owner_id AND x.lead_id = m.survivor_id)
            AND NOT EXISTS (SELECT 1 FROM deleted_leads d WHERE d.owner_id = m.owner_id AND d.lead_id = m.survivor_id)
          ORDER BY m.id LIMIT ${limit}))`,
  );
  return trimmed.length + forgotten;
}
