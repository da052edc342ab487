import type { z } from "zod/mini";
import type { RestingLead } from "@/lib/contracts/insights/today";
import type { Reader } from "@/server/platform/actor";
import { seen, sightName } from "@/server/platform/db/seen";
import { prepared, rows, sql } from "@/server/platform/db/sql";

/**
 * The first of the leads that have been in a stage for longer than its days, those in later stages first, and among
 * those the longest. Also returns how many there are, counted up to `most`. A lead with a planned task has a next step,
 * and one that must not be contacted needs none.
 */
export async function findRestingLeads(
  reader: Reader,
  { limit, most }: { limit: number; most: number },
): Promise<{ leads: z.input<typeof RestingLead>[]; total: number }> {
  const { ownerId } = reader;
  const found = await rows<z.input<typeof RestingLead> & { total: number }>(
    prepared(
      `find resting leads${sightName(reader)}`,
      sql`WITH resting AS MATERIALIZED (
            SELECT l.id, s.position, l.staged_at
            FROM stages s CROSS JOIN LATERAL (
              SELECT leads.id, leads.staged_at FROM leads
              WHERE leads.stage_id = s.id AND leads.status <> 'opted_out' ${seen(reader, "leads")}
                AND leads.staged_at < now() - make_interval(days => s.rest_days)
                AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.owner_id = ${ownerId} AND t.lead_id = leads.id
                                  AND t.done_at IS NULL AND t.due_by > now())
              ORDER BY leads.staged_at, leads.id LIMIT ${most}::int
            ) AS l
            WHERE s.owner_id = ${ownerId} AND s.rest_days IS NOT NULL
            ORDER BY s.position DESC, l.staged_at, l.id LIMIT ${most}::int
          )
          SELECT counted.total, shown.* FROM (SELECT count(*)::int AS total FROM resting) AS counted
          LEFT JOIN (
            SELECT l.id, l.name, l.city, l.state, l.whatsapp, l.status, l.stage_id, l.staged_at, first.position
            FROM (SELECT * FROM resting ORDER BY position DESC, staged_at, id LIMIT ${limit}::int) AS first
            JOIN leads l ON l.owner_id = ${ownerId} AND l.id = first.id
          ) AS shown ON true
          ORDER BY shown.position DESC, shown.staged_at, shown.id`,
    ),
  );
  return { total: found[0]?.total ?? 0, leads: found.filter((lead) => lead.id !== null) };
}
