import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import type { RecipientCause } from "@/lib/domain/campaigns/campaign";
import { MESSAGE_RANK } from "@/lib/domain/messages/message-status";
import type { OwnerId } from "@/server/platform/actor";
import { execute, firstRow, prepared, rows, sql } from "@/server/platform/db/sql";

const WRITTEN_DAYS = 90;
const ANSWERED_DAYS = 3;

/** A message of a campaign that is unanswered, or was answered in the last days. */
const IS_FRESH = sql`state IN ('sending', 'sent', 'unknown')
  AND claimed_at > now() - make_interval(days => ${WRITTEN_DAYS})
  AND (answered_at IS NULL OR answered_at > now() - make_interval(days => ${ANSWERED_DAYS}))`;

/** Answers that do not replace an earlier answer. */
const SAYS_LITTLE: readonly AnswerKind[] = ["automatic", "thanks", "unclear"];

/**
 * Marks the messages that a number answers, and stores the reading (null: not known) for those that it may answer. An
 * automatic answer is stored, but marks no message. Thanks for our reply, or a machine's words, do not replace an
 * earlier answer, unless a user decides so (`settled`). Returns the campaigns whose recipients have now answered for
 * the first time.
 */
export async function markRecipientsAnswered(
  ownerId: OwnerId,
  phoneKey: string,
  { intent, settled }: { intent: AnswerKind | null; settled: boolean },
): Promise<number[]> {
  const keeps = !settled && intent !== null && SAYS_LITTLE.includes(intent);
  const marks = intent !== "automatic";
  const takes = sql`${intent}::text IS NOT NULL AND ${IS_FRESH} AND (${marks} OR answered_at IS NULL)
    AND NOT (${keeps} AND answered_at IS NOT NULL AND coalesce(intent, 'automatic') <> 'automatic')`;
  const answered = await rows<{ campaign_id: number }>(
    prepared(
      "mark recipients answered",
      sql`WITH answered AS (
          UPDATE campaign_recipients SET
            answered_at = CASE WHEN ${marks} THEN coalesce(answered_at, now()) ELSE answered_at END,
            intent = CASE WHEN ${takes} THEN ${intent}::text ELSE intent END
          WHERE owner_id = ${ownerId} AND phone_key = ${phoneKey} AND state IN ('sending', 'sent', 'unknown')
            AND (${marks} AND answered_at IS NULL OR ${takes} AND intent IS DISTINCT FROM ${intent}::text)
          RETURNING run_id, old.answered_at IS NULL AND new.answered_at IS NOT NULL AS is_first
        )
        SELECT DISTINCT r.campaign_id FROM answered JOIN campaign_runs r ON r.id = answered.run_id WHERE is_first`,
    ),
  );
  return answered.map((row) => row.campaign_id);
}

/**
 * Withdraws a number's answer to the messages that its last answer may belong to, where only a machine has written:
 * earlier answers stay. Returns the messages that follow-ups were planned for.
 */
export async function unmarkRecipientsAnswered(
  ownerId: OwnerId,
  phoneKey: string,
): Promise<{ id: number; run_id: number; campaign_id: number }[]> {
  return rows(
    sql`UPDATE campaign_recipients p SET answered_at = NULL FROM campaign_runs r
        WHERE p.owner_id = ${ownerId} AND p.phone_key = ${phoneKey} AND ${IS_FRESH} AND p.answered_at IS NOT NULL
          AND r.id = p.run_id AND NOT EXISTS (
            SELECT 1 FROM conversations c JOIN messages m ON m.conversation_id = c.id
            WHERE c.owner_id = p.owner_id AND c.phone_key = p.phone_key AND m.direction = 'in' AND m.kind <> 'notice'
              AND m.intent IS DISTINCT FROM 'automatic' AND m.sent_at >= date_trunc('second', p.claimed_at))
        RETURNING p.id, p.run_id, r.campaign_id`,
  );
}

/** Whether a message of a campaign went to this number that is unanswered, or was answered in the last days. */
export async function hasFreshRecipient(ownerId: OwnerId, phoneKey: string): Promise<boolean> {
  const found = await firstRow(
    sql`SELECT 1 AS one FROM campaign_recipients
        WHERE owner_id = ${ownerId} AND phone_key = ${phoneKey} AND ${IS_FRESH} LIMIT 1`,
  );
  return found !== null;
}

export interface FailedRecipient {
  id: number;
  lead_id: number | null;
  run_id: number;
  phone_key: string;
  number: string;
  campaign_id: number;
}

