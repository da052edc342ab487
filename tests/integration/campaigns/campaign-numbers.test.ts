import { randomInt } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { activities } from "@/lib/contracts/campaigns/activities";
import { campaigns, type StartProspecting } from "@/lib/contracts/campaigns/campaigns";
import { chat } from "@/lib/contracts/messaging/chat";
import { ownNumbers } from "@/lib/contracts/messaging/numbers";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { until } from "@/sandbox/testing";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import {
  ageSend,
  buildSeller,
  findRun,
  passTime,
  type Seller,
  setPhone,
  startCampaign,
  statesOf,
  workOn,
} from "@/tests/support/campaign-work";
import { runApi, runSandbox } from "@/tests/support/running";
import { pairWhatsapp, readLedger } from "@/tests/support/whatsapp";

const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });

let seller: Seller;
/** A second number of the account, and its name at the provider. */
let second: { id: number; instance: string };

const newPhone = () => `55119${randomInt(70_000_000, 99_999_999)}`;
beforeEach(async () => {
  seller = await buildSeller(api, sandbox, 2, newPhone());
  const { body } = await callApi(
    api,
    ownNumbers.create,
    { body: { name: "Campanhas", colour: null } },
    seller.user.headers,
  );
  const { id } = body.number;
  const instance = await pairWhatsapp(api, sandbox, seller.user, newPhone(), { numberId: id });
  second = { id, instance };
});

const sent = async () => ({
  first: (await readLedger(sandbox, seller.instance)).length,
  second: (await readLedger(sandbox, second.instance)).length,
});
const start = (body: Partial<StartProspecting>, by = seller.user) =>
  callApi(api, campaigns.start, { body: { num_leads: 10, messages: ["Oi"], ...body } }, by.headers);

test("a campaign goes out by the number that was chosen, and its receipts count", async () => {
  for (const { whatsapp: number } of seller.leads) await setPhone(sandbox, number, "reads");
  let run = await startCampaign(api, seller, { number_ids: [second.id] });
  for (const _lead of seller.leads) {
    await passTime(run);
    await execute(sql`UPDATE number_paces SET next_send_at = now() - interval '1 millisecond'`);
    run = await workOn(run);
  }
  expect(await sent()).toEqual({ first: 0, second: 2 });
  const { body } = await callApi(
    api,
    activities.get,
    { params: { id: run.campaign_id } },
    seller.user.headers,
  );
  expect(body.activity).toMatchObject({ number_ids: [second.id], sent: 2, by_number: [] });
  await until(async () => {
    const found = await callApi(
      api,
      activities.get,
      { params: { id: run.campaign_id } },
      seller.user.headers,
    );
    return found.body.activity.delivered === 2;
  }, "both to be delivered");
  const talks = await rows(
    sql`SELECT DISTINCT instance_id FROM conversations WHERE owner_id = ${seller.user.id}`,
  );
  expect(talks).toEqual([{ instance_id: second.id }]);
});

test("it waits while its number is disconnected, whatever the others are", async () => {
  const run = await startCampaign(api, seller, { number_ids: [second.id] });
  await callApi(api, whatsapp.disconnect, { query: { number_id: second.id } }, seller.user.headers);
  expect((await workOn(run)).status).toBe("running");
  expect(await sent()).toEqual({ first: 0, second: 0 });
  expect((await start({ number_ids: [second.id] })).body).toMatchObject({
    code: expect.stringMatching(/prospecting_active|whatsapp_disconnected/),
  });
});

test("who was written to, or wrote, by another number meanwhile is left out", async () => {
  const [one, two] = seller.leads.map(({ whatsapp: number }) => number ?? "");
  const run = await startCampaign(api, seller, { number_ids: [second.id] });
  await callApi(
    api,
    chat.send,
    { body: { to: one ?? "", content: "Oi, tudo bem?" } },
    seller.user.headers,
  );
  await sandbox.control("POST", `/phones/${two}/reply`, {
    instance: seller.instance,
    text: "Quanto custa?",
  });
  await until(
    async () =>
      (
        await rows(
          sql`SELECT 1 FROM messages WHERE owner_id = ${seller.user.id} AND direction = 'in'`,
        )
      ).length > 0,
    "the answer to be stored",
  );
  await passTime(run);
  const ended = await workOn(run);
  expect(ended.status).toBe("completed");
  expect((await sent()).second).toBe(0);
  expect((await statesOf(run)).map(({ state }) => state)).toEqual(["skipped", "skipped"]);
});

test("an outcome that was lost is asked of the number that sent it", async () => {
  await sandbox.control("PUT", "/settings", { honourMessageId: true });
  await sandbox.control("POST", "/faults", {
    target: "evolution",
    path: `sendText/${second.instance}`,
    kind: "failed-after",
    times: 1,
  });
  const run = await startCampaign(api, seller, { number_ids: [second.id], num_leads: 1 });
  await workOn(run);
  expect(await statesOf(run)).toMatchObject([{ state: "sending" }]);
  await callApi(
    api,
    ownNumbers.update,
    { params: { id: second.id }, body: { is_default: true } },
    seller.user.headers,
  );
  await ageSend(run);
  await workOn(await findRun(run.campaign_id));
  const stored = await rows(
    sql`SELECT instance_id FROM messages WHERE owner_id = ${seller.user.id} AND direction = 'out'`,
  );
  expect(stored).toEqual([{ instance_id: second.id }]);
  expect(await sent()).toEqual({ first: 0, second: 1 });
});

test("no other account's number, and none that was removed, can be chosen", async () => {
  const other = await buildUser({ plan: "pro" });
  await pairWhatsapp(api, sandbox, other, newPhone());
  const [foreign] = (await callApi(api, ownNumbers.list, {}, other.headers)).body.numbers;
  const refused = { status: 400, body: { fields: { number_ids: expect.any(String) } } };
  expect(await start({ number_ids: [foreign?.id ?? 0] })).toMatchObject(refused);
  await callApi(api, ownNumbers.remove, { params: { id: second.id } }, seller.user.headers);
  expect(await start({ number_ids: [second.id] })).toMatchObject(refused);
});

test("where its number is removed the default one goes on", async () => {
  const run = await startCampaign(api, seller, { number_ids: [second.id], num_leads: 1 });
  await callApi(api, ownNumbers.remove, { params: { id: second.id } }, seller.user.headers);
  await workOn(run);
  expect(await sent()).toEqual({ first: 1, second: 0 });
});

test("a campaign keeps the number that was the default one when it was started", async () => {
  const run = await startCampaign(api, seller, { num_leads: 1 });
  await callApi(
    api,
    ownNumbers.update,
    { params: { id: second.id }, body: { is_default: true } },
    seller.user.headers,
  );
  await workOn(run);
  expect(await sent()).toEqual({ first: 1, second: 0 });
});
