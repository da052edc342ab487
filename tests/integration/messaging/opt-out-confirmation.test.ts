import { randomInt } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { optOuts } from "@/lib/contracts/messaging/opt-outs";
import { OPT_OUT_CONFIRMATION } from "@/lib/domain/messages/opt-out";
import { until } from "@/sandbox/testing";
import { settleOpenSends } from "@/server/messaging/chat/chat-outbox.service";
import { confirmOptOuts } from "@/server/messaging/chat/opt-out-confirmation.service";
import { findSender } from "@/server/messaging/whatsapp/instances.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi, runSandbox } from "@/tests/support/running";
import { ageSends } from "@/tests/support/sends";
import { pairWhatsapp, readWholeLedger } from "@/tests/support/whatsapp";

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

/** Says a text and waits until it is stored. */
async function say(text: string, from = phone) {
  const count = async () =>
    (await rows(sql`SELECT 1 FROM messages WHERE owner_id = ${user.id} AND direction = 'in'`))
      .length;
  const before = await count();
  await sandbox.control("POST", `/phones/${from}/reply`, { instance, text });
  await until(async () => (await count()) > before, "the text to be stored");
}

const textsSent = async () => (await readWholeLedger(sandbox, instance)).map(({ text }) => text);
const isDue = async () =>
  (await firstRow(
    sql`SELECT 1 FROM opt_outs WHERE owner_id = ${user.id} AND confirm_by IS NOT NULL`,
  )) !== null;
const wentBy = (minutes: number) =>
  execute(
    sql`UPDATE opt_outs SET confirm_by = confirm_by - make_interval(mins => ${minutes}) WHERE owner_id = ${user.id}`,
  );

test("an opt-out is confirmed once, to the chat it came from, however many workers look", async () => {
  await say("SAIR");
  await say("sair");
  await Promise.all(Array.from({ length: 8 }, () => confirmOptOuts.run()));
  await confirmOptOuts.run();
  expect(await readWholeLedger(sandbox, instance)).toMatchObject([
    { text: OPT_OUT_CONFIRMATION, toKey: expect.stringContaining(phone.slice(-8)) },
  ]);
  const stored = await rows(
    sql`SELECT m.content, e.phone_key = c.phone_key AS same FROM messages m
        JOIN conversations c ON c.id = m.conversation_id
        JOIN opt_out_events e ON e.owner_id = m.owner_id AND e.kind = 'confirmed'
        WHERE m.owner_id = ${user.id} AND m.direction = 'out'`,
  );
  expect(stored).toEqual([{ content: OPT_OUT_CONFIRMATION, same: true }]);
  await say("PARAR");
  await confirmOptOuts.run();
  expect(await textsSent()).toHaveLength(1);
});

test("two accounts of one phone confirm once", async () => {
  const other = await buildUser();
  await pairWhatsapp(api, sandbox, other);
  await say("SAIR");
  await execute(
    sql`UPDATE whatsapp_instances SET number = (SELECT number FROM whatsapp_instances WHERE owner_id = ${user.id})
        WHERE owner_id = ${other.id}`,
  );
  await execute(
    sql`INSERT INTO conversations (owner_id, phone_key, chat_id) SELECT ${other.id}::int, phone_key, chat_id FROM conversations
        WHERE owner_id = ${user.id}`,
  );
  await execute(
    sql`INSERT INTO opt_outs (owner_id, phone_key, source, words, confirm_by) SELECT ${other.id}::int, phone_key, source, words, confirm_by
        FROM opt_outs WHERE owner_id = ${user.id}`,
  );
  await Promise.all(Array.from({ length: 4 }, () => confirmOptOuts.run()));
  const confirmed = await rows(
    sql`SELECT 1 FROM opt_out_events WHERE owner_id IN (${user.id}, ${other.id}) AND kind = 'confirmed'`,
  );
  expect(confirmed).toHaveLength(1);
});

