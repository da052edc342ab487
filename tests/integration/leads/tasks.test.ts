import { beforeAll, describe, expect, test } from "vitest";
import { today } from "@/lib/contracts/insights/today";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { leads } from "@/lib/contracts/leads/leads";
import { tasks } from "@/lib/contracts/leads/tasks";
import { MOST_OPEN_TASKS } from "@/lib/domain/tasks/task";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildApiToken, buildTask } from "@/tests/factories/owned-rows";
import { buildMember, buildUser, signIn, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
let user: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  [user, stranger] = [await buildUser(), await buildUser()];
});

interface Given {
  what?: string;
  day?: string;
  time?: string | null;
  kind?: "call" | "message" | "visit" | "other";
  lead_id?: number | null;
}

const create = (body: Given, who = user) =>
  callApi(api, tasks.create, { body: { what: "Ligar", day: "2030-01-31", ...body } }, who.headers);
const update = (id: number, body: Given, who = user) =>
  callApi(api, tasks.update, { params: { id }, body }, who.headers);
const setDone = (id: number, done: boolean, who = user) =>
  callApi(api, tasks.setDone, { params: { id }, body: { done } }, who.headers);
const remove = (id: number, who = user) =>
  callApi(api, tasks.remove, { params: { id } }, who.headers);
const list = async (query: object = {}, who = user) =>
  (await callApi(api, tasks.list, { query: query as never }, who.headers)).body;

describe("a task", () => {
  test("is kept with its lead, and is late from its hour or from the end of its day", async () => {
    const lead = await buildLead(user.id, { name: "Padaria Sol" });
    const timed = await create({ what: "  Ligar ", kind: "call", time: "14:30", lead_id: lead.id });
    expect(timed).toMatchObject({
      status: 201,
      body: {
        task: {
          ...{ what: "Ligar", kind: "call", day: "2030-01-31", time: "14:30", done_at: null },
          ...{ due_by: "2030-01-31T17:30:00.000Z", lead: { id: lead.id, name: "Padaria Sol" } },
        },
      },
    });
    expect((await create({})).body.task).toMatchObject({
      ...{ kind: "other", time: null, lead: null, due_by: "2030-02-01T03:00:00.000Z" },
    });
  });

  test("changes by what is given; a day without a time is all of it", async () => {
    const lead = await buildLead(user.id);
    const { task } = (await create({ time: "09:00", lead_id: lead.id })).body;
    expect((await update(task.id, { what: "Visitar", kind: "visit" })).body.task).toMatchObject({
      ...{ what: "Visitar", kind: "visit", day: "2030-01-31", time: "09:00" },
      lead: { id: lead.id },
    });
    expect((await update(task.id, { day: "2030-02-02", lead_id: null })).body.task).toMatchObject({
      ...{ what: "Visitar", day: "2030-02-02", time: null, lead: null },
    });
  });

  test.each<[Given, string, string]>([
    [{ what: " " }, "what", "Escreva o que fazer."],
    [{ what: "x".repeat(201) }, "what", "Use no máximo 200 caracteres."],
    [{ day: "2030-02-30" }, "day", "Use uma data."],
    [{ day: "9999-01-01" }, "day", "Use uma data."],
    [{ time: "24:00" }, "time", "Use um horário, como 14:30."],
    [{ kind: "nap" as "call" }, "kind", "Escolha o tipo da tarefa."],
  ])("with %j is refused at its field", async (given, field, message) => {
    const answer = await create(given);
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: message } } });
  });

  test("does not take a time without its day", async () => {
    const { task } = (await create({})).body;
    expect(await update(task.id, { time: "10:00" })).toMatchObject({
      ...{ status: 400, body: { fields: { day: "Informe também o dia." } } },
    });
  });

  test("of another account's lead is a 404, and so is moving it there", async () => {
    const theirs = await buildLead(stranger.id);
    const { task } = (await create({})).body;
    for (const answer of [
      await create({ lead_id: theirs.id }),
      await update(task.id, { lead_id: theirs.id }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { error: "Lead não encontrado." } });
    }
    await buildTask(stranger, theirs.id);
    expect((await list({ lead_id: theirs.id })).tasks).toEqual([]);
    const query = { lead_ids: String(theirs.id) };
    const next = await callApi(api, tasks.next, { query }, user.headers);
    expect(next.body.tasks).toEqual([]);
  });

  test("is read with a token that reads and changed with one that writes", async () => {
    const { id } = (await create({})).body.task;
    const [reads, writes] = [
      await buildApiToken(user, ["read"]),
      await buildApiToken(user, ["write"]),
    ];
    const at = (headers: Record<string, string>) =>
      callApi(api, tasks.setDone, { params: { id }, body: { done: true } }, headers);
    expect((await callApi(api, tasks.list, { query: {} }, reads.headers)).status).toBe(200);
    expect(await at(reads.headers)).toMatchObject({ status: 403, body: { code: "missing_scope" } });
    expect((await at(writes.headers)).status).toBe(200);
  });
});

