import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId } from "@/server/platform/actor";
import { leaseQueries } from "@/server/platform/db/lease-queries";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, sql } from "@/server/platform/db/sql";

export const importLeases = leaseQueries({
  table: "imports",
  owner: "owner_id",
  active: sql`status IN ('processing', 'undoing')`,
  stoppable: true,
  maxAttempts: 8,
  // An import that was asked to stop still has to be ended.
  evenInactive: sql`stop_at IS NOT NULL`,
  evenLeaving: true,
  perOwner: { atOnce: 1, lockKey: 4002 },
});

export interface BatchCounts {
  rows: number;
  created: number;
  existing: number;
  refused: number;
  /** By column; empty when there are none. */
  unread: number[];
}

/**
 * Moves the cursor past a batch, within the batch's own transaction. Returns null when the lease was lost or the cursor
 * has moved; the batch must then be rolled back.
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
                           refused_count = refused_count + ${counts.refused}, attempts = 0,
                           unread_counts = CASE WHEN ${counts.unread}::int[] = '{}' THEN unread_counts ELSE ARRAY(
                             SELECT coalesce(u.before, 0) + coalesce(u.added, 0)
                             FROM unnest(unread_counts, ${counts.unread}::int[]) WITH ORDINALITY AS u(before, added, place)
                             ORDER BY u.place) END
        WHERE id = ${importId} AND lease_no = ${leaseNo} AND status = 'processing' AND next_row = ${from}
        RETURNING stop_at IS NOT NULL AS stop`,
  );
}

/** Returns false when it was already over or the lease was lost. */
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

export interface UndoneCounts {
  deleted: number;
  restored: number;
  left: number;
  kept: number;
  names: string[];
  keptListId: number | null;
}

const MOST_NAMES = 10;

/** Counts undone changes, in the transaction that undid them. Returns false when the lease was lost. */
export async function countUndone(
  importId: number,
  leaseNo: number,
  counts: UndoneCounts,
): Promise<boolean> {
  const counted = await execute(
    sql`UPDATE imports SET undo_deleted = undo_deleted + ${counts.deleted}, undo_restored = undo_restored + ${counts.restored},
                           undo_left = undo_left + ${counts.left}, undo_kept = undo_kept + ${counts.kept},
                           kept_names = (kept_names || ${counts.names}::text[])[1:${MOST_NAMES}::int],
                           kept_list_id = coalesce(${counts.keptListId}::int, kept_list_id), attempts = 0
        WHERE id = ${importId} AND lease_no = ${leaseNo} AND status = 'undoing'`,
  );
  return counted === 1;
}

/** Returns false when it was already over or the lease was lost. */
export async function endUndo(
  importId: number,
  leaseNo: number,
  status: "undone" | "error",
  note: string | null,
): Promise<boolean> {
  const { count } = await prisma.import.updateMany({
    where: { id: importId, lease_no: leaseNo, status: "undoing" },
    data: { status, note, lease_until: null },
  });
  return count === 1;
}

export interface Refusal {
  line: number;
  reason: string;
  cells: string[];
  /** True for a row that became a lead without some of its values. */
  imported: boolean;
}

export async function addRefusals(
  ownerId: OwnerId,
  importId: number,
  refusals: readonly Refusal[],
): Promise<void> {
  await execute(
    sql`INSERT INTO import_refusals (import_id, owner_id, line, reason, imported, cells)
        SELECT ${importId}::int, ${ownerId}::int, r.line, r.reason, r.imported,
               ARRAY(SELECT value FROM json_array_elements_text(r.cells) WITH ORDINALITY AS c(value, place) ORDER BY place)
        FROM json_to_recordset(${toStorableJson(refusals)}::json) AS r(line int, reason text, imported boolean, cells json)`,
  );
}
