import type { EventFunnel } from "@/lib/contracts/insights/event-reports";
import { MESSAGE_RANK } from "@/lib/domain/messages/message-status";
import type { Period } from "@/lib/domain/time/period";
import type { OwnerId } from "@/server/platform/actor";
import { firstRow, type Sql, sql } from "@/server/platform/db/sql";

/** Which leads are followed: those created in a period, or everybody a campaign should write to. */
export type FunnelBase = {
  period: Period;
  listId: number | null;
  campaignId: number | null;
  source: string | null;
};

/**
 * How many leads came how far. Each step includes the leads of later steps, even if the step itself was not seen: a
 * person who answers has read.
 */
export async function countFunnel(ownerId: OwnerId, base: FunnelBase): Promise<EventFunnel> {
  const counted = await firstRow<EventFunnel>(
    sql`SELECT count(*)::int AS found, (count(*) FILTER (WHERE step >= 1))::int AS contacted,
               (count(*) FILTER (WHERE step >= 2))::int AS delivered, (count(*) FILTER (WHERE step >= 3))::int AS read,
               (count(*) FILTER (WHERE step >= 4))::int AS answered, (count(*) FILTER (WHERE step >= 5))::int AS closed
        FROM (
          SELECT CASE
            WHEN l.status = 'closed' THEN 5
            WHEN l.status IN ('answered', 'responded') OR EXISTS (
              ${said("in")} AND m.intent IS DISTINCT FROM 'automatic') THEN 4
            WHEN EXISTS (${sentWithRank(MESSAGE_RANK.read)}) THEN 3
            WHEN EXISTS (${sentWithRank(MESSAGE_RANK.delivered)}) THEN 2
            WHEN l.contacted_at IS NOT NULL AND l.status <> 'failed' THEN 1
            ELSE 0 END AS step
          FROM leads l
          WHERE l.owner_id = ${ownerId} AND ${selectBase(ownerId, base)}
        ) AS steps`,
  );
  if (!counted) throw new Error("A count returned no row.");
  return counted;
}

/** A message from or to the number of the lead `l`. */
const said = (direction: "in" | "out") =>
  sql`SELECT 1 FROM conversations c JOIN messages m ON m.conversation_id = c.id
      WHERE c.owner_id = l.owner_id AND c.phone_key = l.phone_key AND m.direction = ${direction}`;

function sentWithRank(rank: number): Sql {
  return sql`${said("out")} AND m.status_rank >= ${rank}`;
}

function selectBase(ownerId: OwnerId, { period, listId, campaignId, source }: FunnelBase): Sql {
  if (campaignId !== null) {
    return sql`l.id IN (SELECT p.lead_id FROM campaign_recipients p JOIN campaign_runs r ON r.id = p.run_id
                        WHERE r.owner_id = ${ownerId} AND r.campaign_id = ${campaignId})`;
  }
  if (listId !== null) {
    return sql`l.id IN (SELECT lead_id FROM list_leads WHERE owner_id = ${ownerId} AND list_id = ${listId})`;
  }
  const created = sql`l.created_at >= ${period.start} AND l.created_at < ${period.end}`;
  return source === null ? created : sql`${created} AND l.source = ${source}`;
}