test("an opt-out that is read from before a restored backup is confirmed neither then nor later", async () => {
  const recover = (since: Date | null) =>
    execute(
      sql`UPDATE whatsapp_instances SET recover_since = ${since} WHERE owner_id = ${user.id}`,
    );
  await recover(new Date());
  await say("SAIR");
  await confirmOptOuts.run();
  await recover(null);
  await confirmOptOuts.run();
  expect(await textsSent()).toEqual([]);
  expect(await isDue()).toBe(false);
});

test("who leaves, returns and leaves again is not sent a second confirmation on the same day", async () => {
  await say("sair");
  await confirmOptOuts.run();
  await say("voltar");
  await say("sair");
  await confirmOptOuts.run();
  expect(await textsSent()).toEqual([OPT_OUT_CONFIRMATION]);
  await say("voltar");
  await execute(
    sql`UPDATE opt_out_events SET created_at = created_at - interval '25 hours' WHERE owner_id = ${user.id}`,
  );
  await say("sair");
  await confirmOptOuts.run();
  expect(await textsSent()).toEqual([OPT_OUT_CONFIRMATION, OPT_OUT_CONFIRMATION]);
});

test("a worker killed after it took the confirmation up leaves a message that is never sent again", async () => {
  await say("sair");
  await breakSends({ kind: "lost-answer", times: 1 });
  // The provider accepts it, and its answer reaches nobody.
  await confirmOptOuts.run();
  await confirmOptOuts.run();
  await ageSends(user.id);
  await settleOpenSends.run();
  await confirmOptOuts.run();
  expect(await textsSent()).toEqual([OPT_OUT_CONFIRMATION]);
  const [row] = await rows<{ rank: number; open: boolean }>(
    sql`SELECT status_rank AS rank, sending_since IS NOT NULL AS open FROM messages
        WHERE owner_id = ${user.id} AND direction = 'out'`,
  );
  expect(row?.open).toBe(false);
  expect(row?.rank).toBeGreaterThanOrEqual(2);
});

const breakSends = (fault: object) =>
  sandbox.control("POST", "/faults", { target: "evolution", path: "sendText", ...fault });

test("a worker killed before its call leaves a message that failed, and none is sent later", async () => {
  await say("sair");
  await breakSends({ kind: "reset-connection" });
  await confirmOptOuts.run();
  await sandbox.control("DELETE", "/faults");
  await ageSends(user.id);
  await settleOpenSends.run();
  await confirmOptOuts.run();
  expect(await textsSent()).toEqual([]);
  expect(
    await rows(
      sql`SELECT 1 FROM messages WHERE owner_id = ${user.id} AND sending_since IS NOT NULL`,
    ),
  ).toEqual([]);
});

test("one that does not go out is not tried again and leaves nothing in the chat", async () => {
  await say("sair");
  await breakSends({ kind: "status", status: 429, retryAfterSeconds: 1, times: 1 });
  await confirmOptOuts.run();
  expect(await isDue()).toBe(false);
  await confirmOptOuts.run();
  expect(await textsSent()).toEqual([]);
  expect(
    await rows(sql`SELECT 1 FROM messages WHERE owner_id = ${user.id} AND direction = 'out'`),
  ).toEqual([]);
});

test("an account that switched confirmations off sends none", async () => {
  const settings = () => callApi(api, optOuts.settings, {}, user.headers);
  expect((await settings()).body).toEqual({ confirms: true, makes_tasks: true });
  await callApi(api, optOuts.saveSettings, { body: { confirms: false } }, user.headers);
  expect((await settings()).body).toEqual({ confirms: false, makes_tasks: true });
  await say("sair");
  await confirmOptOuts.run();
  expect(await isDue()).toBe(false);
  expect(await textsSent()).toEqual([]);
  await callApi(api, optOuts.saveSettings, { body: { confirms: true } }, user.headers);
  await confirmOptOuts.run();
  expect(await textsSent()).toEqual([]);
  await say("sair", await newPhone());
  await confirmOptOuts.run();
  expect(await textsSent()).toEqual([OPT_OUT_CONFIRMATION]);
});

