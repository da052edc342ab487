import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { activities } from "@/lib/contracts/campaigns/activities";
import { until } from "@/sandbox/testing";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { callApi } from "@/tests/support/api";
import {
  ageSend,
  findRun,
  passTime,
  statesOf,
  type WorkedRun,
  workOn,
} from "@/tests/support/campaign-work";
import { graphWebhook, postSigned, toWebhook } from "@/tests/support/cloud";
import { runWithCloud } from "@/tests/support/environments";
import { runApi, runSandbox } from "@/tests/support/running";
import {
  buildCloudSeller,
  type CloudSeller,
  controlGraph,
  ledgerOf,
  MARKETING,
  startTemplates,
} from "@/tests/support/template-campaigns";

runWithCloud();

const api = runApi({ withoutLimits: true });
const sandbox = runSandbox({ graphWebhook: graphWebhook() });

afterAll(closeQueues);
beforeEach(() => sandbox.control("DELETE", "/faults"));

const addFault = (fault: object) =>
  sandbox.control("POST", "/faults", { target: "graph", ...fault });
const refuse = (code: number, times = 1) =>
  addFault({ kind: "graph-error", code, path: "/messages", times });
const failLater = (code: number, times = 1) => addFault({ kind: "graph-failure", code, times });
const resume = (seller: CloudSeller, run: WorkedRun) =>
  callApi(api, activities.resume, { params: { id: run.campaign_id } }, seller.user.headers);
const causesOf = async (run: WorkedRun) => (await statesOf(run)).map(({ cause }) => cause);
const optOutsOf = (seller: CloudSeller) =>
  rows<{ source: string; words: string }>(
    sql`SELECT source, words FROM opt_outs WHERE owner_id = ${seller.user.id}`,
  );

