import { type Sql, sql } from "./sql";

/**
 * `lookUp` for each of `keys` (as text), one index lookup at a time. It gets the owner and the key as expressions: the planner is told
 * neither, and so takes the owner for one of average size. Told an owner who came after the statistics were taken, it
 * reckons with no rows at all, and may read all that the owner has by whatever index begins with the owner.
 */
export function forEachKey(
  ownerId: number,
  keys: readonly string[] | readonly number[],
  lookUp: (owner: Sql, key: Sql) => Sql,
): Sql {
  const found = lookUp(sql`(SELECT ${ownerId}::int)`, sql`each.key`);
  return sql`SELECT found.* FROM unnest(${keys}::text[]) AS each (key) CROSS JOIN LATERAL (${found}) AS found`;
}
