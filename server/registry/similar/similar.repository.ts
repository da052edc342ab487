import { searchRows, sql } from "@/server/platform/db/sql";

export interface SampleCount {
  kind: "activity" | "size" | "age" | "all";
  /** An activity, a size, or the place of the day of opening among the bounds; null for all. */
  code: number | null;
  count: number;
}

/**
 * Counts a state's active companies by activity, size and age, in `rows` of them at equal distances. `ageBounds` are
 * days, ascending.
 */
export function countSample(
  uf: string,
  rows: number,
  ageBounds: readonly string[],
): Promise<SampleCount[]> {
  return searchRows(
    sql`WITH area AS (
          SELECT min(first_id) AS first_id, max(last_id) AS last_id FROM registry.areas
          WHERE status = 2 AND uf = ${uf}
        ), sample AS MATERIALIZED (
          SELECT e.cnae, coalesce(e.size, 0) AS size, width_bucket(e.opened_on, ${ageBounds}::date[]) AS age
          FROM area
          CROSS JOIN LATERAL generate_series(first_id, last_id, greatest(1, (last_id - first_id + 1) / ${rows}::int)) AS g(id)
          JOIN registry.establishments e USING (id)
        )
        SELECT 'activity' AS kind, cnae::int AS code, count(*)::int AS count
        FROM sample WHERE cnae IS NOT NULL GROUP BY cnae
        UNION ALL SELECT 'size', size, count(*)::int FROM sample GROUP BY size
        UNION ALL SELECT 'age', age, count(*)::int FROM sample WHERE age IS NOT NULL GROUP BY age
        UNION ALL SELECT 'all', NULL, count(*)::int FROM sample`,
  );
}
