import { expect, test } from "vitest";
import { activities } from "@/lib/contracts/campaigns/activities";
import { campaigns, type StartProspecting } from "@/lib/contracts/campaigns/campaigns";
import { chat } from "@/lib/contracts/messaging/chat";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { getSaoPauloDay, getSaoPauloDayBounds } from "@/lib/domain/time/sao-paulo-day";
import { until } from "@/sandbox/testing";
import { returnToPending } from "@/server/campaigns/campaigns/delivery.repository";
import { startDueCampaigns } from "@/server/campaigns/campaigns/plan/campaign-schedule.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import {
  buildSeller as buildSellerAt,
  findRun,
  passTime,
  type Seller,
  setPhone as setPhoneAt,
  startCampaign,
  statesOf,
  workOn,
} from "@/tests/support/campaign-work";
import { runWithCaution } from "@/tests/support/environments";
import { openStream } from "@/tests/support/event-stream";
import { runApi, runSandbox } from "@/tests/support/running";
import { pairWhatsapp, readLedger } from "@/tests/support/whatsapp";

runWithCaution();

/** The test is the worker: a run advances only where it says so. */
const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });
const HOUR_MS = 3_600_000;

const buildSeller = (leadCount: number) => buildSellerAt(api, sandbox, leadCount);
const setPhone = (number: string | null | undefined, behaviour: string) =>
  setPhoneAt(sandbox, number, behaviour);
const start = (seller: Seller, body?: Partial<StartProspecting>) =>
  startCampaign(api, seller, body);

test("who wrote, was written to, left, was flagged or deleted since the run was made is passed over, with the reason", async () => {
  const seller = await buildSeller(7);
  const run = await start(seller);
  const [wrote, written, left, flagged, deleted, marked] = seller.leads;
  await sandbox.control("POST", `/phones/${wrote?.whatsapp}/reply`, {
    instance: seller.instance,
    text: "Vocês ligaram?",
  });
  const to = written?.whatsapp ?? "";
  await callApi(api, chat.send, { body: { to, content: "Escrevi à mão" } }, seller.user.headers);
  const { id: ownerId } = seller.user;
  await execute(
    sql`INSERT INTO opt_outs (owner_id, phone_key, source) SELECT owner_id, phone_key, 'person' FROM leads WHERE id = ${left?.id}`,
  );
  await execute(
    sql`INSERT INTO opt_out_reviews (owner_id, phone_key, provider_message_id, said_at, words)
        SELECT owner_id, phone_key, 'M', now(), 'não me mande mais boletos' FROM leads WHERE id = ${flagged?.id}`,
  );
  await execute(sql`DELETE FROM leads WHERE owner_id = ${ownerId} AND id = ${deleted?.id}`);
  await execute(sql`UPDATE leads SET status = 'opted_out' WHERE id = ${marked?.id}`);
  await waitForReply(seller);
  expect(await workOn(run)).toMatchObject({ status: "completed" });
  expect(await statesOf(run)).toEqual([
    { state: "skipped", cause: "answered" },
    { state: "skipped", cause: "contacted" },
    { state: "skipped", cause: "opted_out" },
    { state: "skipped", cause: "in_review" },
    { state: "skipped", cause: "lead_deleted" },
    { state: "skipped", cause: "opted_out" },
    { state: "sent", cause: null },
  ]);
});

async function waitForReply({ user }: Seller) {
  await expect
    .poll(() => rows(sql`SELECT 1 FROM messages WHERE owner_id = ${user.id} AND direction = 'in'`))
    .toHaveLength(1);
}

