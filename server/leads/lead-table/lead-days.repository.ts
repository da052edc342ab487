import type { SaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import type { Reader } from "@/server/platform/actor";
import { seen } from "@/server/platform/db/seen";
import { rows, sql } from "@/server/platform/db/sql";

const MOST_SOURCES = 20;

/**
 * Each count, per day and source, reads one range of the index (owner, source, created_at). The distinct sources are
 * found by skipping from one to the next in the same index.
 */
export function countLeadsBySource(
  reader: Reader,
  days: SaoPauloDay[],
): Promise<{ day: string; source: string; count: number }[]> {
  const { ownerId } = reader;
  return rows(
    sql`WITH RECURSIVE sources AS (
          (SELECT source, 1 AS serial FROM leads WHERE owner_id = ${ownerId} ORDER BY source LIMIT 1)
          UNION ALL
          SELECT (SELECT l.source FROM leads l WHERE l.owner_id = ${ownerId} AND l.source > sources.source ORDER BY l.source LIMIT 1),
                 serial + 1
          FROM sources WHERE sources.source IS NOT NULL AND serial < ${MOST_SOURCES}
        )
        SELECT d.day, sources.source, counted.count
        FROM unnest(${days.map(({ day }) => day)}::text[], ${days.map(({ start }) => start)}::timestamptz[],
                    ${days.map(({ end }) => end)}::timestamptz[]) AS d (day, starts, ends)
        CROSS JOIN sources
        CROSS JOIN LATERAL (
          SELECT count(*)::int AS count FROM leads l
          WHERE l.owner_id = ${ownerId} AND l.source = sources.source AND l.created_at >= d.starts AND l.created_at < d.ends ${seen(reader, "l")}
        ) AS counted
        WHERE sources.source IS NOT NULL AND counted.count > 0`,
  );
}
