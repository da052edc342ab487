import type { z } from "zod/mini";
import type { Task } from "@/lib/contracts/leads/tasks";
import type { TaskDue, TaskKind } from "@/lib/domain/tasks/task";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId, PersonId, Reader } from "@/server/platform/actor";
import { passing } from "@/server/platform/db/handed-over";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { seen, sightName } from "@/server/platform/db/seen";
import {
  empty,
  execute,
  firstRow,
  isMissingReference,
  prepared,
  rows,
  type Sql,
  sql,
} from "@/server/platform/db/sql";

export type TaskRow = Omit<z.input<typeof Task>, "lead"> & {
  due_by: Date;
  done_at: Date | null;
  lead_id: number | null;
  lead_name: string | null;
};

/** Null for everybody's tasks, else those of a person and those that are anybody's. */
export type Whose = PersonId | null;

/** A task's place in the order of a list. */
export interface TaskCursor {
  at: Date;
  id: number;
}

interface TaskValues extends TaskDue {
  what: string;
  kind: TaskKind;
  lead_id: number | null;
  person_id: PersonId | null;
}

/** Of `t`, which is tasks or has its columns, and its lead `l`. */
const SELECTED = sql`
  SELECT t.id, t.what, t.kind, to_char(t.due_on, 'YYYY-MM-DD') AS day, to_char(t.due_time, 'HH24:MI') AS time,
         t.due_by, t.done_at, t.created_at, t.updated_at, t.person_id, l.id AS lead_id, l.name AS lead_name`;
const WITH_LEAD = sql`LEFT JOIN leads l ON l.owner_id = t.owner_id AND l.id = t.lead_id`;

/** Whom tasks are shown to; background work sees all. */
export type TaskReader = Pick<Reader, "ownerId" | "sight">;

/** A task of somebody's may be about a lead that they do not see. */
const withSeenLead = (reader: TaskReader) => sql`${WITH_LEAD} ${seen(reader, "l")}`;

/** Tasks that are a person's by themselves, or by their lead. */
const isSeen = (reader: TaskReader) =>
  reader.sight
    ? sql`AND (true ${seen(reader, "t", "person_id")} OR EXISTS (
            SELECT 1 FROM leads s WHERE s.owner_id = t.owner_id AND s.id = t.lead_id ${seen(reader, "s")}))`
    : empty;

export function findTask(reader: TaskReader, id: number): Promise<TaskRow | null> {
  return firstRow(
    sql`${SELECTED} FROM tasks t ${withSeenLead(reader)} WHERE t.owner_id = ${reader.ownerId} AND t.id = ${id} ${isSeen(reader)}`,
  );
}

/** Open tasks, the earliest first. `until`: due on this day or before. */
export function findOpenTasks(
  reader: Reader,
  {
    leadId,
    whose,
    until,
    after,
    limit,
  }: {
    leadId: number | null;
    whose: Whose;
    until: string | null;
    after: TaskCursor | null;
    limit: number;
  },
): Promise<TaskRow[]> {
  const beyond = after
    ? sql`AND (t.due_by, t.id) > (${after.at}::timestamptz, ${after.id}::int)`
    : empty;
  return rows(
    sql`${SELECTED} FROM tasks t ${withSeenLead(reader)}
        WHERE t.owner_id = ${reader.ownerId} AND t.done_at IS NULL ${ofLead(reader, leadId)} ${ofPerson(whose)} ${isSeen(reader)} ${until === null ? empty : dueUntil(until)} ${beyond}
        ORDER BY t.due_by, t.id LIMIT ${limit}`,
  );
}

/** Tasks that are done, the latest first. */
export function findDoneTasks(
  reader: Reader,
  {
    leadId,
    whose,
    after,
    limit,
  }: { leadId: number | null; whose: Whose; after: TaskCursor | null; limit: number },
): Promise<TaskRow[]> {
  const beyond = after
    ? sql`AND (t.done_at, t.id) < (${after.at}::timestamptz, ${after.id}::int)`
    : empty;
  return rows(
    sql`${SELECTED} FROM tasks t ${withSeenLead(reader)}
        WHERE t.owner_id = ${reader.ownerId} AND t.done_at IS NOT NULL ${ofLead(reader, leadId)} ${ofPerson(whose)} ${isSeen(reader)} ${beyond}
        ORDER BY t.done_at DESC, t.id DESC LIMIT ${limit}`,
  );
}