test("the daily cap of a campaign holds until tomorrow, the hourly one for an hour, and replies do not count", async () => {
  const seller = await buildSeller(5);
  const daily = await start(seller, { pacing: { daily_cap: 2 } });
  const held = await workOn(daily);
  expect(held).toMatchObject({
    status: "running",
    next_send_at: getSaoPauloDayBounds(new Date()).end,
    notice: expect.stringContaining("continua amanhã"),
  });
  expect(await readLedger(sandbox, seller.instance)).toHaveLength(2);
  // Its caps start again at midnight, and its window opens later: the later time is announced.
  const opens = new Date(`${getSaoPauloDay(new Date())}T15:00:00Z`);
  await execute(
    sql`UPDATE campaigns SET pacing = pacing || '{"window_from":"12:00"}' WHERE id = ${daily.campaign_id}`,
  );
  const read = async () =>
    (await callApi(api, activities.get, { params: { id: daily.campaign_id } }, seller.user.headers))
      .body.activity;
  expect(await read()).toMatchObject({
    next_send_at: new Date(opens.getTime() + 24 * HOUR_MS).toISOString(),
  });
  // A paused one announces no time, even if its row has one.
  await execute(
    sql`UPDATE campaign_runs SET paused_at = now() WHERE campaign_id = ${daily.campaign_id}`,
  );
  expect(await read()).toMatchObject({ paused: true, next_send_at: null });
  await callApi(api, activities.stop, { params: { id: daily.campaign_id } }, seller.user.headers);
  // Two went out in this hour: one more is allowed.
  const hourly = await start(seller, { pacing: { hourly_cap: 3 } });
  expect(await workOn(hourly)).toMatchObject({ notice: expect.stringContaining("por hora") });
  expect(await readLedger(sandbox, seller.instance)).toHaveLength(3);
  await execute(
    sql`UPDATE campaign_recipients SET claimed_at = claimed_at - interval '1 hour' WHERE owner_id = ${seller.user.id}`,
  );
  await passTime(hourly);
  expect(await workOn(hourly)).toMatchObject({ status: "completed", notice: null });
  const health = await callApi(api, campaigns.numberHealth, {}, seller.user.headers);
  expect(health.body).toMatchObject({ connected: true, last_hour: 2, paired_days: 0, sent: 5 });
});

test("nothing goes out outside the window, and a stop does not wait for it", async () => {
  const seller = await buildSeller(1);
  const minute = new Date(Date.now() - 3 * HOUR_MS).getUTCHours() * 60;
  const format = (at: number) => `${String(Math.floor(at / 60)).padStart(2, "0")}:00`;
  // An hour that is neither this one nor the next.
  const from = (minute + 3 * 60) % (23 * 60);
  const run = await start(seller, {
    pacing: { window_from: format(from), window_to: format(from + 60) },
  });
  const held = await workOn(run);
  expect(held).toMatchObject({ notice: expect.stringContaining("Fora do horário") });
  expect(held.next_send_at?.getUTCMinutes()).toBe(0);
  expect(await readLedger(sandbox, seller.instance)).toHaveLength(0);
  const stop = await callApi(
    api,
    activities.stop,
    { params: { id: run.campaign_id } },
    seller.user.headers,
  );
  expect(stop.body.activity).toMatchObject({ status: "stopped", skipped: 1 });
});

test("a run pauses when too many messages fail, and goes on when its owner says so", async () => {
  const seller = await buildSeller(8);
  for (const { whatsapp } of seller.leads.slice(0, 4)) await setPhone(whatsapp, "receives");
  await sandbox.control("POST", "/faults", {
    target: "evolution",
    path: "sendText",
    kind: "status",
    status: 400,
    times: 4,
  });
  const run = await start(seller);
  const paused = await workOn(run);
  expect(paused).toMatchObject({
    status: "running",
    paused_at: expect.any(Date),
    notice: expect.stringContaining("4 das últimas 4 mensagens falharam"),
  });
  const params = { id: run.campaign_id };
  const read = async () =>
    (await callApi(api, activities.get, { params }, seller.user.headers)).body;
  expect((await read()).activity).toMatchObject({ status: "running", paused: true, failed: 4 });
  // Nothing happens before a person decides.
  expect(await workOn(run)).toMatchObject({ paused_at: expect.any(Date) });
  const resumed = await callApi(api, activities.resume, { params }, seller.user.headers);
  expect(resumed.body.activity).toMatchObject({ paused: false, notice: null });
  expect(await workOn(run)).toMatchObject({ status: "completed" });
  expect((await read()).activity).toMatchObject({ sent: 4, failed: 4 });
});

test("a run pauses when too many people leave", async () => {
  const seller = await buildSeller(6);
  const run = await start(seller, { pacing: { daily_cap: 4 } });
  await workOn(run);
  await execute(
    sql`INSERT INTO opt_outs (owner_id, phone_key, source, created_at)
        SELECT owner_id, phone_key, 'reply', now() FROM campaign_recipients WHERE run_id = ${run.id} AND state = 'sent' LIMIT 3`,
  );
  await passTime(run);
  expect(await workOn(run)).toMatchObject({
    notice: expect.stringContaining("3 das últimas 4 pessoas pediram para sair"),
  });
  expect(await readLedger(sandbox, seller.instance)).toHaveLength(4);
});

