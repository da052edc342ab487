import { afterEach, describe, expect, test } from "vitest";
import { activities } from "@/lib/contracts/campaigns/activities";
import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { leads } from "@/lib/contracts/leads/leads";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { findPhone } from "@/sandbox/whatsapp/phones";
import { freePort } from "@/scripts/postgres.mjs";
import { settleCampaignSends } from "@/server/campaigns/campaigns/engine/open-sends.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { type Environment, setEnv } from "@/server/platform/env";
import { buildLead } from "@/tests/factories/leads";
import { buildUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import {
  ageSend,
  buildSeller as buildSellerAt,
  passTime,
  type Seller,
  setPhone,
  startCampaign,
  statesOf,
  type WorkedRun,
  workOn,
} from "@/tests/support/campaign-work";
import { runApi, runSandbox } from "@/tests/support/running";
import { readLedger } from "@/tests/support/whatsapp";

/** What becomes of a message that the provider does not simply accept. The test is the worker. */
const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });
afterEach(() => sandbox.control("DELETE", "/faults"));

const buildSeller = (leadCount: number) => buildSellerAt(api, sandbox, leadCount);
const breakSends = ({ instance }: Seller, fault: object) =>
  sandbox.control("POST", "/faults", {
    target: "evolution",
    path: `sendText/${instance}`,
    times: 1,
    ...fault,
  });

const breakLookups = ({ instance }: Seller, fault: object) =>
  sandbox.control("POST", "/faults", {
    target: "evolution",
    path: `findMessages/${instance}`,
    ...fault,
  });

interface Stored {
  state: string;
  cause: string | null;
  detail: string | null;
  attempts: number;
  message_id: string | null;
  lead_status: string;
  contacted: boolean;
}

const recipientsOf = (run: WorkedRun) =>
  rows<Stored>(
    sql`SELECT p.state, p.cause, p.detail, p.attempts, p.message_id, l.status AS lead_status, l.contacted_at IS NOT NULL AS contacted
        FROM campaign_recipients p JOIN leads l ON l.id = p.lead_id WHERE p.run_id = ${run.id} ORDER BY p.id`,
  );
const failuresOf = ({ user }: Seller) =>
  rows<{ metadata: object }>(
    sql`SELECT metadata FROM events WHERE owner_id = ${user.id} AND event_type = 'message_failed' ORDER BY id`,
  );
const sentBy = ({ instance }: Seller) => readLedger(sandbox, instance);

/** Until setEnv(undefined), requests to the provider go to an address where nobody listens. */
async function awayFromHere() {
  const here = setEnv(undefined) as Environment;
  setEnv({ ...here, evolutionUrl: `http://127.0.0.1:${await freePort(0)}` });
}

/** Seconds from now until the run's next step. */
const secondsUntil = ({ next_send_at }: WorkedRun) =>
  ((next_send_at?.getTime() ?? 0) - Date.now()) / 1000;

const NOT_ON_WHATSAPP = "Número não está no WhatsApp";

test("a number without WhatsApp fails alone, with its lead, and says why", async () => {
  const seller = await buildSeller(2);
  await setPhone(sandbox, seller.leads[0]?.whatsapp, "missing");
  const run = await startCampaign(api, seller);
  expect(await workOn(run)).toMatchObject({ status: "completed", error_message: null });
  expect(await recipientsOf(run)).toMatchObject([
    { state: "failed", cause: "no_whatsapp", detail: NOT_ON_WHATSAPP, lead_status: "failed" },
    { state: "sent", cause: null, detail: null, contacted: true },
  ]);
  expect(await failuresOf(seller)).toEqual([
    {
      metadata: {
        activity_id: run.campaign_id,
        lead_id: seller.leads[0]?.id,
        detail: NOT_ON_WHATSAPP,
      },
    },
  ]);
  expect(await sentBy(seller)).toHaveLength(1);
});

