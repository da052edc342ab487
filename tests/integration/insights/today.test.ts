import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { today } from "@/lib/contracts/insights/today";
import { chat } from "@/lib/contracts/messaging/chat";
import { joinConversations } from "@/server/messaging/messages/identities.repository";
import { storeMessages } from "@/server/messaging/messages/messages.repository";
import { deleteSend, insertSend } from "@/server/messaging/messages/outgoing-messages.repository";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildLead } from "@/tests/factories/leads";
import { buildInstance } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
let user: TestUser;
let instanceId: number;
beforeEach(async () => {
  user = await buildUser();
  await buildInstance(user);
  const row = await firstRow<{ id: number }>(
    sql`SELECT id FROM whatsapp_instances WHERE owner_id = ${user.id}`,
  );
  instanceId = row?.id ?? 0;
});

const read = async () => (await callApi(api, today.get, {}, user.headers)).body;
const listUnanswered = async () =>
  (await callApi(api, chat.list, { query: { filter: "unanswered" } }, user.headers)).body.data.chats
    .map(({ number }) => number)
    .sort();

const NOW_MS = Date.now();
const minutesAgo = (minutes: number) => new Date(NOW_MS - minutes * 60_000);

async function store(number: string, direction: "in" | "out", sentAt: Date) {
  const key = number.includes("@") ? number : number.replace(/^(55\d\d)9/, "$1");
  await transaction(() =>
    storeMessages([
      {
        ...{ ownerId: user.id, instanceId, providerMessageId: randomUUID(), phoneKey: key },
        ...{ chatId: number.includes("@") ? number : `${number}@s.whatsapp.net`, name: null },
        ...{ direction, kind: "text", content: direction, quotedId: null, details: null },
        ...{ statusRank: 4, sentAt, isNew: false, isUnread: false, tellsRead: false, intent: null },
      },
    ]),
  );
}

const waiting = async () =>
  (await read()).replies.groups
    .flatMap(({ chats }) => chats)
    .map(({ number, waiting_since }) => [number, waiting_since]);

const ANA = "5511988887777";
const BIA = "5511977776666";

describe("who waits for a reply", () => {
  test("is listed from the shortest wait, which begins with the first message after ours", async () => {
    await store(ANA, "in", minutesAgo(60));
    await store(ANA, "out", minutesAgo(50));
    await store(ANA, "in", minutesAgo(40));
    await store(ANA, "in", minutesAgo(10));
    await store(BIA, "in", minutesAgo(45));
    expect(await waiting()).toEqual([
      [ANA, minutesAgo(40).toISOString()],
      [BIA, minutesAgo(45).toISOString()],
    ]);
    await store(BIA, "out", minutesAgo(1));
    expect((await waiting()).map(([number]) => number)).toEqual([ANA]);
  });

  test("does not change with what comes late: an older message of either side", async () => {
    await store(ANA, "in", minutesAgo(20));
    await store(ANA, "out", minutesAgo(30));
    await store(ANA, "in", minutesAgo(25));
    expect(await waiting()).toEqual([[ANA, minutesAgo(20).toISOString()]]);
    await store(BIA, "out", minutesAgo(5));
    await store(BIA, "in", minutesAgo(6));
    expect((await waiting()).map(([number]) => number)).toEqual([ANA]);
  });

  test("waits again when our message was removed", async () => {
    await store(ANA, "out", minutesAgo(30));
    await store(ANA, "in", minutesAgo(20));
    await store(ANA, "in", minutesAgo(10));
    const sent = await transaction(() =>
      insertSend(
        user.id,
        {
          ...{ instanceId, messageId: randomUUID(), phoneKey: "551188887777" },
          ...{ chatId: `${ANA}@s.whatsapp.net`, kind: "text", text: "Oi", quotedId: null, rank: 1 },
        },
        { personId: null, over: null },
      ),
    );
    expect(await waiting()).toEqual([]);
    await transaction(() => deleteSend(user.id, sent?.id ?? 0, 9));
    expect(await waiting()).toEqual([[ANA, minutesAgo(20).toISOString()]]);
  });

  test("is one person when the conversation of an opaque id joins the number's", async () => {
    await store("777@lid", "in", minutesAgo(20));
    await store(ANA, "in", minutesAgo(30));
    await transaction(() => joinConversations(user.id, "777@lid", "551188887777"));
    expect((await waiting()).map(([, since]) => since)).toEqual([minutesAgo(30).toISOString()]);
    await store("888@lid", "out", minutesAgo(5));
    await transaction(() => joinConversations(user.id, "888@lid", "551188887777"));
    expect(await waiting()).toEqual([]);
  });

  test("is neither archived nor somebody who wants no more messages, as in the chat's filter", async () => {
    for (const number of [ANA, BIA]) await store(number, "in", minutesAgo(5));
    const archive = (archived: boolean) =>
      callApi(api, chat.archive, { body: { contactNumber: ANA, archived } }, user.headers);
    await archive(true);
    expect((await read()).replies).toMatchObject({
      count: 1,
      groups: [{ chats: [{ number: BIA }] }],
    });
    expect(await listUnanswered()).toEqual([BIA]);
    await archive(false);
    await execute(
      sql`INSERT INTO opt_outs (owner_id, phone_key, source) VALUES (${user.id}, '551177776666', 'person')`,
    );
    expect((await read()).replies).toMatchObject({
      count: 1,
      groups: [{ chats: [{ number: ANA }] }],
    });
    expect(await listUnanswered()).toEqual([ANA]);
  });
});

