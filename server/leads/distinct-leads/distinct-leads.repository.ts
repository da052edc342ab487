import type { UserId } from "@/server/platform/actor";
import { execute, rows, sql } from "@/server/platform/db/sql";

/** Pairs of these leads that a person said are two companies. */
export function findDistinctPairs(
  ownerId: UserId,
  leadIds: readonly number[],
): Promise<{ low_id: number; high_id: number }[]> {
  return rows(
    sql`SELECT low_id, high_id FROM distinct_leads
        WHERE owner_id = ${ownerId} AND low_id = ANY(${leadIds}::int[]) AND high_id = ANY(${leadIds}::int[])`,
  );
}

/** Remembers that these are as many companies, or that they may be one again. */
export async function setDistinct(
  ownerId: UserId,
  leadIds: readonly number[],
  distinct: boolean,
): Promise<void> {
  const pairs = sql`SELECT low_id, high_id FROM unnest(${leadIds}::int[]) AS low_id, unnest(${leadIds}::int[]) AS high_id
                    WHERE low_id < high_id`;
  await execute(
    distinct
      ? sql`INSERT INTO distinct_leads (owner_id, low_id, high_id)
            SELECT ${ownerId}::int, low_id, high_id FROM (${pairs}) AS pairs ON CONFLICT DO NOTHING`
      : sql`DELETE FROM distinct_leads d USING (${pairs}) AS pairs
            WHERE d.owner_id = ${ownerId} AND d.low_id = pairs.low_id AND d.high_id = pairs.high_id`,
  );
}

/** With whom each of these leads is a pair of two companies. */
export function findPairsOf(
  ownerId: UserId,
  leadIds: readonly number[],
): Promise<{ lead_id: number; distinct_ids: number[] }[]> {
  return rows(
    sql`SELECT one AS lead_id, array_agg(other ORDER BY other) AS distinct_ids FROM (
          SELECT low_id AS one, high_id AS other FROM distinct_leads WHERE owner_id = ${ownerId} AND low_id = ANY(${leadIds}::int[])
          UNION ALL
          SELECT high_id, low_id FROM distinct_leads WHERE owner_id = ${ownerId} AND high_id = ANY(${leadIds}::int[])) AS pairs
        GROUP BY one ORDER BY one`,
  );
}

/** Of leads and others, which may be gone: those that both exist are said to be two companies. */
export async function restorePairs(
  ownerId: UserId,
  pairs: readonly (readonly [number, number])[],
): Promise<void> {
  await execute(
    sql`WITH pairs AS (
          SELECT * FROM unnest(${pairs.map(([one]) => one)}::int[], ${pairs.map(([, other]) => other)}::int[]) AS p (one, other)
        ), kept AS MATERIALIZED (
          SELECT id FROM leads WHERE owner_id = ${ownerId} AND id IN (SELECT one FROM pairs UNION SELECT other FROM pairs)
          ORDER BY id FOR KEY SHARE
        )
        INSERT INTO distinct_leads (owner_id, low_id, high_id)
        SELECT ${ownerId}::int, least(one, other), greatest(one, other) FROM pairs
        WHERE one IN (SELECT id FROM kept) AND other IN (SELECT id FROM kept) ON CONFLICT DO NOTHING`,
  );
}
