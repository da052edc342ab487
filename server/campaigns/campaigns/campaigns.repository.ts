import type { Recurrence } from "@/lib/domain/campaigns/campaign";
import type { CampaignTemplate } from "@/lib/domain/campaigns/campaign-template";
import type { LegalBasis } from "@/lib/domain/campaigns/legal-basis";
import type { CampaignPacing } from "@/lib/domain/campaigns/pacing";
import type { FollowUpStep } from "@/lib/domain/campaigns/sequence";
import { toStorableJson } from "@/lib/stored-json";
import type { Doer, OwnerId } from "@/server/platform/actor";
import { WAKE } from "@/server/platform/db/lease-queries";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";

/** The user's choices for a campaign. */
export interface CampaignChoice {
  /** Null: named by its number. */
  name: string | null;
  numLeads: number;
  messages: string[];
  /** One for each message, whose text shows how it reads; null for a campaign of texts. */
  templates: CampaignTemplate[] | null;
  /** The user declared that the recipients allowed offers. */
  optIn: boolean;
  legalBasis: LegalBasis | null;
  /** The numbers that send it; none for the default one. */
  instanceIds: number[];
  listIds: number[];
  leadIds: number[];
  tagIds: number[];
  repeatLeads: boolean;
  exceptIds: number[];
  optOutLine: boolean;
  pacing: CampaignPacing;
  /** The later messages, for people who do not answer the earlier ones. */
  steps: FollowUpStep[];
  /** Null for a campaign that starts now. */
  scheduledAt: Date | null;
  nextRunAt: Date | null;
  recurrence: Recurrence;
  /** Id of the request that contains this declaration. */
  requestId: string | null;
}

/** First key of the advisory lock under which an owner's campaigns get their numbers. */
const NUMBERING_LOCK = 1_303;

/** Call inside a transaction. */
export async function createCampaign(
  { ownerId, personId }: Doer,
  choice: CampaignChoice,
): Promise<number> {
  await execute(sql`SELECT pg_advisory_xact_lock(${NUMBERING_LOCK}, ${ownerId})`);
  const created = await firstRow<{ id: number }>(
    sql`INSERT INTO campaigns (owner_id, number, name, num_leads, messages, list_ids, lead_ids, tag_ids, repeat_leads, except_lead_ids, opt_out_line, pacing,
                               templates, opt_in, legal_basis, scheduled_at, next_run_at, recurrence, request_id, person_id, instance_ids)
        SELECT ${ownerId}, next.number, coalesce(${choice.name}, 'Campanha ' || next.number), ${choice.numLeads},
               ${choice.messages}, ${choice.listIds}, ${choice.leadIds}, ${choice.tagIds}, ${choice.repeatLeads}, ${choice.exceptIds}, ${choice.optOutLine},
               ${toStorableJson(choice.pacing)}::jsonb, ${choice.templates && toStorableJson(choice.templates)}::jsonb,
               ${choice.optIn}, ${choice.legalBasis}, ${choice.scheduledAt}, ${choice.nextRunAt}, ${choice.recurrence}, ${choice.requestId}::uuid, ${personId}::int, ${choice.instanceIds}::int[]
        FROM (SELECT coalesce(max(number), 0) + 1 AS number FROM campaigns WHERE owner_id = ${ownerId}) AS next
        RETURNING id`,
  );
  if (!created) throw new Error("INSERT into campaigns returned no row");
  return created.id;
}

/**
 * Locks a campaign before checking whether it runs: starting it takes the same lock, and a statement that had waited
 * for the lock would not see the run. Returns false when there is none, or it is hidden. Call inside a transaction.
 */
export async function lockCampaign(ownerId: OwnerId, campaignId: number): Promise<boolean> {
  const locked = await firstRow(
    sql`SELECT 1 FROM campaigns WHERE owner_id = ${ownerId} AND id = ${campaignId} AND deleted_at IS NULL FOR NO KEY UPDATE`,
  );
  return locked !== null;
}

/**
 * Deletes a campaign that was started at once, and of which nothing has gone out: only skipped recipients have been
 * decided. Returns false when it is too late. Call inside a transaction.
 */
export async function deleteUnsent(ownerId: OwnerId, campaignId: number): Promise<boolean> {
  // A worker holds this lock while it decides about a message.
  await execute(
    sql`SELECT id FROM campaign_runs WHERE owner_id = ${ownerId} AND campaign_id = ${campaignId} ORDER BY id FOR UPDATE`,
  );
  const deleted = await execute(
    sql`DELETE FROM campaigns c
        WHERE owner_id = ${ownerId} AND id = ${campaignId} AND deleted_at IS NULL AND scheduled_at IS NULL
          AND EXISTS (SELECT 1 FROM campaign_runs r WHERE r.campaign_id = c.id AND r.status IN ('pending', 'running'))
          AND NOT EXISTS (SELECT 1 FROM campaign_runs r JOIN campaign_recipients p ON p.run_id = r.id
                          WHERE r.campaign_id = c.id AND p.state NOT IN ('pending', 'skipped'))`,
  );
  return deleted === 1;
}

