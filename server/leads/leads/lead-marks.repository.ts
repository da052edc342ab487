import { MESSAGE_RANK } from "@/lib/domain/messages/message-status";
import type { OwnerId } from "@/server/platform/actor";
import { execute, firstRow, prepared, type Sql, sql } from "@/server/platform/db/sql";

/** When a number was first written to, according to messages and recipients; failed ones do not count. */
export function findWrittenTo(owner: Sql, phoneKey: Sql): Sql {
  return sql`least(
    (SELECT min(w.sent_at) FROM conversations v JOIN messages w ON w.conversation_id = v.id AND w.direction = 'out'
     WHERE v.owner_id = ${owner} AND v.phone_key = ${phoneKey} AND w.status_rank <> ${MESSAGE_RANK.failed}),
    (SELECT min(p.claimed_at) FROM campaign_recipients p
     WHERE p.owner_id = ${owner} AND p.phone_key = ${phoneKey} AND p.state IN ('sending', 'sent', 'unknown')))`;
}

/** Returns how many of the leads there are. */
export function markContacted(
  leads: readonly { ownerId: OwnerId; leadId: number }[],
  status: "sent" | "failed",
): Promise<number> {
  // A reply may be stored before the send is settled: the status it set stays.
  return execute(
    prepared(
      "mark leads contacted",
      sql`UPDATE leads SET
            status = CASE WHEN status IN ('pending', 'new', 'contacted', 'sent', 'failed') THEN ${status} ELSE status END,
            contacted_at = CASE WHEN ${status} = 'sent' THEN coalesce(contacted_at, now()) ELSE contacted_at END,
            status_by = CASE WHEN status IN ('pending', 'new', 'contacted', 'sent', 'failed') THEN 'campaign' ELSE status_by END, updated_at = now()
          FROM unnest(${leads.map(({ ownerId }) => ownerId)}::int[], ${leads.map(({ leadId }) => leadId)}::int[])
            AS contacted(owner_id, lead_id)
          WHERE leads.owner_id = contacted.owner_id AND leads.id = contacted.lead_id`,
    ),
  );
}

/**
 * Marks the lead of that number as answered or opted out. Returns it, and whether it became an answered one; null when
 * no lead has the number. A closed deal stays closed. An answer from the number of another contact, or of a merged
 * lead, counts for the lead; an opt-out counts only for that number. An automatic answer marks nothing.
 */
export async function markAnswered(
  ownerId: OwnerId,
  phoneKey: string,
  status: "answered" | "opted_out" | "automatic",
): Promise<{ id: number; name: string; newly_answered: boolean } | null> {
  return firstRow(
    prepared(
      "mark lead answered",
      sql`WITH lead AS (
                 SELECT id, name FROM leads WHERE owner_id = ${ownerId} AND id = coalesce(
                   (SELECT id FROM leads WHERE owner_id = ${ownerId} AND phone_key = ${phoneKey}),
                   (SELECT lead_id FROM lead_contacts
                    WHERE owner_id = ${ownerId} AND phone_key = ${phoneKey} AND ${status}::text <> 'opted_out'
                    ORDER BY lead_id LIMIT 1),
                   (SELECT surviving_lead(owner_id, lead_id) FROM merged_leads
                    WHERE owner_id = ${ownerId} AND phone_key = ${phoneKey} AND ${status}::text <> 'opted_out'
                    ORDER BY merge_id DESC LIMIT 1))),
               answered AS (
                 UPDATE leads l SET status = CASE WHEN l.status IN ('closed', 'opted_out') AND ${status}::text = 'answered'
                                             THEN l.status ELSE ${status}::text END,
                   contacted_at = coalesce(l.contacted_at, now()), status_by = 'reply', updated_at = now()
                 FROM lead WHERE l.owner_id = ${ownerId} AND l.id = lead.id AND ${status}::text <> 'automatic'
                   AND (l.contacted_at IS NULL OR l.status <> ${status}::text
                        AND NOT (l.status IN ('closed', 'opted_out') AND ${status}::text = 'answered'))
                 RETURNING l.status)
          SELECT id, name, EXISTS (SELECT 1 FROM answered WHERE status = 'answered') AS newly_answered FROM lead`,
    ),
  );
}