function ofPerson(whose: Whose): Sql {
  return whose === null ? empty : sql`AND (t.person_id = ${whose} OR t.person_id IS NULL)`;
}

function ofLead(reader: Reader, leadId: number | null): Sql {
  if (leadId === null) return empty;
  // Who asks for a lead's tasks learns by each that it is the lead's.
  return sql`AND t.lead_id = ${leadId} ${reader.sight ? sql`AND l.id IS NOT NULL` : empty}`;
}

/**
 * The first condition uses the index. The second one excludes tasks at 00:00 of the next day, whose instant is also the
 * end of this day.
 */
function dueUntil(day: string): Sql {
  return sql`AND t.due_by <= (${day}::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo' AND t.due_on <= ${day}::date`;
}

/**
 * The first open tasks that are due until a day, with how many there are and how many of them are late; counted up to
 * `most`.
 */
export async function findDueTasks(
  reader: Reader,
  { until, limit, most }: { until: string; limit: number; most: number },
): Promise<{ tasks: TaskRow[]; total: number; overdue: number }> {
  const { ownerId, personId } = reader;
  const found = await rows<TaskRow & { total: number; overdue: number }>(
    prepared(
      `find due tasks${sightName(reader)}`,
      sql`WITH due AS MATERIALIZED (
            SELECT t.id, t.due_by FROM tasks t
            WHERE t.owner_id = ${ownerId} AND t.done_at IS NULL ${ofPerson(personId)} ${isSeen(reader)} ${dueUntil(until)} ORDER BY t.due_by, t.id LIMIT ${most}::int
          ), counted AS (
            SELECT count(*)::int AS total, (count(*) FILTER (WHERE due_by <= now()))::int AS overdue FROM due
          )
          SELECT counted.*, shown.* FROM counted LEFT JOIN (
            ${SELECTED} FROM (SELECT id FROM due ORDER BY due_by, id LIMIT ${limit}::int) AS first
            JOIN tasks t ON t.owner_id = ${ownerId} AND t.id = first.id ${withSeenLead(reader)}
          ) AS shown ON true
          ORDER BY shown.due_by, shown.id`,
    ),
  );
  const { total = 0, overdue = 0 } = found[0] ?? {};
  return { tasks: found.filter(({ id }) => id !== null), total, overdue };
}

/** The earliest open task of each lead that has one. */
export function findNextTasks(reader: Reader, leadIds: readonly number[]): Promise<TaskRow[]> {
  const { ownerId } = reader;
  return rows(
    prepared(
      `find next tasks${sightName(reader)}`,
      sql`${SELECTED} FROM unnest(${leadIds}::int[]) AS asked(lead_id)
          CROSS JOIN LATERAL (
            SELECT * FROM tasks WHERE owner_id = ${ownerId} AND lead_id = asked.lead_id AND done_at IS NULL
            ORDER BY due_by, id LIMIT 1) AS t
          JOIN leads l ON l.owner_id = t.owner_id AND l.id = t.lead_id ${seen(reader, "l")}`,
    ),
  );
}

/**
 * Returns null when the owner has `most` open ones already, and 'no lead' when the lead is not the owner's. Call inside
 * a transaction.
 */
export async function insertTask(
  reader: TaskReader,
  { what, kind, day, time, lead_id, person_id }: TaskValues,
  most: number,
): Promise<TaskRow | null | "no lead"> {
  const { ownerId } = reader;
  await lockOwner(ownerId);
  return unlessNoLead(
    firstRow<TaskRow>(
      sql`WITH t AS (
          INSERT INTO tasks (owner_id, lead_id, person_id, what, kind, due_on, due_time, reminded_at)
          SELECT ${ownerId}::int, ${lead_id}::int, ${person_id}::int, ${what}::text, ${kind}::text, ${day}::date, ${time}::time, ${remindedIfOver(day, time)}
          WHERE (SELECT count(*) FROM tasks WHERE owner_id = ${ownerId} AND done_at IS NULL) < ${most}
          RETURNING *
        )
        ${SELECTED} FROM t ${withSeenLead(reader)}`,
    ),
  );
}

