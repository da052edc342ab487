import { beforeAll, describe, expect, test } from "vitest";
import { type TeamResults, teamResults } from "@/lib/contracts/insights/team-results";
import { MESSAGE_RANK } from "@/lib/domain/messages/message-status";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { shiftMonth } from "@/lib/domain/time/month";
import type { PersonId } from "@/server/platform/actor";
import { execute, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildLeadContact, buildTask } from "@/tests/factories/owned-rows";
import { give } from "@/tests/factories/sellers";
import { buildChat, buildColleague, type Colleague, say, win } from "@/tests/factories/team-work";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
const CURRENT = getSaoPauloDay(new Date()).slice(0, 7);
const MONTH = shiftMonth(CURRENT, -2);
const BEFORE = shiftMonth(MONTH, -1);
const NEXT = shiftMonth(MONTH, 1);
/** In São Paulo. */
const at = (day: string, time = "12:00", month = MONTH) => `${month}-${day}T${time}:00-03:00`;

let owner: TestUser;
let ana: Colleague;
let bia: Colleague;
beforeAll(async () => {
  owner = await buildUser();
  await execute(
    sql`UPDATE users SET name = 'Dona', created_at = '2020-01-01' WHERE account_id = ${owner.id}`,
  );
  ana = await buildColleague(owner.id, "Ana");
  bia = await buildColleague(owner.id, "Bia");
});

const ask = (by: Pick<TestUser, "headers"> = owner, month?: string) =>
  callApi(api, teamResults.month, { query: month === undefined ? {} : { month } }, by.headers);
const read = async (by: Pick<TestUser, "headers"> = owner, month = MONTH) =>
  (await ask(by, month)).body;
const rowOf = ({ rows }: TeamResults, person: PersonId | null) =>
  rows.find(({ person_id }) => person_id === person);
const setGoal = (
  by: Pick<TestUser, "headers">,
  id: number,
  month: string,
  goal: { contacted?: number | null; won?: number | null; won_cents?: number | null },
) =>
  callApi(
    api,
    teamResults.setGoal,
    { params: { id }, body: { month, contacted: null, won: null, won_cents: null, ...goal } },
    by.headers,
  );

describe("whom people wrote to", () => {
  test("counts a conversation once for each of them, and once in all", async () => {
    const [shared, silent, ofBia] = [
      await buildChat(owner),
      await buildChat(owner),
      await buildChat(owner),
    ];
    await say(owner, shared.id, { at: at("03"), by: ana.personId });
    await say(owner, shared.id, { at: at("04"), by: ana.personId });
    await say(owner, shared.id, { at: at("05"), direction: "in" });
    await say(owner, shared.id, { at: at("06"), by: bia.personId });
    await say(owner, silent.id, { at: at("02"), direction: "in" });
    await say(owner, silent.id, { at: at("03"), by: ana.personId });
    await say(owner, silent.id, { at: at("03", "12:01"), direction: "in", intent: "automatic" });
    await say(owner, silent.id, { at: at("03", "12:02"), direction: "in", kind: "notice" });
    await say(owner, ofBia.id, { at: at("03"), by: bia.personId });
    await say(owner, ofBia.id, { at: at("09", "12:00", NEXT), direction: "in" });
    // By itself, from the phone, or what did not go out.
    const unmeant = await buildChat(owner);
    await say(owner, unmeant.id, { at: at("03") });
    await say(owner, unmeant.id, { at: at("03"), by: ana.personId, rank: 3 });
    const results = await read();
    expect(rowOf(results, ana.personId)).toMatchObject({ contacted: 2, answered: 1 });
    expect(rowOf(results, bia.personId)).toMatchObject({ contacted: 2, answered: 1 });
    expect(results.total).toMatchObject({ contacted: 3, answered: 2 });
  });

  test("begins and ends with the month in São Paulo", async () => {
    const user = await buildUser();
    const cid = await buildColleague(user.id, "Cid");
    for (const instant of [
      at("01", "00:00"),
      new Date(Date.parse(at("01", "00:00", NEXT)) - 1).toISOString(),
      at("01", "00:00", NEXT),
      new Date(Date.parse(at("01", "00:00")) - 1).toISOString(),
    ]) {
      const { id } = await buildChat(user);
      await say(user, id, { at: instant, by: cid.personId });
      await win(user.id, cid.personId, instant, 100);
    }
    const results = await read(user);
    expect(rowOf(results, cid.personId)).toMatchObject({ contacted: 2, won: 2, won_cents: 200 });
  });
});

