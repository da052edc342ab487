import type { z } from "zod/mini";
import type { CampaignRun, NumberProgress } from "@/lib/contracts/campaigns/activities";
import type { StoredStep } from "@/lib/contracts/campaigns/steps";
import type { Recurrence, RunStatus } from "@/lib/domain/campaigns/campaign";
import type { CampaignTemplate } from "@/lib/domain/campaigns/campaign-template";
import type { LegalBasis } from "@/lib/domain/campaigns/legal-basis";
import type { CampaignPacing } from "@/lib/domain/campaigns/pacing";
import type { WaitCause } from "@/lib/domain/campaigns/wait-cause";
import { MESSAGE_RANK } from "@/lib/domain/messages/message-status";
import type { OwnerId, Reader } from "@/server/platform/actor";
import { madeBy, sightName } from "@/server/platform/db/seen";
import { empty, firstRow, prepared, rows, sql } from "@/server/platform/db/sql";

export interface ActivityRow {
  id: number;
  owner_id: number;
  name: string;
  num_leads: number;
  messages: string[];
  templates: CampaignTemplate[] | null;
  opt_in: boolean;
  list_ids: number[];
  legal_basis: LegalBasis | null;
  number_ids: number[];
  lead_ids: number[];
  tag_ids: number[];
  except_lead_ids: number[];
  repeat_leads: boolean;
  scheduled_at: Date | null;
  next_run_at: Date | null;
  recurrence: Recurrence;
  opt_out_line: boolean;
  pacing: CampaignPacing;
  cancelled_at: Date | null;
  created_at: Date;
  run_id: number | null;
  run_status: RunStatus | null;
  error_message: string | null;
  notice: string | null;
  wait_cause: WaitCause | null;
  stop_at: Date | null;
  paused_at: Date | null;
  next_send_at: Date | null;
  completed_at: Date | null;
  /** Only follow-ups are left. */
  following: boolean;
  runs_completed: number;
  total: number;
  processed: number;
  sent: number;
  failed: number;
  skipped: number;
  unknown: number;
  answered: number;
  /** Recipients who were not written to because the run ended first. */
  not_reached: number;
  /** The counted runs by number, where there are several. */
  by_number: z.output<typeof NumberProgress>[];
}

/**
 * A campaign with its active or latest run, and the counts of its first messages by all of its numbers. If it has
 * several numbers, the run that is least held up is shown: one that sends before one that waits or is paused. Runs that
 * send failed messages again are counted with the occurrence that they repeat; the messages that they replace no longer
 * count there.
 */
