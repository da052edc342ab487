import { randomInt } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { activities } from "@/lib/contracts/campaigns/activities";
import { campaigns, type StartProspecting } from "@/lib/contracts/campaigns/campaigns";
import { chat } from "@/lib/contracts/messaging/chat";
import { ownNumbers } from "@/lib/contracts/messaging/numbers";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { pauseNextRuns } from "@/server/campaigns/campaigns/due-campaigns.repository";
import { campaignRunWork } from "@/server/campaigns/campaigns/engine/campaign-delivery.service";
import { startDueCampaigns } from "@/server/campaigns/campaigns/plan/campaign-schedule.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { buildUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { buildSeller, type Seller } from "@/tests/support/campaign-work";
import { runApi, runSandbox } from "@/tests/support/running";
import { pairWhatsapp, readLedger } from "@/tests/support/whatsapp";

const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });
const never = new AbortController().signal;

let seller: Seller;
/** The account's numbers, the default one first, with their names at the provider. */
let numbers: { id: number; instance: string }[];

const newPhone = () => `55119${randomInt(70_000_000, 99_999_999)}`;
const call: typeof callApi = (...args) => callApi(...args);

beforeEach(async () => {
  seller = await buildSeller(api, sandbox, 9, newPhone());
  const { body } = await call(api, ownNumbers.list, {}, seller.user.headers);
  numbers = [{ id: body.numbers[0]?.id ?? 0, instance: seller.instance }];
  for (const name of ["Campanhas", "Reserva"]) {
    const created = await call(
      api,
      ownNumbers.create,
      { body: { name, colour: null } },
      seller.user.headers,
    );
    const { id } = created.body.number;
    const instance = await pairWhatsapp(api, sandbox, seller.user, newPhone(), { numberId: id });
    numbers.push({ id, instance });
  }
});

const idOf = (at: number) => numbers[at]?.id ?? 0;
const start = (body: Partial<StartProspecting> = {}) =>
  call(
    api,
    campaigns.start,
    {
      body: { num_leads: 210, messages: ["Oi"], number_ids: numbers.map(({ id }) => id), ...body },
    },
    seller.user.headers,
  );
async function begin(body: Partial<StartProspecting> = {}): Promise<number> {
  const answer = await start(body);
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  return answer.body.activity_id;
}

const runsOf = (campaignId: number) =>
  rows<{ id: number; instance_id: number | null; status: string; kind: string }>(
    sql`SELECT id, instance_id, status, kind FROM campaign_runs WHERE campaign_id = ${campaignId} ORDER BY id`,
  );
const recipientsOf = (campaignId: number) =>
  rows<{ number: string; state: string; instance_id: number; lead_id: number }>(
    sql`SELECT p.number, p.state, r.instance_id, p.lead_id FROM campaign_recipients p JOIN campaign_runs r ON r.id = p.run_id
        WHERE r.campaign_id = ${campaignId} ORDER BY p.id`,
  );
/** Lets each of the campaign's runs, or that of one number, send its next message. */
async function work(campaignId: number, only?: number): Promise<void> {
  await execute(sql`UPDATE number_paces SET next_send_at = now() - interval '1 millisecond'`);
  for (const { id, instance_id } of await runsOf(campaignId)) {
    if (only !== undefined && instance_id !== only) continue;
    await execute(
      sql`UPDATE campaign_runs SET next_send_at = NULL, resume_at = NULL WHERE id = ${id}`,
    );
    await workOnRow(campaignRunWork, id, never);
  }
}
async function workToEnd(campaignId: number): Promise<void> {
  for (let round = 0; round < 30; round += 1) {
    const open = (await runsOf(campaignId)).filter(({ status }) => status !== "completed");
    if (open.length === 0) return;
    await work(campaignId);
  }
}
/** To whom each number wrote, by its place. */
const sentBy = () =>
  Promise.all(
    numbers.map(async ({ instance }) =>
      (await readLedger(sandbox, instance)).map(({ toKey }) => toKey),
    ),
  );
const show = async (id: number) =>
  (await call(api, activities.get, { params: { id } }, seller.user.headers)).body;