test("the first answer is the median of the working time of answers in the month", async () => {
  const add = async (person: PersonId, answered: string, working: number) => {
    const { id } = await buildChat(owner);
    await execute(
      sql`INSERT INTO first_answers (owner_id, conversation_id, waiting_since, person_id, answered_at, working_s)
          VALUES (${owner.id}, ${id}, ${answered}::timestamptz - interval '1 day', ${person}, ${answered}::timestamptz, ${working})`,
    );
    return id;
  };
  for (const seconds of [60, 600, 6_000]) await add(ana.personId, at("10"), seconds);
  await add(bia.personId, at("10"), 1_000);
  // One that did not go out is none.
  const failed = await add(bia.personId, at("11"), 5);
  await say(owner, failed, { at: at("11"), by: bia.personId, rank: MESSAGE_RANK.failed });
  const before = new Date(Date.parse(at("01", "00:00")) - 3_600_000).toISOString();
  await add(bia.personId, before, 9_999);
  const results = await read();
  expect(rowOf(results, ana.personId)?.first_answer_s).toBe(600);
  expect(rowOf(results, bia.personId)?.first_answer_s).toBe(1_000);
  expect(results.total?.first_answer_s).toBe(800);
  expect(rowOf(results, owner.personId)?.first_answer_s).toBeNull();
});

test("deals count for whose lead it is, or for nobody, where they still stand in a won stage", async () => {
  await win(owner.id, ana.personId, at("07"), 150_000);
  await win(owner.id, ana.personId, at("08"));
  await win(owner.id, null, at("08"), 70);
  await win(owner.id, bia.personId, at("08", "12:00", BEFORE), 5_000);
  const open = await buildLead(owner.id);
  await execute(
    sql`UPDATE leads SET staged_at = ${at("08")}::timestamptz, seller_id = ${ana.personId} WHERE id = ${open.id}`,
  );
  const results = await read();
  expect(rowOf(results, ana.personId)).toMatchObject({ won: 2, won_cents: 150_000 });
  expect(rowOf(results, bia.personId)).toMatchObject({ won: 0, won_cents: 0 });
  expect(rowOf(results, null)).toMatchObject({ name: null, won: 1, won_cents: 70 });
  expect(results.total).toMatchObject({ won: 3, won_cents: 150_070 });
});

test("late tasks are those of now, whatever the month", async () => {
  const user = await buildUser();
  const cid = await buildColleague(user.id, "Cid");
  await give("tasks", await buildTask(user), cid.personId);
  await give("tasks", await buildTask(user), cid.personId);
  await buildTask(user);
  const done = await buildTask(user);
  await give("tasks", done, cid.personId);
  await execute(sql`UPDATE tasks SET done_at = now() WHERE id = ${done}`);
  const later = await buildTask(user);
  await execute(
    sql`UPDATE tasks SET due_on = due_on + 400, person_id = ${cid.personId} WHERE id = ${later}`,
  );
  for (const month of [CURRENT, MONTH]) {
    const results = await read(user, month);
    expect(rowOf(results, cid.personId)?.late_tasks).toBe(2);
    expect(rowOf(results, null)?.late_tasks).toBe(1);
    expect(results.total?.late_tasks).toBe(3);
  }
});

test("an opt-out is of whose conversation it is, or else whose lead", async () => {
  const user = await buildUser();
  const cid = await buildColleague(user.id, "Cid");
  const eva = await buildColleague(user.id, "Eva");
  const optOut = (key: string | null, said = at("12"), source = "reply") =>
    execute(
      sql`INSERT INTO opt_outs (owner_id, phone_key, source, said_at) VALUES (${user.id}, ${key}, ${source}, ${said}::timestamptz)`,
    );
  const [taken, untaken] = [await buildChat(user), await buildChat(user)];
  await give("conversations", taken.id, cid.personId);
  for (const { key } of [taken, untaken]) {
    await execute(
      sql`INSERT INTO leads (owner_id, name, source, whatsapp, phone_key, seller_id)
          VALUES (${user.id}, 'Padaria', 'manual', ${key}, ${key}, ${eva.personId})`,
    );
    await optOut(key);
  }
  const lead = await buildLead(user.id);
  await give("leads", lead.id, eva.personId);
  const contact = await buildLeadContact(user, lead.id);
  await execute(
    sql`INSERT INTO opt_outs (owner_id, phone_key, source, said_at)
        SELECT ${user.id}, coalesce(phone_key, 'x'), 'person', ${at("12")}::timestamptz FROM lead_contacts WHERE id = ${contact}`,
  );
  await optOut("551160000001");
  // The same person, by an id and by the number that it was found to be.
  await optOut("9001@lid");
  await execute(
    sql`INSERT INTO contact_identities (owner_id, chat_id, phone_key) VALUES (${user.id}, '9001@lid', '551160000001')`,
  );
  await optOut("551160000002", at("12"), "import");
  await optOut("551160000003", at("12", "12:00", NEXT));
  const results = await read(user);
  expect(rowOf(results, cid.personId)?.opt_outs).toBe(1);
  expect(rowOf(results, eva.personId)?.opt_outs).toBe(2);
  expect(rowOf(results, null)?.opt_outs).toBe(1);
  expect(results.total?.opt_outs).toBe(4);
});

