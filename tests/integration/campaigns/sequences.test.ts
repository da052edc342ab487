import { expect, test } from "vitest";
import { activities } from "@/lib/contracts/campaigns/activities";
import { campaigns, type StartProspecting } from "@/lib/contracts/campaigns/campaigns";
import { steps } from "@/lib/contracts/campaigns/steps";
import { leadHistory } from "@/lib/contracts/leads/lead-history";
import { answers } from "@/lib/contracts/messaging/answers";
import { chat } from "@/lib/contracts/messaging/chat";
import { formatPhone } from "@/lib/domain/phone/telephone";
import { followPlan } from "@/server/campaigns/campaigns/plan/activities.service";
import { ownerOfRow } from "@/server/platform/actor";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildLead } from "@/tests/factories/leads";
import { buildUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import {
  buildSeller as buildSellerAt,
  findRun,
  type Seller,
  startCampaign,
  type WorkedRun,
  workOn,
} from "@/tests/support/campaign-work";
import { runApi, runSandbox } from "@/tests/support/running";
import { readLedger } from "@/tests/support/whatsapp";

/** The test is the worker: a run advances only where it says so, and days pass by moving what is due. */
const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });

const buildSeller = (leadCount: number) => buildSellerAt(api, sandbox, leadCount);
const SECOND = { messages: ["Conseguiu ver, {{empresa}}?"], wait_days: 3 };
const THIRD = { messages: ["Última tentativa", "Fecho por aqui"], wait_days: 2 };
const start = (seller: Seller, body: Partial<StartProspecting> = {}) =>
  startCampaign(api, seller, { steps: [SECOND, THIRD], ...body });

/** As if the days until the next step were over. */
async function passDays(run: WorkedRun): Promise<void> {
  await execute(
    sql`UPDATE campaign_recipients SET due_at = now() - interval '1 millisecond', not_before = now() - interval '1 millisecond'
        WHERE run_id = ${run.id} AND step > 1 AND state = 'pending'`,
  );
  await execute(
    sql`UPDATE campaign_runs SET next_send_at = NULL, resume_at = NULL WHERE id = ${run.id}`,
  );
}

const stepsOf = (run: WorkedRun) =>
  rows<{ step: number; state: string; cause: string | null }>(
    sql`SELECT step, state, cause FROM campaign_recipients WHERE run_id = ${run.id} ORDER BY phone_key, step`,
  );

const textsTo = async (seller: Seller, at: number) => {
  const key = seller.leads[at]?.whatsapp?.slice(-8) ?? "";
  const sent = await readLedger(sandbox, seller.instance);
  return sent.filter(({ toKey }) => toKey.endsWith(key)).map(({ text }) => text);
};

async function reply(seller: Seller, at: number, text = "Quem fala?"): Promise<void> {
  await sandbox.control("POST", `/phones/${seller.leads[at]?.whatsapp}/reply`, {
    instance: seller.instance,
    text,
  });
  await expect
    .poll(() =>
      rows(
        sql`SELECT 1 FROM messages m JOIN conversations v ON v.id = m.conversation_id
            JOIN leads l ON l.owner_id = v.owner_id AND l.phone_key = v.phone_key
            WHERE l.id = ${seller.leads[at]?.id} AND m.direction = 'in'`,
      ),
    )
    .not.toHaveLength(0);
}

test("whoever stays silent gets each step once, in order, and the campaign ends after the last", async () => {
  const seller = await buildSeller(2);
  const run = await start(seller);
  const following = await workOn(run);
  expect(following).toMatchObject({ status: "running", notice: null });
  expect(await stepsOf(run)).toEqual(
    [1, 2].flatMap(() => [
      { step: 1, state: "sent", cause: null },
      { step: 2, state: "pending", cause: null },
    ]),
  );
  // Nothing is due for days.
  expect(following.next_send_at?.getTime()).toBeGreaterThan(Date.now() + 24 * 3_600_000);
  await passDays(run);
  expect(await workOn(run)).toMatchObject({ status: "running" });
  await passDays(run);
  expect(await workOn(run)).toMatchObject({ status: "completed" });
  const texts = await textsTo(seller, 0);
  expect(texts.slice(0, 2)).toEqual(["Oi", expect.stringContaining("Conseguiu ver")]);
  expect(THIRD.messages).toContain(texts[2]);
  expect(texts).toHaveLength(3);
  expect(await readLedger(sandbox, seller.instance)).toHaveLength(6);
});

