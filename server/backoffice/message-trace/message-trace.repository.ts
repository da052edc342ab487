import type { RecipientCause } from "@/lib/domain/campaigns/campaign";
import type { OwnerId } from "@/server/platform/actor";
import { firstRow, rows, sql } from "@/server/platform/db/sql";

/** Limit for each source. */
const MOST = 20;

export interface RecipientRow {
  id: number;
  state: "pending" | "sending" | "sent" | "failed" | "skipped" | "unknown";
  cause: RecipientCause | null;
  detail: string | null;
  step: number;
  run_id: number;
  request_id: string | null;
  campaign_id: number;
  message_id: string | null;
  at: Date | null;
  run_status: string;
  paused: boolean;
  notice: string | null;
  run_next_at: Date | null;
}

/** The messages of campaigns to a number, the latest first. */
export function findRecipients(ownerId: OwnerId, phoneKey: string): Promise<RecipientRow[]> {
  return rows(
    sql`SELECT p.id, p.state, p.cause, p.detail, p.step, p.run_id, r.request_id, r.campaign_id,
               coalesce(p.provider_message_id, p.message_id) AS message_id,
               CASE WHEN p.state = 'pending' THEN greatest(p.not_before, p.due_at) ELSE coalesce(p.settled_at, p.claimed_at) END AS at,
               r.status AS run_status, r.paused_at IS NOT NULL AS paused, r.notice, r.next_send_at AS run_next_at
        FROM campaign_recipients p JOIN campaign_runs r ON r.owner_id = p.owner_id AND r.id = p.run_id
        WHERE p.owner_id = ${ownerId} AND p.phone_key = ${phoneKey} ORDER BY p.id DESC LIMIT ${MOST}`,
  );
}

export interface ScheduledRow {
  id: number;
  state: "scheduled" | "sent" | "answered" | "failed";
  detail: string | null;
  at: Date;
}

export function findScheduled(ownerId: OwnerId, phoneKey: string): Promise<ScheduledRow[]> {
  return rows(
    sql`SELECT id, state, detail, coalesce(settled_at, not_before, send_at) AS at FROM scheduled_messages
        WHERE owner_id = ${ownerId} AND phone_key = ${phoneKey} ORDER BY id DESC LIMIT ${MOST}`,
  );
}

export interface ChatRow {
  id: number;
  status_rank: number;
  unconfirmed: boolean;
  sending: boolean;
  failure: string | null;
  message_id: string;
  at: Date;
}

/** Messages that were sent by hand or by a campaign, as their conversation contains them. */
export function findChatMessages(ownerId: OwnerId, phoneKey: string): Promise<ChatRow[]> {
  return rows(
    sql`SELECT m.id, m.status_rank, m.unconfirmed, m.sending_since IS NOT NULL AS sending, m.failure,
               m.provider_message_id AS message_id, m.sent_at AS at
        FROM conversations c JOIN messages m ON m.owner_id = c.owner_id AND m.conversation_id = c.id
        WHERE c.owner_id = ${ownerId} AND c.phone_key = ${phoneKey} AND m.direction = 'out'
        ORDER BY m.sent_at DESC, m.id DESC LIMIT ${MOST}`,
  );
}

export interface Holds {
  opted_out_at: Date | null;
  opted_out_by: "reply" | "person" | "import" | null;
  in_review: boolean;
  is_active: boolean;
  leaves_at: Date | null;
  connection: string | null;
  restricted_until: Date | null;
}

/** What holds back any message from an account to a number. */
export function findHolds(ownerId: OwnerId, phoneKey: string): Promise<Holds | null> {
  return firstRow(
    sql`SELECT o.said_at AS opted_out_at, o.source AS opted_out_by,
               EXISTS (SELECT 1 FROM opt_out_reviews v WHERE v.owner_id = a.id AND v.phone_key = ${phoneKey}) AS in_review,
               a.is_active, a.deletion_at AS leaves_at, i.status AS connection,
               CASE WHEN i.restricted_until > now() THEN i.restricted_until END AS restricted_until
        FROM accounts a
        LEFT JOIN opt_outs o ON o.owner_id = a.id AND o.phone_key = ${phoneKey}
        LEFT JOIN whatsapp_instances i ON i.owner_id = a.id AND i.is_default
        WHERE a.id = ${ownerId}`,
  );
}