describe("done", () => {
  test("twice at once is done once, and can be opened again", async () => {
    const { task } = (await create({})).body;
    const answers = await Promise.all(Array.from({ length: 6 }, () => setDone(task.id, true)));
    expect(new Set(answers.map(({ body }) => body.task.done_at)).size).toBe(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await setDone(task.id, false)).body.task.done_at).toBeNull();
  });

  test("is not opened again beyond the limit, which holds for new ones too", async () => {
    const full = await buildUser();
    const { task } = (await create({}, full)).body;
    await setDone(task.id, true, full);
    await execute(
      sql`INSERT INTO tasks (owner_id, what, due_on)
          SELECT ${full.id}::int, 'x', '2030-01-01' FROM generate_series(1, ${MOST_OPEN_TASKS}::int)`,
    );
    const error = "Você pode ter até 20.000 tarefas abertas. Conclua ou exclua algumas.";
    expect(await setDone(task.id, false, full)).toMatchObject({ status: 409, body: { error } });
    expect(await create({}, full)).toMatchObject({ status: 409, body: { error } });
    // A done task stays readable and can be marked as done again.
    expect((await setDone(task.id, true, full)).status).toBe(200);
  });
});

describe("the list", () => {
  test("goes on by its cursor, open ones by when they are due and done ones from the latest", async () => {
    const owner = await buildUser();
    const lead = await buildLead(owner.id);
    const ids: number[] = [];
    for (const [day, time] of [
      ["2030-01-02", "23:59"],
      ["2030-01-02", null],
      ["2030-01-03", "00:00"],
      ["2030-01-03", "08:00"],
      ["2030-01-03", "08:00"],
    ] as const) {
      ids.push((await create({ day, time, lead_id: lead.id }, owner)).body.task.id);
    }
    await create({ day: "2029-01-01" }, owner);
    const walk = async (query: object) => {
      const seen: number[] = [];
      let after: string | null | undefined;
      do {
        const page = await list({ ...query, per_page: 2, ...(after && { after }) }, owner);
        seen.push(...page.tasks.map(({ id }) => id));
        after = page.next;
      } while (after);
      return seen;
    };
    expect(await walk({ lead_id: lead.id })).toEqual(ids);
    // Midnight is the next day's, though it is the instant at which this one ends.
    expect(await walk({ lead_id: lead.id, until: "2030-01-02" })).toEqual(ids.slice(0, 2));
    for (const id of ids) await setDone(id, true, owner);
    expect(await walk({ lead_id: lead.id, done: "true" })).toEqual(ids.toReversed());
    expect(await walk({ lead_id: lead.id })).toEqual([]);
    expect(await walk({})).toHaveLength(1);
  });

  test("of next tasks has the earliest open one of each lead", async () => {
    const [one, other, none] = await Promise.all([1, 2, 3].map(() => buildLead(user.id)));
    const early = (await create({ what: "Cedo", day: "2030-01-01", lead_id: one?.id ?? 0 })).body;
    await create({ what: "Tarde", lead_id: one?.id ?? 0 });
    await create({ what: "Outra", lead_id: other?.id ?? 0 });
    const ask = async () => {
      const query = { lead_ids: [one, other, none, one].map((lead) => lead?.id).join(",") };
      const { body } = await callApi(api, tasks.next, { query }, user.headers);
      return body.tasks.map(({ what }) => what).sort();
    };
    expect(await ask()).toEqual(["Cedo", "Outra"]);
    await setDone(early.task.id, true);
    expect(await ask()).toEqual(["Outra", "Tarde"]);
  });

  test.each(["", "0", "1,", "1;2", "x", Array(201).fill("1").join(",")])(
    "of next tasks does not take '%s'",
    async (lead_ids) => {
      const answer = await callApi(api, tasks.next, { query: { lead_ids } }, user.headers);
      expect(answer).toMatchObject({
        status: 400,
        body: { fields: { lead_ids: "Informe de 1 a 200 leads, separados por vírgulas." } },
      });
    },
  );
});