test("its people are shared by its numbers, and each hears from one of them", async () => {
  const id = await begin({ messages: ["Oi", "Olá"] });
  const planned = await recipientsOf(id);
  for (const { id: number } of numbers) {
    expect(planned.filter(({ instance_id }) => instance_id === number).length).toBeGreaterThan(1);
  }
  await workToEnd(id);
  const sent = await sentBy();
  expect(sent.flat()).toHaveLength(9);
  expect(new Set(sent.flat()).size).toBe(9);
  for (const each of sent) expect(each.length).toBeGreaterThan(0);
  const { activity, runs } = await show(id);
  expect(activity).toMatchObject({ status: "completed", sent: 9, repeats_completed: 1 });
  expect(activity.number_ids).toEqual(numbers.map(({ id: number }) => number));
  expect(activity.by_number.map(({ sent: count }) => count)).toEqual(
    sent.map(({ length }) => length),
  );
  expect(runs.map(({ number_id }) => number_id)).toEqual(activity.number_ids);
  const ends = await rows(
    sql`SELECT 1 FROM events WHERE owner_id = ${seller.user.id} AND event_type = 'campaign_completed'`,
  );
  expect(ends).toHaveLength(1);
});

test("who has talked with a number hears from that one again", async () => {
  const known = seller.leads[0];
  await call(
    api,
    chat.send,
    { body: { to: `${known?.whatsapp}~${idOf(2)}`, content: "Bom dia" } },
    seller.user.headers,
  );
  const id = await begin({ repeat_leads: true });
  const planned = await recipientsOf(id);
  expect(planned.find(({ lead_id }) => lead_id === known?.id)?.instance_id).toBe(idOf(2));
  await workToEnd(id);
  expect((await sentBy())[2]).toContain(known?.whatsapp);
});

test("the untouched people of a restricted number are written to by the others, those in talk wait", async () => {
  const known = seller.leads[0];
  await call(
    api,
    chat.send,
    { body: { to: `${known?.whatsapp}~${idOf(1)}`, content: "Bom dia" } },
    seller.user.headers,
  );
  const id = await begin({ repeat_leads: true });
  await execute(
    sql`UPDATE whatsapp_instances SET restricted_until = now() + interval '1 day' WHERE id = ${idOf(1)}`,
  );
  for (let round = 0; round < 12; round += 1) await work(id);
  const [first, restricted, third] = await sentBy();
  expect(restricted).toEqual([known?.whatsapp]);
  expect((first?.length ?? 0) + (third?.length ?? 0)).toBe(8);
  const left = (await recipientsOf(id)).filter(({ state }) => state === "pending");
  expect(left).toMatchObject([{ lead_id: known?.id, instance_id: idOf(1) }]);
  const { activity } = await show(id);
  expect(activity).toMatchObject({ status: "running" });
  expect(activity.by_number).toMatchObject([
    { status: "completed" },
    { status: "running", waits_for: "restricted", total: 1 },
    { status: "completed" },
  ]);
});

test("a number that gives up leaves its untouched people to another", async () => {
  const id = await begin();
  await call(api, whatsapp.disconnect, { query: { number_id: idOf(1) } }, seller.user.headers);
  await execute(
    sql`UPDATE campaign_runs SET trouble_since = now() - interval '25 hours' WHERE campaign_id = ${id} AND instance_id = ${idOf(1)}`,
  );
  await work(id, idOf(1));
  const ended = (await runsOf(id)).find(({ instance_id }) => instance_id === idOf(1));
  expect(ended?.status).toBe("error");
  expect((await recipientsOf(id)).every(({ state }) => state === "pending")).toBe(true);
  await workToEnd(id);
  const sent = await sentBy();
  expect(sent[1]).toEqual([]);
  expect(new Set(sent.flat()).size).toBe(9);
});

test("not even the last person of a number that was just restricted is left", async () => {
  const id = await begin({ num_leads: 2, number_ids: [idOf(0), idOf(1)] });
  await execute(
    sql`UPDATE whatsapp_instances SET restricted_until = now() + interval '1 day' WHERE id = ${idOf(1)}`,
  );
  // The restricted one has not noticed yet.
  for (let round = 0; round < 3; round += 1) await work(id, idOf(0));
  expect((await sentBy())[0]).toHaveLength(2);
});