describe("what is wrong with the template", () => {
  test.each([
    [132_000, /variáveis não são as do modelo/],
    [132_001, /não existe ou ainda não foi aprovado/],
    [132_012, /variáveis não são as do modelo/],
    [132_015, /pausou este modelo/],
    [132_016, /desativou este modelo/],
    [132_018, /variáveis não são as do modelo/],
  ])(
    "%i pauses the run before anybody fails, and goes on when a person says so",
    async (code, why) => {
      const seller = await buildCloudSeller(api, sandbox, 2);
      const run = await startTemplates(api, seller);
      await refuse(code);
      const paused = await workOn(run);
      expect(paused).toMatchObject({ status: "running", notice: expect.stringMatching(why) });
      expect(paused.paused_at).not.toBeNull();
      expect(await statesOf(run)).toMatchObject([{ state: "pending" }, { state: "pending" }]);
      expect(await ledgerOf(sandbox, seller.phoneId)).toEqual([]);
      expect((await resume(seller, run)).status).toBe(200);
      expect(await workOn(run)).toMatchObject({ status: "completed" });
      expect(await statesOf(run)).toMatchObject([{ state: "sent" }, { state: "sent" }]);
      expect(await ledgerOf(sandbox, seller.phoneId)).toHaveLength(2);
    },
  );

  test("and told by a status fails that message alone and pauses the run; it is not sent again", async () => {
    const seller = await buildCloudSeller(api, sandbox, 2);
    const pacing = { pause_min_seconds: 3_600, pause_max_seconds: 3_600 };
    const run = await startTemplates(api, seller, { pacing });
    await failLater(132_015);
    await workOn(run);
    await until(async () => (await causesOf(run)).includes("template_refused"), "the status");
    expect(await statesOf(run)).toMatchObject([{ state: "failed" }, { state: "pending" }]);
    expect(await findRun(run.campaign_id)).toMatchObject({
      paused_at: expect.any(Date),
      notice: expect.stringContaining("A Meta pausou este modelo"),
    });
    await passTime(run);
    expect(await workOn(run)).toMatchObject({ status: "running" });
    expect(await ledgerOf(sandbox, seller.phoneId)).toHaveLength(1);
  });

  test("a webhook about it pauses the run before the next message", async () => {
    const seller = await buildCloudSeller(api, sandbox, 1);
    const run = await startTemplates(api, seller);
    await controlGraph("PATCH", `${seller.account}/templates/proposta_pronta`, {
      changed: { status: "PAUSED" },
      field: "message_template_status_update",
      announce: { event: "PAUSED", reason: "NONE", other_info: { title: "FIRST_PAUSE" } },
    });
    await until(
      () =>
        firstRow(
          sql`SELECT 1 AS one FROM whatsapp_templates WHERE owner_id = ${seller.user.id} AND status = 'PAUSED'`,
        ),
      "the template's new state",
    );
    expect(await workOn(run)).toMatchObject({
      notice: expect.stringContaining("A Meta pausou o modelo proposta_pronta"),
    });
    expect(await ledgerOf(sandbox, seller.phoneId)).toEqual([]);
    // Continued while Meta has not: paused again, without a message.
    await resume(seller, run);
    expect((await workOn(run)).paused_at).not.toBeNull();
    await controlGraph("PATCH", `${seller.account}/templates/proposta_pronta`, {
      changed: { status: "APPROVED" },
    });
    await resume(seller, run);
    expect(await workOn(run)).toMatchObject({ status: "completed" });
  });

  test("a new category waits until a person confirms its price", async () => {
    const seller = await buildCloudSeller(api, sandbox, 1);
    const run = await startTemplates(api, seller, { opt_in: true });
    await controlGraph("PATCH", `${seller.account}/templates/proposta_pronta`, {
      changed: { category: "MARKETING" },
      field: "template_category_update",
      announce: { previous_category: "UTILITY", new_category: "MARKETING" },
    });
    await until(
      () =>
        firstRow(
          sql`SELECT 1 AS one FROM whatsapp_templates
              WHERE owner_id = ${seller.user.id} AND name = 'proposta_pronta' AND category = 'MARKETING'`,
        ),
      "the new category",
    );
    expect(await workOn(run)).toMatchObject({
      notice: expect.stringContaining("mudou de categoria (Utilidade → Marketing)"),
    });
    await resume(seller, run);
    expect(await workOn(run)).toMatchObject({ status: "completed" });
    expect(await statesOf(run)).toMatchObject([{ state: "sent" }]);
  });

  test("a webhook of another account's template changes nothing here", async () => {
    const [one, other] = [
      await buildCloudSeller(api, sandbox, 1),
      await buildCloudSeller(api, sandbox, 1),
    ];
    const run = await startTemplates(api, one);
    await startTemplates(api, other);
    const entry = (id: string) => ({
      object: "whatsapp_business_account",
      entry: [
        {
          id,
          changes: [
            {
              field: "message_template_status_update",
              value: {
                event: "PAUSED",
                message_template_name: "proposta_pronta",
                message_template_language: "pt_BR",
              },
            },
          ],
        },
      ],
    });
    expect(await postSigned(api, entry(other.account))).toBe(200);
    expect(await workOn(run)).toMatchObject({ status: "completed" });
  });
});

