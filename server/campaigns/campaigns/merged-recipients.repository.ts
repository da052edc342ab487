import type { OwnerId } from "@/server/platform/actor";
import { execute, rows, sql } from "@/server/platform/db/sql";

/**
 * The recipients of these leads that wait for their message, or had one in a run that another of them waits in; locked
 * in id order until the transaction ends, so that none is claimed meanwhile.
 */
export function lockRecipients(
  ownerId: OwnerId,
  leadIds: readonly number[],
): Promise<{ id: number; run_id: number; lead_id: number; step: number; state: string }[]> {
  return rows(
    sql`SELECT id, run_id, lead_id, step, state FROM campaign_recipients p
        WHERE owner_id = ${ownerId} AND lead_id = ANY(${leadIds}::int[])
          AND (state IN ('pending', 'sending') OR EXISTS (
            SELECT 1 FROM campaign_recipients w WHERE w.run_id = p.run_id AND w.owner_id = p.owner_id
              AND w.lead_id = ANY(${leadIds}::int[]) AND w.state = 'pending'))
        ORDER BY id FOR UPDATE`,
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