test("an answer ends what follows in the transaction that stores it", async () => {
  const seller = await buildSeller(2);
  const run = await start(seller);
  await workOn(run);
  await reply(seller, 0);
  const states = await rows<{ lead_id: number; state: string; cause: string | null }>(
    sql`SELECT lead_id, state, cause FROM campaign_recipients WHERE run_id = ${run.id} AND step = 2`,
  );
  expect(states).toEqual(
    expect.arrayContaining([
      { lead_id: seller.leads[0]?.id, state: "skipped", cause: "answered" },
      { lead_id: seller.leads[1]?.id, state: "pending", cause: null },
    ]),
  );
  const { body } = await callApi(
    api,
    leadHistory.list,
    { query: { show: "messages" }, params: { id: seller.leads[0]?.id ?? 0 } },
    seller.user.headers,
  );
  expect(
    body.history
      .filter(({ kind }) => kind === "campaign")
      .map(({ step, outcome, reason }) => ({ step, outcome, reason })),
  ).toEqual(
    expect.arrayContaining([
      { step: 2, outcome: "skipped", reason: "Respondeu" },
      { step: 1, outcome: "sent", reason: null },
    ]),
  );
  await passDays(run);
  await workOn(run);
  expect(await textsTo(seller, 0)).toHaveLength(1);
  expect(await textsTo(seller, 1)).toHaveLength(2);
});

test("a message by hand, an opt-out, a stage, a deletion and another number end it, with the reason", async () => {
  const seller = await buildSeller(6);
  const run = await start(seller);
  await workOn(run);
  const [written, left, won, deleted, corrected] = seller.leads;
  await callApi(
    api,
    chat.send,
    { body: { to: written?.whatsapp ?? "", content: "Escrevi à mão" } },
    seller.user.headers,
  );
  await execute(
    sql`INSERT INTO opt_outs (owner_id, phone_key, source) SELECT owner_id, phone_key, 'person' FROM leads WHERE id = ${left?.id}`,
  );
  await execute(sql`UPDATE leads SET status = 'closed' WHERE id = ${won?.id}`);
  await execute(sql`DELETE FROM leads WHERE id = ${deleted?.id}`);
  await execute(
    sql`UPDATE leads SET whatsapp = '5511933334444', phone_key = '551133334444' WHERE id = ${corrected?.id}`,
  );
  // Each person's line says so before the day comes.
  const { body } = await callApi(
    api,
    activities.recipients,
    { params: { id: run.campaign_id }, query: {} },
    seller.user.headers,
  );
  expect(body.recipients.map(({ follow_ups }) => follow_ups[0]?.ends)).toEqual([
    ...["contacted", "opted_out", "moved", "lead_deleted"],
    ...[null, null],
  ]);
  await passDays(run);
  await workOn(run);
  const second = await rows<{ lead_id: number; state: string; cause: string | null }>(
    sql`SELECT lead_id, state, cause FROM campaign_recipients WHERE run_id = ${run.id} AND step = 2 ORDER BY lead_id`,
  );
  expect(second.map(({ state, cause }) => `${state} ${cause}`)).toEqual([
    "skipped contacted",
    "skipped opted_out",
    "skipped moved",
    "skipped lead_deleted",
    "skipped number_changed",
    "sent null",
  ]);
});

