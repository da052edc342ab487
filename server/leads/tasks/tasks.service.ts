import type { z } from "zod/mini";
import type { NewTask, TaskChange, tasks } from "@/lib/contracts/leads/tasks";
import { MOST_OPEN_TASKS, type TaskDue } from "@/lib/domain/tasks/task";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { AppError } from "@/lib/errors";
import { formatNumber } from "@/lib/format";
import { requireColleague } from "@/server/accounts/users/people.service";
import type { Actor, OwnerId, PersonId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import { toTask } from "./tasks.mapper";
import * as repository from "./tasks.repository";

export { tasksOfPeople } from "./tasks.repository";

const NOT_FOUND = "Tarefa não encontrada.";
const TOO_MANY = `Você pode ter até ${formatNumber(MOST_OPEN_TASKS)} tarefas abertas. Conclua ou exclua algumas.`;

/** One page of the actor's tasks. */
export async function listTasks(
  actor: Actor,
  { done, lead_id, whose, until, per_page, after }: z.output<typeof tasks.list.query>,
) {
  const mine = whose === undefined ? lead_id === undefined : whose === "mine";
  const page = {
    leadId: lead_id ?? null,
    whose: mine ? actor.personId : null,
    after: decodeCursor(after),
    limit: per_page + 1,
  };
  const found = done
    ? await repository.findDoneTasks(actor, page)
    : await repository.findOpenTasks(actor, { ...page, until: until ?? null });
  const shown = found.slice(0, per_page);
  const last = found.length > per_page ? shown.at(-1) : undefined;
  return {
    tasks: shown.map(toTask),
    next: last ? encodeCursor({ at: last.done_at ?? last.due_by, id: last.id }) : null,
  };
}

/** The earliest open task of each of these leads that has one. */
export async function listNextTasks(actor: Actor, leadIds: readonly number[]) {
  const found = await repository.findNextTasks(actor, [...new Set(leadIds)]);
  return { tasks: found.map(toTask) };
}

/** The first `limit` of the tasks that are due until tonight, with how many there are, counted up to `most`. */
export async function listTasksUntilTonight(
  actor: Actor,
  { limit, most }: { limit: number; most: number },
) {
  const until = getSaoPauloDay(new Date());
  const found = await repository.findDueTasks(actor, { until, limit, most: most + 1 });
  return {
    tasks: found.tasks.map(toTask),
    count: Math.min(found.total, most),
    capped: found.total > most,
    overdue: Math.min(found.overdue, most),
  };
}

/**
 * The task is the actor's where nobody is named.
 * @throws AppError not_found for another account's lead; invalid_input under `person_id`; conflict when there are too
 * many open ones
 */
export async function createTask(actor: Actor, { person_id, ...task }: NewTask) {
  const created = await transaction(async () => {
    const whose = await requirePerson(actor, person_id);
    return addTask(actor, task, whose === undefined ? actor.personId : whose);
  });
  if (!created) throw new AppError("conflict", TOO_MANY);
  return { task: created };
}

/**
 * Like createTask, for callers that continue without the task: null when there are too many open ones. Call inside a
 * transaction.
 * @throws AppError not_found for another account's lead, after which the transaction is lost
 */
export async function addTask(
  reader: repository.TaskReader,
  task: Omit<NewTask, "person_id">,
  person_id: PersonId | null,
) {
  const values = { ...task, person_id };
  const row = requireLead(await repository.insertTask(reader, values, MOST_OPEN_TASKS));
  if (row) publish(reader.ownerId, "tasks.changed", {});
  return row && toTask(row);
}

/** Moves an open task to another day. Null when it is done, deleted, or out of sight. */
export async function moveTask(reader: repository.TaskReader, id: number, due: TaskDue) {
  const open = await repository.findTask(reader, id);
  if (!open || open.done_at !== null) return null;
  const moved = requireLead(await repository.updateTask(reader, id, { due }));
  if (moved) publish(reader.ownerId, "tasks.changed", {});
  return moved && toTask(moved);
}

/** Deletes a task that is open. */
export async function dropTask(ownerId: OwnerId, id: number): Promise<void> {
  const task = await repository.findTask({ ownerId, sight: null }, id);
  if (!task || task.done_at !== null) return;
  if (await repository.deleteTask(ownerId, id)) publish(ownerId, "tasks.changed", {});
}

/** @throws AppError not_found, also for another account's lead; invalid_input under `person_id` */
export async function updateTask(
  actor: Actor,
  id: number,
  { day, time = null, person_id, ...rest }: TaskChange,
) {
  const due = day && { due: { day, time } };
  const updated = await transaction(async () => {
    const whose = await requirePerson(actor, person_id);
    const change = { ...rest, ...due, ...(whose !== undefined && { person_id: whose }) };
    return requireLead(await repository.updateTask(actor, id, change));
  });
  if (!updated) throw new AppError("not_found", NOT_FOUND);
  publish(actor.ownerId, "tasks.changed", {});
  return { task: toTask(updated) };
}

/**
 * Marks a task as done or opens it again. A task already in that state is not changed.
 * @throws AppError not_found; conflict when there are too many open ones
 */
export async function setTaskDone(actor: Actor, id: number, done: boolean) {
  const { ownerId } = actor;
  const changed = await transaction(() =>
    done ? repository.markDone(ownerId, id) : repository.reopenTask(ownerId, id, MOST_OPEN_TASKS),
  );
  const task = await repository.findTask(actor, id);
  if (!task) throw new AppError("not_found", NOT_FOUND);
  if (!changed && !done && task.done_at !== null) throw new AppError("conflict", TOO_MANY);
  if (changed) publish(ownerId, "tasks.changed", {});
  return { task: toTask(task) };
}

/** @throws AppError not_found */
export async function deleteTask({ ownerId }: Actor, id: number): Promise<{ success: true }> {
  const deleted = await repository.deleteTask(ownerId, id);
  if (!deleted) throw new AppError("not_found", NOT_FOUND);
  publish(ownerId, "tasks.changed", {});
  return { success: true };
}

/** Restores the tasks of restored leads. Call inside the transaction that restores the leads. */
export async function restoreTasks(ownerId: OwnerId, stored: readonly object[]): Promise<void> {
  if (stored.length === 0) return;
  await repository.restoreTasks(ownerId, stored);
  publish(ownerId, "tasks.changed", {});
}

/** Whom a task is given to; undefined where nothing is said of it. */
async function requirePerson({ ownerId }: Actor, id: number | null | undefined) {
  return id === null || id === undefined ? id : requireColleague(ownerId, id, "person_id");
}

function requireLead<T>(written: T | "no lead"): T {
  if (written === "no lead") throw new AppError("not_found", "Lead não encontrado.");
  return written;
}

function encodeCursor({ at, id }: repository.TaskCursor): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString("base64url");
}

/** A cursor that is invalid is ignored. */
function decodeCursor(text: string | undefined): repository.TaskCursor | null {
  const [instant = "", id = ""] = Buffer.from(text ?? "", "base64url")
    .toString()
    .split(" ");
  const valid =
    /^(?:19|20|21)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(instant) &&
    !Number.isNaN(Date.parse(instant)) &&
    /^[1-9]\d{0,8}$/.test(id);
  return valid ? { at: new Date(instant), id: Number(id) } : null;
}
