import { afterAll, describe, expect, test } from "vitest";
import { messagePrices } from "@/lib/contracts/backoffice/message-prices";
import { activities } from "@/lib/contracts/campaigns/activities";
import { campaignTemplates } from "@/lib/contracts/campaigns/campaign-templates";
import { chat } from "@/lib/contracts/messaging/chat";
import { until } from "@/sandbox/testing";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildLead } from "@/tests/factories/leads";
import { buildUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { statesOf, workOn } from "@/tests/support/campaign-work";
import { graphWebhook, postSigned, textOf, toMessage, toWebhook } from "@/tests/support/cloud";
import { runWithCloud } from "@/tests/support/environments";
import { runApi, runSandbox } from "@/tests/support/running";
import {
  buildCloudSeller,
  type CloudSeller,
  controlGraph,
  ledgerOf,
  MARKETING,
  startTemplates,
  UTILITY,
} from "@/tests/support/template-campaigns";

runWithCloud();

const api = runApi({ withoutLimits: true });
const sandbox = runSandbox({ graphWebhook: graphWebhook() });

afterAll(closeQueues);

async function estimate(seller: CloudSeller, templates = [MARKETING], more: object = {}) {
  await callApi(api, campaignTemplates.refresh, {}, seller.user.headers);
  const named = templates.map(({ name, language }) => ({ name, language }));
  const body = { num_leads: 210, templates: named, ...more };
  return (await callApi(api, campaignTemplates.price, { body }, seller.user.headers)).body;
}

const readResults = async (seller: CloudSeller, campaignId: number) =>
  (
    await callApi(
      api,
      activities.results,
      { params: { id: campaignId }, query: {} },
      seller.user.headers,
    )
  ).body;

describe("the price before the button", () => {
  test("is of the categories in turns; what the product brought along is not confirmed", async () => {
    const seller = await buildCloudSeller(api, sandbox, 3);
    expect(await estimate(seller)).toMatchObject({
      messages: 3,
      micros: 1_050_000,
      unpriced: 0,
      confirmed: false,
      lines: [{ category: "MARKETING", country: "BR", messages: 3, price_micros: 350_000 }],
    });
    // The first and the third get the first template.
    expect(await estimate(seller, [MARKETING, UTILITY as never])).toMatchObject({
      micros: 740_000,
    });
  });

  test("is unknown for a country without one, and never nothing", async () => {
    const seller = await buildCloudSeller(api, sandbox, 0);
    await buildLead(seller.user.id, { whatsapp: "351912345678" });
    expect(await estimate(seller)).toMatchObject({ messages: 1, micros: null, unpriced: 1 });
  });

  test("says how many people the portfolio still reaches today", async () => {
    const seller = await buildCloudSeller(api, sandbox, 2);
    await controlGraph("PUT", `${seller.phoneId}/limit`, { tier: "TIER_250" });
    expect((await estimate(seller)).room).toEqual({ limit: 250, used: 0, left: 250 });
    const run = await startTemplates(api, seller);
    await workOn(run);
    expect((await estimate(seller)).room).toEqual({ limit: 250, used: 2, left: 248 });

    const free = await buildCloudSeller(api, sandbox, 0);
    await controlGraph("PUT", `${free.phoneId}/limit`, { tier: "TIER_UNLIMITED" });
    expect((await estimate(free)).room).toEqual({ limit: null, used: 0, left: null });
    const strange = await buildCloudSeller(api, sandbox, 0);
    await controlGraph("PUT", `${strange.phoneId}/limit`, { tier: "TIER_OF_TOMORROW" });
    expect((await estimate(strange)).room).toBeNull();
  });

  test("is set by an administrator alone, from then on, and audited", async () => {
    const admin = await buildUser({ id: 4 });
    const body = { category: "AUTHENTICATION", country: "PT", micros: 123_456 } as const;
    const set = await callApi(api, messagePrices.set, { body }, admin.headers);
    expect(set.body.prices).toContainEqual(expect.objectContaining({ ...body, confirmed: true }));
    await callApi(api, messagePrices.set, { body: { ...body, micros: 1 } }, admin.headers);
    const { prices } = (await callApi(api, messagePrices.list, {}, admin.headers)).body;
    expect(prices.filter(({ country }) => country === "PT")).toMatchObject([{ micros: 1 }]);
    const audited = await rows(
      sql`SELECT details FROM audit_entries WHERE action = 'price.set' AND actor_id = ${admin.id}`,
    );
    expect(audited).toHaveLength(2);
    const seller = await buildUser();
    expect((await callApi(api, messagePrices.set, { body }, seller.headers)).status).toBe(403);
    for (const wrong of [{ micros: -1 }, { micros: 0.5 }, { country: "pt" }, { category: "X" }]) {
      const answer = await callApi(
        api,
        messagePrices.set,
        { body: { ...body, ...wrong } as never },
        admin.headers,
      );
      expect(answer.status).toBe(400);
    }
  });
});

describe("what it cost", () => {
  test("is what Meta reports in the statuses, told once or twenty times, by the price of then", async () => {
    const seller = await buildCloudSeller(api, sandbox, 2);
    await sandbox.control("POST", "/faults", {
      target: "graph",
      kind: "duplicate-webhooks",
      path: "statuses",
      copies: 20,
    });
    const run = await startTemplates(api, seller);
    await workOn(run);
    await until(
      async () => (await readResults(seller, run.campaign_id)).cost?.told === 2,
      "the prices",
    );
    await sandbox.control("DELETE", "/faults");
    expect((await readResults(seller, run.campaign_id)).cost).toEqual({
      told: 2,
      billable: [{ category: "UTILITY", count: 2 }],
      micros: 80_000,
      unpriced: 0,
      confirmed: false,
    });
    // A later price changes nothing of what was sent before it.
    await execute(
      sql`INSERT INTO message_prices (category, country, micros, since)
          VALUES ('UTILITY', 'BR', 999999, now() + interval '1 second')`,
    );
    expect((await readResults(seller, run.campaign_id)).cost?.micros).toBe(80_000);
    await execute(sql`DELETE FROM message_prices WHERE micros = 999999`);
  });

  test("counts what was free as told, and an unknown category as without a price", async () => {
    const seller = await buildCloudSeller(api, sandbox, 2);
    for (const { whatsapp } of seller.leads) {
      await sandbox.control("PUT", `/phones/${whatsapp}`, { behaviour: "fails" });
    }
    const run = await startTemplates(api, seller);
    await workOn(run);
    const sent = await rows<{ id: string }>(
      sql`SELECT provider_message_id AS id FROM campaign_recipients WHERE run_id = ${run.id} ORDER BY id`,
    );
    const pricing = [
      { category: "future_words", billable: true },
      { category: "service", billable: false, type: "free_customer_service" },
    ];
    const statuses = sent.map(({ id }, at) => ({
      id,
      status: "sent",
      timestamp: "1",
      pricing: pricing[at],
    }));
    await postSigned(api, toWebhook({ phoneId: seller.phoneId, statuses }));
    // Nonsense in its place costs nothing but itself.
    const odd = { id: "wamid.odd", status: "sent", timestamp: "1", pricing: { category: 7 } };
    expect(await postSigned(api, toWebhook({ phoneId: seller.phoneId, statuses: [odd] }))).toBe(
      200,
    );
    expect((await readResults(seller, run.campaign_id)).cost).toMatchObject({
      told: 2,
      billable: [{ category: "FUTURE_WORDS", count: 1 }],
      micros: null,
      unpriced: 1,
    });
  });
});

describe("the chat", () => {
  test("tells what Meta charges for a message, by the price of then, where it is known", async () => {
    const seller = await buildCloudSeller(api, sandbox, 3);
    for (const { whatsapp } of seller.leads) {
      await sandbox.control("PUT", `/phones/${whatsapp}`, { behaviour: "fails" });
    }
    await workOn(await startTemplates(api, seller));
    const sent = await rows<{ id: string; number: string }>(
      sql`SELECT provider_message_id AS id, number FROM campaign_recipients WHERE owner_id = ${seller.user.id} ORDER BY id`,
    );
    const pricing = [
      { category: "service", billable: true, type: "regular" },
      { category: "service", billable: false, type: "free_customer_service" },
    ];
    const statuses = sent.slice(0, 2).map(({ id }, at) => ({
      id,
      status: "sent",
      timestamp: "1",
      pricing: pricing[at],
    }));
    await postSigned(api, toWebhook({ phoneId: seller.phoneId, statuses }));
    await execute(
      sql`INSERT INTO message_prices (category, country, micros, since)
          VALUES ('SERVICE', 'BR', 888888, now() + interval '1 second')`,
    );
    const charges = [];
    for (const { number } of sent) {
      const params = { number };
      const answer = await callApi(api, chat.messages, { params, query: {} }, seller.user.headers);
      charges.push(...answer.body.data.messages.map(({ charge }) => charge));
    }
    await execute(sql`DELETE FROM message_prices WHERE micros = 888888`);
    expect(charges).toEqual([
      { category: "SERVICE", billable: true, micros: 40_000 },
      { category: "SERVICE", billable: false, micros: 40_000 },
      null,
    ]);
  });
});

describe("offers", () => {
  test("go to nobody who has not allowed them, and each recipient says why", async () => {
    const seller = await buildCloudSeller(api, sandbox, 2);
    expect((await estimate(seller)).without_opt_in).toBe(2);
    const run = await startTemplates(api, seller, { templates: [MARKETING] });
    expect(await workOn(run)).toMatchObject({ status: "completed" });
    expect(await statesOf(run)).toEqual([
      { state: "skipped", cause: "no_opt_in" },
      { state: "skipped", cause: "no_opt_in" },
    ]);
    expect(await ledgerOf(sandbox, seller.phoneId)).toEqual([]);
    expect((await readResults(seller, run.campaign_id)).skipped).toEqual([
      { cause: "no_opt_in", count: 2 },
    ]);
  });

  test("are counted by what each person allowed this account", async () => {
    const seller = await buildCloudSeller(api, sandbox, 3);
    const other = await buildUser({ plan: "pro" });
    const [first, second] = seller.leads;
    await execute(
      sql`INSERT INTO opt_ins (owner_id, phone_key, source)
          SELECT CASE id WHEN ${first?.id} THEN owner_id ELSE ${other.id} END, phone_key, 'message' FROM leads
          WHERE id IN (${first?.id}, ${second?.id})`,
    );
    expect((await estimate(seller)).without_opt_in).toBe(2);
  });

  test("go to whom a person says so of, which is recorded with its campaign", async () => {
    const seller = await buildCloudSeller(api, sandbox, 2);
    const run = await startTemplates(api, seller, { templates: [MARKETING], opt_in: true });
    expect(await workOn(run)).toMatchObject({ status: "completed" });
    expect(await statesOf(run)).toMatchObject([{ state: "sent" }, { state: "sent" }]);
    expect(
      await rows(sql`SELECT DISTINCT source, note FROM opt_ins WHERE owner_id = ${seller.user.id}`),
    ).toEqual([
      {
        source: `campaign:${run.campaign_id}`,
        note: "Estes contatos autorizaram receber ofertas",
      },
    ]);
    expect((await estimate(seller, [MARKETING], { repeat_leads: true })).without_opt_in).toBe(0);
  });

  test("go to who wrote first, without anybody saying so", async () => {
    const seller = await buildCloudSeller(api, sandbox, 2);
    const from = seller.leads[0]?.whatsapp ?? "";
    const messages = [toMessage("wamid.hello", from, textOf("Quanto custa?"))];
    await postSigned(api, toWebhook({ phoneId: seller.phoneId, messages }));
    await execute(
      sql`UPDATE conversations SET archived_at = now() WHERE owner_id = ${seller.user.id}`,
    );
    const run = await startTemplates(api, seller, { templates: [MARKETING], repeat_leads: true });
    // It wrote before the run was made.
    await execute(
      sql`UPDATE messages SET sent_at = now() - interval '3 days' WHERE owner_id = ${seller.user.id}`,
    );
    expect(await workOn(run)).toMatchObject({ status: "completed" });
    expect(await statesOf(run)).toEqual([
      { state: "sent", cause: null },
      { state: "skipped", cause: "no_opt_in" },
    ]);
    expect(await rows(sql`SELECT source FROM opt_ins WHERE owner_id = ${seller.user.id}`)).toEqual([
      { source: "message" },
    ]);
  });
});
