import type { OwnerId } from "@/server/platform/actor";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { execute, rows, sql } from "@/server/platform/db/sql";

export interface ClaimedCheck {
  owner_id: number;
  lead_id: number;
  name: string;
  website: string;
}

export function countChecks(ownerId: OwnerId): Promise<number> {
  return prisma.siteCheck.count({ where: { owner_id: ownerId } });
}

/**
 * Queues those of the leads that have their own site, as long as at most `mostWaiting` of the owner wait. Call in a
 * transaction. Returns how many were queued.
 */
export async function queueChecks(
  ownerId: OwnerId,
  leadIds: readonly number[],
  mostWaiting: number,
): Promise<number> {
  await lockOwner(ownerId);
  const room = mostWaiting - (await countChecks(ownerId));
  if (room <= 0) return 0;
  return execute(
    sql`INSERT INTO site_checks (owner_id, lead_id)
        SELECT owner_id, id FROM leads l
        WHERE owner_id = ${ownerId} AND id = ANY(${leadIds}::int[]) AND site_host IS NOT NULL AND website IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM site_checks c WHERE c.owner_id = l.owner_id AND c.lead_id = l.id)
        ORDER BY id LIMIT ${room} ON CONFLICT DO NOTHING`,
  );
}

/** Claims waiting checks, one of each owner in turn. A check that was not finished in time is claimed again. */
export function claimChecks(limit: number, seconds: number): Promise<ClaimedCheck[]> {
  return rows(
    sql`WITH next AS (
          SELECT due.owner_id, due.lead_id
          FROM (SELECT DISTINCT owner_id FROM site_checks) AS o
          JOIN accounts a ON a.id = o.owner_id AND a.is_active AND a.deletion_at IS NULL
          CROSS JOIN LATERAL (
            SELECT c.owner_id, c.lead_id, row_number() OVER (ORDER BY c.queued_at, c.lead_id) AS turn
            FROM site_checks c
            WHERE c.owner_id = o.owner_id AND (c.claimed_until IS NULL OR c.claimed_until < now())
            ORDER BY c.queued_at, c.lead_id LIMIT ${limit}) AS due
          ORDER BY due.turn, due.owner_id LIMIT ${limit}
        ), locked AS (
          SELECT c.owner_id, c.lead_id FROM site_checks c JOIN next USING (owner_id, lead_id)
          WHERE c.claimed_until IS NULL OR c.claimed_until < now() FOR UPDATE OF c SKIP LOCKED
        )
        UPDATE site_checks c SET claimed_until = now() + make_interval(secs => ${seconds})
        FROM locked JOIN leads l ON l.owner_id = locked.owner_id AND l.id = locked.lead_id
        WHERE c.owner_id = locked.owner_id AND c.lead_id = locked.lead_id
        RETURNING c.owner_id, c.lead_id, l.name, coalesce(l.website, '') AS website`,
  );
}

/** True for a check that has waited longer, or no longer exists. */
export async function isOverdue(ownerId: OwnerId, leadId: number, hours: number): Promise<boolean> {
  const waiting = await rows(
    sql`SELECT 1 FROM site_checks WHERE owner_id = ${ownerId} AND lead_id = ${leadId}
          AND queued_at > now() - make_interval(hours => ${hours})`,
  );
  return waiting.length === 0;
}

export async function deleteCheck(ownerId: OwnerId, leadId: number): Promise<void> {
  await prisma.siteCheck.deleteMany({ where: { owner_id: ownerId, lead_id: leadId } });
}
