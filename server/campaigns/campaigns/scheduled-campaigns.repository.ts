import { toStorableJson } from "@/lib/stored-json";
import type { Doer, OwnerId } from "@/server/platform/actor";
import { execute, sql } from "@/server/platform/db/sql";
import { type CampaignChoice, lockCampaign } from "./campaigns.repository";

/** Changes a scheduled campaign, which becomes theirs if it was nobody's. Returns false when it is not scheduled. Call inside a transaction. */
export async function updateScheduled(
  { ownerId, personId }: Doer,
  campaignId: number,
  choice: CampaignChoice,
): Promise<boolean> {
  await lockCampaign(ownerId, campaignId);
  const updated = await execute(
    sql`UPDATE campaigns SET name = coalesce(${choice.name}, name), num_leads = ${choice.numLeads},
          messages = ${choice.messages}, list_ids = ${choice.listIds}, lead_ids = ${choice.leadIds}, tag_ids = ${choice.tagIds},
          repeat_leads = ${choice.repeatLeads}, except_lead_ids = ${choice.exceptIds},
          opt_out_line = ${choice.optOutLine}, pacing = ${toStorableJson(choice.pacing)}::jsonb,
          templates = ${choice.templates && toStorableJson(choice.templates)}::jsonb, opt_in = ${choice.optIn}, legal_basis = ${choice.legalBasis},
          scheduled_at = ${choice.scheduledAt}, next_run_at = ${choice.nextRunAt}, recurrence = ${choice.recurrence},
          request_id = ${choice.requestId}::uuid, instance_ids = ${choice.instanceIds}::int[], person_id = coalesce(person_id, ${personId}::int), texts_changed_at = CASE WHEN messages = ${choice.messages} THEN texts_changed_at ELSE now() END
        WHERE owner_id = ${ownerId} AND id = ${campaignId} AND next_run_at IS NOT NULL AND deleted_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM campaign_runs r
                          WHERE r.campaign_id = campaigns.id AND r.status IN ('pending', 'running'))`,
  );
  return updated === 1;
}

/** Cancels a scheduled campaign. Returns false when it is not scheduled. Call inside a transaction. */
export async function cancelScheduled(ownerId: OwnerId, campaignId: number): Promise<boolean> {
  await lockCampaign(ownerId, campaignId);
  const cancelled = await execute(
    sql`UPDATE campaigns SET next_run_at = NULL, cancelled_at = now()
        WHERE owner_id = ${ownerId} AND id = ${campaignId} AND next_run_at IS NOT NULL AND deleted_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM campaign_runs r
                          WHERE r.campaign_id = campaigns.id AND r.status IN ('pending', 'running'))`,
  );
  return cancelled === 1;
}
