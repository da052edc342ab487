import { MESSAGE_RANK } from "@/lib/domain/messages/message-status";
import type { OwnerId, Reader } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { seen } from "@/server/platform/db/seen";
import { firstRow, rows, sql } from "@/server/platform/db/sql";
import type { RunOfNumber } from "./new-runs.repository";

/** The recipients of a campaign in `state`, or that one alone. */
export interface RetryChoice {
  campaignId: number;
  state: "failed" | "unknown";
  recipientId: number | null;
}

/** A person to whom WhatsApp held back an offer is not written to again before this time. */
const HELD_BACK_HOURS = 24;

const isRetried = ({ campaignId, state, recipientId }: RetryChoice) =>
  sql`p.step = 1 AND p.state = ${state} AND p.resent_at IS NULL AND r.campaign_id = ${campaignId}
    AND (r.status NOT IN ('pending', 'running') OR r.following_since IS NOT NULL)
    AND (${recipientId}::int IS NULL OR p.id = ${recipientId}::int)
    AND NOT (p.cause IS NOT DISTINCT FROM 'held_back' AND p.settled_at > now() - make_interval(hours => ${HELD_BACK_HOURS}))`;

/** The number of the run `r`, or the default one where that was removed or not known. */
const SENDER_OF_RUN = sql`coalesce(
  (SELECT i.id FROM whatsapp_instances i WHERE i.owner_id = r.owner_id AND i.id = r.instance_id AND i.removed_at IS NULL),
  (SELECT d.id FROM whatsapp_instances d WHERE d.owner_id = r.owner_id AND d.is_default))`;

/** The numbers by which these recipients were tried. */
export async function findNumbersToRetry(
  ownerId: OwnerId,
  choice: RetryChoice,
): Promise<(number | null)[]> {
  const found = await rows<{ id: number | null }>(
    sql`SELECT DISTINCT ${SENDER_OF_RUN} AS id FROM campaign_recipients p JOIN campaign_runs r ON r.id = p.run_id
        WHERE p.owner_id = ${ownerId} AND ${isRetried(choice)}`,
  );
  return found.map(({ id }) => id);
}

/**
 * Copies the recipients of a campaign's earlier runs whose first message is in `state` into the new run of the number
 * that tried, and marks them as sent again. Each is therefore taken once, and the others keep their state in the report. `recipientId` takes only
 * that one. People to whom anybody has written since the attempt are left out: it may be the same message. So are
 * people who got this campaign's first message in the same run or a later one: under the number of the attempt, under
 * the lead's present number, or as a lead that was merged into it; and leads that the reader does not see. Returns how
 * many.
 */
export async function copyRecipients(
  reader: Reader,
  from: RetryChoice,
  runs: readonly RunOfNumber[],
): Promise<number> {
  const row = await firstRow<{ copied: number }>(
    sql`WITH taken AS (
          SELECT p.id, p.run_id, r.scheduled_for, n.run_id AS new_run_id, p.owner_id, p.lead_id, p.phone_key, p.number, p.variant, coalesce(p.claimed_at, p.settled_at) AS tried_at, p.provider_message_id
          FROM campaign_recipients AS p JOIN campaign_runs r ON r.id = p.run_id
          JOIN unnest(${runs.map(({ id }) => id)}::int[], ${runs.map(({ instanceId }) => instanceId)}::int[]) AS n(run_id, instance_id)
            ON n.instance_id IS NOT DISTINCT FROM ${SENDER_OF_RUN}
          WHERE p.owner_id = ${reader.ownerId} AND ${isRetried(from)}
            AND NOT EXISTS (
              SELECT 1 FROM conversations c JOIN messages m ON m.conversation_id = c.id
              WHERE c.owner_id = p.owner_id AND c.phone_key = p.phone_key AND m.direction = 'out'
                AND m.provider_message_id = p.provider_message_id AND m.status_rank >= ${MESSAGE_RANK.delivered})
          FOR UPDATE OF p
        ), copied AS (
        INSERT INTO campaign_recipients (run_id, owner_id, lead_id, phone_key, number, variant)
        SELECT DISTINCT ON (t.phone_key) t.new_run_id, t.owner_id, t.lead_id, t.phone_key, t.number,
               t.variant % (SELECT cardinality(messages) FROM campaigns WHERE id = ${from.campaignId})
        FROM taken t LEFT JOIN leads l ON l.owner_id = t.owner_id AND l.id = t.lead_id
        WHERE (l.id IS NULL OR true ${seen(reader, "l")}) AND NOT EXISTS (
          SELECT 1 FROM conversations c JOIN messages m ON m.conversation_id = c.id
          WHERE c.owner_id = t.owner_id AND c.phone_key IN (t.phone_key, l.phone_key) AND m.direction = 'out'
            AND m.sent_at >= date_trunc('second', t.tried_at) AND m.provider_message_id IS DISTINCT FROM t.provider_message_id)
          AND NOT EXISTS (
            SELECT 1 FROM campaign_recipients b JOIN campaign_runs r ON r.id = b.run_id
            WHERE b.owner_id = t.owner_id AND r.campaign_id = ${from.campaignId} AND r.scheduled_for >= t.scheduled_for AND b.id <> t.id
              AND b.step = 1 AND b.state IN ('sending', 'sent', 'unknown')
              AND (b.lead_id = t.lead_id OR b.phone_key IN (t.phone_key, l.phone_key)))
        ORDER BY t.phone_key, t.id ON CONFLICT DO NOTHING RETURNING phone_key
        ), marked AS (
          UPDATE campaign_recipients AS p SET resent_at = now()
          FROM taken t JOIN copied c ON c.phone_key = t.phone_key WHERE p.id = t.id
        )
        SELECT count(*)::int AS copied FROM copied`,
  );
  return row?.copied ?? 0;
}

export async function findCampaignOfRecipient(
  ownerId: OwnerId,
  recipientId: number,
): Promise<number | null> {
  const recipient = await prisma.campaignRecipient.findFirst({
    where: { owner_id: ownerId, id: recipientId },
    select: { run: { select: { campaign_id: true } } },
  });
  return recipient?.run.campaign_id ?? null;
}
