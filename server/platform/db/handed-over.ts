import type { OwnerId, PassedOn, PersonId } from "@/server/platform/actor";
import { raw, rows, type Sql, sql } from "./sql";

/** A table whose rows each are somebody's, by a column. */
export interface Belongings {
  table: "leads" | "conversations" | "tasks";
  person: "seller_id" | "person_id";
  /** What of it is passed on; the rest stays. */
  only: Sql;
}

const AT_ONCE = 2_000;

interface Moved {
  id: number;
  to: PersonId | null;
}

/**
 * Gives what is one person's to others in turn, to nobody where there are none, in the order of the ids. Calls `record`
 * for each part. Returns the ids. Call inside a transaction; `from` may not be among those who get it.
 */
export async function handOver(
  { table, person, only }: Belongings,
  ownerId: OwnerId,
  { from, to }: PassedOn,
  record: (moved: Moved[]) => Promise<void> = async () => undefined,
): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const moved = await rows<Moved>(
      sql`WITH locked AS MATERIALIZED (
            SELECT id FROM ${raw(table)} WHERE owner_id = ${ownerId} AND ${raw(person)} = ${from} AND ${only}
            ORDER BY id LIMIT ${AT_ONCE} FOR UPDATE
          ), placed AS (
            SELECT id, (${ids.length}::int + row_number() OVER (ORDER BY id) - 1)::int AS place FROM locked
          )
          UPDATE ${raw(table)} AS t
          SET ${raw(person)} = (${to}::int[])[1 + placed.place % greatest(1, cardinality(${to}::int[]))]
          FROM placed WHERE t.owner_id = ${ownerId} AND t.id = placed.id
          RETURNING t.id, t.${raw(person)} AS "to"`,
    );
    if (moved.length === 0) return ids;
    moved.sort((a, b) => a.id - b.id);
    await record(moved);
    for (const { id } of moved) ids.push(id);
  }
}

/** Gives back what those who got it still have. Returns how many. Call inside a transaction. */
export async function giveBack(
  { table, person }: Belongings,
  ownerId: OwnerId,
  { ids, from, to }: PassedOn & { ids: readonly number[] },
  record: (moved: { id: number; from: PersonId | null }[]) => Promise<void> = async () => undefined,
): Promise<number> {
  let count = 0;
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const part = ids.slice(at, at + AT_ONCE);
    const moved = await rows<{ id: number; from: PersonId | null }>(
      sql`WITH locked AS MATERIALIZED (
            SELECT id, ${raw(person)} AS held_by FROM ${raw(table)}
            WHERE owner_id = ${ownerId} AND id = ANY(${part}::int[])
              AND CASE WHEN cardinality(${to}::int[]) = 0 THEN ${raw(person)} IS NULL ELSE ${raw(person)} = ANY(${to}::int[]) END
            ORDER BY id FOR UPDATE
          )
          UPDATE ${raw(table)} AS t SET ${raw(person)} = ${from}
          FROM locked WHERE t.owner_id = ${ownerId} AND t.id = locked.id
          RETURNING t.id, locked.held_by AS "from"`,
    );
    if (moved.length > 0) await record(moved);
    count += moved.length;
  }
  return count;
}

export async function countBelongings(
  { table, person, only }: Belongings,
  ownerId: OwnerId,
  personId: PersonId,
  most: number,
): Promise<number> {
  const found = await rows<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM (
          SELECT 1 FROM ${raw(table)} WHERE owner_id = ${ownerId} AND ${raw(person)} = ${personId} AND ${only} LIMIT ${most}) AS x`,
  );
  return found[0]?.count ?? 0;
}
