import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { trimTable } from "@/server/custody/trimming/trimming.service";
import { remindOfDueTasks } from "@/server/leads/tasks/task-reminders.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { closeHub } from "@/server/platform/live/hub";
import { buildLead } from "@/tests/factories/leads";
import { buildWebhook } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { checkToldWebhook } from "@/tests/support/documented-answers";
import { openStream } from "@/tests/support/event-stream";
import { runApi } from "@/tests/support/running";

afterAll(closeHub);
const api = runApi();
let user: TestUser;
beforeEach(async () => {
  user = await buildUser();
});

/** A task whose hour was or will be in so many minutes. */
async function buildTimed(minutes: number, leadId: number | null = null): Promise<number> {
  const task = await firstRow<{ id: number }>(
    sql`INSERT INTO tasks (owner_id, lead_id, what, kind, due_on, due_time)
        SELECT ${user.id}::int, ${leadId}::int, 'Ligar para a Ana', 'call', at::date, at::time
        FROM (SELECT (now() + ${minutes}::int * interval '1 minute') AT TIME ZONE 'America/Sao_Paulo') AS due(at) RETURNING id`,
  );
  return task?.id ?? 0;
}

const eventsOf = () =>
  rows<{ metadata: object }>(
    sql`SELECT metadata FROM events WHERE owner_id = ${user.id} AND event_type = 'task_due'`,
  );
const reminded = async (id: number) =>
  (await firstRow<{ at: Date | null }>(sql`SELECT reminded_at AS at FROM tasks WHERE id = ${id}`))
    ?.at;

describe("a task whose hour has come", () => {
  test("is told once by two workers at once: to the screens, the history and the webhooks", async () => {
    const lead = await buildLead(user.id);
    const id = await buildTimed(-1, lead.id);
    await buildWebhook(user, {});
    const stream = await openStream(api, user);
    await until(() => stream.text.includes("retry:"), "the stream to open");
    await Promise.all(["one", "two"].map(() => remindOfDueTasks.run()));
    await remindOfDueTasks.run();
    await until(() => stream.text.includes("event: task.due"), "the notice");
    expect(stream.text.match(/event: task\.due/g)).toHaveLength(1);
    expect(stream.text).toContain(`"task":{"id":${id},"what":"Ligar para a Ana"`);
    stream.close();
    expect(await eventsOf()).toEqual([
      { metadata: { task_id: id, lead_id: lead.id, name: "Ligar para a Ana" } },
    ]);
    const told = await rows<{ payload: string }>(
      sql`SELECT payload FROM webhook_deliveries WHERE owner_id = ${user.id} AND event_type = 'task.due'`,
    );
    expect(told).toHaveLength(1);
    const payload =
      typeof told[0]?.payload === "string" ? told[0].payload : JSON.stringify(told[0]?.payload);
    expect(JSON.parse(payload)).toMatchObject({ data: { task_id: id, kind: "call" } });
    checkToldWebhook(payload);
  });

  test("is not told before, when it is done, of a whole day, or a day late", async () => {
    const future = await buildTimed(5);
    const done = await buildTimed(-5);
    await execute(sql`UPDATE tasks SET done_at = now() WHERE id = ${done}`);
    const late = await buildTimed(-25 * 60);
    await execute(
      sql`INSERT INTO tasks (owner_id, what, due_on) VALUES (${user.id}, 'x', '2026-01-01')`,
    );
    await remindOfDueTasks.run();
    expect(await eventsOf()).toEqual([]);
    expect(await reminded(future)).toBeNull();
    // It is not looked at again.
    expect(await reminded(late)).not.toBeNull();
  });

  test("of a closed account is told to nobody", async () => {
    const id = await buildTimed(-1);
    await execute(sql`UPDATE accounts SET is_active = false WHERE id = ${user.id}`);
    await remindOfDueTasks.run();
    expect(await eventsOf()).toEqual([]);
    expect(await reminded(id)).not.toBeNull();
  });
});

test("what was done a year ago is deleted; open tasks and later ones stay", async () => {
  await execute(
    sql`INSERT INTO tasks (owner_id, what, due_on, done_at)
        SELECT ${user.id}::int, name, '2020-01-01', now() - days * interval '1 day'
        FROM (VALUES ('old', 366), ('younger', 364), ('open', NULL)) AS t(name, days)`,
  );
  await trimTable("tasks");
  expect(await rows(sql`SELECT what FROM tasks WHERE owner_id = ${user.id} ORDER BY what`)).toEqual(
    [{ what: "open" }, { what: "younger" }],
  );
});
