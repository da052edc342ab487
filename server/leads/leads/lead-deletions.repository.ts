import { LEAD_UNDO_MINUTES } from "@/lib/domain/custody/kept-days";
import { LEAD_VALUES } from "@/lib/domain/leads/lead-row";
import type { Doer, OwnerId, Reader } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { madeBy } from "@/server/platform/db/seen";
import { columns, execute, rows, sql } from "@/server/platform/db/sql";
import { findWrittenTo } from "./lead-marks.repository";

/** How long a deletion can be undone. */
const LISTED = 5;

/** Every column of a lead that is not computed from others. */
export const STORED_COLUMNS = [
  "id",
  "owner_id",
  "source",
  "status_by",
  "company_status",
  "search_remark",
  "site_check",
  "evidence",
  "contacted_at",
  "edited_at",
  "created_at",
  "updated_at",
  ...LEAD_VALUES,
  "place",
  "staged_at",
  "value_cents",
  "expected_close",
  "seller_id",
];
const PLAIN_COLUMNS = STORED_COLUMNS.filter((name) => name !== "contacted_at");
/** The number may have been written to while the lead was deleted. */
const WRITTEN_TO = findWrittenTo(sql`r.owner_id`, sql`r.phone_key`);
/**
 * Columns that refer to rows that may no longer exist: the trigger then finds another stage, and the reason is dropped.
 */
export const KEPT_REFERENCES = sql`
  (SELECT id FROM stages s WHERE s.owner_id = r.owner_id AND s.id = r.stage_id),
  (SELECT id FROM loss_reasons x WHERE x.owner_id = r.owner_id AND x.id = r.loss_reason_id)`;
const HISTORY_COLUMNS = [
  "id",
  "owner_id",
  "lead_id",
  "from_status",
  "to_status",
  "changed_by",
  "occurred_at",
  "from_stage",
  "to_stage",
  "changes",
  "person_id",
];

export async function createDeletion({ ownerId, personId }: Doer): Promise<number> {
  const { id } = await prisma.leadDeletion.create({
    data: { owner_id: ownerId, person_id: personId },
    select: { id: true },
  });
  return id;
}

/** Continues a deletion: its time to be undone starts again. Returns false when it is over. */
export async function renewDeletion(ownerId: OwnerId, deletionId: number): Promise<boolean> {
  const renewed = await execute(
    sql`UPDATE lead_deletions SET deleted_at = now() WHERE owner_id = ${ownerId} AND id = ${deletionId}`,
  );
  return renewed === 1;
}

/**
 * Deletes leads and keeps them under the deletion. Lock them in id order first, so that concurrent calls do not
 * deadlock. Returns how many were deleted.
 */
export async function deleteLeads(
  ownerId: OwnerId,
  leadIds: readonly number[],
  deletionId: number,
): Promise<number> {
  const kept = await execute(
    sql`WITH gone AS (
          DELETE FROM leads WHERE owner_id = ${ownerId} AND id = ANY(${leadIds}::int[]) RETURNING *
        )
        INSERT INTO deleted_leads (deletion_id, lead_id, owner_id, lead, list_ids, history, tasks, tag_ids, own_values, notes, contacts,
                                   result_ids, distinct_ids, denied_cnpjs, waits_for_visit)
        SELECT ${deletionId}::int, g.id, g.owner_id, to_jsonb(g),
               ARRAY(SELECT m.list_id FROM list_leads m WHERE m.lead_id = g.id),
               coalesce((SELECT jsonb_agg(e ORDER BY e.id) FROM lead_events e WHERE e.lead_id = g.id), '[]'),
               coalesce((SELECT jsonb_agg(t) FROM tasks t WHERE t.owner_id = g.owner_id AND t.lead_id = g.id), '[]'),
               ARRAY(SELECT x.tag_id FROM lead_tags x WHERE x.lead_id = g.id),
               coalesce((SELECT jsonb_agg(v) FROM lead_values v WHERE v.owner_id = g.owner_id AND v.lead_id = g.id), '[]'),
               coalesce((SELECT jsonb_agg(n) FROM notes n WHERE n.owner_id = g.owner_id AND n.lead_id = g.id), '[]'),
               coalesce((SELECT jsonb_agg(k) FROM lead_contacts k WHERE k.owner_id = g.owner_id AND k.lead_id = g.id), '[]'),
               ARRAY(SELECT r.id FROM search_results r WHERE r.owner_id = g.owner_id AND r.lead_id = g.id),
               ARRAY(SELECT d.high_id FROM distinct_leads d WHERE d.owner_id = g.owner_id AND d.low_id = g.id
                     UNION ALL SELECT d.low_id FROM distinct_leads d WHERE d.owner_id = g.owner_id AND d.high_id = g.id),
               ARRAY(SELECT c.cnpj FROM company_denials c WHERE c.owner_id = g.owner_id AND c.lead_id = g.id),
               EXISTS (SELECT 1 FROM site_checks v WHERE v.owner_id = g.owner_id AND v.lead_id = g.id)
        FROM gone g`,
  );
  await prisma.leadDeletion.updateMany({
    where: { owner_id: ownerId, id: deletionId },
    data: { leads: { increment: kept } },
  });
  return kept;
}

