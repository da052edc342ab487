import type { Recurrence } from "@/lib/domain/campaigns/campaign";
import type { UserId } from "@/server/actor";
import { prisma } from "@/server/db/prisma";
import { execute, firstRow, prepared, rows, sql } from "@/server/db/sql";

export type RunStatus = "pending" | "running" | "completed" | "stopped" | "error";

export interface ActivityRow {
  id: number;
  owner_id: number;
  name: string | null;
  num_leads: number;
  messages: string[];
  list_ids: number[];
  scheduled_at: Date | null;
  next_run_at: Date | null;
  recurrence: Recurrence;
  created_at: Date;
  run_status: RunStatus | null;
  error_message: string | null;
  completed_at: Date | null;
  runs_completed: number;
  total: number;
  processed: number;
  sent: number;
  failed: number;
  unknown: number;
  answered: number;
}

/** A campaign with its latest run and that run's counts. */
const ACTIVITIES = sql`
  SELECT c.id, c.owner_id, c.name, c.num_leads, c.messages, c.list_ids, c.scheduled_at, c.next_run_at,
         c.recurrence, c.created_at, r.status AS run_status, r.error_message, r.completed_at,
         (SELECT count(*)::int FROM campaign_runs WHERE campaign_id = c.id AND status = 'completed') AS runs_completed,
         t.*
  FROM campaigns c
  LEFT JOIN LATERAL (
    SELECT id, status, error_message, completed_at FROM campaign_runs
    WHERE campaign_id = c.id ORDER BY scheduled_for DESC LIMIT 1
  ) AS r ON true
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS total,
           (count(*) FILTER (WHERE state NOT IN ('pending', 'sending')))::int AS processed,
           (count(*) FILTER (WHERE state = 'sent'))::int AS sent,
           (count(*) FILTER (WHERE state = 'failed'))::int AS failed,
           (count(*) FILTER (WHERE state = 'unknown'))::int AS unknown,
           (count(*) FILTER (WHERE answered_at IS NOT NULL))::int AS answered
    FROM campaign_recipients WHERE run_id = r.id
  ) AS t`;

export function findActivity(ownerId: UserId, campaignId: number): Promise<ActivityRow | null> {
  return firstRow(sql`${ACTIVITIES} WHERE c.owner_id = ${ownerId} AND c.id = ${campaignId}`);
}

export function findActivities(ownerId: UserId, limit: number): Promise<ActivityRow[]> {
  return rows(
    sql`${ACTIVITIES} WHERE c.owner_id = ${ownerId} ORDER BY c.created_at DESC, c.id DESC LIMIT ${limit}`,
  );
}

export async function createCampaign(
  ownerId: UserId,
  campaign: { numLeads: number; messages: string[] },
): Promise<number> {
  const { id } = await prisma.campaign.create({
    data: {
      owner_id: ownerId,
      num_leads: campaign.numLeads,
      messages: campaign.messages,
      list_ids: [],
    },
    select: { id: true },
  });
  return id;
}

/** Returns null when the owner has an active run or this occurrence already ran: the unique indexes decide. */
export async function createRun(
  ownerId: UserId,
  campaignId: number,
  scheduledFor: Date,
): Promise<number | null> {
  const [run] = await prisma.campaignRun.createManyAndReturn({
    data: { owner_id: ownerId, campaign_id: campaignId, scheduled_for: scheduledFor },
    skipDuplicates: true,
    select: { id: true },
  });
  return run?.id ?? null;
}

/**
 * Stores the run's recipients: leads with a number that were never contacted, never failed and never opted out,
 * oldest first; message variants in rotation. Returns how many.
 */
export function addRecipients(
  ownerId: UserId,
  run: { id: number; numLeads: number; variants: number },
): Promise<number> {
  return execute(
    sql`INSERT INTO campaign_recipients (run_id, owner_id, lead_id, phone_key, number, variant)
        SELECT ${run.id}, owner_id, id, phone_key, whatsapp,
               ((row_number() OVER (ORDER BY id) - 1) % ${run.variants})::int
        FROM (
          SELECT id, owner_id, phone_key, whatsapp FROM leads l
          WHERE owner_id = ${ownerId} AND phone_key IS NOT NULL AND contacted_at IS NULL
            AND status NOT IN ('failed', 'opted_out')
            AND NOT EXISTS (SELECT 1 FROM opt_outs o
                            WHERE o.owner_id = l.owner_id AND o.phone_key = l.phone_key)
          ORDER BY id LIMIT ${run.numLeads}
        ) AS audience`,
  );
}

