import type { OwnerId, PassedOn, PersonId } from "@/server/platform/actor";
import { PART } from "@/server/platform/db/handed-over";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, raw, rows, sql } from "@/server/platform/db/sql";

export { PART };

/** Also what the table's trimming goes by: lib/domain/custody/tables. */
const UNDOABLE_DAYS = 30;
const LISTED = 50;

/** What passes, in this order. */
export const KINDS = ["lead", "conversation", "task"] as const;
export type Kind = (typeof KINDS)[number];

interface HandoverRow {
  id: number;
  from_id: number;
  to_ids: number[];
  leads: number;
  conversations: number;
  tasks: number;
  created_at: Date;
  undoable_until: Date;
}

const SHOWN = sql`id, from_id, to_ids, cardinality(lead_ids) AS leads, cardinality(conversation_ids) AS conversations,
  cardinality(task_ids) AS tasks, created_at, created_at + make_interval(days => ${UNDOABLE_DAYS}) AS undoable_until`;
const UNDOABLE = sql`undone_at IS NULL AND created_at > now() - make_interval(days => ${UNDOABLE_DAYS})`;
const IS_OPEN = sql`(finished_at IS NULL OR undone_at IS NOT NULL AND returned_at IS NULL)`;

export async function insertHandover(
  ownerId: OwnerId,
  { from, to }: PassedOn,
  by: PersonId,
): Promise<number> {
  const { id } = await prisma.handover.create({
    data: { owner_id: ownerId, from_id: from, to_ids: [...to], person_id: by },
    select: { id: true },
  });
  return id;
}

export function findHandover(ownerId: OwnerId, id: number): Promise<HandoverRow | null> {
  return firstRow(sql`SELECT ${SHOWN} FROM handovers WHERE owner_id = ${ownerId} AND id = ${id}`);
}

export function findHandovers(ownerId: OwnerId): Promise<HandoverRow[]> {
  return rows(
    sql`SELECT ${SHOWN} FROM handovers WHERE owner_id = ${ownerId} AND ${UNDOABLE} ORDER BY id DESC LIMIT ${LISTED}`,
  );
}

/** Begins to give back: one of several calls does. Returns false when it cannot be undone, or was. */
export async function startUndo(ownerId: OwnerId, id: number): Promise<boolean> {
  const begun = await execute(
    sql`UPDATE handovers SET undone_at = now(), finished_at = coalesce(finished_at, now())
        WHERE owner_id = ${ownerId} AND id = ${id} AND ${UNDOABLE}`,
  );
  return begun === 1;
}

interface OpenHandover {
  owner_id: OwnerId;
  from_id: PersonId;
  to_ids: PersonId[];
  person_id: PersonId;
  is_undone: boolean;
  /** How many have passed of each, and have not come back. */
  lead: number;
  conversation: number;
  task: number;
}

/** One that is under way, locked until the transaction ends; null when all of it has passed, or come back. */
export function lockOpenHandover(id: number): Promise<OpenHandover | null> {
  return firstRow(
    sql`SELECT owner_id, from_id, to_ids, person_id, undone_at IS NOT NULL AS is_undone, cardinality(lead_ids) AS lead,
               cardinality(conversation_ids) AS conversation, cardinality(task_ids) AS task
        FROM handovers WHERE id = ${id} AND ${IS_OPEN} FOR UPDATE`,
  );
}

export async function addPassed(id: number, kind: Kind, ids: readonly number[]): Promise<void> {
  const column = raw(`${kind}_ids`);
  await execute(sql`UPDATE handovers SET ${column} = ${column} || ${ids}::int[] WHERE id = ${id}`);
}

/** Takes the passed ids from a place on out of the row, to be given back. */
export async function takePassed(id: number, kind: Kind, from: number): Promise<number[]> {
  const column = raw(`${kind}_ids`);
  const row = await firstRow<{ ids: number[] }>(
    sql`UPDATE handovers SET ${column} = ${column}[:${from}::int] WHERE id = ${id}
        RETURNING old.${column}[${from}::int + 1:] AS ids`,
  );
  return row?.ids ?? [];
}

/** All of it has passed, or come back. */
export async function endHandover(id: number): Promise<void> {
  await execute(
    sql`UPDATE handovers SET finished_at = coalesce(finished_at, now()),
               returned_at = CASE WHEN undone_at IS NOT NULL THEN now() END WHERE id = ${id}`,
  );
}

/** Those that a process began, and did not end within a minute. */
export async function findStalled(limit: number): Promise<number[]> {
  const stalled = await rows<{ id: number }>(
    sql`SELECT id FROM handovers WHERE ${IS_OPEN} AND coalesce(undone_at, created_at) < now() - interval '1 minute'
        ORDER BY id LIMIT ${limit}`,
  );
  return stalled.map(({ id }) => id);
}
