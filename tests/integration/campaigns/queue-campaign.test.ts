import { expect, test } from "vitest";
import { activities } from "@/lib/contracts/campaigns/activities";
import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { leads } from "@/lib/contracts/leads/leads";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { until } from "@/sandbox/testing";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi, runSandbox, runWorkers } from "@/tests/support/running";
import { ageSends } from "@/tests/support/sends";
import { pairWhatsapp, readLedger } from "@/tests/support/whatsapp";

const sandbox = runSandbox();
const api = runApi();
runWorkers();

const start = (user: TestUser, body: { num_leads?: number; messages: string[] }) =>
  callApi(api, campaigns.start, { body }, user.headers);

async function activityOf(user: TestUser) {
  const { body } = await callApi(api, activities.list, { query: {} }, user.headers);
  return body.activities[0];
}

const ended = (user: TestUser) =>
  until(async () => {
    const activity = await activityOf(user);
    return activity && ["completed", "stopped", "error"].includes(activity.status) && activity;
  }, "the campaign to end");

test("sends two variants evenly, once per lead, and records what went out", async () => {
  const user = await buildUser();
  for (let lead = 0; lead < 7; lead += 1) await buildLead(user.id, { name: `Padaria ${lead}` });
  const instance = await pairWhatsapp(api, sandbox, user);

  const answer = await start(user, {
    num_leads: 5,
    messages: [
      "{{saudacao}}, {{empresa}}!",
      "  ",
      "Olá {{empresa}} de {{cidade}}, {{proprietario}} está?",
    ],
  });
  expect(answer).toMatchObject({ status: 202, body: { activity_id: expect.any(Number) } });
  expect(await ended(user)).toMatchObject({
    status: "completed",
    total_leads: 5,
    leads_processed: 5,
    sent: 5,
    failed: 0,
  });

  const sent = await readLedger(sandbox, instance);
  expect(new Set(sent.map(({ toKey }) => toKey)).size).toBe(5);
  expect(
    sent.filter(({ text }) => /^(Bom dia|Boa tarde|Boa noite), Padaria \d!$/.test(text)),
  ).toHaveLength(3);
  expect(
    sent.filter(({ text }) => /^Olá Padaria \d de sua cidade, está\?$/.test(text)),
  ).toHaveLength(2);
  expect(sent.some(({ text }) => text.includes("{{"))).toBe(false);

  const page = await callApi(api, leads.list, { query: {} }, user.headers);
  const statuses = page.body.leads.map(({ status }) => status).sort();
  expect(statuses.filter((status) => status === "pending")).toHaveLength(2);
  expect(
    statuses.every((status) => ["pending", "sent", "answered", "opted_out"].includes(status)),
  ).toBe(true);
});

test("an answer turns its lead answered; 'SAIR' opts the number out for good", async () => {
  const user = await buildUser();
  const talker = await buildLead(user.id);
  const leaver = await buildLead(user.id);
  for (const lead of [talker, leaver]) {
    await sandbox.control("PUT", `/phones/${lead.whatsapp}`, { behaviour: "receives" });
  }
  const instance = await pairWhatsapp(api, sandbox, user);
  await start(user, { num_leads: 2, messages: ["Oi"] });
  await ended(user);
  await sandbox.control("POST", `/phones/${talker.whatsapp}/reply`, {
    instance,
    text: "Quero saber mais",
  });
  await sandbox.control("POST", `/phones/${leaver.whatsapp}/reply`, {
    instance,
    text: " Não QUERO. ",
  });
  await until(async () => {
    const { body } = await callApi(api, leads.list, { query: {} }, user.headers);
    const status = new Map(body.leads.map((lead) => [lead.id, lead.status]));
    return status.get(talker.id) === "answered" && status.get(leaver.id) === "opted_out";
  }, "both answers");
  expect(await activityOf(user)).toMatchObject({ answered: 2 });

  // Even after being deleted and created again as a lead, the number is not contacted.
  await rows(sql`DELETE FROM leads WHERE id = ${leaver.id}`);
  await buildLead(user.id, { whatsapp: leaver.whatsapp });
  const again = await start(user, { num_leads: 5, messages: ["De novo"] });
  expect(again).toMatchObject({ status: 400, body: { code: "invalid_input" } });
});