test("tasks of today and before are there, the earliest first, with how many are late", async () => {
  const lead = await buildLead(user.id, { name: "Padaria Sol" });
  await execute(
    sql`INSERT INTO tasks (owner_id, lead_id, what, due_on, due_time, done_at)
        SELECT ${user.id}::int, ${lead.id}::int, what, (now() AT TIME ZONE 'America/Sao_Paulo')::date + days, at::time, done
        FROM (VALUES ('tomorrow', 1, NULL, NULL), ('midnight', 1, '00:00', NULL), ('today', 0, NULL, NULL),
                     ('yesterday', -1, NULL, NULL), ('older', -9, '10:00', NULL), ('done', -1, NULL, now()))
          AS t(what, days, at, done)`,
  );
  const { tasks } = await read();
  expect(tasks).toMatchObject({ count: 3, overdue: 2, capped: false });
  expect(tasks.tasks.map(({ what }) => what)).toEqual(["older", "yesterday", "today"]);
  expect(tasks.tasks[0]?.lead).toEqual({ id: lead.id, name: "Padaria Sol" });
});

test("each list has its first rows, and is counted up to a thousand", async () => {
  await execute(
    sql`INSERT INTO tasks (owner_id, what, due_on) SELECT ${user.id}::int, n::text, '2026-01-01' FROM generate_series(1, 1200) AS n`,
  );
  await execute(
    sql`INSERT INTO conversations (owner_id, phone_key, chat_id, last_message, last_message_at, waiting_since)
        SELECT ${user.id}::int, '5511' || (60000000 + n), '5511' || (60000000 + n) || '@s.whatsapp.net', 'Oi', now(), now() - n * interval '1 minute'
        FROM generate_series(1, 1001) AS n`,
  );
  const { tasks, replies } = await read();
  expect(tasks).toMatchObject({ count: 1_000, capped: true, overdue: 1_000 });
  expect(tasks.tasks).toHaveLength(20);
  expect(replies).toMatchObject({ count: 1_000, capped: true });
  const [group] = replies.groups;
  expect(replies.groups).toHaveLength(1);
  expect(group).toMatchObject({ group: "decide" });
  expect(group?.chats[0]?.number).toBe("5511960000001");
  expect(group?.chats).toHaveLength(20);
});

test("replies stand by what they say, the warmest first, and what may be an opt-out to be decided", async () => {
  const said = {
    ...{ "5511960000001": "automatic", "5511960000002": "question", "5511960000003": "interested" },
    ...{ "5511960000004": "meeting", "5511960000005": "not_now", "5511960000006": "interested" },
  };
  for (const [at, [number, intent]] of Object.entries(said).entries()) {
    await store(number, "in", minutesAgo(30 - at));
    await execute(
      sql`UPDATE conversations SET intent = ${intent} WHERE owner_id = ${user.id} AND chat_id = ${`${number}@s.whatsapp.net`}`,
    );
  }
  await execute(
    sql`INSERT INTO opt_out_reviews (owner_id, phone_key, words, provider_message_id, said_at)
        VALUES (${user.id}, '551160000006', 'chega', 'M', now())`,
  );
  const { replies } = await read();
  expect(
    replies.groups.map(({ group, count, chats }) => [
      ...[group, count],
      ...chats.map(({ number, may_leave }) => `${number?.at(-1)}${may_leave ? "?" : ""}`),
    ]),
  ).toEqual([
    ["talk", 2, "4", "3"],
    ["questions", 1, "2"],
    ["later", 1, "5"],
    ["decide", 1, "6?"],
    ["automatic", 1, "1"],
  ]);
});