test("a message that is refused fails for good, and the next one goes out", async () => {
  const seller = await buildSeller(2);
  await breakSends(seller, { kind: "status", status: 400 });
  const run = await startCampaign(api, seller);
  expect(await workOn(run)).toMatchObject({ status: "completed" });
  expect(await recipientsOf(run)).toMatchObject([
    { state: "failed", cause: "refused", detail: "HTTP 400", lead_status: "failed" },
    { state: "sent" },
  ]);
  expect(await failuresOf(seller)).toEqual([
    {
      metadata: {
        activity_id: run.campaign_id,
        lead_id: seller.leads[0]?.id,
        detail: "HTTP 400",
      },
    },
  ]);
});

describe("Evolution's 400 after WhatsApp took the message", () => {
  const failAfter = { kind: "failed-after" };

  test("is no refusal: the message is looked up, and is there", async () => {
    const seller = await buildSeller(3);
    await breakSends(seller, { ...failAfter, times: 3 });
    let run = await startCampaign(api, seller);
    for (let asked = 0; asked < 3; asked += 1) {
      run = await workOn(run);
      await ageSend(run);
      await passTime(run);
    }
    expect(await workOn(run)).toMatchObject({ status: "completed" });
    expect(await statesOf(run)).toEqual(Array(3).fill({ state: "sent", cause: null }));
    expect(await sentBy(seller)).toHaveLength(3);
  });

  test("leaves what was never written down unknown, which is sent again to nobody who has it", async () => {
    await sandbox.control("PUT", "/settings", { honourMessageId: false });
    const seller = await buildSeller(2);
    await breakSends(seller, { ...failAfter, times: 2 });
    await breakLookups(seller, { kind: "forgets" });
    let run = await startCampaign(api, seller);
    for (let asked = 0; asked < 2; asked += 1) {
      run = await workOn(run);
      await ageSend(run);
      await passTime(run);
    }
    expect(await workOn(run)).toMatchObject({ status: "completed" });
    expect(await statesOf(run)).toMatchObject([{ state: "unknown" }, { state: "unknown" }]);
    // The phone reports the first one after all.
    const [first] = await rows<{ id: number; phone_key: string }>(
      sql`SELECT id, phone_key FROM campaign_recipients WHERE run_id = ${run.id} ORDER BY id`,
    );
    await storeOutgoing(seller, first?.phone_key ?? "");
    const params = { id: first?.id ?? 0 };
    const again = await callApi(api, activities.resend, { params }, seller.user.headers);
    expect(again.status).toBe(404);
    expect(await sentBy(seller)).toHaveLength(2);
  });

  test("'Tentar de novo' leaves out whoever was written to since", async () => {
    const seller = await buildSeller(2);
    await breakSends(seller, { kind: "status", status: 400, times: 2 });
    const run = await startCampaign(api, seller);
    await workOn(run);
    expect(await statesOf(run)).toEqual(Array(2).fill({ state: "failed", cause: "refused" }));
    const [first] = await rows<{ phone_key: string }>(
      sql`SELECT phone_key FROM campaign_recipients WHERE run_id = ${run.id} ORDER BY id`,
    );
    await storeOutgoing(seller, first?.phone_key ?? "");
    const params = { id: run.campaign_id };
    const again = await callApi(api, activities.retryFailed, { params }, seller.user.headers);
    expect(again.body).toMatchObject({ recipients: 1 });
  });

  async function storeOutgoing({ user }: Seller, phoneKey: string) {
    await execute(
      sql`WITH chat AS (
            INSERT INTO conversations (owner_id, phone_key, chat_id) VALUES (${user.id}, ${phoneKey}, ${`${phoneKey}@s.whatsapp.net`})
            ON CONFLICT (owner_id, phone_key, instance_id) DO UPDATE SET chat_id = conversations.chat_id RETURNING id)
          INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, sent_at)
          SELECT ${user.id}, chat.id, i.id, 'TYPED', 'out', 'Oi', now() FROM chat, whatsapp_instances i WHERE i.owner_id = ${user.id}`,
    );
  }
});

