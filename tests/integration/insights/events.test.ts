import fc from "fast-check";
import { expect, test } from "vitest";
import { eventReports } from "@/lib/contracts/insights/event-reports";
import { leads } from "@/lib/contracts/leads/leads";
import { EVENT_TYPE_NAMES } from "@/lib/domain/events/event-types";
import { getSaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import {
  createComingMonths,
  dropOldMonths,
  recountHours,
} from "@/server/integrations/events/event-rollup.repository";
import { rollUpEvents, turnEventMonths } from "@/server/integrations/events/event-upkeep.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildEvent } from "@/tests/factories/events";
import { buildLead } from "@/tests/factories/leads";
import { buildList } from "@/tests/factories/lists";
import { buildConversation } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

const summary = async (user: TestUser, query: object = {}) =>
  (await callApi(api, eventReports.summary, { query }, user.headers)).body.summary;
const list = (user: TestUser, query: object = {}) =>
  callApi(api, eventReports.list, { query }, user.headers);

test("types and health answer without a token, everything else asks for one", async () => {
  const types = await callApi(api, eventReports.types, {});
  expect(types.body.types.map(({ type }) => type)).toEqual(EVENT_TYPE_NAMES);
  for (const { description, color, icon } of types.body.types) {
    expect([description, color, icon].every((text) => text.length > 0)).toBe(true);
  }
  expect(await callApi(api, eventReports.health, {})).toMatchObject({
    status: 200,
    body: { status: "ok" },
  });
  for (const path of [
    "summary",
    "aggregate?event_type=lead_created",
    "by-source",
    "list",
    "report",
  ]) {
    expect((await request(api, "GET", `/api/events/${path}`)).status).toBe(401);
  }
});

test("what a person does is recorded in the transaction that does it", async () => {
  const user = await buildUser();
  const body = { name: "Padaria", whatsapp: "11988887777" };
  const created = await callApi(api, leads.create, { body }, user.headers);
  const params = { id: created.body.lead.id };
  await callApi(api, leads.update, { params, body: { status: "closed" } }, user.headers);
  await callApi(api, leads.update, { params, body: { status: "closed", obs: "x" } }, user.headers);
  await callApi(api, leads.remove, { params }, user.headers);
  const { body: listed } = await list(user);
  expect(listed.map(({ event_type }) => event_type)).toEqual([
    "leads_deleted",
    "lead_closed",
    "lead_created",
  ]);
  expect(listed[2]).toEqual({
    ...{ id: expect.any(Number), event_type: "lead_created" },
    timestamp: created.body.lead.created_at,
    metadata: { lead_id: params.id, name: "Padaria", source: "manual" },
    ...{ credits_used: 0, quantity: 1 },
  });
  // A duplicate leaves no trace.
  await buildLead(user.id, { whatsapp: "5511977776666" });
  await callApi(api, leads.create, { body: { name: "B", whatsapp: "11977776666" } }, user.headers);
  expect((await list(user)).body).toHaveLength(3);
});

test("events are never changed", async () => {
  const user = await buildUser();
  await buildEvent(user.id);
  await expect(
    execute(sql`UPDATE events SET quantity = 9 WHERE owner_id = ${user.id}`),
  ).rejects.toThrow(/never changed/);
});

test("counts are the same before, while and after hours are summed up", async () => {
  const [user, stranger] = await Promise.all([buildUser(), buildUser()]);
  const event = fc.record({
    type: fc.constantFrom(...EVENT_TYPE_NAMES),
    hours: fc.double({ min: 0, max: 28 * 24, noNaN: true }),
    quantity: fc.integer({ min: 0, max: 500 }),
    credits: fc.integer({ min: 0, max: 3 }),
  });
  const [sample = []] = fc.sample(fc.array(event, { minLength: 400, maxLength: 400 }), {
    seed: 7,
    numRuns: 1,
  });
  for (const { hours, ...each } of sample) {
    await buildEvent(user.id, { ...each, at: ago(hours) });
    await buildEvent(stranger.id, { ...each, at: ago(hours), quantity: 1 });
  }
  const recount = (from: string, to: string) =>
    rows<{ event_type: string }>(
      sql`SELECT event_type, sum(quantity)::float8 AS count, count(*)::float8 AS entries,
                 sum(credits_used)::float8 AS credits_used
          FROM events WHERE owner_id = ${user.id}
            AND (occurred_at AT TIME ZONE 'America/Sao_Paulo')::date BETWEEN ${from}::date AND ${to}::date
          GROUP BY 1 ORDER BY count DESC, event_type`,
    );
  const today = getSaoPauloDay(new Date());
  const periods = [
    [getSaoPauloDay(ago(29 * 24)), today],
    [getSaoPauloDay(ago(20 * 24)), getSaoPauloDay(ago(9 * 24))],
    [today, today],
  ] as const;
  // Begun at some hour in the middle, then brought up to now.
  for (const through of [40 * 24, 13.2 * 24, 30.5, 0]) {
    await execute(
      sql`UPDATE event_rollup SET through = date_trunc('hour', ${ago(through)}::timestamptz)`,
    );
    await transaction(() => recountHours(user.id));
    if (through === 0) await rollUpEvents.run();
    for (const [start_date, end_date] of periods) {
      const counts = await recount(start_date, end_date);
      expect(await summary(user, { start_date, end_date })).toEqual(counts);
      const ofType = { start_date, end_date, event_type: "message_sent" };
      expect(await summary(user, ofType)).toEqual(
        counts.filter(({ event_type }) => event_type === ofType.event_type),
      );
    }
  }
});

test("hours that are over are summed up once, by any number of workers", async () => {
  const user = await buildUser();
  await execute(sql`DELETE FROM event_hours`);
  await execute(
    sql`UPDATE event_rollup SET through = date_trunc('hour', now() - interval '60 hours')`,
  );
  for (const hours of [59, 50, 27, 3]) await buildEvent(user.id, { at: ago(hours), quantity: 2 });
  await Promise.all([rollUpEvents.run(), rollUpEvents.run(), rollUpEvents.run()]);
  await rollUpEvents.run();
  const summed = await firstRow<{ events: number; quantity: number; late: boolean }>(
    sql`SELECT sum(events)::int AS events, sum(quantity)::int AS quantity,
               (SELECT through < now() - interval '90 minutes' FROM event_rollup) AS late
        FROM event_hours WHERE owner_id = ${user.id}`,
  );
  expect(summed).toEqual({ events: 4, quantity: 8, late: false });
  expect(await summary(user)).toMatchObject([{ event_type: "lead_created", count: 8, entries: 4 }]);
});

test("a type by day has every day, and a period its bounds", async () => {
  const user = await buildUser();
  await buildEvent(user.id, { type: "message_sent", at: ago(26), quantity: 3, credits: 1 });
  await buildEvent(user.id, { type: "message_received", at: ago(26) });
  for (const at of [ago(26), new Date()]) {
    await buildEvent(user.id, { type: "message_received", at, metadata: { automatic: true } });
  }
  await transaction(() => recountHours(user.id));
  const query = { event_type: "message_sent" as const };
  const { body } = await callApi(api, eventReports.aggregate, { query }, user.headers);
  expect(body).toMatchObject({ event_type: "message_sent", total: 3 });
  expect(body.days).toHaveLength(30);
  const otherName = { query: { eventType: query.event_type } };
  expect((await callApi(api, eventReports.aggregate, otherName, user.headers)).body).toEqual(body);
  expect(await callApi(api, eventReports.aggregate, { query: {} }, user.headers)).toMatchObject({
    status: 400,
    body: { fields: { event_type: "Tipo de evento desconhecido." } },
  });
  expect(body.days.filter(({ count }) => count > 0)).toEqual([
    { date: getSaoPauloDay(ago(26)), count: 3, credits_used: 1 },
  ]);
  const report = (await callApi(api, eventReports.report, { query: {} }, user.headers)).body;
  // A machine's is a message, and no answer.
  expect(report.answers).toMatchObject([{ count: 1 }]);
  expect(report.days.find(({ day }) => day === getSaoPauloDay(ago(26)))?.by_type).toEqual({
    message_sent: 3,
    message_received: 2,
  });
});

test.each([
  ["start_date=2026-13-01", "start_date"],
  ["end_date=2026-02-30", "end_date"],
  ["start_date=2026-02-02&end_date=2026-02-01", "end_date"],
  ["start_date=2020-01-01&end_date=2026-02-01", "end_date"],
  ["event_type=nothing", "event_type"],
  ["limit=0", "limit"],
  ["limit=201", "limit"],
  ["offset=-1", "offset"],
  ["offset=10001", "offset"],
])("list?%s is refused on its field", async (query, field) => {
  const user = await buildUser();
  const answer = await request(api, "GET", `/api/events/list?${query}`, undefined, user.headers);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ fields: { [field]: expect.any(String) } });
});

