import type { Stage } from "@/lib/contracts/leads/stages";
import { MOST_STAGES, type StageMeaning } from "@/lib/domain/leads/stages";
import type { OwnerId, Reader } from "@/server/platform/actor";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { seen } from "@/server/platform/db/seen";
import { execute, firstRow, isUniqueViolation, rows, sql } from "@/server/platform/db/sql";

type StageValues = Pick<Stage, "name" | "colour" | "rest_days">;

/** The owner's stages in their order. The counts are kept by triggers: a million leads cost no more than ten. */
export function findStages(reader: Reader): Promise<Stage[]> {
  const { ownerId } = reader;
  return rows(
    sql`SELECT s.id, s.name, s.meaning, s.colour, s.rest_days, coalesce(c.leads, 0)::int AS leads
        FROM stages s LEFT JOIN (
          SELECT stage_id, sum(count) AS leads FROM (
            SELECT stage_id, count FROM lead_counts WHERE owner_id = ${ownerId}${seen(reader, "lead_counts")}
            UNION ALL SELECT stage_id, change FROM lead_count_changes WHERE owner_id = ${ownerId}${seen(reader, "lead_count_changes")}
          ) AS parts GROUP BY stage_id
        ) AS c ON c.stage_id = s.id
        WHERE s.owner_id = ${ownerId} ORDER BY s.position`,
  );
}

export async function findStage(
  ownerId: OwnerId,
  id: number,
): Promise<{ id: number; name: string; meaning: StageMeaning } | null> {
  const stage = await prisma.stage.findFirst({
    where: { owner_id: ownerId, id },
    select: { id: true, name: true, meaning: true },
  });
  return stage as { id: number; name: string; meaning: StageMeaning } | null;
}

/**
 * Locks the places of a stage until the transaction ends, so that simultaneous moves by users run one after the other.
 * Moves caused by events do not wait for it. Returns null when it is not the owner's.
 */
export function lockStage(
  ownerId: OwnerId,
  id: number,
): Promise<{ id: number; name: string; meaning: StageMeaning } | null> {
  return firstRow(
    sql`SELECT id, name, meaning FROM stages WHERE owner_id = ${ownerId} AND id = ${id} FOR NO KEY UPDATE`,
  );
}

/**
 * Adds a stage after the last one of its meaning. Returns its id; null when there are too many, 'taken' when another
 * has the name. Call inside a transaction.
 */
export async function insertStage(
  ownerId: OwnerId,
  { name, colour, rest_days, meaning }: StageValues & { meaning: StageMeaning },
): Promise<{ id: number } | null | "taken"> {
  await lockOwner(ownerId);
  return unlessTaken(
    firstRow<{ id: number }>(
      sql`WITH counted AS (
            SELECT count(*) AS stages, max(position) FILTER (WHERE meaning = ${meaning}) + 1 AS place
            FROM stages WHERE owner_id = ${ownerId}
          ), moved AS (
            UPDATE stages SET position = position + 1 FROM counted
            WHERE owner_id = ${ownerId} AND position >= place AND stages < ${MOST_STAGES}
          )
          INSERT INTO stages (owner_id, name, meaning, colour, rest_days, position)
          SELECT ${ownerId}::int, ${name}, ${meaning}, ${colour}, ${rest_days}::int, place FROM counted
          WHERE stages < ${MOST_STAGES} RETURNING id`,
    ),
  );
}

/** Returns null when it is not the owner's, 'taken' when another stage has the name. */
export function updateStage(
  ownerId: OwnerId,
  id: number,
  { name, colour, rest_days }: StageValues,
): Promise<{ id: number } | null | "taken"> {
  return unlessTaken(
    firstRow<{ id: number }>(
      sql`UPDATE stages SET name = ${name}, colour = ${colour}, rest_days = ${rest_days}::int
          WHERE owner_id = ${ownerId} AND id = ${id} RETURNING id`,
    ),
  );
}

/** Puts all stages in the order of `ids`. Returns false, and changes nothing, when these are not all of them. */
export async function reorderStages(ownerId: OwnerId, ids: readonly number[]): Promise<boolean> {
  await lockOwner(ownerId);
  const moved = await execute(
    sql`UPDATE stages s SET position = given.place
        FROM unnest(${ids}::int[]) WITH ORDINALITY AS given(id, place)
        WHERE s.owner_id = ${ownerId} AND s.id = given.id
          AND (SELECT array_agg(id ORDER BY id) FROM stages WHERE owner_id = ${ownerId})
            = (SELECT array_agg(id ORDER BY id) FROM unnest(${ids}::int[]) AS id)`,
  );
  return moved > 0;
}

/**
 * Removes a stage. Returns 'held' when it has leads, and false when it is the last one of its meaning, or does not
 * exist. Call inside a transaction.
 */
export async function deleteStage(ownerId: OwnerId, id: number): Promise<boolean | "held"> {
  // Waits for moves by users into the stage, then for moves by events of any of the owner's leads. One after the other,
  // because users' moves hold the stage's row before they share the lock.
  await firstRow(sql`SELECT 1 FROM stages WHERE owner_id = ${ownerId} AND id = ${id} FOR UPDATE`);
  await execute(sql`SELECT pg_advisory_xact_lock(hashtext('stages'), ${ownerId}::int)`);
  const held = await prisma.lead.findFirst({
    where: { owner_id: ownerId, stage_id: id },
    select: { id: true },
  });
  if (held) return "held";
  const deleted = await execute(
    sql`DELETE FROM stages s WHERE s.owner_id = ${ownerId} AND s.id = ${id}
          AND EXISTS (SELECT 1 FROM stages o WHERE o.owner_id = s.owner_id AND o.meaning = s.meaning AND o.id <> s.id)`,
  );
  return deleted === 1;
}

/** Whether another stage has the same meaning. */
export async function hasSibling(ownerId: OwnerId, id: number): Promise<boolean> {
  const found = await firstRow(
    sql`SELECT 1 FROM stages s JOIN stages o ON o.owner_id = s.owner_id AND o.meaning = s.meaning AND o.id <> s.id
        WHERE s.owner_id = ${ownerId} AND s.id = ${id} LIMIT 1`,
  );
  return found !== null;
}

async function unlessTaken<T>(write: PromiseLike<T>): Promise<T | "taken"> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error)) return "taken";
    throw error;
  }
}