test("a reaction is asked about: it goes on, or ends, on a person's word", async () => {
  const seller = await buildSeller(2);
  const run = await start(seller);
  await workOn(run);
  await execute(
    sql`INSERT INTO message_reactions (owner_id, instance_id, provider_message_id, phone_key, from_me, emoji, reacted_at)
        SELECT p.owner_id, i.id, p.provider_message_id, p.phone_key, false, '👍', now() FROM campaign_recipients p
        JOIN whatsapp_instances i ON i.owner_id = p.owner_id WHERE p.run_id = ${run.id} AND p.step = 1`,
  );
  await passDays(run);
  await workOn(run);
  expect((await stepsOf(run)).filter(({ step }) => step === 2)).toEqual([
    { step: 2, state: "pending", cause: "reacted" },
    { step: 2, state: "pending", cause: "reacted" },
  ]);
  const [first, second] = await rows<{ id: number }>(
    sql`SELECT id FROM campaign_recipients WHERE run_id = ${run.id} AND step = 2 ORDER BY id`,
  );
  const headers = seller.user.headers;
  const goOn = { params: { id: first?.id ?? 0 } };
  expect((await callApi(api, steps.goOn, goOn, headers)).status).toBe(200);
  expect((await callApi(api, steps.goOn, goOn, headers)).status).toBe(409);
  expect((await callApi(api, steps.end, { params: { id: second?.id ?? 0 } }, headers)).status).toBe(
    200,
  );
  await passDays(run);
  await workOn(run);
  expect(
    (await stepsOf(run))
      .filter(({ step }) => step === 2)
      .map(({ state }) => state)
      .sort(),
  ).toEqual(["sent", "skipped"]);
});

test("whoever calls after the first message is asked about before the next one", async () => {
  const seller = await buildSeller(2);
  // Of a hidden id that nobody has written from, the provider does not tell the number.
  const open = { behaviour: "receives", lid: false };
  await sandbox.control("PUT", `/phones/${seller.leads[0]?.whatsapp}`, open);
  const run = await start(seller, { steps: [SECOND] });
  await workOn(run);
  await sandbox.control("POST", `/phones/${seller.leads[0]?.whatsapp}/call`, {
    ...{ instance: seller.instance, id: `CALL${run.id}`, status: "offer" },
  });
  await expect
    .poll(() =>
      rows(
        sql`SELECT m.content FROM messages m JOIN conversations v ON v.id = m.conversation_id
            JOIN leads l ON l.owner_id = v.owner_id AND l.phone_key = v.phone_key
            WHERE l.id = ${seller.leads[0]?.id} AND m.kind = 'notice'`,
      ),
    )
    .toEqual([{ content: "Ligação recebida" }]);
  // WhatsApp names whole seconds: this one began before the run did.
  await execute(
    sql`UPDATE messages SET sent_at = (SELECT date_trunc('second', created_at) FROM campaign_runs WHERE id = ${run.id})
        WHERE owner_id = ${seller.user.id} AND kind = 'notice'`,
  );
  await passDays(run);
  await workOn(run);
  expect(await textsTo(seller, 0)).toHaveLength(1);
  expect(await textsTo(seller, 1)).toHaveLength(2);
  const [asked] = await rows<{ id: number; state: string; cause: string }>(
    sql`SELECT id, state, cause FROM campaign_recipients WHERE run_id = ${run.id} AND step = 2 AND state = 'pending'`,
  );
  expect(asked).toMatchObject({ cause: "reacted" });
  await callApi(api, steps.goOn, { params: { id: asked?.id ?? 0 } }, seller.user.headers);
  await passDays(run);
  expect(await workOn(run)).toMatchObject({ status: "completed" });
  expect(await textsTo(seller, 0)).toHaveLength(2);
});

test("another campaign may start while one only follows up, and takes nobody who waits for a step", async () => {
  const seller = await buildSeller(2);
  const run = await start(seller);
  await workOn(run);
  const fresh = await buildLead(seller.user.id);
  await sandbox.control("PUT", `/phones/${fresh.whatsapp}`, { behaviour: "receives" });
  const other = await startCampaign(api, seller, { messages: ["Outra"], repeat_leads: true });
  expect(
    await rows(sql`SELECT 1 FROM campaign_recipients WHERE run_id = ${other.id}`),
  ).toHaveLength(1);
  await workOn(other);
  const { body } = await callApi(api, activities.list, { query: {} }, seller.user.headers);
  expect(body.activities.map(({ status, following }) => [status, following])).toEqual([
    ["completed", false],
    ["running", true],
  ]);
});

