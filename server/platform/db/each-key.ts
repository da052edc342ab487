import { type Sql, sql } from "./sql";

/**
 * Runs `lookUp` for each of `keys` (as text), one index lookup at a time. Owner and key are passed as expressions, so
 * that the planner assumes an owner of average size. Given the value of an owner who is newer than the statistics, it
 * expects no rows and may scan everything the owner has through any index that begins with the owner.
 */
export function forEachKey(
  ownerId: number,
  keys: readonly string[] | readonly number[],
  lookUp: (owner: Sql, key: Sql) => Sql,
): Sql {
  const found = lookUp(sql`(SELECT ${ownerId}::int)`, sql`each.key`);
  return sql`SELECT found.* FROM unnest(${keys}::text[]) AS each (key) CROSS JOIN LATERAL (${found}) AS found`;
}