const isConnected = async ({ user }: { user: TestUser }) =>
  (await callApi(api, whatsapp.instance, {}, user.headers)).body.data.connected;

test("a run without a connection waits and says so; after a day it ends, and another may start", async () => {
  const seller = await buildSeller(2);
  const run = await start(seller);
  const kind = "logged-out";
  await sandbox.control("POST", "/faults", {
    target: "evolution",
    kind,
    instance: seller.instance,
  });
  await until(async () => !(await isConnected(seller)), "the phone to be away");
  expect(await workOn(run)).toMatchObject({
    status: "running",
    notice: "WhatsApp desconectado: a prospecção continua quando você reconectar.",
  });
  await passTime(run);
  await execute(
    sql`UPDATE campaign_runs SET trouble_since = now() - interval '23 hours' WHERE id = ${run.id}`,
  );
  expect(await workOn(run)).toMatchObject({ status: "running" });
  await passTime(run);
  await execute(
    sql`UPDATE campaign_runs SET trouble_since = now() - interval '25 hours' WHERE id = ${run.id}`,
  );
  expect(await workOn(run)).toMatchObject({
    status: "error",
    error_message: expect.stringContaining("por 24 horas nada pôde ser enviado"),
  });
  expect(await statesOf(run)).toEqual(Array(2).fill({ state: "skipped", cause: "stopped" }));
  await pairWhatsapp(api, sandbox, seller.user);
  const again = await start(seller);
  expect(await workOn(again)).toMatchObject({ status: "completed" });
  expect(await readLedger(sandbox, seller.instance)).toHaveLength(2);
});

test("what goes back into the line is that recipient alone", async () => {
  const seller = await buildSeller(0);
  const { runId } = await buildCampaign(seller.user, {
    status: "running",
    recipients: ["pending", "pending"],
  });
  await execute(
    sql`UPDATE campaign_recipients SET state = 'sending', message_id = 'M' || id WHERE run_id = ${runId}`,
  );
  const [first] = await rows<{ id: number }>(
    sql`SELECT id FROM campaign_recipients WHERE run_id = ${runId} ORDER BY id LIMIT 1`,
  );
  await returnToPending(seller.user.id, first?.id ?? 0, new Date(), "de novo");
  expect(
    await rows(sql`SELECT state FROM campaign_recipients WHERE run_id = ${runId} ORDER BY id`),
  ).toEqual([{ state: "pending" }, { state: "sending" }]);
  const stranger = await buildUser();
  const [, second] = await rows<{ id: number }>(
    sql`SELECT id FROM campaign_recipients WHERE run_id = ${runId} ORDER BY id`,
  );
  await returnToPending(stranger.id, second?.id ?? 0, new Date(), "de novo");
  expect(await rows(sql`SELECT state FROM campaign_recipients WHERE id = ${second?.id}`)).toEqual([
    { state: "sending" },
  ]);
});

test("a due campaign starts once however many look, and its next time comes from the rule", async () => {
  const seller = await buildSeller(3);
  const due = new Date(Math.floor(Date.now() / 1_000) * 1_000 - HOUR_MS);
  const { id } = await buildCampaign(seller.user, { nextRunAt: due, recurrence: "daily" });
  await Promise.all(Array.from({ length: 10 }, () => startDueCampaigns.run()));
  const runs = await rows(
    sql`SELECT scheduled_for, status FROM campaign_runs WHERE campaign_id = ${id}`,
  );
  expect(runs).toEqual([{ scheduled_for: due, status: "pending" }]);
  const { body } = await callApi(api, activities.get, { params: { id } }, seller.user.headers);
  expect(body.activity).toMatchObject({
    scheduled_datetime: new Date(due.getTime() + 24 * HOUR_MS).toISOString(),
  });
  const run = await findRun(id);
  expect(await workOn(run)).toMatchObject({ status: "completed" });
  // To as many leads as it is for.
  expect(await statesOf(run)).toEqual([{ state: "sent", cause: null }]);
});

