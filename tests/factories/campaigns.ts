import { firstRow, sql } from "@/server/platform/db/sql";
import { buildLead } from "./leads";
import type { TestUser } from "./users";

interface CampaignRow {
  /** The status of its only run; without one, the campaign has none. */
  status?: "pending" | "running" | "completed" | "stopped" | "error";
  /** The states of its recipients, each with a separate lead. */
  recipients?: ("pending" | "sent" | "failed" | "unknown" | "skipped")[];
  paused?: boolean;
  nextRunAt?: Date;
  recurrence?: string;
  messages?: string[];
}

/** A campaign as the product would have stored it; `runId` is null without a run. */
export async function buildCampaign(
  { id: ownerId }: TestUser,
  row: CampaignRow = {},
): Promise<{ id: number; runId: number | null; recipientIds: number[] }> {
  const { status, recipients = [], paused = false, nextRunAt = null } = row;
  const campaign = await firstRow<{ id: number }>(
    sql`INSERT INTO campaigns (owner_id, number, name, num_leads, messages, list_ids, scheduled_at, next_run_at, recurrence)
        SELECT ${ownerId}, count(*) + 1, 'Campanha ' || count(*) + 1, 1, ${row.messages ?? ["Oi"]}, '{}', ${nextRunAt}::timestamptz,
               ${nextRunAt}::timestamptz, ${row.recurrence ?? "none"}
        FROM campaigns WHERE owner_id = ${ownerId} RETURNING id`,
  );
  if (!campaign) throw new Error("No campaign was stored.");
  if (!status) return { id: campaign.id, runId: null, recipientIds: [] };
  const run = await firstRow<{ id: number }>(
    sql`INSERT INTO campaign_runs (owner_id, campaign_id, scheduled_for, status, paused_at, completed_at)
        VALUES (${ownerId}, ${campaign.id}, now(), ${status}, CASE WHEN ${paused} THEN now() END,
                CASE WHEN ${status} NOT IN ('pending', 'running') THEN now() END) RETURNING id`,
  );
  const recipientIds: number[] = [];
  for (const state of recipients) {
    const lead = await buildLead(ownerId);
    const recipient = await firstRow<{ id: number }>(
      sql`INSERT INTO campaign_recipients (run_id, owner_id, lead_id, phone_key, number, variant, state, text, settled_at, claimed_at)
          SELECT ${run?.id}, owner_id, id, phone_key, whatsapp, 0, ${state}, 'Oi', now(), now()
          FROM leads WHERE id = ${lead.id} RETURNING id`,
    );
    recipientIds.push(recipient?.id ?? 0);
  }
  return { id: campaign.id, runId: run?.id ?? null, recipientIds };
}