test("one that waits for tomorrow hands over, and one alone keeps its last", async () => {
  const id = await begin();
  await execute(
    sql`UPDATE campaign_runs SET next_send_at = now() + interval '1 day' WHERE campaign_id = ${id} AND instance_id = ${idOf(2)}`,
  );
  for (let round = 0; round < 10; round += 1) {
    await work(id, idOf(0));
    await work(id, idOf(1));
  }
  const sent = await sentBy();
  expect(sent[2]).toEqual([]);
  expect(sent.flat()).toHaveLength(9);
});

describe("at the same time", () => {
  test("two campaigns by different numbers write to nobody twice", async () => {
    const answers = await Promise.all([
      start({ number_ids: [idOf(0)] }),
      start({ number_ids: [idOf(1)] }),
    ]);
    const counts = answers.map(({ status, body }) => (status === 202 ? body.recipients : 0));
    expect(counts.reduce((sum: number, count) => sum + (count ?? 0), 0)).toBe(9);
    for (const { status, body } of answers) if (status === 202) await workToEnd(body.activity_id);
    const sent = (await sentBy()).flat();
    expect(sent).toHaveLength(9);
    expect(new Set(sent).size).toBe(9);
  });

  test("a number has one of them", async () => {
    await begin({ number_ids: [idOf(0)], num_leads: 2 });
    expect((await start({ number_ids: [idOf(1), idOf(0)] })).body).toMatchObject({
      code: "prospecting_active",
    });
    expect((await start({ number_ids: [idOf(1), idOf(2)] })).status).toBe(202);
  });
});

test("it is paused, continued, stopped and undone by all of its numbers", async () => {
  const id = await begin();
  const act = (what: "pause" | "resume" | "stop") =>
    call(api, activities[what], { params: { id } }, seller.user.headers);
  expect((await act("pause")).status).toBe(200);
  await work(id);
  expect((await sentBy()).flat()).toEqual([]);
  expect((await show(id)).activity.by_number.map(({ paused }) => paused)).toEqual([
    true,
    true,
    true,
  ]);
  expect((await act("resume")).status).toBe(200);
  expect((await act("stop")).body.activity.status).toBe("stopped");
  expect((await runsOf(id)).map(({ status }) => status)).toEqual(Array(3).fill("stopped"));
  const other = await begin({ undo_seconds: 10 });
  const undone = await call(
    api,
    activities.undoStart,
    { params: { id: other } },
    seller.user.headers,
  );
  expect(undone.status).toBe(200);
  expect(await runsOf(other)).toEqual([]);
});

describe("what failed", () => {
  test("is sent again by the number that tried, and the counts by number add up", async () => {
    const id = await begin();
    // As WhatsApp refuses a message before there is a conversation.
    await execute(
      sql`UPDATE campaign_recipients p SET state = 'failed', cause = 'refused', claimed_at = now(), settled_at = now(), attempts = 1
          FROM campaign_runs r WHERE r.id = p.run_id AND r.campaign_id = ${id}`,
    );
    await workToEnd(id);
    const failed = await recipientsOf(id);
    const again = await call(api, activities.retryFailed, { params: { id } }, seller.user.headers);
    expect(again.body).toMatchObject({ recipients: 9 });
    // The others do not take over from the one that is slow.
    for (let round = 0; round < 3; round += 1) await work(id, idOf(0));
    await workToEnd(id);
    const tried = new Map(failed.map(({ number, instance_id }) => [number, instance_id]));
    const sent = (await recipientsOf(id)).filter(({ state }) => state === "sent");
    expect(sent).toHaveLength(9);
    for (const { number, instance_id } of sent) expect(instance_id).toBe(tried.get(number));
    const { activity } = await show(id);
    expect(activity.sent).toBe(9);
    expect(activity.by_number.reduce((sum, part) => sum + part.sent, 0)).toBe(9);
  });
});

