import type { OwnerId } from "@/server/platform/actor";
import { execute, rows, sql } from "@/server/platform/db/sql";

/**
 * The recipients of these leads that wait for their message, or had one at the time of a campaign that another of them
 * waits in, by whichever number; locked in id order until the transaction ends, so that none is claimed meanwhile.
 * `time_id` is the same for the runs of one time.
 */
export function lockRecipients(
  ownerId: OwnerId,
  leadIds: readonly number[],
): Promise<{ id: number; time_id: number; lead_id: number; step: number; state: string }[]> {
  return rows(
    sql`SELECT p.id, (SELECT min(s.id) FROM campaign_runs s WHERE s.campaign_id = r.campaign_id AND s.scheduled_for = r.scheduled_for) AS time_id,
               p.lead_id, p.step, p.state
        FROM campaign_recipients p JOIN campaign_runs r ON r.id = p.run_id
        WHERE p.owner_id = ${ownerId} AND p.lead_id = ANY(${leadIds}::int[])
          AND (p.state IN ('pending', 'sending') OR EXISTS (
            SELECT 1 FROM campaign_recipients w JOIN campaign_runs s ON s.id = w.run_id
            WHERE w.owner_id = p.owner_id AND w.lead_id = ANY(${leadIds}::int[]) AND w.state = 'pending'
              AND s.campaign_id = r.campaign_id AND s.scheduled_for = r.scheduled_for))
        ORDER BY p.id FOR UPDATE OF p`,
  );
}

export async function skipMerged(
  ownerId: OwnerId,
  recipientIds: readonly number[],
  detail: string,
): Promise<void> {
  await execute(
    sql`UPDATE campaign_recipients SET state = 'skipped', cause = 'contacted', detail = ${detail}, settled_at = now()
        WHERE owner_id = ${ownerId} AND id = ANY(${recipientIds}::int[]) AND state = 'pending'`,
  );
}

/**
 * Makes a campaign that has not chosen its recipients yet treat the surviving lead of a merge like the merged ones:
 * picked, or left out. The merged leads stay in its choice, in case the merge is undone.
 */
export async function chooseMerged(
  ownerId: OwnerId,
  leadIds: readonly number[],
  toLeadId: number,
): Promise<void> {
  await execute(
    sql`UPDATE campaigns SET
          lead_ids = lead_ids || CASE WHEN lead_ids && ${leadIds}::int[] THEN ARRAY[${toLeadId}::int] ELSE '{}' END,
          except_lead_ids = except_lead_ids || CASE WHEN except_lead_ids && ${leadIds}::int[] THEN ARRAY[${toLeadId}::int] ELSE '{}' END
        WHERE owner_id = ${ownerId} AND next_run_at IS NOT NULL
          AND (lead_ids && ${leadIds}::int[] OR except_lead_ids && ${leadIds}::int[])`,
  );
}