test.each([
  ["was deactivated", sql`is_active = false`, sql`is_active = true`],
  ["is leaving", sql`deletion_at = now() + interval '7 days'`, sql`deletion_at = NULL`],
])("an account that %s sends none, nor later", async (_, change, back) => {
  const set = (value: typeof change) =>
    execute(sql`UPDATE accounts SET ${value} WHERE id = ${user.id}`);
  await say("sair");
  await set(change);
  await confirmOptOuts.run();
  await set(back);
  await confirmOptOuts.run();
  expect(await isDue()).toBe(false);
  expect(await textsSent()).toEqual([]);
});

test("none is sent while the phone is away or restricted, nor later", async () => {
  await say("sair");
  await execute(
    sql`UPDATE whatsapp_instances SET status = 'DISCONNECTED' WHERE owner_id = ${user.id}`,
  );
  await confirmOptOuts.run();
  expect(await isDue()).toBe(false);
  await execute(
    sql`UPDATE whatsapp_instances SET status = 'CONNECTED', restricted_until = now() + interval '1 hour'
        WHERE owner_id = ${user.id}`,
  );
  await say("sair", await newPhone());
  await confirmOptOuts.run();
  expect(await isDue()).toBe(false);
  await execute(
    sql`UPDATE whatsapp_instances SET restricted_until = NULL WHERE owner_id = ${user.id}`,
  );
  await confirmOptOuts.run();
  expect(await textsSent()).toEqual([]);
  expect((await findSender(user.id, "default"))?.connected).toBe(true);
});

test("one that could not be sent for ten minutes is not sent", async () => {
  await say("sair");
  await wentBy(11);
  await confirmOptOuts.run();
  expect(await isDue()).toBe(false);
  expect(await textsSent()).toEqual([]);
});

test("who returned before the confirmation gets none, nor does a number that a person blocks", async () => {
  await say("sair");
  await say("voltar");
  await confirmOptOuts.run();
  await callApi(api, optOuts.add, { body: { number: `+${await newPhone()}` } }, user.headers);
  await confirmOptOuts.run();
  expect(await textsSent()).toEqual([]);
});

test("two numbers that leave at once are both confirmed", async () => {
  const other = await newPhone();
  await say("sair");
  await say("parar", other);
  await wentBy(9);
  await confirmOptOuts.run();
  const sent = await readWholeLedger(sandbox, instance);
  expect(sent.map(({ toKey }) => toKey.slice(-8)).sort()).toEqual(
    [phone.slice(-8), other.slice(-8)].sort(),
  );
});

test("an account without a phone confirms nothing, now or later", async () => {
  await say("sair");
  await execute(
    sql`UPDATE whatsapp_instances SET provider = 'baileys' WHERE owner_id = ${user.id}`,
  );
  await confirmOptOuts.run();
  expect(await isDue()).toBe(false);
  expect(await textsSent()).toEqual([]);
});

test("an owner's troubled connection holds up no other's confirmation", async () => {
  await say("sair");
  const mine = { user, instance };
  user = await buildUser();
  instance = await pairWhatsapp(api, sandbox, user);
  // The same person, of another account.
  await say("sair");
  await execute(
    sql`UPDATE whatsapp_instances SET status = 'DISCONNECTED' WHERE owner_id = ${mine.user.id}`,
  );
  await confirmOptOuts.run();
  expect(await textsSent()).toEqual([OPT_OUT_CONFIRMATION]);
  expect(await readWholeLedger(sandbox, mine.instance)).toEqual([]);
});

test("one owner's slow gateway keeps no other owner's confirmation waiting", async () => {
  await say("SAIR");
  const slow = { user, instance };
  await sandbox.control("POST", "/faults", {
    ...{ target: "evolution", path: `sendText/${slow.instance}` },
    ...{ kind: "late-answer", delayMs: 8_000 },
  });
  user = await buildUser();
  instance = await pairWhatsapp(api, sandbox, user);
  await say("SAIR", await newPhone());
  const round = confirmOptOuts.run();
  await until(async () => (await textsSent()).length === 1, "the other's confirmation", 5_000);
  await round;
  expect(await readWholeLedger(sandbox, slow.instance)).toHaveLength(1);
});