test("a run knows the request that it comes from: which started it, or scheduled it last", async () => {
  const seller = await buildSeller(1);
  const { headers } = seller.user;
  const requestOf = async (campaignId: number) => {
    const run = await findRun(campaignId);
    const [found] = await rows(sql`SELECT request_id FROM campaign_runs WHERE id = ${run.id}`);
    return found?.["request_id"];
  };
  const body = { num_leads: 210, messages: ["Oi"] };
  const started = await callApi(api, campaigns.start, { body }, headers);
  expect(started.status).toBe(202);
  expect(await requestOf(started.body.activity_id)).toBe(started.headers.get("x-request-id"));
  await workOn(await findRun(started.body.activity_id));

  const scheduled_datetime = new Date(Date.now() + 24 * HOUR_MS).toISOString();
  const later = { ...body, repeat_leads: true, scheduled: true, scheduled_datetime };
  const scheduled = await callApi(api, campaigns.start, { body: later }, headers);
  const { activity_id: id } = scheduled.body;
  await execute(
    sql`UPDATE campaigns SET next_run_at = now() - interval '1 minute' WHERE id = ${id}`,
  );
  await startDueCampaigns.run();
  expect(await requestOf(id)).toBe(scheduled.headers.get("x-request-id"));
});

test("a slot that has its run gets no other, and the next one comes", async () => {
  const seller = await buildSeller(1);
  const { id, runId } = await buildCampaign(seller.user, {
    status: "completed",
    nextRunAt: new Date(Date.now() - HOUR_MS),
    recurrence: "daily",
  });
  await execute(
    sql`UPDATE campaign_runs r SET scheduled_for = c.next_run_at FROM campaigns c WHERE r.id = ${runId} AND c.id = r.campaign_id`,
  );
  await startDueCampaigns.run();
  expect(
    await rows(
      sql`SELECT r.id, c.next_run_at > now() AS moved FROM campaign_runs r JOIN campaigns c ON c.id = r.campaign_id
          WHERE c.id = ${id}`,
    ),
  ).toEqual([{ id: runId, moved: true }]);
});

test("two campaigns due at once run one after the other, and one too late is recorded as missed", async () => {
  const seller = await buildSeller(2);
  const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * HOUR_MS);
  const first = await buildCampaign(seller.user, { nextRunAt: at(2) });
  const second = await buildCampaign(seller.user, { nextRunAt: at(1) });
  const late = await buildCampaign(seller.user, { nextRunAt: at(40), recurrence: "daily" });
  const stream = await openStream(api, seller.user);
  const toldOf = (id: number) =>
    expect
      .poll(() => stream.text.split("\n\n"))
      .toContainEqual(expect.stringMatching(new RegExp(`campaign\\.progress[^]*"id":${id}\\b`)));
  await startDueCampaigns.run();
  await toldOf(late.id);
  const runsOf = (id: number) =>
    rows<{ status: string; error_message: string | null }>(
      sql`SELECT status, error_message FROM campaign_runs WHERE campaign_id = ${id} ORDER BY scheduled_for`,
    );
  const started = [...(await runsOf(first.id)), ...(await runsOf(second.id))];
  // 40 and 16 hours ago are missed; the next is 8 hours ahead.
  expect(await runsOf(late.id)).toMatchObject([{ status: "missed" }, { status: "missed" }]);
  expect(started).toHaveLength(1);
  await workOn(await findRun(first.id));
  await startDueCampaigns.run();
  expect(await runsOf(second.id)).toHaveLength(1);
  const [listed] = (await callApi(api, activities.list, { query: {} }, seller.user.headers)).body
    .activities;
  expect(listed).toMatchObject({ id: late.id, status: "scheduled" });
  stream.text = "";
  await callApi(api, activities.cancel, { params: { id: late.id } }, seller.user.headers);
  await toldOf(late.id);
  stream.close();
});

test("a schedule of an account that is no longer PRO does not start, and says so", async () => {
  const seller = await buildSeller(1);
  const { id } = await buildCampaign(seller.user, {
    nextRunAt: new Date(Date.now() - 1_000),
    recurrence: "daily",
  });
  await execute(sql`UPDATE accounts SET plan = 'free' WHERE id = ${seller.user.id}`);
  await startDueCampaigns.run();
  const { body } = await callApi(api, activities.get, { params: { id } }, seller.user.headers);
  expect(body.activity).toMatchObject({
    status: "error",
    error_message: expect.stringContaining("é do plano PRO"),
  });
  expect(body.runs).toMatchObject([{ status: "missed" }]);
});