describe("what is about the recipient", () => {
  test.each([
    [131_026, "no_whatsapp"],
    [131_049, "held_back"],
    [131_050, "opted_out"],
    [130_472, "refused"],
  ])("%i at once fails that one alone as %s", async (code, cause) => {
    const seller = await buildCloudSeller(api, sandbox, 2);
    const run = await startTemplates(api, seller);
    await refuse(code);
    expect(await workOn(run)).toMatchObject({ status: "completed" });
    expect(await statesOf(run)).toEqual([
      { state: "failed", cause },
      { state: "sent", cause: null },
    ]);
    expect(await ledgerOf(sandbox, seller.phoneId)).toHaveLength(1);
  });

  test.each([
    [131_026, "no_whatsapp"],
    [131_049, "held_back"],
    [131_050, "opted_out"],
    [131_000, "not_delivered"],
  ])("%i by a status, told five times, fails that one as %s", async (code, cause) => {
    const seller = await buildCloudSeller(api, sandbox, 1);
    const run = await startTemplates(api, seller);
    await addFault({ kind: "duplicate-webhooks", path: "statuses", copies: 5, times: 5 });
    await failLater(code);
    await workOn(run);
    await until(async () => (await causesOf(run))[0] === cause, "the status");
    expect(await statesOf(run)).toEqual([{ state: "failed", cause }]);
    expect(await ledgerOf(sandbox, seller.phoneId)).toHaveLength(1);
    expect(await optOutsOf(seller)).toEqual(
      code === 131_050 ? [{ source: "preference", words: "Parou as promoções no WhatsApp" }] : [],
    );
  });

  test("held back for the ecosystem is not tried again before a day has passed", async () => {
    const seller = await buildCloudSeller(api, sandbox, 1);
    const run = await startTemplates(api, seller);
    await refuse(131_049);
    await workOn(run);
    const retry = () =>
      callApi(
        api,
        activities.retryFailed,
        { params: { id: run.campaign_id } },
        seller.user.headers,
      );
    expect((await retry()).status).toBe(409);
    await execute(
      sql`UPDATE campaign_recipients SET settled_at = now() - interval '25 hours' WHERE run_id = ${run.id}`,
    );
    expect((await retry()).status).toBe(202);
    const again = await findRun(run.campaign_id);
    expect(await workOn(again)).toMatchObject({ status: "completed" });
    expect(await statesOf(again)).toMatchObject([{ state: "sent" }]);
  });

  test("too many for one contact makes that one wait, not the others", async () => {
    const seller = await buildCloudSeller(api, sandbox, 2);
    const run = await startTemplates(api, seller);
    await refuse(131_056);
    await workOn(run);
    expect(await statesOf(run)).toMatchObject([{ state: "pending" }, { state: "sent" }]);
    await execute(
      sql`UPDATE campaign_recipients SET not_before = now() - interval '1 millisecond' WHERE run_id = ${run.id}`,
    );
    await passTime(run);
    expect(await workOn(run)).toMatchObject({ status: "completed" });
    expect(await ledgerOf(sandbox, seller.phoneId)).toHaveLength(2);
  });

  test("too many at once makes all wait, and nobody fails", async () => {
    const seller = await buildCloudSeller(api, sandbox, 2);
    const run = await startTemplates(api, seller);
    await refuse(130_429);
    expect(await workOn(run)).toMatchObject({ status: "running", paused_at: null });
    expect(await statesOf(run)).toMatchObject([{ state: "pending" }, { state: "pending" }]);
    await execute(
      sql`UPDATE campaign_recipients SET not_before = now() - interval '1 millisecond' WHERE run_id = ${run.id}`,
    );
    await passTime(run);
    expect(await workOn(run)).toMatchObject({ status: "completed" });
  });
});

