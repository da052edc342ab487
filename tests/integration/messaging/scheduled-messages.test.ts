import { randomInt } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { today } from "@/lib/contracts/insights/today";
import { chat } from "@/lib/contracts/messaging/chat";
import { optOuts } from "@/lib/contracts/messaging/opt-outs";
import { scheduledMessages } from "@/lib/contracts/messaging/scheduled-messages";
import { until } from "@/sandbox/testing";
import { trimTable } from "@/server/custody/trimming/trimming.service";
import { settleOpenSends } from "@/server/messaging/chat/chat-outbox.service";
import { sendScheduledMessages } from "@/server/messaging/scheduled-messages/send-scheduled.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildMember, buildUser, signIn, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi, runSandbox } from "@/tests/support/running";
import { ageSends } from "@/tests/support/sends";
import { pairWhatsapp, readWholeLedger } from "@/tests/support/whatsapp";
import { startSchedules } from "@/workers/schedules";

const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });
afterEach(() => sandbox.control("DELETE", "/faults"));

let user: TestUser;
let instance: string;
let phone: string;
beforeEach(async () => {
  user = await buildUser();
  instance = await pairWhatsapp(api, sandbox, user);
  phone = await newPhone();
});

/** A phone that says nothing by itself. */
async function newPhone() {
  const number = `55119${randomInt(70_000_000, 99_999_999)}`;
  await sandbox.control("PUT", `/phones/${number}`, { behaviour: "off", lid: false });
  return number;
}

