import { afterEach, expect, test } from "vitest";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { until } from "@/sandbox/testing";
import { lookForMissedMessages } from "@/server/inbound/inbox/missed-messages.service";
import { recoverConversations } from "@/server/inbound/inbox/recovery.service";
import { findSender } from "@/server/messaging/whatsapp/instances.service";
import { firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runWithLooks } from "@/tests/support/environments";
import { runApi, runSandbox } from "@/tests/support/running";
import { pairWhatsapp } from "@/tests/support/whatsapp";

runWithLooks();

const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });
const NUMBER = "5511988887777";

afterEach(() => sandbox.control("DELETE", "/faults"));

const loseWebhooks = (path: string) =>
  sandbox.control("POST", "/faults", { target: "evolution", kind: "lost-webhooks", path });

const readCard = async (user: TestUser) =>
  (await callApi(api, whatsapp.instance, {}, user.headers)).body.data;

const readMessages = (user: TestUser) =>
  rows<{ content: string; direction: string }>(
    sql`SELECT content, direction FROM messages WHERE owner_id = ${user.id} ORDER BY sent_at, id`,
  );

/** Looks until the condition holds: what was just said is left to its webhook. */
async function lookUntil(check: () => Promise<boolean>, what: string) {
  await until(
    async () => {
      await lookForMissedMessages.run();
      return check();
    },
    what,
    20_000,
  );
}

test("messages whose webhooks are lost come in once, with every effect, and the card tells since when", async () => {
  const user = await buildUser();
  const lead = await buildLead(user.id, { whatsapp: NUMBER });
  const instance = await pairWhatsapp(api, sandbox, user);
  await loseWebhooks("messages.upsert");
  for (const text of ["Tenho interesse", "Quero sair da lista"]) {
    await sandbox.control("POST", `/phones/${NUMBER}/reply`, { instance, text });
  }
  await lookUntil(async () => (await readMessages(user)).length === 2, "what was said");
  expect(await readMessages(user)).toEqual([
    { content: "Tenho interesse", direction: "in" },
    { content: "Quero sair da lista", direction: "in" },
  ]);
  expect(
    await firstRow(sql`SELECT unread_count FROM conversations WHERE owner_id = ${user.id}`),
  ).toEqual({ unread_count: 2 });
  expect(await firstRow(sql`SELECT status FROM leads WHERE id = ${lead.id}`)).toEqual({
    status: "opted_out",
  });
  expect((await readCard(user)).gap).toMatchObject({ kind: "deaf", missing: 0 });

  // After a second look, nothing comes twice and nothing is reported.
  const { gap } = await readCard(user);
  await rows(
    sql`UPDATE whatsapp_instances SET looked_at = NULL WHERE owner_id = ${user.id} RETURNING id`,
  );
  await lookForMissedMessages.run();
  expect(await readMessages(user)).toHaveLength(2);
  expect((await readCard(user)).gap).toEqual(gap);
});

test("a connection whose loss no event told is told without anybody asking", async () => {
  const user = await buildUser();
  const instance = await pairWhatsapp(api, sandbox, user);
  const storedStatus = async () =>
    (
      await firstRow<{ status: string }>(
        sql`SELECT status FROM whatsapp_instances WHERE owner_id = ${user.id}`,
      )
    )?.status;
  await loseWebhooks("");
  await sandbox.control("POST", "/unpair", { instance });
  await lookUntil(async () => (await storedStatus()) !== "CONNECTED", "the loss");
});

const setHeard = (user: TestUser, ago: string) =>
  rows(
    sql`UPDATE whatsapp_instances SET looked_at = NULL, heard_until = now() - ${ago}::interval
        WHERE owner_id = ${user.id} RETURNING id`,
  );
const readPhone = (user: TestUser) =>
  firstRow<{ heard_until: Date | null; recover_since: Date | null }>(
    sql`SELECT heard_until, recover_since FROM whatsapp_instances WHERE owner_id = ${user.id}`,
  );

test("what a look could not read, the next one begins with", async () => {
  const user = await buildUser();
  const instance = await pairWhatsapp(api, sandbox, user);
  await setHeard(user, "2 minutes");
  const before = await readPhone(user);
  await sandbox.control("POST", "/faults", {
    target: "evolution",
    kind: "status",
    status: 502,
    path: `findMessages/${instance}`,
  });
  await lookForMissedMessages.run();
  expect(await readPhone(user)).toEqual(before);
  await sandbox.control("DELETE", "/faults");
  await rows(
    sql`UPDATE whatsapp_instances SET looked_at = NULL WHERE owner_id = ${user.id} RETURNING id`,
  );
  await lookForMissedMessages.run();
  const heard = (await readPhone(user))?.heard_until ?? new Date(0);
  expect(Date.now() - heard.getTime()).toBeLessThan(30_000);
});

test("after a long silence everything is read before anybody is written to", async () => {
  const user = await buildUser();
  const lead = await buildLead(user.id, { whatsapp: NUMBER });
  const instance = await pairWhatsapp(api, sandbox, user);
  await loseWebhooks("messages.upsert");
  await sandbox.control("POST", `/phones/${NUMBER}/reply`, {
    instance,
    text: "Quero sair da lista",
  });
  await rows(
    sql`UPDATE whatsapp_instances SET paired_at = now() - interval '1 day' WHERE owner_id = ${user.id} RETURNING id`,
  );
  await setHeard(user, "20 minutes");
  await lookForMissedMessages.run();
  expect((await findSender(user.id, "default"))?.recovering).toBe(true);
  await recoverConversations.run();
  expect(await readMessages(user)).toEqual([{ content: "Quero sair da lista", direction: "in" }]);
  expect(await firstRow(sql`SELECT status FROM leads WHERE id = ${lead.id}`)).toEqual({
    status: "opted_out",
  });
  expect((await findSender(user.id, "default"))?.recovering).toBe(false);
  expect((await readCard(user)).gap).toMatchObject({ kind: "deaf", missing: 0 });
});

test("more than a look reads is read to its end", async () => {
  const user = await buildUser();
  const instance = await pairWhatsapp(api, sandbox, user);
  await loseWebhooks("messages.upsert");
  for (let nth = 0; nth < 1_020; nth += 1) {
    await sandbox.control("POST", `/phones/${NUMBER}/reply`, { instance, text: `Oi ${nth}` });
  }
  await setHeard(user, "1 minute");
  await lookForMissedMessages.run();
  expect((await readPhone(user))?.recover_since).not.toBeNull();
  await recoverConversations.run();
  expect(await readMessages(user)).toHaveLength(1_020);
});

test("a phone at peace is left alone", async () => {
  const user = await buildUser();
  const instance = await pairWhatsapp(api, sandbox, user);
  await sandbox.control("POST", `/phones/${NUMBER}/reply`, { instance, text: "Oi" });
  await until(async () => (await readMessages(user)).length === 1, "the webhook");
  await rows(
    sql`UPDATE whatsapp_instances SET looked_at = NULL WHERE owner_id = ${user.id} RETURNING id`,
  );
  await lookForMissedMessages.run();
  expect((await readCard(user)).gap).toBeNull();
  expect(await readMessages(user)).toHaveLength(1);
});