/** Returns null when it is not the owner's, and 'no lead' when the lead is not. */
export function updateTask(
  reader: TaskReader,
  id: number,
  change: {
    what?: string;
    kind?: TaskKind;
    due?: TaskDue;
    lead_id?: number | null;
    person_id?: PersonId | null;
  },
): Promise<TaskRow | null | "no lead"> {
  const { what = null, kind = null, due, lead_id, person_id } = change;
  return unlessNoLead(
    firstRow<TaskRow>(
      sql`WITH t AS (
          UPDATE tasks SET what = coalesce(${what}, what), kind = coalesce(${kind}, kind), updated_at = now()
            ${lead_id === undefined ? empty : sql`, lead_id = ${lead_id}::int`}
            ${person_id === undefined ? empty : sql`, person_id = ${person_id}::int`}
            ${due ? sql`, due_on = ${due.day}::date, due_time = ${due.time}::time, reminded_at = ${remindedIfOver(due.day, due.time)}` : empty}
          WHERE owner_id = ${reader.ownerId} AND id = ${id} RETURNING *
        )
        ${SELECTED} FROM t ${withSeenLead(reader)}`,
    ),
  );
}

/** The reference to the lead includes the owner. */
async function unlessNoLead<T>(write: Promise<T>): Promise<T | "no lead"> {
  try {
    return await write;
  } catch (error) {
    if (isMissingReference(error)) return "no lead";
    throw error;
  }
}

/** No reminder is sent for an hour that was already over when it was chosen. */
function remindedIfOver(day: string, time: string | null): Sql {
  return sql`CASE WHEN ${day}::date + ${time}::time <= now() AT TIME ZONE 'America/Sao_Paulo' THEN now() END`;
}

/** Returns false when it is done already, or not the owner's. */
export async function markDone(ownerId: OwnerId, id: number): Promise<boolean> {
  const marked = await execute(
    sql`UPDATE tasks SET done_at = now(), updated_at = now()
        WHERE owner_id = ${ownerId} AND id = ${id} AND done_at IS NULL`,
  );
  return marked === 1;
}

/**
 * Returns false when it is open already, not the owner's, or the owner has `most` open ones. Call inside a transaction.
 */
export async function reopenTask(ownerId: OwnerId, id: number, most: number): Promise<boolean> {
  await lockOwner(ownerId);
  const opened = await execute(
    sql`UPDATE tasks SET done_at = NULL, updated_at = now()
        WHERE owner_id = ${ownerId} AND id = ${id} AND done_at IS NOT NULL
          AND (SELECT count(*) FROM tasks WHERE owner_id = ${ownerId} AND done_at IS NULL) < ${most}`,
  );
  return opened === 1;
}

/** Returns false when it is not the owner's. */
export async function deleteTask(ownerId: OwnerId, id: number): Promise<boolean> {
  const { count } = await prisma.task.deleteMany({ where: { owner_id: ownerId, id } });
  return count === 1;
}

/** Inserts rows of tasks again, as they were. */
export async function restoreTasks(ownerId: OwnerId, stored: readonly object[]): Promise<void> {
  await execute(
    sql`INSERT INTO tasks (id, owner_id, lead_id, person_id, what, kind, due_on, due_time, reminded_at, done_at, created_at, updated_at)
        SELECT id, ${ownerId}, lead_id, person_id, what, kind, due_on, due_time, reminded_at, done_at, created_at, updated_at
        FROM jsonb_populate_recordset(NULL::tasks, ${toStorableJson(stored)}::jsonb)
        ON CONFLICT DO NOTHING`,
  );
}

/**
 * Claims tasks whose hour has come: each is returned to one caller. Those of closed accounts, and those overdue by more
 * than a day, are claimed too but not returned.
 */
export async function claimDueReminders(
  limit: number,
): Promise<{ claimed: number; due: (TaskRow & { owner_id: number })[] }> {
  const claimed = await rows<TaskRow & { owner_id: number; is_told: boolean }>(
    sql`WITH t AS (
          UPDATE tasks SET reminded_at = now()
          WHERE id = ANY (ARRAY(
            SELECT id FROM tasks
            WHERE done_at IS NULL AND reminded_at IS NULL AND due_time IS NOT NULL AND due_by <= now()
            ORDER BY due_by LIMIT ${limit} FOR UPDATE SKIP LOCKED))
            AND reminded_at IS NULL
          RETURNING *
        )
        ${SELECTED}, t.owner_id, t.due_by > now() - interval '1 day' AND a.is_active AND a.deletion_at IS NULL AS is_told
        FROM t JOIN accounts a ON a.id = t.owner_id ${WITH_LEAD} ORDER BY t.due_by, t.id`,
  );
  return { claimed: claimed.length, due: claimed.filter(({ is_told }) => is_told) };
}

export const tasksOfPeople = passing(
  { table: "tasks", person: "person_id", only: sql`done_at IS NULL` },
  async () => undefined,
);