describe("who is told what", () => {
  test("a seller is told their own figures and goal alone, whatever sellers see", async () => {
    await execute(sql`UPDATE accounts SET visibility = 'all' WHERE id = ${owner.id}`);
    await setGoal(owner, ana.personId, MONTH, { contacted: 20 });
    await setGoal(owner, bia.personId, MONTH, { contacted: 30 });
    const results = await read(ana);
    expect(results.rows.map(({ person_id }) => person_id)).toEqual([ana.personId]);
    expect(results).toMatchObject({ total: null, monday_mail: null });
    expect(results.rows[0]).toEqual(rowOf(await read(), ana.personId));
  });

  test("an account is told nothing of another, and names nobody of it", async () => {
    const stranger = await buildUser();
    expect(await read(stranger)).toMatchObject({ total: { contacted: 0, won: 0, opt_outs: 0 } });
    expect(await setGoal(stranger, ana.personId, MONTH, { won: 1 })).toMatchObject({ status: 404 });
  });

  test("whoever is suspended stays where they have something, without a goal", async () => {
    const user = await buildUser();
    const [gone, idle] = [
      await buildColleague(user.id, "Gil"),
      await buildColleague(user.id, "Ivo"),
    ];
    await win(user.id, gone.personId, at("07"), 100);
    for (const { personId } of [gone, idle]) {
      await setGoal(user, personId, BEFORE, { won: 4 });
      await execute(
        sql`UPDATE users SET suspended_at = ${at("20")}::timestamptz WHERE id = ${personId}`,
      );
    }
    const results = await read(user);
    expect(rowOf(results, gone.personId)).toMatchObject({
      name: "Gil",
      is_suspended: true,
      won: 1,
      goal: { won: null },
    });
    expect(rowOf(results, idle.personId)).toBeUndefined();
    expect(results.total?.goal.won).toBeNull();
    const before = await read(user, BEFORE);
    expect(rowOf(before, idle.personId)?.goal.won).toBe(4);
    expect(before.total?.goal.won).toBe(8);
  });

  test.each([
    ["next month", shiftMonth(CURRENT, 1)],
    ["a month of long ago", shiftMonth(CURRENT, -24)],
  ])("%s is refused", async (_name, month) => {
    const problem = { status: 400, body: { fields: { month: "Escolha um mês dos últimos 24." } } };
    expect(await ask(owner, month)).toMatchObject(problem);
    expect(await setGoal(owner, ana.personId, month, { won: 1 })).toMatchObject(problem);
  });

  test("without a month it is this one, and the oldest is of 23 months before", async () => {
    expect((await ask()).body.month).toBe(CURRENT);
    expect((await ask(owner, shiftMonth(CURRENT, -23))).status).toBe(200);
  });
});

describe("goals", () => {
  test("hold from their month on until a later one, and add up to the account's", async () => {
    const user = await buildUser();
    const [cid, eva] = [await buildColleague(user.id, "Cid"), await buildColleague(user.id, "Eva")];
    await setGoal(user, cid.personId, MONTH, { contacted: 20, won_cents: 150_050 });
    await setGoal(user, eva.personId, MONTH, { contacted: 10, won: 2 });
    await setGoal(user, cid.personId, CURRENT, {});
    const goalsIn = async (month: string) => {
      const results = await read(user, month);
      return [rowOf(results, cid.personId)?.goal, results.total?.goal];
    };
    const none = { contacted: null, won: null, won_cents: null };
    expect(await goalsIn(BEFORE)).toEqual([none, none]);
    for (const month of [MONTH, NEXT]) {
      expect(await goalsIn(month)).toEqual([
        { contacted: 20, won: null, won_cents: 150_050 },
        { contacted: 30, won: 2, won_cents: 150_050 },
      ]);
    }
    expect(await goalsIn(CURRENT)).toEqual([none, { contacted: 10, won: 2, won_cents: null }]);
    await setGoal(user, cid.personId, MONTH, { contacted: 25 });
    expect((await goalsIn(MONTH))[0]).toEqual({ contacted: 25, won: null, won_cents: null });
  });

  test("are set by whoever leads the team, within bounds", async () => {
    const manager = await buildColleague(owner.id, "Léa", "manager");
    expect(await setGoal(ana, ana.personId, MONTH, { won: 1 })).toMatchObject({ status: 403 });
    expect(await setGoal(manager, ana.personId, MONTH, { won: 1 })).toMatchObject({ status: 200 });
    for (const goal of [{ won: 0 }, { contacted: 1_000_001 }, { won_cents: 1.5 }]) {
      expect(await setGoal(owner, ana.personId, MONTH, goal)).toMatchObject({ status: 400 });
    }
  });
});