test("the list is filtered and paged, newest first", async () => {
  const user = await buildUser();
  for (let n = 0; n < 7; n += 1) {
    await buildEvent(user.id, {
      type: n % 2 ? "message_sent" : "lead_created",
      at: ago(n),
      metadata: { n },
    });
  }
  await buildEvent(user.id, { at: ago(24 * 40) });
  const numbers = async (query: object) =>
    (await list(user, query)).body.map(({ metadata }) => metadata["n"]);
  expect(await numbers({})).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(await numbers({ limit: 3, offset: 2 })).toEqual([2, 3, 4]);
  expect(await numbers({ event_type: "message_sent" })).toEqual([1, 3, 5]);
  const day = getSaoPauloDay(ago(24 * 40));
  expect((await list(user, { start_date: day, end_date: day })).body).toHaveLength(1);
});

test("the funnel counts each lead as far as it came", async () => {
  const [user, stranger] = await Promise.all([buildUser(), buildUser()]);
  const answered = await buildConversation(user);
  await buildLead(user.id);
  await buildLead(user.id, { status: "closed" });
  await buildLead(stranger.id, { status: "closed" });
  const funnel = (query: object) => callApi(api, eventReports.funnel, { query }, user.headers);
  const all = (await funnel({})).body;
  const leadsOfUser = await rows(sql`SELECT id FROM leads WHERE owner_id = ${user.id}`);
  expect(all.found).toBe(leadsOfUser.length);
  expect(all.closed).toBe(1);
  expect(all.found >= all.contacted && all.contacted >= all.delivered).toBe(true);
  expect(all.delivered >= all.read && all.read >= all.answered && all.answered >= 1).toBe(true);
  expect((await funnel({ source: "receita" })).body.found).toBe(0);
  const empty = await buildList(user.id);
  expect((await funnel({ list_id: empty })).body.found).toBe(0);
  const campaign = await buildCampaign(user, {
    status: "completed",
    recipients: ["sent", "failed"],
  });
  expect((await funnel({ activity_id: campaign.id })).body.found).toBe(2);
  const theirs = await buildList(stranger.id);
  expect((await funnel({ list_id: theirs })).status).toBe(404);
  const foreign = await buildCampaign(stranger, { status: "completed", recipients: ["sent"] });
  expect((await funnel({ activity_id: foreign.id })).status).toBe(404);
  expect(answered).toBeDefined();
});

test("each month has its partition; what came before it was made moves in; old months go", async () => {
  const user = await buildUser();
  const partitionOf = async (at: Date) =>
    (
      await firstRow<{ part: string }>(
        sql`SELECT tableoid::regclass::text AS part FROM events WHERE owner_id = ${user.id} AND occurred_at = ${at}`,
      )
    )?.part;
  const early = new Date(Date.UTC(2030, 4, 31, 23, 30));
  await buildEvent(user.id, { at: early });
  expect(await partitionOf(early)).toBe("events_other");
  await firstRow(sql`SELECT create_event_month('2030-05-09')`);
  await firstRow(sql`SELECT create_event_month('2030-05-09')`);
  expect(await partitionOf(early)).toBe("events_2030_05");

  const old = new Date(Date.UTC(2021, 0, 5));
  await firstRow(sql`SELECT create_event_month('2021-01-01')`);
  await buildEvent(user.id, { at: old });
  await transaction(() => createComingMonths(3));
  await Promise.all([turnEventMonths.run(), turnEventMonths.run()]);
  expect(await partitionOf(old)).toBeUndefined();
  expect(await partitionOf(early)).toBe("events_2030_05");
  await transaction(() => dropOldMonths(24));
});
