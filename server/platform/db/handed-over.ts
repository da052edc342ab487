import type { Doer, OwnerId, PassedOn, PersonId } from "@/server/platform/actor";
import { empty, raw, rows, type Sql, sql } from "./sql";

/** A table whose rows each are somebody's, by a column. */
interface Belongings {
  table: "leads" | "conversations" | "tasks";
  person: "seller_id" | "person_id";
  /** What of it is passed on; the rest stays. */
  only: Sql;
}

/** Rows of one transaction: their locks are short. */
export const PART = 1_000;

interface MovedRow {
  id: number;
  from: PersonId | null;
  to: PersonId | null;
}

/** How what is a person's passes to others, and comes back. */
export interface Passing {
  /** How many are a person's, counted up to `most`. */
  count(ownerId: OwnerId, personId: PersonId, most: number): Promise<number>;
  /** Gives a part to others in turn; `begun` of them went before. Returns its ids. Call inside a transaction. */
  handOver(by: Doer, passed: PassedOn, begun: number): Promise<number[]>;
  /** Gives back those of a part that nobody else was given since. Returns how many. Call inside a transaction. */
  giveBack(by: Doer, passed: PassedOn, ids: readonly number[], begun: number): Promise<number>;
}

/** `record` keeps who had each row, and who has it now. */
export function passing(
  of: Belongings,
  record: (by: Doer, moved: readonly MovedRow[]) => Promise<void>,
): Passing {
  return {
    count: (ownerId, personId, most) => countBelongings(of, ownerId, personId, most),
    handOver: async (by, passed, begun) => {
      const moved = await handOverPart(of, by.ownerId, passed, begun);
      await record(by, moved);
      return moved.map(({ id }) => id);
    },
    giveBack: async (by, passed, ids, begun) => {
      const moved = await giveBackPart(of, by.ownerId, passed, ids, begun);
      await record(by, moved);
      return moved.length;
    },
  };
}

const touched = ({ table }: Belongings) =>
  table === "conversations" ? empty : sql`, updated_at = now()`;

/**
 * Gives a part of what is one person's to others in turn, or to nobody, in the order of the ids; nothing is left when it
 * returns none. `begun`: how many went before, which says whose turn it is.
 */
async function handOverPart(
  of: Belongings,
  ownerId: OwnerId,
  { from, to }: PassedOn,
  begun: number,
): Promise<MovedRow[]> {
  const moved = await rows<Omit<MovedRow, "from">>(
    sql`WITH locked AS MATERIALIZED (
          SELECT id FROM ${raw(of.table)} WHERE owner_id = ${ownerId} AND ${raw(of.person)} = ${from} AND ${of.only}
          ORDER BY id LIMIT ${PART} FOR UPDATE
        ), placed AS (
          SELECT id, (${begun}::int + row_number() OVER (ORDER BY id) - 1)::int AS place FROM locked
        )
        UPDATE ${raw(of.table)} AS t
        SET ${raw(of.person)} = (${to}::int[])[1 + placed.place % greatest(1, cardinality(${to}::int[]))]${touched(of)}
        FROM placed WHERE t.owner_id = ${ownerId} AND t.id = placed.id
        RETURNING t.id, t.${raw(of.person)} AS "to"`,
  );
  return moved.map((row) => ({ ...row, from })).sort((a, b) => a.id - b.id);
}

/**
 * Gives back those of a part of the passed ids that whoever got them still has. `begun`: the place of the part's first
 * among all that passed.
 */
function giveBackPart(
  of: Belongings,
  ownerId: OwnerId,
  { from, to }: PassedOn,
  ids: readonly number[],
  begun: number,
): Promise<MovedRow[]> {
  return rows(
    sql`WITH passed AS (
          SELECT p.id, (${to}::int[])[1 + (${begun}::int + p.place::int - 1) % greatest(1, cardinality(${to}::int[]))] AS got
          FROM unnest(${ids}::int[]) WITH ORDINALITY AS p (id, place)
        ), locked AS MATERIALIZED (
          SELECT t.id, t.${raw(of.person)} AS held_by FROM ${raw(of.table)} AS t
          WHERE t.owner_id = ${ownerId} AND t.id = ANY(${ids}::int[]) ORDER BY t.id FOR UPDATE
        )
        UPDATE ${raw(of.table)} AS t SET ${raw(of.person)} = ${from}${touched(of)}
        FROM locked JOIN passed ON passed.id = locked.id
        WHERE t.owner_id = ${ownerId} AND t.id = locked.id AND locked.held_by IS NOT DISTINCT FROM passed.got
        RETURNING t.id, locked.held_by AS "from", ${from}::int AS "to"`,
  );
}

async function countBelongings(
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
