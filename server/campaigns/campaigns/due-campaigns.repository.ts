import type { Recurrence } from "@/lib/domain/campaigns/campaign";
import type { Plan } from "@/lib/domain/plans/plan";
import type { OwnerId, Sight } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { SIGHT } from "@/server/platform/db/seen";
import { empty, execute, rows, sql } from "@/server/platform/db/sql";

/** True when this occurrence has its run. */
export async function hasRun(
  ownerId: OwnerId,
  campaignId: number,
  scheduledFor: Date,
): Promise<boolean> {
  const run = await prisma.campaignRun.findFirst({
    where: { owner_id: ownerId, campaign_id: campaignId, scheduled_for: scheduledFor },
    select: { id: true },
  });
  return run !== null;
}

/** Records an occurrence that did not take place, of a campaign that is locked. Does nothing when its run exists. */
export async function recordMissedRun(
  ownerId: OwnerId,
  campaignId: number,
  scheduledFor: Date,
  reason: string,
): Promise<void> {
  await execute(
    sql`INSERT INTO campaign_runs (owner_id, campaign_id, scheduled_for, status, error_message, completed_at)
        SELECT ${ownerId}, ${campaignId}, ${scheduledFor}::timestamptz, 'missed', ${reason}, now()
        WHERE NOT EXISTS (SELECT 1 FROM campaign_runs
                          WHERE campaign_id = ${campaignId} AND scheduled_for = ${scheduledFor}::timestamptz)`,
  );
}

export interface DueCampaign {
  id: number;
  owner_id: number;
  /** Its numbers that are still the account's, else the default one; none where the account has no number. */
  instance_ids: number[];
  num_leads: number;
  variants: number;
  list_ids: number[];
  lead_ids: number[];
  tag_ids: number[];
  repeat_leads: boolean;
  except_lead_ids: number[];
  opt_in: boolean;
  scheduled_at: Date;
  recurrence: Recurrence;
  request_id: string | null;
  due: Date;
  plan: Plan;
  /** What its maker sees by now; without one who works there, what is nobody's. */
  sight: Sight | null;
  /** Too late to start. */
  missed: boolean;
}

/**
 * Locks due campaigns whose numbers have no active run, or whose grace period is over, the oldest first; rows locked by
 * other workers are skipped. Only campaigns of templates, or only those of texts: the provider accepts one kind.
 */
export function lockDueCampaigns(
  graceHours: number,
  limit: number,
  { byTemplate, ownerId }: { byTemplate: boolean; ownerId?: OwnerId },
): Promise<DueCampaign[]> {
  return rows(
    sql`SELECT c.id, owner_id, num_leads, cardinality(messages) AS variants, list_ids, lead_ids, tag_ids, repeat_leads, except_lead_ids, opt_in, scheduled_at, recurrence, request_id,
               next_run_at AS due, a.plan, n.instance_ids, ${SIGHT},
               next_run_at < now() - make_interval(hours => ${graceHours}) AS missed
        FROM campaigns c JOIN accounts a ON a.id = c.owner_id
        CROSS JOIN LATERAL (
          SELECT coalesce(array_agg(i.id ORDER BY i.place) FILTER (WHERE i.id = ANY (c.instance_ids)),
                          array_agg(i.id) FILTER (WHERE i.is_default), '{}') AS instance_ids
          FROM whatsapp_instances i WHERE i.owner_id = c.owner_id AND i.removed_at IS NULL) AS n
        LEFT JOIN users u ON u.account_id = c.owner_id AND u.id = c.person_id AND u.suspended_at IS NULL
        WHERE next_run_at <= now() ${ownerId === undefined ? empty : sql`AND owner_id = ${ownerId}`} AND (templates IS NOT NULL) = ${byTemplate} AND a.is_active AND a.deletion_at IS NULL
          AND (next_run_at < now() - make_interval(hours => ${graceHours})
            OR NOT EXISTS (SELECT 1 FROM campaign_runs r
                           WHERE r.owner_id = c.owner_id AND r.status IN ('pending', 'running') AND r.following_since IS NULL
                             AND (r.instance_id = ANY (n.instance_ids) OR r.instance_id IS NULL)))
        ORDER BY next_run_at LIMIT ${limit} FOR UPDATE OF c SKIP LOCKED`,
  );
}

/** Makes the next run of every planned campaign start paused, with this notice. */
export async function pauseNextRuns(notice: string): Promise<void> {
  await prisma.campaign.updateMany({
    where: { next_run_at: { not: null }, deleted_at: null },
    data: { pause_notice: notice },
  });
}

/** Sets when campaigns are due next; null for those that are not. */
export async function setNextRuns(
  next: readonly { campaignId: number; at: Date | null }[],
): Promise<void> {
  await execute(
    sql`UPDATE campaigns AS c SET next_run_at = n.at
        FROM unnest(${next.map(({ campaignId }) => campaignId)}::int[], ${next.map(({ at }) => at)}::timestamptz[]) AS n(id, at)
        WHERE c.id = n.id`,
  );
}
