import type { RunKind } from "@/lib/domain/campaigns/campaign";
import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, rows, sql } from "@/server/platform/db/sql";

/** A run, with the number that sends it; null for whichever is the default one. */
export interface RunOfNumber {
  id: number;
  instanceId: number | null;
}

/**
 * Creates the runs of one time of a campaign, one for each of these numbers. Returns none where one of the numbers has
 * an active run, or this time already ran: the unique indexes decide. Call inside a transaction that has locked the
 * campaign, or has created it.
 */
export async function createRuns(
  ownerId: OwnerId,
  campaignId: number,
  run: {
    instanceIds: readonly (number | null)[];
    scheduledFor: Date;
    kind: RunKind;
    undoSeconds: number;
    requestId: string | null;
  },
): Promise<RunOfNumber[]> {
  const undone = run.undoSeconds > 0 ? new Date(Date.now() + run.undoSeconds * 1_000) : null;
  const created = await rows<RunOfNumber & { notice: string | null }>(
    sql`INSERT INTO campaign_runs (owner_id, campaign_id, instance_id, scheduled_for, kind, request_id, paused_at, notice, wait_cause, next_send_at)
          SELECT c.owner_id, c.id, n.instance_id, ${run.scheduledFor}::timestamptz, ${run.kind}, ${run.requestId}::uuid,
                 CASE WHEN s.notice IS NOT NULL THEN now() END, s.notice,
                 CASE WHEN s.notice IS NOT NULL THEN 'guard' WHEN ${undone}::timestamptz IS NOT NULL THEN 'undo' END, ${undone}::timestamptz
          FROM campaigns c CROSS JOIN unnest(${[...run.instanceIds]}::int[]) AS n(instance_id)
          CROSS JOIN LATERAL (SELECT CASE ${run.kind} WHEN 'audience' THEN c.pause_notice END AS notice) AS s
          WHERE c.owner_id = ${ownerId} AND c.id = ${campaignId} AND NOT EXISTS (
            SELECT 1 FROM campaign_runs r WHERE r.campaign_id = c.id AND r.scheduled_for = ${run.scheduledFor}::timestamptz)
          ON CONFLICT DO NOTHING RETURNING id, instance_id AS "instanceId", notice`,
  );
  if (created.length === run.instanceIds.length) {
    // It is in the runs now.
    if (created.some(({ notice }) => notice !== null)) {
      await prisma.campaign.updateMany({
        where: { owner_id: ownerId, id: campaignId },
        data: { pause_notice: null },
      });
    }
    return created;
  }
  await prisma.campaignRun.deleteMany({
    where: { owner_id: ownerId, id: { in: created.map(({ id }) => id) } },
  });
  return [];
}

/** Ends the runs of a time that has no recipients. */
export async function completeEmptyRuns(runs: readonly RunOfNumber[]): Promise<void> {
  await execute(
    sql`UPDATE campaign_runs SET status = 'completed', completed_at = now(), error_message = 'Nenhum lead para esta data.'
        WHERE id = ANY (${runs.map(({ id }) => id)}::int[]) AND status = 'pending'`,
  );
}
