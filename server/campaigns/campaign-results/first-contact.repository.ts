import type { LegalBasis } from "@/lib/domain/campaigns/legal-basis";
import type { Reader } from "@/server/platform/actor";
import { madeBy, seenChat } from "@/server/platform/db/seen";
import { firstRow, sql } from "@/server/platform/db/sql";

export interface FirstContactRow {
  created_at: Date;
  source: string;
  /** The page where the number was found. */
  url: string | null;
  /** The first messages of the conversation, in each direction. */
  first_in: Date | null;
  first_out: Date | null;
  /** The first message of a campaign that went out. */
  campaign_at: Date | null;
  /** Null for a campaign that is deleted. */
  campaign_id: number | null;
  /** Null as well for a campaign that the reader does not see. */
  campaign_name: string | null;
  legal_basis: LegalBasis | null;
}

/** When the conversation `v` had its first message in that direction. */
const firstMessage = (direction: "in" | "out") => sql`(
  SELECT m.sent_at FROM messages m WHERE m.conversation_id = v.id AND m.direction = ${direction}
  ORDER BY m.sent_at LIMIT 1)`;

/** What is stored about a lead's first contact; null for another account's lead. */
export function findFirstContact(reader: Reader, leadId: number): Promise<FirstContactRow | null> {
  const isSeen = sql`(true ${madeBy(reader, "c")})`;
  return firstRow(
    sql`SELECT l.created_at, l.source, coalesce(l.evidence #>> '{whatsapp,url}', l.evidence #>> '{phone,url}') AS url, said.first_in, said.first_out,
               sent.at AS campaign_at, sent.id AS campaign_id, sent.name AS campaign_name, sent.legal_basis
        FROM leads l
        LEFT JOIN LATERAL (
          SELECT min(${firstMessage("in")}) AS first_in, min(${firstMessage("out")}) AS first_out
          FROM conversations v WHERE v.owner_id = l.owner_id AND v.phone_key = l.phone_key${seenChat(reader, "v")}) AS said ON true
        LEFT JOIN LATERAL (
          SELECT p.claimed_at AS at, CASE WHEN c.deleted_at IS NULL AND ${isSeen} THEN c.id END AS id, CASE WHEN ${isSeen} THEN c.name END AS name, c.legal_basis
          FROM campaign_recipients p
          JOIN campaign_runs r ON r.id = p.run_id
          JOIN campaigns c ON c.id = r.campaign_id
          WHERE p.owner_id = l.owner_id AND p.phone_key = l.phone_key AND p.claimed_at IS NOT NULL
            AND p.state IN ('sending', 'sent', 'unknown')
          ORDER BY p.claimed_at LIMIT 1) AS sent ON true
        WHERE l.owner_id = ${reader.ownerId} AND l.id = ${leadId}`,
  );
}
