import { afterEach, expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { sweepHistories } from "@/server/inbound/inbox/history.service";
import { receiveEvents } from "@/server/inbound/inbox/inbox.service";
import { findSender } from "@/server/messaging/whatsapp/instances.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import {
  buildSeller,
  passTime,
  setPhone,
  startCampaign,
  statesOf,
  workOn,
} from "@/tests/support/campaign-work";
import { runApi, runSandbox } from "@/tests/support/running";
import { pairWhatsapp, readLedger } from "@/tests/support/whatsapp";

/** Messages from before a pairing, or from while the server was away, arrive some time after it. */
const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });
afterEach(() => sandbox.control("DELETE", "/faults"));

const OWN = "5511900017777";
const breakIt = (fault: object) =>
  sandbox.control("POST", "/faults", { target: "evolution", ...fault });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const sentences = {
  waits: expect.stringContaining("As conversas deste celular ainda estão chegando"),
  misses: expect.stringContaining("Faltam conversas deste WhatsApp"),
};

/** An account whose phone has not handed over anything yet, with leads: the first one once said SAIR. */
async function pairLate(fault: object, phone = OWN) {
  const user = await buildUser({ plan: "pro" });
  const leads = [await buildLead(user.id), await buildLead(user.id)];
  for (const { whatsapp } of leads) {
    await sandbox.control("PUT", `/phones/${whatsapp}`, { behaviour: "receives", lid: false });
  }
  const [left] = leads;
  const past = [
    { contact: left?.whatsapp, text: "Bom dia", fromMe: true, at: daysAgo(21) },
    { contact: left?.whatsapp, text: "SAIR", at: daysAgo(20) },
    { contact: "5511987651111", text: "Oi", at: daysAgo(10) },
  ];
  await sandbox.control("PUT", `/phones/${phone}`, { past });
  await breakIt(fault);
  const instance = await pairWhatsapp(api, sandbox, user, phone, { awaitsHistory: true });
  return { user, leads, instance };
}

/**
 * As if so many seconds had passed since the phone was paired and since its last report. It is due a moment ago: the
 * column rounds now() to a whole millisecond, which may be in the future of the next statement.
 */
const pass = ({ id }: TestUser, seconds: number) =>
  execute(
    sql`UPDATE whatsapp_instances SET history_since = history_since - make_interval(secs => ${seconds}),
          history_quiet_at = history_quiet_at - make_interval(secs => ${seconds}), history_due_at = now() - interval '1 millisecond'
        WHERE owner_id = ${id}`,
  );
const isAwaited = async ({ id }: TestUser) =>
  (await firstRow(
    sql`SELECT 1 AS one FROM whatsapp_instances WHERE owner_id = ${id} AND history_since IS NOT NULL`,
  )) !== null;
const countStored = async ({ id }: TestUser) =>
  (await rows(sql`SELECT 1 AS one FROM messages WHERE owner_id = ${id}`)).length;

test("a campaign waits for what is handed over late, and an opt-out in it holds", async () => {
  const seller = await pairLate({ kind: "late-history", delayMs: 1_000 });
  const { user, instance } = seller;
  await sweepHistories.run();
  expect(await countStored(user)).toBe(0);
  const run = await startCampaign(api, seller);
  expect(await workOn(run)).toMatchObject({ status: "running", notice: sentences.waits });

  // Reported as complete, it is read a moment later: the server still has to store it.
  const isTold = () =>
    firstRow(
      sql`SELECT 1 AS one FROM whatsapp_instances WHERE owner_id = ${user.id} AND history_quiet_at < now() + interval '1 minute'`,
    );
  await until(isTold, "the phone to have handed over everything");
  const path = `/chat/findMessages/${instance}`;
  await until(async () => {
    const { body } = await sandbox.evolution<{ messages: { total: number } }>("POST", path, {});
    return body.messages.total === 3;
  }, "the server to have written it down");
  await passTime(run);
  expect(await workOn(run)).toMatchObject({ notice: sentences.waits });
  await pass(user, 6);
  await sweepHistories.run();
  expect(await countStored(user)).toBe(3);
  expect(await isAwaited(user)).toBe(false);
  expect(
    await rows(sql`SELECT name FROM conversations WHERE owner_id = ${user.id}`),
    "the digits of an address are no name",
  ).toEqual([{ name: null }, { name: null }]);
  await passTime(run);
  expect(await workOn(run)).toMatchObject({ status: "completed" });
  expect(await statesOf(run)).toEqual([
    { state: "skipped", cause: "opted_out" },
    { state: "sent", cause: null },
  ]);
});