/** Which message a status is about, at which of the owner's connections. */
export interface ToldMessage {
  instanceId: number;
  providerMessageId: string;
}

/** The lead of a recipient in this state is locked before the recipient: the order used everywhere. */
async function lockLeadOf(
  ownerId: OwnerId,
  { providerMessageId }: ToldMessage,
  state: "sent" | "failed",
): Promise<void> {
  await execute(
    sql`SELECT 1 FROM leads l JOIN campaign_recipients p ON p.owner_id = l.owner_id AND p.lead_id = l.id
        WHERE p.owner_id = ${ownerId} AND p.provider_message_id = ${providerMessageId}
          AND p.state = ${state}
        FOR UPDATE OF l`,
  );
}

/** Marks an accepted message as not delivered, unless one of the contact's devices has it. */
export async function failSentRecipient(
  ownerId: OwnerId,
  told: ToldMessage,
  { cause, detail }: { cause: RecipientCause; detail: string },
): Promise<FailedRecipient | null> {
  await lockLeadOf(ownerId, told, "sent");
  return firstRow(
    sql`UPDATE campaign_recipients AS p SET state = 'failed', cause = ${cause}, detail = ${detail}
        FROM campaign_runs r
        WHERE p.owner_id = ${ownerId} AND p.provider_message_id = ${told.providerMessageId} AND p.state = 'sent'
          AND r.id = p.run_id
          AND NOT EXISTS (SELECT 1 FROM messages m
            WHERE m.instance_id = ${told.instanceId} AND m.provider_message_id = p.provider_message_id
              AND m.status_rank >= ${MESSAGE_RANK.delivered})
        RETURNING p.id, p.lead_id, p.run_id, p.phone_key, p.number, r.campaign_id`,
  );
}

/** Those of the messages just recorded as accepted whose failure was reported before. */
export function findFailedBefore(
  accepted: readonly { recipientId: number; instanceId: number }[],
): Promise<{ owner_id: number; instance_id: number; provider_message_id: string }[]> {
  return rows(
    prepared(
      "find failed before",
      sql`SELECT p.owner_id, m.instance_id, m.provider_message_id
          FROM unnest(${accepted.map(({ recipientId }) => recipientId)}::int[],
                      ${accepted.map(({ instanceId }) => instanceId)}::int[]) AS a(recipient_id, instance_id)
          JOIN campaign_recipients p ON p.id = a.recipient_id
          JOIN messages m ON m.instance_id = a.instance_id AND m.provider_message_id = p.provider_message_id
          WHERE m.status_rank = ${MESSAGE_RANK.failed}`,
    ),
  );
}

/** Withdraws that a message was not delivered. Returns its recipient; null when that was not recorded. */
export async function restoreRecipient(
  ownerId: OwnerId,
  told: ToldMessage,
): Promise<FailedRecipient | null> {
  // For nearly every receipt there is nothing to withdraw.
  const failed = await firstRow(
    prepared(
      "find undelivered recipient",
      sql`SELECT 1 AS found FROM campaign_recipients
          WHERE owner_id = ${ownerId} AND provider_message_id = ${told.providerMessageId}
            AND state = 'failed' AND cause = 'not_delivered' LIMIT 1`,
    ),
  );
  if (!failed) return null;
  await lockLeadOf(ownerId, told, "failed");
  return firstRow(
    sql`UPDATE campaign_recipients AS p SET state = 'sent', cause = NULL, detail = NULL
        FROM campaign_runs r
        WHERE p.owner_id = ${ownerId} AND p.provider_message_id = ${told.providerMessageId}
          AND p.state = 'failed' AND p.cause = 'not_delivered' AND r.id = p.run_id
        RETURNING p.id, p.lead_id, p.run_id, p.phone_key, p.number, r.campaign_id`,
  );
}

/**
 * Skips a new attempt that a user requested for a message that turned out to be delivered, unless it has already been
 * made.
 */
export async function skipNewAttempts(
  ownerId: OwnerId,
  { campaign_id, phone_key }: FailedRecipient,
  detail: string,
): Promise<void> {
  await execute(
    sql`UPDATE campaign_recipients p SET state = 'skipped', cause = 'contacted', detail = ${detail}, settled_at = now()
        FROM campaign_runs r
        WHERE p.owner_id = ${ownerId} AND p.phone_key = ${phone_key} AND p.step = 1 AND p.state = 'pending'
          AND r.id = p.run_id AND r.campaign_id = ${campaign_id} AND r.kind = 'failed'`,
  );
}