/** Clears `resume_at`, so that a run waiting for its next message is due at once and can be ended. */
const REQUEST_STOP = sql`UPDATE campaign_runs SET stop_at = coalesce(stop_at, now()), resume_at = NULL`;

/** Active runs stop before their next message, and scheduled ones no longer start. */
export async function requestStopOfAll(ownerId: UserId): Promise<void> {
  await execute(
    sql`${REQUEST_STOP} WHERE owner_id = ${ownerId} AND status IN ('pending', 'running')`,
  );
  await execute(
    sql`UPDATE campaigns SET next_run_at = NULL WHERE owner_id = ${ownerId} AND next_run_at IS NOT NULL`,
  );
}

/** Returns the run that is to stop; null when none is active. */
export function requestStop(
  ownerId: UserId,
  campaignId: number,
): Promise<{ id: number; lease_no: number } | null> {
  return firstRow(
    sql`${REQUEST_STOP}
        WHERE owner_id = ${ownerId} AND campaign_id = ${campaignId} AND status IN ('pending', 'running')
        RETURNING id, lease_no`,
  );
}

/** Locks one due campaign whose owner has no active run; rows locked by other workers are skipped. */
export function lockDueCampaign(): Promise<{
  id: number;
  owner_id: number;
  num_leads: number;
  variants: number;
  due: Date;
} | null> {
  return firstRow(
    sql`SELECT id, owner_id, num_leads, cardinality(messages) AS variants, next_run_at AS due
        FROM campaigns c WHERE next_run_at <= now()
          AND NOT EXISTS (SELECT 1 FROM campaign_runs r
                          WHERE r.owner_id = c.owner_id AND r.status IN ('pending', 'running'))
        ORDER BY next_run_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
}

export async function setNextRun(
  ownerId: UserId,
  campaignId: number,
  at: Date | null,
): Promise<void> {
  await prisma.campaign.updateMany({
    where: { owner_id: ownerId, id: campaignId },
    data: { next_run_at: at },
  });
}

export async function markRecipientsAnswered(ownerId: UserId, phoneKey: string): Promise<number[]> {
  const answered = await rows<{ campaign_id: number }>(
    prepared(
      "mark recipients answered",
      sql`WITH answered AS (
          UPDATE campaign_recipients SET answered_at = now()
          WHERE owner_id = ${ownerId} AND phone_key = ${phoneKey} AND answered_at IS NULL
            AND state IN ('sending', 'sent', 'unknown')
          RETURNING run_id
        )
        SELECT DISTINCT r.campaign_id FROM answered JOIN campaign_runs r ON r.id = answered.run_id`,
    ),
  );
  return answered.map((row) => row.campaign_id);
}

/** Marks an accepted message as not delivered. Locks the lead before the recipient, the order used everywhere. */
export async function failSentRecipient(
  ownerId: UserId,
  providerMessageId: string,
): Promise<{ lead_id: number | null; campaign_id: number } | null> {
  await execute(
    sql`SELECT 1 FROM leads l JOIN campaign_recipients p ON p.owner_id = l.owner_id AND p.lead_id = l.id
        WHERE p.owner_id = ${ownerId} AND p.provider_message_id = ${providerMessageId}
        FOR UPDATE OF l`,
  );
  return firstRow(
    sql`UPDATE campaign_recipients AS p SET state = 'failed', detail = 'O WhatsApp não entregou a mensagem'
        FROM campaign_runs r
        WHERE p.owner_id = ${ownerId} AND p.provider_message_id = ${providerMessageId} AND p.state = 'sent'
          AND r.id = p.run_id
        RETURNING p.lead_id, r.campaign_id`,
  );
}