test("a step that could not go out in time is not sent, and says so", async () => {
  const seller = await buildSeller(1);
  const run = await start(seller);
  await workOn(run);
  await execute(
    sql`UPDATE campaign_recipients SET due_at = now() - interval '20 days', not_before = now() - interval '1 millisecond'
        WHERE run_id = ${run.id} AND step = 2`,
  );
  await execute(sql`UPDATE campaign_runs SET next_send_at = NULL WHERE id = ${run.id}`);
  expect(await workOn(run)).toMatchObject({ status: "completed" });
  expect(await stepsOf(run)).toEqual([
    { step: 1, state: "sent", cause: null },
    { step: 2, state: "skipped", cause: "late" },
  ]);
});

test("a running sequence is changed: texts and waits of what is to come, a step more, a step less", async () => {
  const seller = await buildSeller(2);
  const run = await start(seller, { steps: [SECOND] });
  await workOn(run);
  const { headers } = seller.user;
  const params = { id: run.campaign_id };
  const before = await callApi(api, steps.list, { params }, headers);
  expect(before.body.steps).toMatchObject([{ step: 2, waiting: 2, sent: 0 }]);
  const changed = await callApi(
    api,
    steps.replace,
    { params, body: { steps: [{ messages: ["Novo texto"], wait_days: 1 }, THIRD] } },
    headers,
  );
  expect(changed.body).toMatchObject({ changed: 2, steps: [{ wait_days: 1 }, { step: 3 }] });
  await passDays(run);
  await workOn(run);
  expect(await textsTo(seller, 0)).toEqual(["Oi", "Novo texto"]);
  const removed = await callApi(
    api,
    steps.replace,
    { params, body: { steps: [{ messages: ["Novo texto"], wait_days: 1 }] } },
    headers,
  );
  expect(removed.body).toMatchObject({ changed: 2 });
  expect(await workOn(await findRun(run.campaign_id))).toMatchObject({ status: "completed" });
  expect(await textsTo(seller, 0)).toHaveLength(2);
});

test("who has had the last step goes on to one that is added while others still wait", async () => {
  const seller = await buildSeller(2);
  const run = await start(seller, { steps: [SECOND] });
  await workOn(run);
  // The first person's step is due, the second's is not.
  await execute(
    sql`UPDATE campaign_recipients SET due_at = now() - interval '1 millisecond', not_before = now() - interval '1 millisecond'
        WHERE run_id = ${run.id} AND step = 2 AND lead_id = ${seller.leads[0]?.id}`,
  );
  await execute(sql`UPDATE campaign_runs SET next_send_at = NULL WHERE id = ${run.id}`);
  await workOn(run);
  const { body } = await callApi(
    api,
    steps.replace,
    { params: { id: run.campaign_id }, body: { steps: [SECOND, THIRD] } },
    seller.user.headers,
  );
  expect(body.changed).toBe(1);
  await passDays(run);
  await workOn(run);
  expect(await textsTo(seller, 0)).toHaveLength(3);
  expect(await textsTo(seller, 1)).toHaveLength(2);
});

test("the report counts by step, and an answer is one to the last message before it", async () => {
  const seller = await buildSeller(3);
  const run = await start(seller, { steps: [SECOND] });
  await workOn(run);
  await reply(seller, 0);
  await passDays(run);
  await workOn(run);
  await reply(seller, 1);
  const params = { id: run.campaign_id };
  const { headers } = seller.user;
  const results = await callApi(api, activities.results, { params, query: {} }, headers);
  expect(results.body.summary).toMatchObject({ recipients: 3, sent: 3, answered: 2 });
  expect(results.body.steps).toMatchObject([
    { step: 1, variant: 1, sent: 3, answered: 1 },
    { step: 2, variant: 1, sent: 2, answered: 1 },
  ]);
  const list = await callApi(api, activities.recipients, { params, query: {} }, headers);
  expect(list.body.recipients.map(({ follow_ups }) => follow_ups[0])).toMatchObject([
    { step: 2, state: "skipped", cause: "answered" },
    { step: 2, state: "answered", sent_at: expect.any(String) },
    { step: 2, state: "delivered", due_at: null },
  ]);
});