const ACTIVITIES = sql`
  SELECT c.id, c.owner_id, c.name, c.num_leads, c.messages, c.legal_basis, c.instance_ids AS number_ids, c.list_ids, c.lead_ids, c.tag_ids, c.except_lead_ids, c.repeat_leads, c.scheduled_at, c.next_run_at,
         c.recurrence, c.opt_out_line, c.templates, c.opt_in, c.pacing, c.cancelled_at, c.created_at, r.id AS run_id, r.status AS run_status, r.error_message,
         r.counted, r.notice, r.wait_cause, r.stop_at, r.paused_at, r.next_send_at, r.completed_at, coalesce(r.following, false) AS following,
         (SELECT count(DISTINCT scheduled_for)::int FROM campaign_runs
          WHERE campaign_id = c.id AND status = 'completed' AND kind = 'audience') AS runs_completed,
         t.*, CASE WHEN (SELECT count(DISTINCT instance_id) FROM campaign_runs WHERE id = ANY (r.counted)) > 1 THEN (
           SELECT jsonb_agg(jsonb_build_object(
             'number_id', n.instance_id, 'status', n.status, 'paused', n.is_active AND n.paused_at IS NOT NULL,
             'waits_for', CASE WHEN n.is_active THEN n.wait_cause END,
             'notice', CASE WHEN n.is_active THEN n.notice ELSE n.error_message END,
             'total', p.total, 'processed', p.processed, 'sent', p.sent, 'answered', p.answered) ORDER BY n.instance_id)
           FROM (SELECT DISTINCT ON (instance_id) *, status IN ('pending', 'running') AS is_active
                 FROM campaign_runs WHERE id = ANY (r.counted)
                 ORDER BY instance_id, status IN ('pending', 'running') DESC, scheduled_for DESC) AS n
           CROSS JOIN LATERAL (
             SELECT count(*) AS total, count(*) FILTER (WHERE state NOT IN ('pending', 'sending')) AS processed,
                    count(*) FILTER (WHERE state = 'sent') AS sent, count(*) FILTER (WHERE answered_at IS NOT NULL) AS answered
             FROM campaign_recipients WHERE step = 1 AND resent_at IS NULL AND run_id = ANY (ARRAY(
               SELECT id FROM campaign_runs WHERE id = ANY (r.counted) AND instance_id IS NOT DISTINCT FROM n.instance_id))) AS p
         ) ELSE '[]' END AS by_number
  FROM campaigns c
  LEFT JOIN LATERAL (
    SELECT id, status, error_message, notice, wait_cause, stop_at, paused_at, next_send_at, completed_at,
           following_since IS NOT NULL AS following,
           ARRAY(SELECT id FROM campaign_runs
                 WHERE campaign_id = c.id AND scheduled_for <= shown.scheduled_for AND scheduled_for >= coalesce(
                   (SELECT max(scheduled_for) FROM campaign_runs
                    WHERE campaign_id = c.id AND kind = 'audience' AND scheduled_for <= shown.scheduled_for),
                   shown.scheduled_for)) AS counted
    FROM campaign_runs AS shown
    WHERE campaign_id = c.id
    ORDER BY status IN ('pending', 'running') DESC, status IN ('pending', 'running') AND following_since IS NOT NULL, scheduled_for DESC,
             array_position(ARRAY['error', 'stopped'], status),
             paused_at IS NOT NULL, trouble_since IS NOT NULL, next_send_at NULLS FIRST, id LIMIT 1
  ) AS r ON true
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS total,
           (count(*) FILTER (WHERE state NOT IN ('pending', 'sending')))::int AS processed,
           (count(*) FILTER (WHERE state = 'sent'))::int AS sent,
           (count(*) FILTER (WHERE state = 'failed'))::int AS failed,
           (count(*) FILTER (WHERE state = 'skipped'))::int AS skipped,
           (count(*) FILTER (WHERE state = 'unknown'))::int AS unknown,
           (count(*) FILTER (WHERE answered_at IS NOT NULL))::int AS answered,
           (count(*) FILTER (WHERE state = 'skipped' AND cause = 'stopped'))::int AS not_reached
    FROM campaign_recipients WHERE run_id = ANY (r.counted) AND step = 1 AND resent_at IS NULL
  ) AS t`;

/**
 * With its steps, and how many of the counted messages were delivered. Not for live progress, which is read at each
 * message.
 */
export type ListedActivityRow = ActivityRow & {
  delivered: number;
  steps: z.output<typeof StoredStep>[];
};

const WITH_RECEIPTS = sql`
  SELECT a.*, (
    SELECT count(*)::int FROM campaign_recipients p
    JOIN whatsapp_instances i ON i.owner_id = p.owner_id
    JOIN messages m ON m.instance_id = i.id AND m.provider_message_id = p.provider_message_id AND m.direction = 'out'
    WHERE p.run_id = ANY (a.counted) AND p.step = 1 AND p.resent_at IS NULL AND p.state = 'sent' AND m.status_rank >= ${MESSAGE_RANK.delivered}
  ) AS delivered, (
    SELECT coalesce(jsonb_agg(jsonb_build_object('messages', s.messages, 'wait_days', s.wait_days, 'window_from', s.window_from,
                                                 'window_to', s.window_to) ORDER BY s.step), '[]')
    FROM campaign_steps s WHERE s.campaign_id = a.id
  ) AS steps
  FROM (${ACTIVITIES}`;

export function findActivity(
  ownerId: OwnerId,
  campaignId: number,
): Promise<ListedActivityRow | null> {
  return firstRow(
    sql`${WITH_RECEIPTS} WHERE c.owner_id = ${ownerId} AND c.id = ${campaignId} AND c.deleted_at IS NULL) AS a`,
  );
}

/** The campaigns of these runs, of all owners. */
export function findActivitiesOfRuns(runIds: readonly number[]): Promise<ActivityRow[]> {
  return rows(
    prepared(
      "find activities of runs",
      sql`${ACTIVITIES} WHERE c.deleted_at IS NULL
            AND c.id = ANY (SELECT campaign_id FROM campaign_runs WHERE id = ANY (${runIds}::int[]))`,
    ),
  );
}