describe("one answer that the phone is away", () => {
  test.each([403, 404])("%s stops the run only until it asks", async (status) => {
    const seller = await buildSeller(2);
    await breakSends(seller, { kind: "status", status });
    const run = await startCampaign(api, seller);
    expect((await workOn(run)).notice).toContain("desconectado");
    await execute(sql`UPDATE campaign_recipients SET not_before = NULL WHERE run_id = ${run.id}`);
    await passTime(run);
    const asked = await workOn(run);
    expect(secondsUntil(asked)).toBeLessThanOrEqual(45);
    await passTime(run);
    expect(await workOn(run)).toMatchObject({ status: "completed", notice: null });
    expect(await sentBy(seller)).toHaveLength(2);
  });
});

test("a lead whose number was corrected is written to at the new one", async () => {
  const seller = await buildSeller(3);
  const run = await startCampaign(api, seller);
  const [first, second, third] = seller.leads;
  const corrected = (await buildLead((await buildUser()).id)).whatsapp ?? "";
  await setPhone(sandbox, corrected, "receives");
  const change = (id: number | undefined, whatsapp: string | null) =>
    callApi(
      api,
      leads.update,
      { params: { id: id ?? 0 }, body: { whatsapp } },
      seller.user.headers,
    );
  expect((await change(first?.id, corrected)).status).toBe(200);
  expect((await change(third?.id, null)).status).toBe(200);
  expect(await workOn(run)).toMatchObject({ status: "completed" });
  const written = (await sentBy(seller)).map(({ toKey }) => toKey);
  expect(written).toEqual([corrected, second?.whatsapp]);
  expect(await statesOf(run)).toEqual([
    { state: "sent", cause: null },
    { state: "sent", cause: null },
    { state: "skipped", cause: "no_whatsapp" },
  ]);
});

describe("a message that surely did not go out", () => {
  test.each([
    // The provider cannot look up our token.
    [
      "whose database is away",
      (seller: Seller) => breakSends(seller, { kind: "status", status: 401 }),
    ],
    ["that is not there", awayFromHere],
  ])(
    "waits for a provider %s, which neither asked for it nor lost the phone",
    async (_why, fail) => {
      const seller = await buildSeller(1);
      const run = await startCampaign(api, seller);
      await fail(seller);
      const waiting = await workOn(run).finally(() => setEnv(undefined));
      expect(waiting).toMatchObject({
        status: "running",
        notice: expect.stringContaining("não está respondendo"),
      });
      expect(secondsUntil(waiting)).toBeGreaterThan(15);
      expect(await statesOf(run)).toMatchObject([{ state: "pending" }]);
      const { body } = await callApi(api, whatsapp.instance, {}, seller.user.headers);
      expect(body.data).toMatchObject({ status: "CONNECTED", disconnected_at: null });
      await execute(
        sql`UPDATE campaign_recipients SET not_before = now() - interval '1 millisecond' WHERE run_id = ${run.id}`,
      );
      await passTime(run);
      expect(await workOn(run)).toMatchObject({ status: "completed", notice: null });
      expect(await sentBy(seller)).toHaveLength(1);
    },
  );

  test.each([
    ["as long as the provider asks", 90, 90],
    ["for half a minute", undefined, 30],
  ])("waits %s, and keeps its id", async (_how, retryAfterSeconds, seconds) => {
    const seller = await buildSeller(1);
    await breakSends(seller, { kind: "status", status: 429, retryAfterSeconds });
    const run = await startCampaign(api, seller);
    const waiting = await workOn(run);
    expect(waiting).toMatchObject({
      status: "running",
      notice: expect.stringContaining("pediu para esperar"),
      trouble_since: expect.any(Date),
    });
    expect(secondsUntil(waiting)).toBeGreaterThan(seconds - 15);
    expect(secondsUntil(waiting)).toBeLessThanOrEqual(seconds);
    const [before] = await recipientsOf(run);
    expect(before).toMatchObject({ state: "pending", detail: "HTTP 429", contacted: false });
    // The run's pace alone does not bring it back: the recipient has its own time.
    await passTime(run);
    await workOn(run);
    expect(await sentBy(seller)).toEqual([]);
    await execute(
      sql`UPDATE campaign_recipients SET not_before = now() - interval '1 second' WHERE run_id = ${run.id}`,
    );
    await passTime(run);
    expect(await workOn(run)).toMatchObject({
      status: "completed",
      notice: null,
      trouble_since: null,
    });
    expect(await recipientsOf(run)).toMatchObject([
      { state: "sent", attempts: 2, message_id: before?.message_id, detail: null },
    ]);
    expect(await sentBy(seller)).toHaveLength(1);
  });
});