test("steps are for PRO, for texts, and need an hour in which they may go out", async () => {
  const seller = await buildSeller(1);
  const refused = async (body: Partial<StartProspecting>, headers = seller.user.headers) =>
    (await callApi(api, campaigns.start, { body: { messages: ["Oi"], ...body } }, headers)).body;
  const free = await buildUser();
  expect(await refused({ steps: [SECOND] }, free.headers)).toMatchObject({ code: "pro_required" });
  expect(
    await refused({ steps: [{ ...SECOND, window_from: "12:00", window_to: "09:00" }] }),
  ).toMatchObject({ fields: { "steps.0.window_from": expect.any(String) } });
  expect(await refused({ steps: [{ ...SECOND, wait_days: 0 }] })).toMatchObject({
    fields: { "steps.0.wait_days": expect.any(String) },
  });
  expect(await refused({ steps: Array.from({ length: 5 }, () => SECOND) })).toMatchObject({
    fields: { steps: expect.stringContaining("5 passos") },
  });
});

test("with another number connected a sequence waits and asks, once for each number", async () => {
  const seller = await buildSeller(2);
  const run = await start(seller);
  await workOn(run);
  const wroteFirst = await rows<{ number: string }>(
    sql`SELECT number FROM whatsapp_instances WHERE owner_id = ${seller.user.id}`,
  );
  const connect = (number: string) =>
    execute(
      sql`UPDATE whatsapp_instances SET number = ${number} WHERE owner_id = ${seller.user.id}`,
    );
  const resume = () =>
    callApi(api, activities.resume, { params: { id: run.campaign_id } }, seller.user.headers);
  const waiting = async () => {
    await passDays(run);
    const { paused_at, notice } = await workOn(run);
    return paused_at ? notice : null;
  };
  await connect("5511988887777");
  const told = formatPhone(wroteFirst[0]?.number);
  expect(await waiting()).toContain(
    `A primeira mensagem saiu do número ${told}; continuar por este?`,
  );
  expect(await textsTo(seller, 0)).toEqual(["Oi"]);
  // A yes is about the number that was asked about, not about the next one.
  await connect("5511977776666");
  await resume();
  expect(await waiting()).toContain(told);
  await resume();
  expect(await waiting()).toBeNull();
  expect(await textsTo(seller, 0)).toHaveLength(2);
  // The same number is not asked about at the next step.
  expect(await waiting()).toBeNull();
  expect(await textsTo(seller, 0)).toHaveLength(3);
  expect(await textsTo(seller, 1)).toHaveLength(3);
});

test("the number that wrote first asks nothing when it is connected again", async () => {
  const seller = await buildSeller(1);
  const run = await start(seller, { steps: [SECOND] });
  await workOn(run);
  const [before] = await rows<{ number: string }>(
    sql`SELECT number FROM whatsapp_instances WHERE owner_id = ${seller.user.id}`,
  );
  await execute(
    sql`UPDATE whatsapp_instances SET number = '5511988887777' WHERE owner_id = ${seller.user.id}`,
  );
  await passDays(run);
  expect((await workOn(run)).paused_at).not.toBeNull();
  await execute(
    sql`UPDATE whatsapp_instances SET number = ${before?.number} WHERE owner_id = ${seller.user.id}`,
  );
  await callApi(api, activities.resume, { params: { id: run.campaign_id } }, seller.user.headers);
  await passDays(run);
  expect(await workOn(run)).toMatchObject({ status: "completed" });
  expect(await textsTo(seller, 0)).toHaveLength(2);
});

const endPro = ({ user }: Seller) =>
  transaction(() => followPlan(ownerOfRow(user.id), { isPro: false }));

test("after PRO ends what is planned goes on for seven days, and nothing more is planned", async () => {
  const seller = await buildSeller(2);
  const run = await start(seller);
  await workOn(run);
  await endPro(seller);
  await execute(
    sql`UPDATE campaign_recipients SET due_at = now() - interval '1 millisecond', not_before = now() - interval '1 millisecond'
        WHERE run_id = ${run.id} AND step = 2 AND lead_id = ${seller.leads[0]?.id}`,
  );
  await execute(sql`UPDATE campaign_runs SET next_send_at = NULL WHERE id = ${run.id}`);
  await workOn(run);
  expect(await textsTo(seller, 0)).toHaveLength(2);
  await execute(sql`UPDATE campaign_runs SET steps_end_at = now() WHERE id = ${run.id}`);
  await passDays(run);
  expect(await workOn(run)).toMatchObject({ status: "completed" });
  expect(await stepsOf(run)).toEqual(
    expect.arrayContaining([{ step: 2, state: "skipped", cause: "plan_ended" }]),
  );
  expect(await textsTo(seller, 0)).toHaveLength(2);
  expect(await textsTo(seller, 1)).toHaveLength(1);
});

