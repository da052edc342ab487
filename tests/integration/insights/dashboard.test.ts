import { expect, test } from "vitest";
import { dashboard } from "@/lib/contracts/insights/dashboard";
import { getSaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildList } from "@/tests/factories/lists";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";
import { fill } from "@/tests/support/without-limit";

const api = runApi();

const activity = async (user: TestUser, query: { days?: number } = {}) =>
  (await callApi(api, dashboard.activity, { query }, user.headers)).body;

async function buildConversation(user: TestUser) {
  const row = await firstRow<{ instance: number; conversation: number }>(
    sql`WITH i AS (
          INSERT INTO whatsapp_instances (owner_id, provider, provider_ref, webhook_hash)
          VALUES (${user.id}, 'evolution', ${`ref-${user.id}`}, decode(md5(${user.email}), 'hex')) RETURNING id
        ), c AS (
          INSERT INTO conversations (owner_id, phone_key, chat_id) VALUES (${user.id}, '551188887777', 'x') RETURNING id
        ) SELECT i.id AS instance, c.id AS conversation FROM i, c`,
  );
  return row ?? { instance: 0, conversation: 0 };
}

test("counts leads, messages and lists by São Paulo day, the owner's alone", async () => {
  const [user, stranger] = await Promise.all([buildUser(), buildUser()]);
  const { instance, conversation } = await buildConversation(user);
  // 23:30 of one day and 00:30 of the next in São Paulo are the same day in UTC.
  const midnight = sql`(date_trunc('day', now() AT TIME ZONE 'America/Sao_Paulo') - interval '3 days') AT TIME ZONE 'America/Sao_Paulo'`;
  for (const [owner, source, minutes] of [
    [user, "google_pages", -30],
    [user, "google_maps", 30],
    [user, "google_maps", 31],
    [stranger, "manual", 30],
  ] as const) {
    await execute(
      sql`INSERT INTO leads (owner_id, name, source, created_at)
          VALUES (${owner.id}, 'x', ${source}, ${midnight} + make_interval(mins => ${minutes}))`,
    );
  }
  for (const [id, direction, minutes] of [
    ["a", "out", -1],
    ["b", "in", 1],
    ["c", "in", 2],
  ] as const) {
    await execute(
      sql`INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, sent_at)
          VALUES (${user.id}, ${conversation}, ${instance}, ${id}, ${direction}, ${midnight} + make_interval(mins => ${minutes}))`,
    );
  }
  await buildList(user.id, { source: "google_maps" });
  await buildList(user.id, { source: "google_maps" });
  await buildList(user.id);
  await buildList(stranger.id, { source: "receita" });

  const answer = await activity(user);
  expect(answer.leads).toHaveLength(30);
  expect(answer.messages.map(({ day }) => day)).toEqual(answer.leads.map(({ day }) => day));
  expect(answer.leads.at(-1)?.day).toBe(getSaoPauloDay(new Date()));
  expect(answer.leads.slice(-5).map(({ by_source }) => by_source)).toEqual([
    { google_pages: 1 },
    { google_maps: 2 },
    {},
    {},
    {},
  ]);
  expect(answer.messages.slice(-5).map(({ sent, received }) => [sent, received])).toEqual([
    [1, 0],
    [0, 2],
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
  expect(answer.list_sources).toEqual([
    { source: "google_maps", count: 2 },
    { source: "manual", count: 1 },
  ]);
  expect((await activity(user, { days: 3 })).leads).toHaveLength(3);
  for (const days of ["0", "31", "x"]) {
    const refused = await request(
      api,
      "GET",
      `/api/dashboard/activity?days=${days}`,
      undefined,
      user.headers,
    );
    expect(refused.status).toBe(400);
  }
});

test("months of messages are counted in an index alone", async () => {
  const user = await buildUser();
  const { instance, conversation } = await buildConversation(user);
  await fill(
    sql`INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, sent_at)
        SELECT ${user.id}, ${conversation}, ${instance}, 'm' || n, CASE WHEN n % 3 = 0 THEN 'in' ELSE 'out' END,
               now() - make_interval(mins => n * 2)
        FROM generate_series(1, 30000) AS n`,
  );
  await execute(sql`VACUUM ANALYZE messages`);
  const { messages } = await activity(user);
  expect(messages.reduce((sum, day) => sum + day.sent + day.received, 0)).toBeGreaterThan(20_000);
  const plan = await rows(
    sql`EXPLAIN (FORMAT JSON) SELECT count(*) FROM messages WHERE owner_id = ${user.id} AND direction = 'in'
        AND sent_at >= now() - interval '2 days' AND sent_at < now() - interval '1 day'`,
  );
  expect(JSON.stringify(plan)).toContain('"Index Only Scan"');
});