describe("a message without an answer", () => {
  const loseAnswer = { kind: "lost-answer" };
  /** The connection is cut before the provider takes it. */
  const loseMessage = { kind: "reset-connection" };

  async function workUntilAsked(run: WorkedRun) {
    await ageSend(run);
    await passTime(run);
    return workOn(run);
  }

  test("is neither sent again nor given up before its time, then found by asking", async () => {
    const seller = await buildSeller(2);
    await breakSends(seller, loseAnswer);
    const run = await startCampaign(api, seller);
    const waiting = await workOn(run);
    expect(waiting.notice).toContain("não está respondendo");
    expect(secondsUntil(waiting)).toBeGreaterThan(15);
    expect(await statesOf(run)).toMatchObject([{ state: "sending" }, { state: "pending" }]);
    expect(await workUntilAsked(run)).toMatchObject({ status: "completed", notice: null });
    expect(await recipientsOf(run)).toMatchObject([
      { state: "sent", attempts: 1, contacted: true },
      { state: "sent", attempts: 1 },
    ]);
    expect(await sentBy(seller)).toHaveLength(2);
  });

  test("is found by the address that WhatsApp gave, which may lack the ninth digit", async () => {
    // The provider assigns its own ids, so that only the text and the address can match.
    await sandbox.control("PUT", "/settings", { honourMessageId: false });
    const seller = await buildSeller(0);
    const numbers = Array.from({ length: 50 }, (_, at) => `5531987650${String(100 + at)}`);
    const hasOtherAddress = (number: string) =>
      findPhone(number, new Map())?.jid !== `${number}@s.whatsapp.net`;
    const whatsapp = numbers.find(hasOtherAddress) ?? "";
    await setPhone(sandbox, whatsapp, "receives");
    await buildLead(seller.user.id, { whatsapp });
    await breakSends(seller, loseAnswer);
    const run = await startCampaign(api, seller);
    await workOn(run);
    expect(await statesOf(run)).toMatchObject([{ state: "sending" }]);
    expect(await workUntilAsked(run)).toMatchObject({ status: "completed" });
    expect(await statesOf(run)).toMatchObject([{ state: "sent" }]);
    const messages = await rows(
      sql`SELECT content FROM messages WHERE owner_id = ${seller.user.id} AND direction = 'out'`,
    );
    expect(messages).toEqual([{ content: "Oi" }]);
    expect(await sentBy(seller)).toHaveLength(1);
  });

  test("goes out under its id when the provider never had it, and fails after five tries", async () => {
    const seller = await buildSeller(2);
    // The provider is first known, by a send that worked, to keep our ids.
    await sandbox.control("PUT", "/settings", { honourMessageId: true });
    const run = await startCampaign(api, seller, { num_leads: 1 });
    expect(await workOn(run)).toMatchObject({ status: "completed" });

    const second = await startCampaign(api, seller, { num_leads: 1 });
    await breakSends(seller, loseMessage);
    await workOn(second);
    const [before] = await recipientsOf(second);
    expect(before).toMatchObject({ state: "sending" });
    await breakSends(seller, loseMessage);
    await workUntilAsked(second);
    expect(await recipientsOf(second)).toMatchObject([
      { state: "sending", attempts: 2, message_id: before?.message_id },
    ]);
    expect(await sentBy(seller)).toHaveLength(1);
    await execute(sql`UPDATE campaign_recipients SET attempts = 5 WHERE run_id = ${second.id}`);
    expect(await workUntilAsked(second)).toMatchObject({ status: "completed" });
    expect(await recipientsOf(second)).toMatchObject([
      {
        state: "failed",
        cause: "refused",
        detail: "O WhatsApp não aceitou a mensagem",
        lead_status: "failed",
      },
    ]);
    expect(await sentBy(seller)).toHaveLength(1);
  });

  test("is unknown where the provider cannot tell, and its lead counts as written to", async () => {
    const seller = await buildSeller(2);
    await breakSends(seller, loseAnswer);
    const run = await startCampaign(api, seller);
    await workOn(run);
    await sandbox.control("PUT", "/settings", { honourMessageId: false });
    await breakLookups(seller, { kind: "forgets" });
    expect(await workUntilAsked(run)).toMatchObject({ status: "completed" });
    expect(await recipientsOf(run)).toMatchObject([
      {
        state: "unknown",
        cause: "unconfirmed",
        detail: expect.stringContaining("Sem confirmação do WhatsApp"),
        lead_status: "sent",
        contacted: true,
      },
      { state: "sent" },
    ]);
  });

  test("settles nothing while the provider does not answer; nobody else is written to, and the run goes on by itself", async () => {
    const seller = await buildSeller(2);
    await breakSends(seller, loseAnswer);
    const run = await startCampaign(api, seller);
    await workOn(run);
    await breakLookups(seller, { kind: "status", status: 502 });
    for (const minutes of [1, 5, 10, 600]) {
      await ageSend(run, `${minutes} minutes`);
      await passTime(run);
      const waiting = await workOn(run);
      expect(waiting.notice).toMatch(/^O WhatsApp não responde desde \d\d:\d\d;/);
      expect(secondsUntil(waiting)).toBeGreaterThan(20);
      expect(secondsUntil(waiting)).toBeLessThanOrEqual(45);
      expect(await statesOf(run)).toMatchObject([{ state: "sending" }, { state: "pending" }]);
    }
    await sandbox.control("DELETE", "/faults");
    expect(await workUntilAsked(run)).toMatchObject({ status: "completed", notice: null });
    expect(await statesOf(run)).toMatchObject([{ state: "sent" }, { state: "sent" }]);
    expect(await sentBy(seller)).toHaveLength(2);
  });

  test("wakes the run that waits for it once the answer is there, not before", async () => {
    const seller = await buildSeller(2);
    await breakSends(seller, loseAnswer);
    const run = await startCampaign(api, seller);
    await workOn(run);
    await breakLookups(seller, { kind: "status", status: 502 });
    const resumeAt = new Date("2031-05-06T12:00:00Z");
    await execute(sql`UPDATE campaign_runs SET resume_at = ${resumeAt} WHERE id = ${run.id}`);
    const settle = async () => {
      await ageSend(run);
      await settleCampaignSends.run();
      return firstRow(sql`SELECT resume_at FROM campaign_runs WHERE id = ${run.id}`);
    };
    expect(await settle()).toEqual({ resume_at: resumeAt });
    await sandbox.control("DELETE", "/faults");
    expect(await settle()).toEqual({ resume_at: null });
  });

  test.each([
    ["at its owner's wish", "stopped", "1 minute"],
    ["after a day", "error", "25 hours"],
  ])("ends a run whose provider does not answer %s", async (_, status, age) => {
    const seller = await buildSeller(2);
    await breakSends(seller, loseAnswer);
    const run = await startCampaign(api, seller);
    await workOn(run);
    await breakLookups(seller, { kind: "status", status: 502 });
    if (status === "stopped") {
      await callApi(api, activities.stop, { params: { id: run.campaign_id } }, seller.user.headers);
    }
    await ageSend(run, age);
    await passTime(run);
    expect(await workOn(run)).toMatchObject({ status });
    expect(await statesOf(run)).toMatchObject([{ state: "unknown" }, { state: "skipped" }]);
    // Its message has left the outbox: the provider is not asked about it again.
    expect(await rows(sql`SELECT id FROM sends WHERE owner_id = ${seller.user.id}`)).toEqual([]);
  });

  test("is waited for by a stop", async () => {
    const seller = await buildSeller(2);
    await breakSends(seller, loseAnswer);
    const run = await startCampaign(api, seller);
    await workOn(run);
    await callApi(api, activities.stop, { params: { id: run.campaign_id } }, seller.user.headers);
    expect(await workOn(run)).toMatchObject({ status: "running" });
    expect(await workUntilAsked(run)).toMatchObject({ status: "stopped" });
    expect(await statesOf(run)).toEqual([
      { state: "sent", cause: null },
      { state: "skipped", cause: "stopped" },
    ]);
    expect(await sentBy(seller)).toHaveLength(1);
  });
});