/** The latest campaigns, or those made before one, newest first. */
export async function findActivityIds(
  reader: Reader,
  before: number | null,
  limit: number,
): Promise<number[]> {
  const own = sql`owner_id = ${reader.ownerId} ${madeBy(reader, "campaigns")}`;
  const beyond =
    before === null
      ? empty
      : sql`AND (created_at, id) < (SELECT created_at, id FROM campaigns WHERE ${own} AND id = ${before})`;
  const found = await rows<{ id: number }>(
    sql`SELECT id FROM campaigns WHERE ${own} AND deleted_at IS NULL ${beyond}
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
  );
  return found.map(({ id }) => id);
}

/** The campaigns with these ids, and besides them at most `open` running and `open` planned ones of any age. */
export function findActivities(
  reader: Reader,
  ids: readonly number[],
  open: number,
): Promise<ListedActivityRow[]> {
  return rows(
    sql`${WITH_RECEIPTS} WHERE c.owner_id = ${reader.ownerId} AND c.deleted_at IS NULL ${madeBy(reader, "c")} AND c.id IN (
                           SELECT unnest(${ids}::int[])
                           UNION (SELECT id FROM campaigns
                                  WHERE owner_id = ${reader.ownerId} AND deleted_at IS NULL AND next_run_at IS NOT NULL ${madeBy(reader, "campaigns")}
                                  ORDER BY next_run_at LIMIT ${open})
                           UNION (SELECT campaign_id FROM campaign_runs
                                  WHERE owner_id = ${reader.ownerId} AND status IN ('pending', 'running') LIMIT ${open}))) AS a
        ORDER BY a.created_at DESC, a.id DESC`,
  );
}

interface WaitingRun {
  id: number;
  name: string;
  notice: string | null;
  cause: WaitCause | null;
  paused: boolean;
  since: Date;
}

/**
 * Campaigns that are paused, or cannot send for a reason that does not pass by itself, of several numbers by the one that
 * has waited longest; the longest wait first.
 */
export function findWaitingRuns(reader: Reader, limit: number): Promise<WaitingRun[]> {
  return rows(
    prepared(
      `find waiting runs${sightName(reader)}`,
      sql`SELECT * FROM (SELECT DISTINCT ON (c.id) c.id, c.name, r.notice, r.wait_cause AS cause, r.paused_at IS NOT NULL AS paused, coalesce(r.paused_at, r.trouble_since) AS since
          FROM campaign_runs r JOIN campaigns c ON c.id = r.campaign_id
          WHERE r.owner_id = ${reader.ownerId} AND r.status IN ('pending', 'running') AND r.stop_at IS NULL AND c.deleted_at IS NULL ${madeBy(reader, "c")}
            AND (r.paused_at IS NOT NULL OR r.trouble_since IS NOT NULL AND r.wait_cause IS DISTINCT FROM 'passing')
          ORDER BY c.id, since) AS waiting ORDER BY since, id LIMIT ${limit}`,
    ),
  );
}

export type RunRow = z.input<typeof CampaignRun> & { pending: number };

/** A campaign's runs with their counts, newest first. */
export function findRuns(ownerId: OwnerId, campaignId: number, limit: number): Promise<RunRow[]> {
  return rows(
    sql`SELECT r.id, r.instance_id AS number_id, r.kind, r.status, r.scheduled_for, r.completed_at, r.error_message, t.*
        FROM (SELECT * FROM campaign_runs WHERE owner_id = ${ownerId} AND campaign_id = ${campaignId}
              ORDER BY scheduled_for DESC, id LIMIT ${limit}) AS r
        CROSS JOIN LATERAL (
          SELECT count(*)::int AS total, (count(*) FILTER (WHERE state = 'sent'))::int AS sent,
                 (count(*) FILTER (WHERE answered_at IS NOT NULL))::int AS answered,
                 (count(*) FILTER (WHERE state = 'failed'))::int AS failed,
                 (count(*) FILTER (WHERE state IN ('pending', 'sending')))::int AS pending
          FROM campaign_recipients WHERE run_id = r.id AND step = 1
        ) AS t
        ORDER BY r.scheduled_for DESC, r.id`,
  );
}