test("what is due after the seven days is told when they are over, and PRO that comes back takes it up", async () => {
  const seller = await buildSeller(1);
  const run = await start(seller, { steps: [{ ...SECOND, wait_days: 20 }, THIRD] });
  await workOn(run);
  const waits = () =>
    rows<{ postponed: boolean; due: boolean }>(
      sql`SELECT not_before <= now() + interval '7 days' AS postponed, not_before = due_at AS due FROM campaign_recipients
          WHERE run_id = ${run.id} AND step = 2`,
    );
  await endPro(seller);
  expect(await waits()).toEqual([{ postponed: true, due: false }]);
  const { next_send_at: looksAt } = await findRun(run.campaign_id);
  expect(looksAt?.getTime()).toBeLessThan(Date.now() + 8 * 24 * 3_600_000);
  const list = { params: { id: run.campaign_id }, query: {} };
  const { body } = await callApi(api, activities.recipients, list, seller.user.headers);
  expect(body.recipients[0]?.follow_ups).toMatchObject([{ ends: "plan_ended" }]);
  await transaction(() => followPlan(ownerOfRow(seller.user.id), { isPro: true }));
  expect(await waits()).toEqual([{ postponed: false, due: true }]);
  await passDays(run);
  await workOn(run);
  expect(await stepsOf(run)).toMatchObject([{ step: 1 }, { step: 2 }, { step: 3 }]);
});

const ROBOT =
  "Olá! 👋 Seja bem-vindo à Padaria. Escolha uma opção: 1 - Fazer pedido / 2 - Cardápio / 3 - Falar com atendente";

const secondsOf = (run: WorkedRun) =>
  rows<{ state: string; cause: string | null }>(
    sql`SELECT state, cause FROM campaign_recipients WHERE run_id = ${run.id} AND step = 2 ORDER BY lead_id`,
  );

test("it goes on after a greeting robot, which waits for no reply, and stops after a person", async () => {
  const seller = await buildSeller(2);
  const run = await start(seller, { steps: [SECOND] });
  await workOn(run);
  await reply(seller, 0, ROBOT);
  await reply(seller, 1);
  const audience = await callApi(
    api,
    campaigns.audience,
    { body: { num_leads: 210, repeat_leads: true } },
    seller.user.headers,
  );
  expect(audience.body.left_out.awaits_reply).toBe(1);
  await passDays(run);
  expect(await workOn(run)).toMatchObject({ status: "completed" });
  expect(await secondsOf(run)).toEqual([
    { state: "sent", cause: null },
    { state: "skipped", cause: "answered" },
  ]);
  expect(await textsTo(seller, 0)).toHaveLength(2);
  expect(await textsTo(seller, 1)).toHaveLength(1);
});

test("a person's word that a machine answered brings back what was to follow, and that one did not ends it", async () => {
  const seller = await buildSeller(2);
  const run = await start(seller, { steps: [SECOND] });
  await workOn(run);
  await reply(seller, 0, "Tenho interesse, me manda");
  await reply(seller, 1, ROBOT);
  expect(await secondsOf(run)).toEqual([
    { state: "skipped", cause: "answered" },
    { state: "pending", cause: null },
  ]);
  for (const [at, intent] of [
    [0, "automatic"],
    [1, "question"],
  ] as const) {
    const params = { number: seller.leads[at]?.whatsapp ?? "" };
    const settled = await callApi(
      api,
      answers.settle,
      { params, body: { intent } },
      seller.user.headers,
    );
    expect(settled.status).toBe(200);
  }
  expect(await secondsOf(run)).toEqual([
    { state: "pending", cause: null },
    { state: "skipped", cause: "answered" },
  ]);
  await passDays(run);
  expect(await workOn(run)).toMatchObject({ status: "completed" });
  expect(await textsTo(seller, 0)).toHaveLength(2);
  expect(await textsTo(seller, 1)).toHaveLength(1);
});