describe("a run that can send nothing", () => {
  const setAge = (run: WorkedRun, column: "trouble" | "pause", hours: number) =>
    execute(
      column === "trouble"
        ? sql`UPDATE campaign_runs SET trouble_since = now() - make_interval(hours => ${hours}) WHERE id = ${run.id}`
        : sql`UPDATE campaign_runs SET paused_at = now() - make_interval(hours => ${hours}) WHERE id = ${run.id}`,
    );

  test("waits while WhatsApp limits the number, for a week at most", async () => {
    const seller = await buildSeller(1);
    const run = await startCampaign(api, seller);
    await execute(
      sql`UPDATE whatsapp_instances SET restricted_until = now() + interval '30 days' WHERE owner_id = ${seller.user.id}`,
    );
    const waiting = await workOn(run);
    expect(waiting).toMatchObject({
      status: "running",
      notice: expect.stringContaining("limitou este número"),
      trouble_since: expect.any(Date),
    });
    // It may be lifted early.
    expect(secondsUntil(waiting)).toBeGreaterThan(30);
    expect(secondsUntil(waiting)).toBeLessThanOrEqual(60);
    await passTime(run);
    await setAge(run, "trouble", 7 * 24 - 1);
    expect(await workOn(run)).toMatchObject({ status: "running" });
    await passTime(run);
    await setAge(run, "trouble", 7 * 24 + 1);
    expect(await workOn(run)).toMatchObject({
      status: "error",
      error_message: expect.stringContaining("por 7 dias nada pôde ser enviado"),
    });
    expect(await statesOf(run)).toEqual([{ state: "skipped", cause: "stopped" }]);
    expect(await sentBy(seller)).toEqual([]);
  });

  test("waits while it sends templates and the provider has none, and none such is started", async () => {
    const seller = await buildSeller(1);
    const templates = [{ name: "x", language: "pt_BR" }];
    const body = { num_leads: 1, templates };
    const refused = await callApi(api, campaigns.start, { body }, seller.user.headers);
    expect(refused).toMatchObject({ status: 409, body: { code: "message_refused" } });
    expect(refused.body.error).toContain("só saem pela Cloud API");

    const run = await startCampaign(api, seller);
    const template = { name: "x", language: "pt_BR", category: "UTILITY", bindings: [] };
    const content = { header: null, body: "Oi", footer: null, named: false };
    await execute(
      sql`UPDATE campaigns SET templates = ${JSON.stringify([{ ...template, content }])}::jsonb
          WHERE id = ${run.campaign_id}`,
    );
    expect(await workOn(run)).toMatchObject({
      status: "running",
      notice: expect.stringContaining("ela espera essa conexão"),
    });
    expect(await sentBy(seller)).toEqual([]);
  });

  test("waits for its owner when it is paused, for a week at most", async () => {
    const seller = await buildSeller(1);
    const run = await startCampaign(api, seller);
    await setAge(run, "pause", 7 * 24 - 1);
    expect(await workOn(run)).toMatchObject({ status: "running" });
    await setAge(run, "pause", 7 * 24 + 1);
    expect(await workOn(run)).toMatchObject({
      status: "error",
      error_message: "A prospecção ficou pausada por 7 dias e foi encerrada.",
    });
    expect(
      await firstRow(
        sql`SELECT 1 FROM campaign_runs WHERE id = ${run.id} AND completed_at IS NOT NULL`,
      ),
    ).not.toBeNull();
    expect(await sentBy(seller)).toEqual([]);
  });

  test("asks about an open message before it is given up", async () => {
    const seller = await buildSeller(1);
    await breakSends(seller, { kind: "lost-answer" });
    const run = await startCampaign(api, seller);
    await workOn(run);
    await setAge(run, "pause", 8 * 24);
    await passTime(run);
    expect(await workOn(run)).toMatchObject({ status: "running" });
    await ageSend(run);
    expect(await workOn(run)).toMatchObject({ status: "error" });
    expect(await statesOf(run)).toEqual([{ state: "sent", cause: null }]);
  });
});