test("parts that nobody announces are found, and two minutes without another are the end", async () => {
  const { user } = await pairLate({ kind: "lost-webhooks", path: "messages.set" }, "5511900017778");
  await until(async () => {
    await pass(user, 0);
    await sweepHistories.run();
    return (await countStored(user)) === 3;
  }, "the messages");
  await pass(user, 60);
  await sweepHistories.run();
  expect(await isAwaited(user)).toBe(true);
  await pass(user, 61);
  await sweepHistories.run();
  expect(await isAwaited(user)).toBe(false);
});

test.each([
  ["five minutes of silence", 301, () => sweepHistories.run()],
  ["fifteen minutes whatever the server says", 901, async () => undefined],
])("%s end the wait", async (_, seconds, look) => {
  const user = await buildUser({ plan: "pro" });
  await breakIt({ kind: "lost-webhooks", path: "messages.set" });
  const instance = await pairWhatsapp(api, sandbox, user, null, { awaitsHistory: true });
  const lead = await buildLead(user.id);
  await setPhone(sandbox, lead.whatsapp, "receives");
  const run = await startCampaign(api, { user, instance, leads: [lead] });
  await pass(user, seconds - 10);
  await look();
  expect(await workOn(run)).toMatchObject({ notice: sentences.waits });
  await pass(user, 11);
  await look();
  await passTime(run);
  expect(await workOn(run)).toMatchObject({ status: "completed" });
  expect(await readLedger(sandbox, instance)).toHaveLength(1);
});

test("a phone without a past says so at once, and a socket of ours has stored what it tells", async () => {
  const user = await buildUser();
  await pairWhatsapp(api, sandbox, user);
  expect(await findSender(user.id, "default")).toMatchObject({
    connected: true,
    awaitsHistory: false,
  });
  await execute(
    sql`UPDATE whatsapp_instances SET history_since = now() WHERE owner_id = ${user.id}`,
  );
  const { instance } = (await findSender(user.id, "default")) ?? {};
  if (!instance) throw new Error("no instance");
  await receiveEvents(instance, [{ type: "history", some: true, stored: true, whole: false }]);
  expect(await isAwaited(user)).toBe(true);
  await receiveEvents(instance, [{ type: "history", some: true, stored: true, whole: true }]);
  expect(await isAwaited(user)).toBe(false);
});

test("whoever left while the server was away gets nothing when it comes back", async () => {
  // Whoever stays is written to, so that the run waits whether the other's words came already or not.
  const seller = await buildSeller(api, sandbox, 2);
  const { user, instance, leads } = seller;
  const run = await startCampaign(api, seller);
  const is = (status: string) => async () =>
    (await findSender(user.id, "default"))?.instance.status === status;
  await breakIt({ kind: "disconnect", instance, delayMs: 4_000 });
  await sandbox.control("POST", `/phones/${leads[0]?.whatsapp}/reply`, { instance, text: "SAIR" });
  await until(is("DISCONNECTED"), "the connection to be lost");
  await execute(
    sql`UPDATE whatsapp_instances SET paired_at = now() - interval '1 day' WHERE owner_id = ${user.id}`,
  );
  await until(is("CONNECTED"), "the connection to be open again");
  expect(await workOn(run)).toMatchObject({ status: "running", notice: sentences.misses });
  await until(async () => (await countStored(user)) > 0, "what was said meanwhile");
  const pass = () =>
    execute(
      sql`UPDATE whatsapp_instances SET connected_at = now() - interval '46 seconds' WHERE owner_id = ${user.id}`,
    );
  await pass();
  expect(await findSender(user.id, "default")).toMatchObject({ catchingUp: false });
  // A short interruption ends before the provider is asked.
  const { instance: row } = (await findSender(user.id, "default")) ?? {};
  if (!row) throw new Error("no instance");
  const told = { type: "connection", status: "CONNECTING", number: null, problem: null } as const;
  await receiveEvents(row, [told]);
  expect(await findSender(user.id, "default")).toMatchObject({ connected: true, catchingUp: true });
  await pass();
  await passTime(run);
  expect(await workOn(run)).toMatchObject({ status: "completed" });
  expect(await statesOf(run)).toEqual([
    { state: "skipped", cause: "opted_out" },
    { state: "sent", cause: null },
  ]);
});
