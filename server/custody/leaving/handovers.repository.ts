import type { OwnerId, PersonId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { firstRow, rows, sql } from "@/server/platform/db/sql";

/** Also what the table's trimming goes by: lib/domain/custody/tables. */
const UNDOABLE_DAYS = 30;
const LISTED = 50;

interface HandedOver {
  lead_ids: readonly number[];
  conversation_ids: readonly number[];
  task_ids: readonly number[];
}

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

export async function insertHandover(
  ownerId: OwnerId,
  of: { from: PersonId; to: readonly PersonId[]; by: PersonId },
  { lead_ids, conversation_ids, task_ids }: HandedOver,
): Promise<HandoverRow> {
  const row = await firstRow<HandoverRow>(
    sql`INSERT INTO handovers (owner_id, from_id, to_ids, person_id, lead_ids, conversation_ids, task_ids)
        VALUES (${ownerId}, ${of.from}, ${of.to}::int[], ${of.by}, ${lead_ids}::int[], ${conversation_ids}::int[], ${task_ids}::int[])
        RETURNING ${SHOWN}`,
  );
  if (!row) throw new Error("The handover was not stored.");
  return row;
}

export function findHandovers(ownerId: OwnerId): Promise<HandoverRow[]> {
  return rows(
    sql`SELECT ${SHOWN} FROM handovers WHERE owner_id = ${ownerId} AND ${UNDOABLE} ORDER BY id DESC LIMIT ${LISTED}`,
  );
}

/** One of several calls gets it; null when it cannot be undone, or was. */
export function takeHandover(
  ownerId: OwnerId,
  id: number,
): Promise<(HandedOver & { from_id: PersonId; to_ids: PersonId[] }) | null> {
  return firstRow(
    sql`UPDATE handovers SET undone_at = now() WHERE owner_id = ${ownerId} AND id = ${id} AND ${UNDOABLE}
        RETURNING from_id, to_ids, lead_ids, conversation_ids, task_ids`,
  );
}

/** Whether there is one, also one that was undone. */
export async function hasHandover(ownerId: OwnerId, id: number): Promise<boolean> {
  return (await prisma.handover.count({ where: { owner_id: ownerId, id } })) > 0;
}
