import type { DealGroup } from "@/lib/contracts/insights/deals";
import type { Period } from "@/lib/domain/time/period";
import type { Reader } from "@/server/platform/actor";
import { madeBy, seen } from "@/server/platform/db/seen";
import { rows, type Sql, sql } from "@/server/platform/db/sql";

/** Deals that a report counts at most. */
export const MOST_DEALS = 50_000;

export interface ExpectedRow {
  /** The first day of its month; null without a day. */
  month: string | null;
  stage_id: number;
  value_cents: number;
}

/**
 * The value of open leads by month and stage, and of those without a day. Triggers keep the sums of stages, so that
 * only leads with a day are read.
 */
export function findExpected(reader: Reader): Promise<ExpectedRow[]> {
  const { ownerId } = reader;
  return rows(
    sql`WITH open AS (
          SELECT id, position FROM stages WHERE owner_id = ${ownerId} AND meaning IN ('new', 'contacted', 'answered')
        ), dated AS MATERIALIZED (
          SELECT to_char(date_trunc('month', l.expected_close), 'YYYY-MM') AS month, l.stage_id, sum(l.value_cents) AS value_cents
          FROM leads l WHERE l.owner_id = ${ownerId} AND l.expected_close IS NOT NULL AND l.value_cents > 0 ${seen(reader, "l")}
          GROUP BY 1, 2
        ), worth AS (
          SELECT stage_id, sum(value_cents) AS value_cents FROM (
            SELECT stage_id, value_cents FROM lead_counts WHERE owner_id = ${ownerId} ${seen(reader, "lead_counts")}
            UNION ALL SELECT stage_id, value_cents FROM lead_count_changes WHERE owner_id = ${ownerId} ${seen(reader, "lead_count_changes")}
          ) AS parts GROUP BY stage_id
        )
        SELECT p.month, p.stage_id, p.value_cents::float8 AS value_cents FROM (
          SELECT month, stage_id, value_cents FROM dated
          UNION ALL
          SELECT NULL, w.stage_id, w.value_cents - coalesce((SELECT sum(d.value_cents) FROM dated d WHERE d.stage_id = w.stage_id), 0)
          FROM worth w
        ) AS p JOIN open ON open.id = p.stage_id
        WHERE p.value_cents > 0 ORDER BY p.month NULLS LAST, open.position`,
  );
}

export interface OutcomeRow {
  /** Whether the row counts all deals of the period instead of a group. */
  is_total: boolean;
  id: number | null;
  name: string | null;
  won: number;
  lost: number;
  won_cents: number;
}

/** Deals that entered a won or lost stage in a period, by group; the first row counts all of them. */
export function countOutcomes(
  reader: Reader,
  period: Period,
  by: DealGroup,
  limit: number,
): Promise<OutcomeRow[]> {
  const { ownerId } = reader;
  const counts = sql`(count(*) FILTER (WHERE e.meaning = 'won'))::int AS won, (count(*) FILTER (WHERE e.meaning = 'lost'))::int AS lost,
                     coalesce(sum(e.value_cents) FILTER (WHERE e.meaning = 'won'), 0)::float8 AS won_cents`;
  return rows(
    sql`WITH ended AS MATERIALIZED (
          SELECT l.id, l.source, l.value_cents, l.phone_key, l.loss_reason_id, s.meaning
          FROM stages s JOIN leads l ON l.owner_id = s.owner_id AND l.stage_id = s.id
          WHERE s.owner_id = ${ownerId} AND s.meaning IN ('won', 'lost')
            AND l.staged_at >= ${period.start} AND l.staged_at < ${period.end} ${seen(reader, "l")}
          LIMIT ${MOST_DEALS + 1}
        ), grouped AS (
          SELECT g.id, g.name, ${counts} FROM ${groupOf(reader, by)} GROUP BY g.id, g.name
        )
        SELECT true AS is_total, NULL::int AS id, NULL::text AS name, ${counts} FROM ended e
        UNION ALL
        (SELECT false, id, name, won, lost, won_cents FROM grouped ORDER BY won DESC, lost DESC, name, id LIMIT ${limit})`,
  );
}

/** `ended e` with the groups `g` that each deal is in. */
function groupOf(reader: Reader, by: DealGroup): Sql {
  const { ownerId } = reader;
  switch (by) {
    case "source":
      return sql`ended e CROSS JOIN LATERAL (SELECT NULL::int AS id, e.source AS name) AS g`;
    case "list":
      return sql`ended e JOIN list_leads m ON m.owner_id = ${ownerId} AND m.lead_id = e.id
                 JOIN lists g ON g.owner_id = ${ownerId} AND g.id = m.list_id`;
    case "campaign":
      return sql`ended e CROSS JOIN LATERAL (
                   SELECT DISTINCT c.id, c.name FROM campaign_recipients p
                   JOIN campaign_runs r ON r.id = p.run_id JOIN campaigns c ON c.id = r.campaign_id
                   WHERE p.owner_id = ${ownerId} AND p.phone_key = e.phone_key AND p.lead_id = e.id
                     AND p.state NOT IN ('pending', 'sending', 'failed', 'skipped') ${madeBy(reader, "c")}
                 ) AS g`;
    case "reason":
      return sql`(SELECT * FROM ended WHERE meaning = 'lost') AS e
                 LEFT JOIN loss_reasons g ON g.owner_id = ${ownerId} AND g.id = e.loss_reason_id`;
  }
}