describe("a campaign waits for a person", () => {
  const setRun = (change: ReturnType<typeof sql>) =>
    execute(sql`UPDATE campaign_runs SET ${change} WHERE owner_id = ${user.id}`);

  test("with its reason, while it runs and nobody has stopped it", async () => {
    await buildCampaign(user, { status: "running", recipients: ["pending"] });
    expect((await read()).campaigns).toEqual([]);
    await setRun(sql`paused_at = now(), wait_cause = 'guard', notice = 'Para proteger o número.'`);
    expect((await read()).campaigns).toMatchObject([
      { reason: "paused", notice: "Para proteger o número." },
    ]);
    await setRun(sql`paused_at = NULL, trouble_since = now(), wait_cause = 'disconnected'`);
    expect((await read()).campaigns).toMatchObject([{ reason: "disconnected" }]);
    for (const reason of ["restricted", "templates", "unreachable"]) {
      await setRun(sql`wait_cause = ${reason}`);
      expect((await read()).campaigns).toMatchObject([{ reason }]);
    }
    // Gone in moments: nobody has to do anything.
    await setRun(sql`wait_cause = 'passing'`);
    expect((await read()).campaigns).toEqual([]);
    await setRun(sql`wait_cause = 'unreachable'`);
    await setRun(sql`stop_at = now()`);
    expect((await read()).campaigns).toEqual([]);
  });
});

describe("leads that rest", () => {
  const put = (leadId: number, stage: string, daysAgo: number) =>
    execute(
      sql`UPDATE leads SET stage_id = (SELECT id FROM stages WHERE owner_id = ${user.id} AND name = ${stage}),
                           staged_at = now() - make_interval(mins => ${Math.round(daysAgo * 1_440)}) WHERE id = ${leadId}`,
    );
  const resting = async () => (await read()).resting;
  const ids = async () => (await resting()).leads.map(({ id }) => id);

  test("are told beyond their stage's days, later stages first, and there the longest", async () => {
    const [fresh, contacted, longer, answered, won] = await Promise.all(
      Array.from({ length: 5 }, () => buildLead(user.id)),
    );
    if (!fresh || !contacted || !longer || !answered || !won) throw new Error("no leads");
    await put(fresh.id, "Contatado", 4.9);
    await put(contacted.id, "Contatado", 5.1);
    await put(longer.id, "Contatado", 40);
    await put(answered.id, "Respondeu", 3.1);
    await put(won.id, "Fechado", 300);
    expect(await ids()).toEqual([answered.id, longer.id, contacted.id]);
    expect(await resting()).toMatchObject({ count: 3, capped: false });
    const other = await buildUser();
    expect((await callApi(api, today.get, {}, other.headers)).body.resting.count).toBe(0);
  });

  test("are left out while a task is ahead, and when they are not to be contacted", async () => {
    const [planned, late, blocked] = await Promise.all(
      Array.from({ length: 3 }, () => buildLead(user.id)),
    );
    if (!planned || !late || !blocked) throw new Error("no leads");
    for (const { id } of [planned, late, blocked]) await put(id, "Respondeu", 10);
    for (const [lead, days] of [
      [planned.id, 2],
      [late.id, -2],
    ]) {
      await execute(
        sql`INSERT INTO tasks (owner_id, lead_id, what, kind, due_on)
            VALUES (${user.id}, ${lead}, 'Ligar', 'call', current_date + ${days}::int)`,
      );
    }
    await execute(sql`UPDATE leads SET status = 'opted_out' WHERE id = ${blocked.id}`);
    expect(await ids()).toEqual([late.id]);
  });
});