async function say(text: string) {
  const count = async () =>
    (await rows(sql`SELECT 1 FROM messages WHERE owner_id = ${user.id} AND direction = 'in'`))
      .length;
  const before = await count();
  await sandbox.control("POST", `/phones/${phone}/reply`, { instance, text });
  await until(async () => (await count()) > before, "the text to be stored");
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const schedule = (over: object = {}, by: TestUser = user) =>
  callApi(
    api,
    scheduledMessages.create,
    { body: { to: phone, content: "Bom dia!", send_at: inMinutes(60), ...over } },
    by.headers,
  );
const list = async (to?: string) =>
  (await callApi(api, scheduledMessages.list, { query: to ? { to } : {} }, user.headers)).body
    .scheduled_messages;
const textsSent = async () => (await readWholeLedger(sandbox, instance)).map(({ text }) => text);
/** Lets so much time pass for what is scheduled. */
const pass = (minutes: number) =>
  execute(
    sql`UPDATE scheduled_messages SET send_at = send_at - make_interval(mins => ${minutes}),
          created_at = created_at - make_interval(mins => ${minutes}), not_before = not_before - make_interval(mins => ${minutes})
        WHERE owner_id = ${user.id}`,
  );
const work = () => sendScheduledMessages.run();

describe("a message that is due", () => {
  test("waits while what was said since a restored backup is read", async () => {
    const recover = (since: Date | null) =>
      execute(
        sql`UPDATE whatsapp_instances SET recover_since = ${since} WHERE owner_id = ${user.id}`,
      );
    await schedule();
    await pass(61);
    await recover(new Date());
    await work();
    expect(await textsSent()).toEqual([]);
    expect(await list()).toMatchObject([{ state: "scheduled" }]);
    await recover(null);
    await pass(2);
    await work();
    expect(await textsSent()).toEqual(["Bom dia!"]);
  });

  test("is its author's who may sign in and sees it: what nobody answers becomes theirs, a colleague's stays", async () => {
    const newSeller = async () => {
      const personId = await buildMember(user.id, undefined, "seller");
      return { ...user, personId, ...(await signIn(personId)) };
    };
    const [ana, bia] = [await newSeller(), await newSeller()];
    await execute(sql`UPDATE accounts SET visibility = 'own' WHERE id = ${user.id}`);
    const whose = () =>
      rows(
        sql`SELECT c.seller_id, m.person_id, (SELECT count(*)::int FROM conversation_assignments a WHERE a.conversation_id = c.id) AS changes
            FROM conversations c JOIN messages m ON m.conversation_id = c.id WHERE c.owner_id = ${user.id} ORDER BY m.id`,
      );

    const { body } = await schedule({}, ana);
    expect(body.scheduled_message.person_id).toBe(ana.personId);
    await pass(61);
    await work();
    const first = { person_id: ana.personId, changes: 1 };
    expect(await whose()).toEqual([{ ...first, seller_id: ana.personId }]);

    await schedule({ content: "Até logo!" }, ana);
    await execute(
      sql`UPDATE conversations SET seller_id = ${bia.personId} WHERE owner_id = ${user.id}`,
    );
    await pass(61);
    await work();
    expect(await textsSent()).toEqual(["Bom dia!", "Até logo!"]);
    // Whom she no longer sees is not hers by it.
    const passedOn = { seller_id: bia.personId, changes: 1 };
    expect(await whose()).toEqual([
      { ...passedOn, person_id: ana.personId },
      { ...passedOn, person_id: null },
    ]);

    await execute(sql`UPDATE accounts SET visibility = 'all' WHERE id = ${user.id}`);
    await execute(sql`UPDATE conversations SET waiting_since = now() WHERE owner_id = ${user.id}`);
    await schedule({ content: "Lembrete", stays: true }, ana);
    await pass(61);
    await work();
    expect((await whose()).at(-1)).toEqual({ ...passedOn, person_id: ana.personId });
    // It answers nothing that was said since it was written.
    const waiting = await rows(
      sql`SELECT 1 FROM conversations WHERE owner_id = ${user.id} AND waiting_since IS NOT NULL`,
    );
    expect(waiting).toHaveLength(1);

    phone = await newPhone();
    await schedule({ content: "De quem saiu" }, ana);
    await execute(sql`UPDATE users SET suspended_at = now() WHERE id = ${ana.personId}`);
    await pass(61);
    await work();
    expect((await whose()).at(-1)).toEqual({ seller_id: null, person_id: null, changes: 0 });
  });

  test("does not go out when its very words have since it was due, as a restored backup does not know", async () => {
    const { body } = await schedule();
    const other = await schedule({ content: "Outra coisa" });
    await pass(61);
    await callApi(api, chat.send, { body: { to: `+${phone}`, content: "Bom dia!" } }, user.headers);
    await work();
    await work();
    expect((await textsSent()).toSorted()).toEqual(["Bom dia!", "Outra coisa"]);
    const states = await rows(
      sql`SELECT id, state FROM scheduled_messages WHERE owner_id = ${user.id} ORDER BY id`,
    );
    expect(states).toEqual([
      { id: body.scheduled_message.id, state: "sent" },
      { id: other.body.scheduled_message.id, state: "sent" },
    ]);
  });

  test("goes out once, however many workers look, and is a message of the chat then", async () => {
    const { body } = await schedule();
    expect(body.scheduled_message).toMatchObject({ content: "Bom dia!", state: "scheduled" });
    await work();
    expect(await textsSent()).toEqual([]);
    await pass(61);
    await Promise.all(Array.from({ length: 8 }, work));
    await work();
    expect(await textsSent()).toEqual(["Bom dia!"]);
    expect(await list()).toEqual([]);
    expect(
      await rows(sql`SELECT content, direction FROM messages WHERE owner_id = ${user.id}`),
    ).toEqual([{ content: "Bom dia!", direction: "out" }]);
  });

  test("dies when the person has written first, unless it was to stay", async () => {
    await say("Oi");
    await schedule({ content: "Cai" });
    await schedule({ content: "Fica", stays: true });
    // What was written before it was scheduled is no answer to it.
    expect((await list(phone)).map(({ state }) => state)).toEqual(["scheduled", "scheduled"]);
    await say("Já decidi");
    expect((await list(phone)).map(({ content, state }) => [content, state])).toEqual([
      ["Cai", "answered"],
      ["Fica", "scheduled"],
    ]);
    const { unsent } = (await callApi(api, today.get, {}, user.headers)).body;
    expect(unsent).toMatchObject({ count: 1, capped: false });
    expect(unsent.messages).toMatchObject([{ content: "Cai", state: "answered" }]);
    const stranger = await buildUser();
    expect((await callApi(api, today.get, {}, stranger.headers)).body.unsent.count).toBe(0);
    await pass(61);
    await work();
    await work();
    expect(await textsSent()).toEqual(["Fica"]);
    expect(await list()).toMatchObject([{ content: "Cai", state: "answered" }]);
  });

  test("waits for a connection, says so, and is given up after twelve hours", async () => {
    await schedule();
    await sandbox.control("POST", "/faults", { target: "evolution", kind: "logged-out", instance });
    await pass(61);
    await until(async () => {
      await work();
      return (await list())[0]?.detail !== null;
    }, "the lost connection to be noticed");
    expect(await list()).toMatchObject([
      { state: "scheduled", detail: expect.stringContaining("WhatsApp") },
    ]);
    await pass(60);
    await sandbox.control("DELETE", "/faults");
    await pairWhatsapp(api, sandbox, user);
    await work();
    expect(await list()).toEqual([]);

    await schedule({ content: "Tarde demais" });
    await sandbox.control("POST", "/faults", { target: "evolution", kind: "logged-out", instance });
    await pass(14 * 60);
    await until(async () => {
      await pass(2);
      await work();
      return (await list())[0]?.state === "failed";
    }, "it to be given up");
  });

  test("is not sent to somebody who has opted out since", async () => {
    await schedule();
    await callApi(api, optOuts.add, { body: { number: phone } }, user.headers);
    await pass(61);
    await work();
    expect(await textsSent()).toEqual([]);
    expect(await list()).toMatchObject([{ state: "failed", detail: expect.any(String) }]);
    expect((await schedule()).body.code).toBe("contact_blocked");
  });

  test("is tried again when it surely did not go out, and never when nobody knows", async () => {
    const fail = (fault: object) =>
      sandbox.control("POST", "/faults", {
        ...{ target: "evolution", path: "sendText", times: 1 },
        ...fault,
      });
    await schedule();
    await pass(61);
    await fail({ kind: "status", status: 429, retryAfterSeconds: 7 });
    await work();
    expect(await textsSent()).toEqual([]);
    expect(await list()).toMatchObject([{ state: "scheduled", detail: expect.any(String) }]);
    await pass(2);
    await fail({ kind: "lost-answer" });
    await work();
    await work();
    await ageSends(user.id);
    await settleOpenSends.run();
    await pass(2);
    await work();
    expect(await textsSent()).toEqual(["Bom dia!"]);
    expect(await list()).toEqual([]);
  });

  test("of one owner waits for no other's, and many do not go out at once", async () => {
    for (let at = 0; at < 5; at += 1) await schedule({ content: `Minha ${at}` });
    const other = await buildUser();
    await pairWhatsapp(api, sandbox, other);
    await schedule({ content: "Da outra" }, other);
    await pass(61);
    await execute(
      sql`UPDATE scheduled_messages SET send_at = now() - interval '1 minute' WHERE owner_id = ${other.id}`,
    );
    await work();
    expect(await textsSent()).toEqual(["Minha 0"]);
    expect(
      await rows(
        sql`SELECT content FROM messages WHERE owner_id = ${other.id} AND direction = 'out'`,
      ),
    ).toEqual([{ content: "Da outra" }]);
  });
});

test("it is changed and cancelled until it goes out, by its owner alone", async () => {
  const { id } = (await schedule()).body.scheduled_message;
  const stranger = await buildUser();
  const change = (body: object, by = user) =>
    callApi(api, scheduledMessages.update, { params: { id }, body }, by.headers);
  expect((await change({ content: "Minha" }, stranger)).status).toBe(404);
  expect(
    (await change({ content: "Boa tarde!", stays: true })).body.scheduled_message,
  ).toMatchObject({ content: "Boa tarde!", stays: true });
  const remove = (by = user) =>
    callApi(api, scheduledMessages.remove, { params: { id } }, by.headers);
  expect((await remove(stranger)).status).toBe(404);
  expect((await remove()).status).toBe(200);
  expect((await remove()).status).toBe(404);
  expect((await change({ content: "Tarde" })).status).toBe(404);
  await pass(61);
  await work();
  expect(await textsSent()).toEqual([]);
});

test.each([
  [{ content: "  " }, "content"],
  [{ content: "x".repeat(8_001) }, "content"],
  [{ send_at: "amanhã" }, "send_at"],
  [{ send_at: "2020-01-01T10:00:00Z" }, "send_at"],
  [{ send_at: "2099-01-01T10:00:00Z" }, "send_at"],
])("%o is refused at its field", async (over, field) => {
  const answer = await schedule(over);
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
});

test("so many wait at most, and what is settled is kept for a week", async () => {
  await schedule();
  await execute(
    sql`INSERT INTO scheduled_messages (owner_id, phone_key, chat_id, content, send_at)
        SELECT owner_id, phone_key, chat_id, content, send_at FROM scheduled_messages, generate_series(1, 499)
        WHERE owner_id = ${user.id}`,
  );
  expect(await schedule()).toMatchObject({ status: 409, body: { code: "quota_reached" } });
  await execute(
    sql`UPDATE scheduled_messages SET state = 'failed', settled_at = now() - make_interval(days => CASE WHEN id % 2 = 0 THEN 6 ELSE 8 END)
        WHERE owner_id = ${user.id}`,
  );
  await trimTable("scheduled_messages");
  expect(
    await rows(sql`SELECT 1 FROM scheduled_messages WHERE owner_id = ${user.id}`),
  ).toHaveLength(250);
});

test("one owner's slow gateway keeps no other owner's message waiting", async () => {
  const other = await buildUser();
  const otherInstance = await pairWhatsapp(api, sandbox, other);
  await sandbox.control("POST", "/faults", {
    ...{ target: "evolution", path: `sendText/${instance}` },
    ...{ kind: "late-answer", delayMs: 14_000 },
  });
  await schedule({ content: "Primeira" });
  await schedule({ content: "Segunda" });
  await pass(61);
  const schedules = startSchedules("a worker", [sendScheduledMessages]);
  await until(async () => (await textsSent()).length === 1, "the slow one to be handed over");
  await schedule({}, other);
  await execute(sql`UPDATE scheduled_messages SET send_at = now() WHERE owner_id = ${other.id}`);
  await until(
    async () => (await readWholeLedger(sandbox, otherInstance)).length === 1,
    "the other owner's message",
    12_000,
  );
  expect(await textsSent(), "one message of an owner at a time").toEqual(["Primeira"]);
  await schedules.close();
  expect(
    await rows(
      sql`SELECT content, state FROM scheduled_messages WHERE owner_id = ${user.id} ORDER BY id`,
    ),
    "what is under way is ended first",
  ).toEqual([
    { content: "Primeira", state: "sent" },
    { content: "Segunda", state: "scheduled" },
  ]);
});