test("numbers whose reply a person has yet to judge are left out, also while the campaign runs", async () => {
  const [user, other] = [await buildUser(), await buildUser()];
  const chosen = [await buildLead(user.id), await buildLead(user.id)];
  const flagged = await buildLead(user.id);
  const instance = await pairWhatsapp(api, sandbox, user);
  const review = (ownerId: number, phone: string | null) =>
    execute(
      sql`INSERT INTO opt_out_reviews (owner_id, phone_key, words, provider_message_id, said_at)
          VALUES (${ownerId}, ${getPhoneKey(phone)}, 'pare de mandar e-mail', 'M', now())`,
    );
  await review(user.id, flagged.whatsapp);
  // Another account's question says nothing here.
  for (const lead of chosen) await review(other.id, lead.whatsapp);
  const slow = {
    target: "evolution",
    path: `sendText/${instance}`,
    kind: "latency",
    delayMs: 3_000,
  };
  await sandbox.control("POST", "/faults", { ...slow, times: 1 });
  await start(user, { num_leads: 3, messages: ["Oi"] });
  const sending = await until(
    async () =>
      (
        await rows<{ lead_id: number }>(
          sql`SELECT lead_id FROM campaign_recipients WHERE owner_id = ${user.id} AND state = 'sending'`,
        )
      )[0],
    "the first message to be under way",
  );
  const next = chosen.find(({ id }) => id !== sending.lead_id);
  await review(user.id, next?.whatsapp ?? null);
  await ended(user);
  expect(await readLedger(sandbox, instance)).toHaveLength(1);
  expect(
    await rows(
      sql`SELECT lead_id, detail FROM campaign_recipients WHERE owner_id = ${user.id} AND state = 'skipped'`,
    ),
  ).toEqual([{ lead_id: next?.id, detail: "Pode ter pedido para sair: decida na conversa" }]);
  expect(
    await rows(
      sql`SELECT 1 FROM campaign_recipients WHERE owner_id = ${user.id} AND lead_id = ${flagged.id}`,
    ),
  ).toEqual([]);
});

test("one run at a time: of twenty simultaneous starts one is accepted", async () => {
  const user = await buildUser();
  for (let lead = 0; lead < 30; lead += 1) await buildLead(user.id);
  const instance = await pairWhatsapp(api, sandbox, user);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => start(user, { num_leads: 3, messages: ["Oi"] })),
  );
  const refused = answers.filter(({ status }) => status !== 202);
  expect(refused.map(({ body }) => body.code)).toEqual(Array(19).fill("prospecting_active"));
  expect(refused[0]?.status).toBe(409);
  expect(refused[0]?.body).toMatchObject({
    error:
      "Another prospecting process is active, wait for it to finish before starting a new one.",
  });
  await ended(user);
  expect(await readLedger(sandbox, instance)).toHaveLength(3);
});

test("stop takes effect before the next message", async () => {
  const user = await buildUser();
  for (let lead = 0; lead < 60; lead += 1) await buildLead(user.id);
  const instance = await pairWhatsapp(api, sandbox, user);
  await sandbox.control("POST", "/faults", {
    target: "evolution",
    path: `sendText/${instance}`,
    kind: "latency",
    delayMs: 50,
  });
  const { body } = await start(user, { num_leads: 60, messages: ["Oi"] });
  await until(async () => (await readLedger(sandbox, instance)).length >= 3, "the first messages");
  const stop = await callApi(
    api,
    activities.stop,
    { params: { id: body.activity_id } },
    user.headers,
  );
  expect(stop.status).toBe(200);
  const sentAtStop = (await readLedger(sandbox, instance)).length;
  expect(await ended(user)).toMatchObject({ status: "stopped" });
  expect((await readLedger(sandbox, instance)).length).toBeLessThanOrEqual(sentAtStop + 1);
  const over = await callApi(
    api,
    activities.stop,
    { params: { id: body.activity_id } },
    user.headers,
  );
  expect(over).toMatchObject({ status: 409, body: { code: "activity_over" } });
  await sandbox.control("DELETE", "/faults");
});

test("a number without WhatsApp fails alone; a 429 is waited for and nothing is sent twice", async () => {
  const user = await buildUser();
  const missing = await buildLead(user.id);
  for (let lead = 0; lead < 4; lead += 1) await buildLead(user.id);
  await sandbox.control("PUT", `/phones/${missing.whatsapp}`, { behaviour: "missing" });
  const instance = await pairWhatsapp(api, sandbox, user);
  await sandbox.control("POST", "/faults", {
    target: "evolution",
    path: `sendText/${instance}`,
    kind: "status",
    status: 429,
    retryAfterSeconds: 1,
    times: 2,
  });
  await start(user, { num_leads: 5, messages: ["Oi"] });
  expect(await ended(user)).toMatchObject({
    status: "completed",
    sent: 4,
    failed: 1,
    error_message: null,
  });
  const sent = await readLedger(sandbox, instance);
  expect(new Set(sent.map(({ toKey }) => toKey)).size).toBe(sent.length);
  expect(sent).toHaveLength(4);
});

test("a lost response is settled by a lookup, not by sending again", async () => {
  const user = await buildUser();
  for (let lead = 0; lead < 3; lead += 1) await buildLead(user.id);
  const instance = await pairWhatsapp(api, sandbox, user);
  await sandbox.control("POST", "/faults", {
    target: "evolution",
    path: `sendText/${instance}`,
    kind: "lost-answer",
    times: 1,
  });
  await start(user, { num_leads: 3, messages: ["Oi {{empresa}}"] });
  // The run pauses for half a minute, for the provider to recover: end the pause in the row.
  await until(async () => {
    const rested = await execute(
      sql`UPDATE campaign_runs SET next_send_at = now() - interval '1 minute', resume_at = NULL
          WHERE owner_id = ${user.id} AND notice IS NOT NULL AND lease_until IS NULL`,
    );
    return rested === 1;
  }, "the run to rest");
  await ageSends(user.id);
  expect(await ended(user)).toMatchObject({ status: "completed", sent: 3, unknown: 0 });
  expect(await readLedger(sandbox, instance)).toHaveLength(3);
}, 60_000);