describe("statuses in any order", () => {
  test("a failure that comes before the answer, and again and again, is not lost", async () => {
    const seller = await buildCloudSeller(api, sandbox, 1);
    await addFault({ kind: "lost-answer", path: "/messages", times: 1 });
    await addFault({ kind: "duplicate-webhooks", path: "statuses", copies: 5 });
    await failLater(131_049);
    const run = await startTemplates(api, seller);
    await workOn(run);
    await until(async () => (await causesOf(run))[0] === "held_back", "the status");
    const sent = await firstRow<{ id: string; own: string }>(
      sql`SELECT provider_message_id AS id, message_id AS own FROM campaign_recipients WHERE run_id = ${run.id}`,
    );
    expect(sent?.id).toMatch(/^wamid\./);
    const late = ["sent", "delivered", "read"].map((status) => ({
      id: sent?.id,
      status,
      timestamp: "1",
      biz_opaque_callback_data: sent?.own,
    }));
    await Promise.all(
      late.map((each) => postSigned(api, toWebhook({ phoneId: seller.phoneId, statuses: [each] }))),
    );
    expect(await workOn(run)).toMatchObject({ status: "completed" });
    expect(await statesOf(run)).toEqual([{ state: "failed", cause: "held_back" }]);
    expect(await ledgerOf(sandbox, seller.phoneId)).toHaveLength(1);
  });

  test("one that comes after the outcome was given up settles it after all, once", async () => {
    const seller = await buildCloudSeller(api, sandbox, 1);
    await addFault({ kind: "reset-connection", path: "/messages", times: 1 });
    const run = await startTemplates(api, seller);
    await workOn(run);
    await ageSend(run);
    expect(await workOn(run)).toMatchObject({ status: "completed" });
    expect(await statesOf(run)).toEqual([{ state: "unknown", cause: "unconfirmed" }]);
    const given = await firstRow<{ own: string }>(
      sql`SELECT message_id AS own FROM campaign_recipients WHERE run_id = ${run.id}`,
    );
    const status = {
      id: "wamid.after-all",
      status: "delivered",
      timestamp: "1",
      biz_opaque_callback_data: given?.own,
    };
    await Promise.all(
      Array.from({ length: 5 }, () =>
        postSigned(api, toWebhook({ phoneId: seller.phoneId, statuses: [status] })),
      ),
    );
    expect(await statesOf(run)).toEqual([{ state: "sent", cause: null }]);
    const stored = await rows(
      sql`SELECT provider_message_id FROM messages WHERE owner_id = ${seller.user.id}`,
    );
    expect(stored).toEqual([{ provider_message_id: "wamid.after-all" }]);
    const events = await rows(
      sql`SELECT 1 FROM events WHERE owner_id = ${seller.user.id} AND event_type = 'message_sent'`,
    );
    expect(events).toHaveLength(1);
  });

  test("one under another account's number settles nothing", async () => {
    const [one, other] = [
      await buildCloudSeller(api, sandbox, 1),
      await buildCloudSeller(api, sandbox, 0),
    ];
    await addFault({ kind: "reset-connection", path: "/messages", times: 1 });
    const run = await startTemplates(api, one);
    await workOn(run);
    const open = await firstRow<{ own: string }>(
      sql`SELECT message_id AS own FROM campaign_recipients WHERE run_id = ${run.id}`,
    );
    const status = {
      id: "wamid.stolen",
      status: "delivered",
      timestamp: "1",
      biz_opaque_callback_data: open?.own,
    };
    await postSigned(api, toWebhook({ phoneId: other.phoneId, statuses: [status] }));
    expect(await statesOf(run)).toEqual([{ state: "sending", cause: null }]);
    await postSigned(api, toWebhook({ phoneId: one.phoneId, statuses: [status] }));
    expect(await statesOf(run)).toEqual([{ state: "sent", cause: null }]);
  });
});

describe("promotions", () => {
  const choose = (seller: CloudSeller, value: string) =>
    controlGraph("POST", `${seller.phoneId}/preference`, {
      contact: seller.leads[0]?.whatsapp,
      value,
    });

  test("switched off keep campaigns away, and on again lift that opt-out alone", async () => {
    const seller = await buildCloudSeller(api, sandbox, 1);
    await choose(seller, "stop");
    await until(async () => (await optOutsOf(seller)).length === 1, "the opt-out");
    expect(await optOutsOf(seller)).toMatchObject([{ source: "preference" }]);
    await choose(seller, "resume");
    await until(async () => (await optOutsOf(seller)).length === 0, "its end");

    await execute(
      sql`INSERT INTO opt_outs (owner_id, phone_key, source)
          SELECT owner_id, phone_key, 'person' FROM leads WHERE id = ${seller.leads[0]?.id}`,
    );
    await choose(seller, "stop");
    await choose(seller, "resume");
    const run = startTemplates(api, seller, { templates: [MARKETING], opt_in: true });
    await expect(run).rejects.toThrow("pediu para sair");
    expect(await optOutsOf(seller)).toMatchObject([{ source: "person" }]);
  });

  test.each([
    [{ type: "button", button: { text: "Parar", payload: "PARAR" } }],
    [{ type: "button", button: { text: "SAIR", payload: "x" } }],
    [{ type: "interactive", interactive: { button_reply: { id: "SAIR", title: "Sair" } } }],
  ])("the reply of a button %j is an opt-out", async (content) => {
    const seller = await buildCloudSeller(api, sandbox, 1);
    await controlGraph("POST", `${seller.phoneId}/receive`, {
      contact: seller.leads[0]?.whatsapp,
      content,
    });
    await until(async () => (await optOutsOf(seller)).length === 1, "the opt-out");
  });
});