describe("a number that fails when the others are nearly done", () => {
  test("leaves them its last person too", async () => {
    const id = await begin({ num_leads: 8, number_ids: [idOf(0), idOf(1)] });
    for (let round = 0; round < 12; round += 1) await work(id, idOf(0));
    expect((await sentBy())[0]).toHaveLength(7);
    await call(api, whatsapp.disconnect, { query: { number_id: idOf(1) } }, seller.user.headers);
    await execute(
      sql`UPDATE campaign_runs SET trouble_since = now() - interval '25 hours' WHERE campaign_id = ${id} AND instance_id = ${idOf(1)}`,
    );
    await work(id, idOf(1));
    await work(id, idOf(0));
    expect((await sentBy())[0]).toHaveLength(8);
    const { activity } = await show(id);
    const [event] = await rows<{ metadata: object }>(
      sql`SELECT metadata FROM events WHERE owner_id = ${seller.user.id} AND event_type = 'campaign_completed'`,
    );
    expect(activity).toMatchObject({ status: "error", sent: 8, not_reached: 0 });
    expect(event?.metadata).toMatchObject({ status: "error" });
  });

  test("and is stopped, is shown as stopped", async () => {
    const id = await begin({ num_leads: 2, number_ids: [idOf(0), idOf(1)] });
    const talk = (await recipientsOf(id)).find(({ instance_id }) => instance_id === idOf(1));
    await call(
      api,
      chat.send,
      { body: { to: `${talk?.number}~${idOf(1)}`, content: "Bom dia" } },
      seller.user.headers,
    );
    await work(id, idOf(0));
    const stopped = await call(api, activities.stop, { params: { id } }, seller.user.headers);
    expect(stopped.body.activity.status).toBe("stopped");
  });
});

test("one that was planned before a restored backup begins paused, however often it had to wait", async () => {
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const plan = async (body: Partial<StartProspecting>) =>
    (await start({ scheduled: true, scheduled_datetime: at, ...body })).body.activity_id;
  const first = await plan({ number_ids: [idOf(1)], num_leads: 1 });
  const second = await plan({ number_ids: [idOf(0), idOf(1)] });
  await execute(
    sql`UPDATE campaigns SET next_run_at = now() - make_interval(secs => CASE id WHEN ${first} THEN 2 ELSE 1 END)
        WHERE id IN (${first}, ${second})`,
  );
  await pauseNextRuns("Olhe antes");
  await startDueCampaigns.run();
  expect(await runsOf(second)).toEqual([]);
  await call(api, activities.stop, { params: { id: first } }, seller.user.headers);
  await startDueCampaigns.run();
  expect((await show(second)).activity.by_number).toMatchObject([
    { paused: true },
    { paused: true },
  ]);
});

test("a scheduled one waits for all of its numbers, and goes out by those that are left", async () => {
  const running = await begin({ number_ids: [idOf(1)], num_leads: 1 });
  const later = await start({
    scheduled: true,
    scheduled_datetime: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const id = later.body.activity_id;
  const due = () =>
    execute(sql`UPDATE campaigns SET next_run_at = now() - interval '1 second' WHERE id = ${id}`);
  await due();
  await startDueCampaigns.run();
  expect(await runsOf(id)).toEqual([]);
  await workToEnd(running);
  await call(api, ownNumbers.remove, { params: { id: idOf(2) } }, seller.user.headers);
  await startDueCampaigns.run();
  expect((await runsOf(id)).map(({ instance_id }) => instance_id)).toEqual([idOf(0), idOf(1)]);
});

test("none starts while one of its numbers is disconnected, which is named", async () => {
  await call(api, whatsapp.disconnect, { query: { number_id: idOf(1) } }, seller.user.headers);
  const refused = await start();
  expect(refused.body).toMatchObject({
    code: "whatsapp_disconnected",
    error: expect.stringContaining("Campanhas"),
  });
});

test("what it would take is shared by the account's own numbers alone", async () => {
  const stranger = await buildUser({ plan: "pro" });
  await pairWhatsapp(api, sandbox, stranger, newPhone());
  const theirs = (await call(api, ownNumbers.list, {}, stranger.headers)).body.numbers[0]?.id ?? 0;
  const pacing = { pause_min_seconds: 600, pause_max_seconds: 600 };
  const minutes = async (number_ids: number[]) => {
    const body = { num_leads: 9, pacing, number_ids };
    const answer = await call(api, campaigns.audience, { body }, seller.user.headers);
    return Math.round((Date.parse(answer.body.ends_at ?? "") - Date.now()) / 60_000);
  };
  const [alone, together] = [await minutes([idOf(0)]), await minutes([idOf(0), idOf(1), idOf(2)])];
  expect(together).toBeLessThan(alone);
  expect(await minutes([idOf(0), theirs])).toBe(alone);
});