/** Hides a campaign. Returns false while it runs, or when there is none. Call inside a transaction. */
export async function hideCampaign(ownerId: OwnerId, campaignId: number): Promise<boolean> {
  await lockCampaign(ownerId, campaignId);
  const hidden = await execute(
    sql`UPDATE campaigns SET deleted_at = now(), next_run_at = NULL
        WHERE owner_id = ${ownerId} AND id = ${campaignId} AND deleted_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM campaign_runs r
                          WHERE r.campaign_id = campaigns.id AND r.status IN ('pending', 'running'))`,
  );
  return hidden === 1;
}

/**
 * A run without a worker gets a new lease number, so that its job is not ignored as a repetition of the waiting one.
 */
const REQUEST_STOP = sql`
  UPDATE campaign_runs SET stop_at = coalesce(stop_at, now()), ${WAKE},
         lease_no = lease_no + (lease_until IS NULL)::int`;

/** Active runs stop before their next message, and scheduled ones no longer start. */
export async function requestStopOfAll(ownerId: OwnerId): Promise<void> {
  await execute(
    sql`${REQUEST_STOP} WHERE owner_id = ${ownerId} AND status IN ('pending', 'running')`,
  );
  await prisma.campaign.updateMany({
    where: { owner_id: ownerId, next_run_at: { not: null } },
    data: { next_run_at: null },
  });
}

/** Cancels the occurrences still to come, recording them as missed. Returns the campaigns. */
export async function cancelAllScheduled(ownerId: OwnerId, reason: string): Promise<number[]> {
  const cancelled = await rows<{ id: number }>(
    sql`WITH due AS (
          SELECT id, next_run_at FROM campaigns
          WHERE owner_id = ${ownerId} AND next_run_at IS NOT NULL ORDER BY id FOR UPDATE),
        cancelled AS (
          UPDATE campaigns c SET next_run_at = NULL FROM due WHERE c.id = due.id RETURNING c.id, due.next_run_at),
        missed AS (
          INSERT INTO campaign_runs (owner_id, campaign_id, scheduled_for, status, error_message, completed_at)
          SELECT ${ownerId}, id, next_run_at, 'missed', ${reason}, now() FROM cancelled c
          WHERE NOT EXISTS (SELECT 1 FROM campaign_runs r WHERE r.campaign_id = c.id AND r.scheduled_for = c.next_run_at))
        SELECT id FROM cancelled`,
  );
  return cancelled.map(({ id }) => id);
}

/**
 * Returns the runs that are to stop. `free`: no worker holds it. Later occurrences are cancelled with them.
 */
export async function requestStop(
  ownerId: OwnerId,
  campaignId: number,
): Promise<{ id: number; lease_no: number; free: boolean }[]> {
  const stopping = await rows<{ id: number; lease_no: number; free: boolean }>(
    sql`${REQUEST_STOP}
        WHERE owner_id = ${ownerId} AND campaign_id = ${campaignId} AND status IN ('pending', 'running')
        RETURNING id, lease_no, lease_until IS NULL AS free`,
  );
  if (stopping.length === 0) return [];
  await execute(
    sql`UPDATE campaigns SET next_run_at = NULL, cancelled_at = now()
        WHERE owner_id = ${ownerId} AND id = ${campaignId} AND next_run_at IS NOT NULL`,
  );
  return stopping;
}

/**
 * Pauses an active run because its owner asks; the run checks this before its next message. Returns false when there is
 * none to pause.
 */
export async function pauseByPerson(
  ownerId: OwnerId,
  campaignId: number,
  notice: string,
): Promise<boolean> {
  const { count } = await prisma.campaignRun.updateMany({
    where: {
      owner_id: ownerId,
      campaign_id: campaignId,
      status: { in: ["pending", "running"] },
      paused_at: null,
      stop_at: null,
    },
    data: { paused_at: new Date(), notice, wait_cause: "person", next_send_at: null },
  });
  return count > 0;
}

/** Continues the paused runs of a campaign. Returns them. */
export function resumeRuns(
  ownerId: OwnerId,
  campaignId: number,
): Promise<{ id: number; lease_no: number }[]> {
  return rows(
    sql`UPDATE campaign_runs SET paused_at = NULL, notice = NULL, wait_cause = NULL, resumed_at = now(), ${WAKE},
               lease_no = lease_no + (lease_until IS NULL)::int
        WHERE owner_id = ${ownerId} AND campaign_id = ${campaignId} AND status IN ('pending', 'running')
          AND paused_at IS NOT NULL
        RETURNING id, lease_no`,
  );
}