/** The latest deletions that left something to restore, newest first. */
export function findDeletions(
  reader: Reader,
): Promise<{ id: number; leads: number; deleted_at: Date }[]> {
  return rows(
    sql`SELECT id, leads, deleted_at FROM lead_deletions
        WHERE owner_id = ${reader.ownerId}${madeBy(reader, "lead_deletions")} AND leads > 0 AND deleted_at > now() - make_interval(mins => ${LEAD_UNDO_MINUTES})
        ORDER BY id DESC LIMIT ${LISTED}`,
  );
}

/** Locks the deletion until the transaction ends. Returns false when it can no longer be undone. */
export async function lockDeletion(ownerId: OwnerId, deletionId: number): Promise<boolean> {
  const found = await rows(
    sql`SELECT 1 FROM lead_deletions
        WHERE owner_id = ${ownerId} AND id = ${deletionId}
          AND deleted_at > now() - make_interval(mins => ${LEAD_UNDO_MINUTES}) FOR UPDATE`,
  );
  return found.length > 0;
}

export interface TakenLead {
  lead_id: number;
  /** The lists it was on; some may be deleted. */
  list_ids: number[];
  /** Its tasks, as they were stored. */
  tasks: object[];
  /** Some may be deleted. */
  tag_ids: number[];
  /** The values of own fields, as they were stored; some fields may be deleted. */
  own_values: object[];
  /** Its notes, as they were stored. */
  notes: object[];
  /** Its other contacts, as they were stored. */
  contacts: object[];
  /** Search results that it was created from. */
  result_ids: number[];
  /** Leads that are other companies; some may be deleted. */
  distinct_ids: number[];
  /** Companies of the registry that it was declared not to be. */
  denied_cnpjs: string[];
  /** Whether a visit to its site was still waiting. */
  waits_for_visit: boolean;
  /** False when another lead now has its number or its CNPJ. */
  restored: boolean;
}

/** Takes the next leads from the deletion and inserts them again, with their ids and their history. */
export function takeDeletedLeads(
  ownerId: OwnerId,
  deletionId: number,
  limit: number,
): Promise<TakenLead[]> {
  return rows<TakenLead>(
    sql`WITH taken AS (
          DELETE FROM deleted_leads
          WHERE owner_id = ${ownerId} AND deletion_id = ${deletionId} AND lead_id IN (
            SELECT lead_id FROM deleted_leads WHERE deletion_id = ${deletionId} ORDER BY lead_id LIMIT ${limit}
          )
          RETURNING *
        ), restored AS (
          INSERT INTO leads (${columns(PLAIN_COLUMNS)}, contacted_at, stage_id, loss_reason_id)
          SELECT ${columns(PLAIN_COLUMNS, { of: "r" })}, coalesce(r.contacted_at, ${WRITTEN_TO}), ${KEPT_REFERENCES}
          FROM taken CROSS JOIN LATERAL jsonb_populate_record(NULL::leads, taken.lead) AS r
          ON CONFLICT DO NOTHING RETURNING id
        ), told AS (
          INSERT INTO lead_events (${columns(HISTORY_COLUMNS)})
          SELECT ${columns(HISTORY_COLUMNS, { of: "e" })}
          FROM taken JOIN restored ON restored.id = taken.lead_id
          CROSS JOIN LATERAL jsonb_populate_recordset(NULL::lead_events, taken.history) AS e
        )
        SELECT taken.lead_id, taken.list_ids, taken.tasks, taken.tag_ids, taken.own_values, taken.notes, taken.contacts,
               taken.result_ids, taken.distinct_ids, taken.denied_cnpjs, taken.waits_for_visit, restored.id IS NOT NULL AS restored
        FROM taken LEFT JOIN restored ON restored.id = taken.lead_id`,
  );
}

export async function removeDeletion(ownerId: OwnerId, deletionId: number): Promise<void> {
  await prisma.leadDeletion.deleteMany({ where: { owner_id: ownerId, id: deletionId } });
}