/** Marks the leads of numbers that must never be written to. */
export async function markOptedOut(ownerId: OwnerId, phoneKeys: readonly string[]): Promise<void> {
  await execute(
    sql`UPDATE leads SET status = 'opted_out', status_by = 'person', updated_at = now()
        WHERE owner_id = ${ownerId} AND phone_key = ANY(${phoneKeys}::text[]) AND status <> 'opted_out'`,
  );
}

/** Whether a person, not a machine, has ever written from the number of the lead `l`'s main contact. */
export const HAS_ANSWERED = sql`EXISTS (
  SELECT 1 FROM conversations c JOIN messages m ON m.conversation_id = c.id AND m.owner_id = c.owner_id
  WHERE c.owner_id = l.owner_id AND c.phone_key = l.phone_key AND m.direction = 'in' AND m.intent IS DISTINCT FROM 'automatic')`;

/**
 * Sets the status of a number's lead according to the messages so far: for a lead that may be written to again, or
 * whose answer was a machine's.
 */
export async function unmark(
  ownerId: OwnerId,
  phoneKey: string,
  { status, by }: { status: "opted_out" | "answered"; by: "person" | "reply" },
): Promise<void> {
  await execute(
    sql`UPDATE leads l SET
          status = CASE WHEN s.meaning = 'won' THEN 'closed' WHEN ${HAS_ANSWERED} THEN 'answered' WHEN l.contacted_at IS NOT NULL THEN 'contacted' ELSE 'pending' END,
          status_by = ${by}, updated_at = now()
        FROM stages s WHERE s.owner_id = l.owner_id AND s.id = l.stage_id
          AND l.owner_id = ${ownerId} AND l.phone_key = ${phoneKey} AND l.status = ${status}
          AND (l.status = 'opted_out' OR l.status_by = 'reply')`,
  );
}

/** The lead with a contact of this number; its main contact has priority. */
const isLeadOf = (ownerId: OwnerId, phoneKey: string) => sql`id = coalesce(
  (SELECT id FROM leads WHERE owner_id = ${ownerId} AND phone_key = ${phoneKey}),
  (SELECT lead_id FROM lead_contacts WHERE owner_id = ${ownerId} AND phone_key = ${phoneKey} ORDER BY lead_id LIMIT 1))`;

/** Records a message sent outside a campaign (typed on the phone), to any contact of the lead. */
export async function markContactedByNumber(ownerId: OwnerId, phoneKey: string): Promise<void> {
  await execute(
    sql`UPDATE leads SET
          status = CASE WHEN status IN ('pending', 'new') THEN 'contacted' ELSE status END,
          contacted_at = now(), status_by = 'phone', updated_at = now()
        WHERE owner_id = ${ownerId} AND contacted_at IS NULL AND ${isLeadOf(ownerId, phoneKey)}`,
  );
}

/** Records a message from before the pairing: the lead of that number, of any of its contacts, is not a stranger. */
export async function markWrittenTo(ownerId: OwnerId, phoneKey: string, at: Date): Promise<void> {
  await execute(
    prepared(
      "mark lead written to",
      sql`UPDATE leads SET contacted_at = ${at}, updated_at = now()
          WHERE owner_id = ${ownerId} AND contacted_at IS NULL AND ${isLeadOf(ownerId, phoneKey)}`,
    ),
  );
}

/**
 * Replaces a lead's number by another one, unless another lead has it. Returns the lead; null when nothing was changed.
 */
export function moveNumber(
  ownerId: OwnerId,
  fromKey: string,
  to: { whatsapp: string; phoneKey: string },
): Promise<{ id: number } | null> {
  return firstRow(
    sql`UPDATE leads SET whatsapp = ${to.whatsapp}, phone_key = ${to.phoneKey}, updated_at = now()
        WHERE owner_id = ${ownerId} AND phone_key = ${fromKey}
          AND NOT EXISTS (SELECT 1 FROM leads t WHERE t.owner_id = ${ownerId} AND t.phone_key = ${to.phoneKey})
        RETURNING id`,
  );
}