test("tasks go with their lead, and come back as they were when the deletion is undone", async () => {
  const [lead, kept] = [await buildLead(user.id), await buildLead(user.id)];
  const open = (await create({ time: "09:15", kind: "visit", lead_id: lead.id })).body.task;
  const done = (await create({ lead_id: lead.id })).body.task;
  await setDone(done.id, true);
  await create({ lead_id: kept.id });
  const stored = () =>
    rows(sql`SELECT * FROM tasks WHERE owner_id = ${user.id} AND lead_id = ${lead.id} ORDER BY id`);
  const before = await stored();
  expect(before.map(({ id }) => id)).toEqual([open.id, done.id]);
  await callApi(api, leadBulk.remove, { body: { lead_ids: [lead.id] } }, user.headers);
  expect(await stored()).toEqual([]);
  expect((await list({ lead_id: kept.id })).tasks).toHaveLength(1);

  const [deletion] = (await callApi(api, leads.deletions, {}, user.headers)).body.deletions;
  await callApi(api, leads.restore, { params: { id: deletion?.id ?? 0 } }, user.headers);
  expect(await stored()).toEqual(before);
});

test("a deleted task is gone", async () => {
  const { task } = (await create({})).body;
  expect((await remove(task.id)).body).toEqual({ success: true });
  expect((await remove(task.id)).status).toBe(404);
});

describe("the tasks of a team", () => {
  test("are each somebody's or anybody's: mine are listed and counted, a lead's are all there", async () => {
    const ana = await buildUser();
    const personId = await buildMember(ana.id, undefined, "seller");
    const bia = { ...ana, personId, ...(await signIn(personId)) };
    const lead = await buildLead(ana.id);
    const give = (what: string, by: TestUser, person_id?: number | null) =>
      callApi(
        api,
        tasks.create,
        { body: { what, day: "2020-01-31", lead_id: lead.id, person_id } },
        by.headers,
      );
    const mine = await give("Minha", ana);
    expect(mine.body.task.person_id).toBe(ana.personId);
    await give("De qualquer pessoa", ana, null);
    const hers = await give("Da Bia", ana, personId);
    const named = async (query: object, by: TestUser) =>
      (await list(query, by)).tasks.map(({ what }) => what);
    expect(await named({}, ana)).toEqual(["Minha", "De qualquer pessoa"]);
    expect(await named({}, bia)).toEqual(["De qualquer pessoa", "Da Bia"]);
    expect(await named({ whose: "all" }, bia)).toHaveLength(3);
    expect(await named({ lead_id: lead.id }, bia)).toHaveLength(3);
    const seen = (await callApi(api, today.get, {}, bia.headers)).body.tasks;
    expect(seen).toMatchObject({ count: 2, overdue: 2 });
    expect(seen.tasks.map(({ what }) => what)).toEqual(["De qualquer pessoa", "Da Bia"]);
    const change = { params: { id: hers.body.task.id }, body: { person_id: ana.personId } };
    expect((await callApi(api, tasks.update, change, bia.headers)).status).toBe(200);
    expect(await named({}, bia)).toEqual(["De qualquer pessoa"]);
    const refused = {
      status: 400,
      body: { fields: { person_id: "Esta pessoa não está na equipe, ou está sem acesso." } },
    };
    expect(await give("De fora", ana, stranger.personId)).toMatchObject(refused);
    await expect(
      execute(sql`UPDATE tasks SET person_id = ${stranger.personId} WHERE owner_id = ${ana.id}`),
    ).rejects.toThrow(/tasks_owner_id_person_id_fkey/);
  });
});
