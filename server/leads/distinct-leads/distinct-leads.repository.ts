import type { OwnerId } from "@/server/platform/actor";
import { execute, rows, sql } from "@/server/platform/db/sql";

/** Pairs of these leads that a user declared to be two companies. */
export function findDistinctPairs(
  ownerId: OwnerId,
  leadIds: readonly number[],
): Promise<{ low_id: number; high_id: number }[]> {
  return rows(
    sql`SELECT low_id, high_id FROM distinct_leads
        WHERE owner_id = ${ownerId} AND low_id = ANY(${leadIds}::int[]) AND high_id = ANY(${leadIds}::int[])`,
  );
}

/** Stores that each of these leads is a separate company, or that they may be one again. */
export async function setDistinct(
  ownerId: OwnerId,
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

/** For each of these leads, the leads that a user declared to be other companies. */
export function findPairsOf(
  ownerId: OwnerId,
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

/** Declares pairs of leads to be two companies again, where both leads still exist. */
export async function restorePairs(
  ownerId: OwnerId,
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
