import type { LeadStatus } from "@/lib/domain/lead-status";
import type { UserId } from "@/server/auth/actor";
import { firstRow, type Sql, sql } from "@/server/db/sql";
import { type LeadFilter, matching } from "./lead-filter.repository";

/** Leads named by id, or all that a filter finds. */
export type LeadSelection = { ids: number[] } | { filter: LeadFilter };

export interface Batch {
  /** Ids above this one. */
  after: number;
  /** Leads that came after the bulk began are not meant. */
  upTo: number;
  limit: number;
}

export interface BatchOutcome {
  affected: number;
  /** The highest id that was looked at; null when none is left. */
  last: number | null;
}

const NOTHING: BatchOutcome = { affected: 0, last: null };

/** The highest id the owner has; 0 without leads. */
export async function findLastId(ownerId: UserId): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`SELECT id FROM leads WHERE owner_id = ${ownerId} ORDER BY id DESC LIMIT 1`,
  );
  return row?.id ?? 0;
}

/** The next leads of a selection by id, locked in that order so that two bulks never wait for each other in a ring. */
function batchOf(ownerId: UserId, selection: LeadSelection, { after, upTo, limit }: Batch): Sql {
  const chosen =
    "ids" in selection
      ? sql`owner_id = ${ownerId} AND id = ANY(${selection.ids}::int[])`
      : matching(ownerId, selection.filter);
  return sql`SELECT id FROM leads WHERE ${chosen} AND id > ${after} AND id <= ${upTo}
             ORDER BY id LIMIT ${limit} FOR UPDATE`;
}

export async function deleteBatch(
  ownerId: UserId,
  selection: LeadSelection,
  batch: Batch,
): Promise<BatchOutcome> {
  const row = await firstRow<BatchOutcome>(
    sql`WITH batch AS MATERIALIZED (${batchOf(ownerId, selection, batch)}),
          done AS (DELETE FROM leads USING batch WHERE leads.owner_id = ${ownerId} AND leads.id = batch.id RETURNING 1)
        SELECT (SELECT count(*)::int FROM done) AS affected, (SELECT max(id) FROM batch) AS last`,
  );
  return row ?? NOTHING;
}

export async function setStatusOfBatch(
  ownerId: UserId,
  selection: LeadSelection,
  batch: Batch,
  status: LeadStatus,
): Promise<BatchOutcome> {
  const row = await firstRow<BatchOutcome>(
    sql`WITH batch AS MATERIALIZED (${batchOf(ownerId, selection, batch)}),
          done AS (UPDATE leads SET status = ${status}, status_by = 'person', updated_at = now()
                   FROM batch WHERE leads.owner_id = ${ownerId} AND leads.id = batch.id AND leads.status <> ${status}
                   RETURNING 1)
        SELECT (SELECT count(*)::int FROM batch) AS affected, (SELECT max(id) FROM batch) AS last
        FROM (SELECT count(*) FROM done) AS finished`,
  );
  return row ?? NOTHING;
}

/** `affected` counts those that were not in the list before. */
export async function addBatchToList(
  ownerId: UserId,
  selection: LeadSelection,
  batch: Batch,
  listId: number,
): Promise<BatchOutcome> {
  const row = await firstRow<BatchOutcome>(
    sql`WITH batch AS MATERIALIZED (${batchOf(ownerId, selection, batch)}),
          done AS (INSERT INTO list_leads (list_id, lead_id, owner_id) SELECT ${listId}::int, id, ${ownerId}::int FROM batch
                   ON CONFLICT DO NOTHING RETURNING 1)
        SELECT (SELECT count(*)::int FROM done) AS affected, (SELECT max(id) FROM batch) AS last`,
  );
  return row ?? NOTHING;
}
