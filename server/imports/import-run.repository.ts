import type { UserId } from "@/server/actor";
import { execute, firstRow, rows, sql } from "@/server/db/sql";

/** First key of the advisory lock under which an owner's imports are claimed. */
const CLAIM_LOCK = 4002;

/**
 * Takes the import for this worker under a new fencing number, unless another worker holds it, it is over, or another of
 * its owner is under way. From then on every write of the holder names that number.
 */
export async function claimImport(
  importId: number,
  leaseSeconds: number,
): Promise<{ owner_id: number; lease_no: number } | null> {
  // Claims of one owner take turns, or two of them would both find none under way.
  await execute(
    sql`SELECT pg_advisory_xact_lock(${CLAIM_LOCK}, owner_id) FROM imports WHERE id = ${importId}`,
  );
  return firstRow(
    sql`UPDATE imports SET lease_no = lease_no + 1, lease_until = now() + make_interval(secs => ${leaseSeconds})
        WHERE id = ${importId} AND status = 'processing' AND (lease_until IS NULL OR lease_until < now())
          AND NOT EXISTS (SELECT 1 FROM imports other
                          WHERE other.owner_id = imports.owner_id AND other.status = 'processing'
                            AND other.id <> imports.id AND other.lease_until >= now())
        RETURNING owner_id, lease_no`,
  );
}

/** False when the import is no longer this worker's. */
export async function renewLease(
  importId: number,
  leaseNo: number,
  leaseSeconds: number,
): Promise<boolean> {
  const renewed = await execute(
    sql`UPDATE imports SET lease_until = now() + make_interval(secs => ${leaseSeconds})
        WHERE id = ${importId} AND lease_no = ${leaseNo} AND status = 'processing'`,
  );
  return renewed === 1;
}

/** Lets go, until `resumeAt` when given: before it nobody takes the import up. */
export async function releaseLease(
  importId: number,
  leaseNo: number,
  resumeAt: Date | null,
): Promise<void> {
  await execute(
    sql`UPDATE imports SET lease_until = ${resumeAt}
        WHERE id = ${importId} AND lease_no = ${leaseNo} AND status = 'processing'`,
  );
}

export interface BatchCounts {
  rows: number;
  created: number;
  existing: number;
  refused: number;
}

/**
 * Moves the cursor over a batch within the batch's own transaction: null when the import is no longer this worker's or
 * stands elsewhere, and then nothing of the batch may stay.
 */
export function advanceCursor(
  importId: number,
  leaseNo: number,
  from: number,
  counts: BatchCounts,
): Promise<{ stop: boolean } | null> {
  return firstRow(
    sql`UPDATE imports SET next_row = next_row + ${counts.rows}, created_count = created_count + ${counts.created},
                           existing_count = existing_count + ${counts.existing},
                           refused_count = refused_count + ${counts.refused}, attempts = 0
        WHERE id = ${importId} AND lease_no = ${leaseNo} AND status = 'processing' AND next_row = ${from}
        RETURNING stop_at IS NOT NULL AS stop`,
  );
}

/** False when it had ended already, or is no longer this worker's. */
export async function endImport(
  importId: number,
  leaseNo: number,
  status: "completed" | "stopped" | "error",
  note: string | null,
): Promise<boolean> {
  const ended = await execute(
    sql`UPDATE imports SET status = ${status}, note = ${note}, completed_at = now(), lease_until = NULL
        WHERE id = ${importId} AND lease_no = ${leaseNo} AND status = 'processing'`,
  );
  return ended === 1;
}

export async function countAttempt(importId: number): Promise<number> {
  const row = await firstRow<{ attempts: number }>(
    sql`UPDATE imports SET attempts = attempts + 1 WHERE id = ${importId} RETURNING attempts`,
  );
  return row?.attempts ?? 0;
}

/** Imports nobody works on (never taken up, or their worker is gone) and that may be taken up now: the oldest of each owner. */
export function findAdrift(limit: number): Promise<{ id: number; lease_no: number }[]> {
  return rows(
    sql`SELECT id, lease_no FROM (
          SELECT id, lease_no, lease_until, row_number() OVER (PARTITION BY owner_id ORDER BY id) AS place,
                 count(*) FILTER (WHERE lease_until >= now()) OVER (PARTITION BY owner_id) AS held
          FROM imports WHERE status = 'processing'
        ) AS waiting
        WHERE (lease_until IS NULL OR lease_until < now()) AND place = 1 AND held = 0 ORDER BY id LIMIT ${limit}`,
  );
}

/** The owner's oldest import that waits for its turn. */
export function findWaiting(ownerId: UserId): Promise<{ id: number; lease_no: number } | null> {
  return firstRow(
    sql`SELECT id, lease_no FROM imports
        WHERE owner_id = ${ownerId} AND status = 'processing' AND lease_until IS NULL ORDER BY id LIMIT 1`,
  );
}

export interface Refusal {
  line: number;
  reason: string;
  cells: string[];
}

export async function addRefusals(
  ownerId: UserId,
  importId: number,
  refusals: Refusal[],
): Promise<void> {
  await execute(
    sql`INSERT INTO import_refusals (import_id, owner_id, line, reason, cells)
        SELECT ${importId}::int, ${ownerId}::int, r.line, r.reason,
               ARRAY(SELECT value FROM json_array_elements_text(r.cells) WITH ORDINALITY AS c(value, place) ORDER BY place)
        FROM json_to_recordset(${JSON.stringify(refusals)}::json) AS r(line int, reason text, cells json)`,
  );
}
