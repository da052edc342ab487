import type { OwnerId } from "@/server/platform/actor";
import { leaseQueries } from "@/server/platform/db/lease-queries";
import { prisma } from "@/server/platform/db/prisma";
import { empty, execute, rows, sql } from "@/server/platform/db/sql";

/** The steps of a run, in this order; pages and maps begin with 'save', which also searches for them. */
type RadarStep = "appeared" | "closed" | "save" | "wait" | "check";

export interface RunRow {
  id: number;
  radar_id: number;
  status: "processing" | "completed" | "error";
  step: RadarStep;
  import_id: number | null;
  month: string | null;
  after_id: number;
  search_id: number | null;
  spent: number;
  told_at: Date | null;
  lease_no: number;
}

export const radarLeases = leaseQueries({
  table: "radar_runs",
  owner: "owner_id",
  active: sql`status = 'processing'`,
  stoppable: false,
  maxAttempts: 8,
  evenInactive: null,
  // A run that waits for its search or for tomorrow's credits takes no place.
  perOwner: { atOnce: 1, lockKey: 4008, waitingCounts: false },
});

export async function findRun(ownerId: OwnerId, runId: number): Promise<RunRow | null> {
  const run = await prisma.radarRun.findFirst({
    where: { owner_id: ownerId, id: runId },
    select: {
      id: true,
      radar_id: true,
      status: true,
      step: true,
      import_id: true,
      month: true,
      after_id: true,
      search_id: true,
      spent: true,
      told_at: true,
      lease_no: true,
    },
  });
  return run as RunRow | null;
}

/** Call with the lease held. */
export async function updateRun(
  ownerId: OwnerId,
  runId: number,
  change: Partial<Pick<RunRow, "step" | "after_id" | "search_id" | "spent" | "told_at">>,
): Promise<void> {
  await prisma.radarRun.updateMany({
    where: { owner_id: ownerId, id: runId },
    data: { ...change, attempts: 0 },
  });
}

/** Call with the lease held. */
export async function endRun(
  ownerId: OwnerId,
  runId: number,
  status: "completed" | "error",
): Promise<void> {
  await prisma.radarRun.updateMany({
    where: { owner_id: ownerId, id: runId, status: "processing" },
    data: { status, completed_at: new Date(), lease_until: null },
  });
}

/** Ends the runs of a radar that no worker holds: it was switched off while it waited. */
export async function endWaitingRuns(ownerId: OwnerId, radarId: number): Promise<void> {
  await execute(
    sql`UPDATE radar_runs SET status = 'completed', completed_at = now()
        WHERE owner_id = ${ownerId} AND radar_id = ${radarId} AND status = 'processing' AND lease_until IS NULL`,
  );
}

interface DueRun {
  id: number;
  lease_no: number;
}

/**
 * Starts a run of each registry radar that has not compared this import, at most `limit`. A month before the one that a
 * radar compared is no news: the administrator returned to it. A run that only waits for credits is ended: the new one
 * continues its work.
 */
export async function startRegistryRuns(
  { importId, month }: { importId: number; month: string },
  limit: number,
): Promise<DueRun[]> {
  await execute(
    sql`UPDATE radar_runs SET status = 'completed', completed_at = now()
        WHERE id = ANY (ARRAY(
          SELECT id FROM radar_runs
          WHERE status = 'processing' AND step = 'save' AND told_at IS NOT NULL AND lease_until IS NULL
            AND import_id <> ${importId}
          ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
  );
  return rows(
    sql`WITH due AS (
          SELECT r.id, r.owner_id FROM radars r JOIN accounts a ON a.id = r.owner_id AND a.is_active AND a.deletion_at IS NULL
          WHERE r.kind = 'registry' AND r.is_on AND r.import_id IS DISTINCT FROM ${importId}::int
            AND coalesce(r.month <= ${month}, true)
            AND NOT EXISTS (SELECT 1 FROM radar_runs b WHERE b.radar_id = r.id AND b.status = 'processing')
          ORDER BY r.id LIMIT ${limit} FOR NO KEY UPDATE OF r SKIP LOCKED
        ), begun AS (
          UPDATE radars SET import_id = ${importId}, month = ${month}, last_run_at = now(), note = NULL
          FROM due WHERE radars.id = due.id
        )
        INSERT INTO radar_runs (radar_id, owner_id, step, import_id, month)
        SELECT id, owner_id, 'appeared', ${importId}::int, ${month}::text FROM due
        ON CONFLICT DO NOTHING RETURNING id, lease_no`,
  );
}

/** Starts a run of each radar of pages or maps that is due, at most `limit`; only of one, if it is named. */
export function startSearchRuns(limit: number, radarId?: number): Promise<DueRun[]> {
  return rows(
    sql`WITH due AS (
          SELECT r.id, r.owner_id FROM radars r JOIN accounts a ON a.id = r.owner_id AND a.is_active AND a.deletion_at IS NULL
          WHERE r.is_on AND r.next_run_at <= now() ${radarId === undefined ? empty : sql`AND r.id = ${radarId}`}
            AND NOT EXISTS (SELECT 1 FROM radar_runs b WHERE b.radar_id = r.id AND b.status = 'processing')
          ORDER BY r.next_run_at, r.id LIMIT ${limit} FOR NO KEY UPDATE OF r SKIP LOCKED
        ), begun AS (
          UPDATE radars SET last_run_at = now(), note = NULL,
            next_run_at = now() + CASE cadence WHEN 'week' THEN interval '1 week' ELSE interval '1 month' END
          FROM due WHERE radars.id = due.id
        )
        INSERT INTO radar_runs (radar_id, owner_id, step) SELECT id, owner_id, 'save' FROM due
        ON CONFLICT DO NOTHING RETURNING id, lease_no`,
  );
}
