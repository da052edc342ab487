import type { LeadHistoryEntry } from "@/lib/contracts/leads/lead-history";
import type { LeadStatus } from "@/lib/domain/leads/lead-status";
import type { UserId } from "@/server/platform/actor";
import { rows, sql } from "@/server/platform/db/sql";

export interface LeadHistoryRow {
  kind: LeadHistoryEntry["kind"];
  at: Date;
  by: string | null;
  from_status: LeadStatus | null;
  to_status: LeadStatus | null;
  from_stage: string | null;
  to_stage: string | null;
  text: string | null;
  outcome: string | null;
}

/**
 * A lead's newest history entries: its creation, status changes, campaigns that selected it and messages exchanged
 * with its number.
 */
export function findHistory(
  ownerId: UserId,
  lead: { id: number; phoneKey: string | null; createdAt: Date; source: string },
  limit: number,
): Promise<LeadHistoryRow[]> {
  return rows(
    sql`(SELECT 'created' AS kind, ${lead.createdAt}::timestamptz AS at, NULL AS by, NULL AS from_status,
                NULL AS to_status, NULL AS from_stage, NULL AS to_stage, ${lead.source}::text AS text, NULL AS outcome)
        UNION ALL
        (SELECT 'status', occurred_at, changed_by, from_status, to_status, from_stage, to_stage, NULL, NULL FROM lead_events
         WHERE owner_id = ${ownerId} AND lead_id = ${lead.id} ORDER BY id DESC LIMIT ${limit})
        UNION ALL
        (SELECT 'campaign', coalesce(p.settled_at, p.claimed_at, r.scheduled_for), NULL, NULL, NULL, NULL, NULL,
                c.name, p.state
         FROM campaign_recipients p JOIN campaign_runs r ON r.id = p.run_id JOIN campaigns c ON c.id = r.campaign_id
         WHERE p.owner_id = ${ownerId} AND p.phone_key = ${lead.phoneKey}::text AND p.lead_id = ${lead.id}
         ORDER BY p.id DESC LIMIT ${limit})
        UNION ALL
        (SELECT CASE m.direction WHEN 'in' THEN 'message_received' ELSE 'message_sent' END, m.sent_at, NULL, NULL, NULL, NULL, NULL,
                m.content, NULL
         FROM conversations v JOIN messages m ON m.owner_id = v.owner_id AND m.conversation_id = v.id
         WHERE v.owner_id = ${ownerId} AND v.phone_key = ${lead.phoneKey}::text
         ORDER BY m.sent_at DESC, m.id DESC LIMIT ${limit})
        ORDER BY at DESC LIMIT ${limit}`,
  );
}
