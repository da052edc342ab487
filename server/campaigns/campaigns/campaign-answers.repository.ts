import type { RecipientCause } from "@/lib/domain/campaigns/campaign";
import type { UserId } from "@/server/platform/actor";
import { execute, firstRow, prepared, rows, sql } from "@/server/platform/db/sql";

/** Returns the campaigns whose recipients answer now for the first time. */
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

export interface FailedRecipient {
  id: number;
  lead_id: number | null;
  run_id: number;
  phone_key: string;
  number: string;
  campaign_id: number;
}

/** Marks an accepted message as not delivered. Locks the lead before the recipient, the order used everywhere. */
export async function failSentRecipient(
  ownerId: UserId,
  providerMessageId: string,
  { cause, detail }: { cause: RecipientCause; detail: string },
): Promise<FailedRecipient | null> {
  await execute(
    sql`SELECT 1 FROM leads l JOIN campaign_recipients p ON p.owner_id = l.owner_id AND p.lead_id = l.id
        WHERE p.owner_id = ${ownerId} AND p.provider_message_id = ${providerMessageId}
        FOR UPDATE OF l`,
  );
  return firstRow(
    sql`UPDATE campaign_recipients AS p SET state = 'failed', cause = ${cause}, detail = ${detail}
        FROM campaign_runs r
        WHERE p.owner_id = ${ownerId} AND p.provider_message_id = ${providerMessageId} AND p.state = 'sent'
          AND r.id = p.run_id
        RETURNING p.id, p.lead_id, p.run_id, p.phone_key, p.number, r.campaign_id`,
  );
}
