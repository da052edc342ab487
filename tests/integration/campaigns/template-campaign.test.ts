import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { activities } from "@/lib/contracts/campaigns/activities";
import { campaignTemplates } from "@/lib/contracts/campaigns/campaign-templates";
import { leads } from "@/lib/contracts/leads/leads";
import { ownFields } from "@/lib/contracts/leads/own-fields";
import { until } from "@/sandbox/testing";
import { decideNextStep } from "@/server/campaigns/campaigns/engine/next-step.service";
import { startDueCampaigns } from "@/server/campaigns/campaigns/plan/campaign-schedule.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { callApi } from "@/tests/support/api";
import { findRun, holdRun, statesOf, workOn } from "@/tests/support/campaign-work";
import { graphWebhook } from "@/tests/support/cloud";
import { runWithCloud } from "@/tests/support/environments";
import { runApi, runSandbox } from "@/tests/support/running";
import {
  askToStart,
  buildCloudSeller,
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
beforeEach(() => sandbox.control("DELETE", "/faults"));

const refresh = (seller: Awaited<ReturnType<typeof buildCloudSeller>>) =>
  callApi(api, campaignTemplates.refresh, {}, seller.user.headers);

describe("the templates of an account", () => {
  test("are listed in every state, and what cannot be sent from here says why", async () => {
    const seller = await buildCloudSeller(api, sandbox, 0);
    const before = await callApi(api, campaignTemplates.list, {}, seller.user.headers);
    expect(before.body.templates).toEqual([]);
    const { body } = await refresh(seller);
    expect(body.templates).toMatchObject([
      { name: "catalogo", status: "APPROVED", content: null, unusable: "media_header" },
      { name: "oferta_antiga", status: "REJECTED", reason: "PROMOTIONAL" },
      { name: "proposta_pronta", category: "UTILITY", content: { named: true } },
      {
        name: "retomar_conversa",
        category: "MARKETING",
        quality: "GREEN",
        content: { buttons: [{ kind: "quick_reply", text: "Pode" }] },
        unusable: null,
      },
    ]);
    const after = await callApi(api, campaignTemplates.list, {}, seller.user.headers);
    expect(after.body).toEqual(body);
  });

  test("that Meta words strangely cost nobody the others", async () => {
    const seller = await buildCloudSeller(api, sandbox, 0);
    const body = { type: "BODY", text: "Oi\u0000" };
    const named = (name: string, more: object = {}) => ({
      name,
      language: "pt_BR",
      status: "APPROVED",
      category: "UTILITY",
      components: [body],
      ...more,
    });
    await controlGraph("PUT", `${seller.account}/templates`, [
      named("sem_estado", { status: null }),
      named("de_amanha", { status: "BRAND_NEW", category: "FUTURE" }),
      named("carrossel", { components: [body, { type: "CAROUSEL", cards: [] }] }),
      named("oferta", {
        components: [body, { type: "BUTTONS", buttons: [{ type: "COPY_CODE" }] }],
      }),
      named("link", {
        components: [
          body,
          { type: "BUTTONS", buttons: [{ type: "URL", text: "Ver", url: "https://a.b/{{1}}" }] },
        ],
      }),
      null,
      named("link"),
    ] as object);
    const answer = await refresh(seller);
    expect(answer.body.templates.map(({ name, unusable }) => [name, unusable])).toEqual([
      ["carrossel", "form"],
      ["de_amanha", null],
      ["link", null],
      ["oferta", "button"],
    ]);
    // What Meta no longer lists is gone.
    await controlGraph("PUT", `${seller.account}/templates`, [
      named("só", { name: "so" }),
    ] as object);
    expect((await refresh(seller)).body.templates).toMatchObject([
      { name: "so", content: { body: "Oi" } },
    ]);
  });
});

describe("a campaign by template", () => {
  test("sends each lead its words, once, and shows them in the conversation", async () => {
    const seller = await buildCloudSeller(api, sandbox, 2);
    const run = await startTemplates(api, seller);
    expect(await workOn(run)).toMatchObject({ status: "completed" });
    expect(await statesOf(run)).toMatchObject([{ state: "sent" }, { state: "sent" }]);
    const sent = await ledgerOf(sandbox, seller.phoneId);
    expect(sent.map(({ text }) => text).sort()).toEqual([
      expect.stringMatching(
        /^Proposta para Padaria 1\n(?:Bom dia|Boa tarde|Boa noite), a proposta que você pediu está pronta\.\nResponda SAIR/,
      ),
      expect.stringMatching(/^Proposta para Padaria 2\n/),
    ]);
    const stored = await rows<{ content: string }>(
      sql`SELECT content FROM messages WHERE owner_id = ${seller.user.id} AND direction = 'out'`,
    );
    expect(stored.map(({ content }) => content).sort()).toEqual(
      sent.map(({ text }) => text).sort(),
    );
    const { body } = await callApi(
      api,
      activities.get,
      { params: { id: run.campaign_id } },
      seller.user.headers,
    );
    expect(body.activity.templates).toMatchObject([
      { name: "proposta_pronta", category: "UTILITY" },
    ]);
    expect(JSON.parse(body.activity.message)).toEqual([
      "Proposta para {{empresa}}\n{{saudacao}}, a proposta que você pediu está pronta.\nResponda SAIR para não receber mais",
    ]);
  });

  test("writes the address of a button, too", async () => {
    const seller = await buildCloudSeller(api, sandbox, 1);
    await controlGraph("PUT", `${seller.account}/templates`, [
      {
        name: "link",
        language: "pt_BR",
        status: "APPROVED",
        category: "UTILITY",
        components: [
          { type: "BODY", text: "Veja:" },
          { type: "BUTTONS", buttons: [{ type: "URL", text: "Ver", url: "https://a.b/{{1}}" }] },
        ],
      },
    ] as object);
    const field = { name: "Loja", kind: "text" as const };
    await callApi(api, ownFields.create, { body: field }, seller.user.headers);
    const change = { params: { id: seller.leads[0]?.id ?? 0 }, body: { own: { loja: "centro" } } };
    await callApi(api, leads.update, change, seller.user.headers);
    const bindings = [{ key: "button_0", value: "{{loja}}", fallback: "todas" }];
    const run = await startTemplates(api, seller, {
      templates: [{ name: "link", language: "pt_BR", bindings }],
    });
    const recipients = await rows<{ id: number }>(
      sql`SELECT id FROM campaign_recipients WHERE run_id = ${run.id}`,
    );
    const checked = new Set(recipients.map(({ id }) => id));
    const step = await decideNextStep({ run: await holdRun(run), checked });
    expect(step).toMatchObject({ do: "send", filled: { values: { button_0: "centro" } } });
  });

  test.each<[string, object, string, RegExp]>([
    [
      "an unknown template",
      { templates: [{ name: "x", language: "pt_BR" }] },
      "templates.0",
      /não existe mais/,
    ],
    [
      "a rejected one",
      { templates: [{ ...UTILITY, name: "oferta_antiga" }] },
      "templates.0",
      /rejeitou/,
    ],
    [
      "one with a file",
      { templates: [{ ...UTILITY, name: "catalogo" }] },
      "templates.0",
      /cabeçalho/,
    ],
    [
      "a variable without a value",
      { templates: [{ ...UTILITY, bindings: UTILITY.bindings.slice(1) }] },
      "templates.0.bindings.header_empresa",
      /Diga o que vai/,
    ],
    [
      "a value that a lead may lack",
      {
        templates: [
          {
            ...MARKETING,
            bindings: [
              { key: "body_1", value: "{{nome}}" },
              { key: "body_2", value: "x" },
            ],
          },
        ],
      },
      "templates.0.bindings.body_1",
      /quando o lead não tem/,
    ],
    [
      "an unknown variable",
      {
        templates: [
          {
            ...MARKETING,
            bindings: [
              { key: "body_1", value: "{{x}}", fallback: "y" },
              { key: "body_2", value: "x" },
            ],
          },
        ],
      },
      "templates.0.bindings.body_1",
      /desconhecida/,
    ],
    ["texts besides", { messages: ["Oi"] }, "templates", /não os dois/],
    ["neither", { templates: null }, "messages", /pelo menos uma mensagem/],
    ["no template at all", { templates: [] }, "templates", /pelo menos um modelo/],
    [
      "six templates",
      { templates: Array.from({ length: 6 }, () => UTILITY) },
      "templates",
      /até 5/,
    ],
  ])("is refused with %s", async (_, body, field, sentence) => {
    const seller = await buildCloudSeller(api, sandbox, 1);
    const answer = await askToStart(api, seller, body);
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_input" } });
    expect(answer.body.fields).toEqual({ [field]: expect.stringMatching(sentence) });
    expect(
      await firstRow(sql`SELECT 1 AS one FROM campaigns WHERE owner_id = ${seller.user.id}`),
    ).toBeNull();
  });

  test("starts at its time, and records then whose permission was stated", async () => {
    const seller = await buildCloudSeller(api, sandbox, 2);
    const answer = await askToStart(api, seller, {
      templates: [MARKETING, UTILITY],
      opt_in: true,
      scheduled: true,
      scheduled_datetime: new Date(Date.now() + 3_600_000).toISOString(),
    });
    expect(answer.status).toBe(201);
    const campaignId = answer.body.activity_id;
    await execute(
      sql`UPDATE campaigns SET next_run_at = now() - interval '1 millisecond' WHERE id = ${campaignId}`,
    );
    await startDueCampaigns.run();
    const run = await findRun(campaignId);
    expect(await workOn(run)).toMatchObject({ status: "completed" });
    expect(await statesOf(run)).toMatchObject([{ state: "sent" }, { state: "sent" }]);
    expect(
      await rows(sql`SELECT source FROM opt_ins WHERE owner_id = ${seller.user.id}`),
    ).toHaveLength(2);
    // Each lead got the other template.
    const texts = (await ledgerOf(sandbox, seller.phoneId)).map(({ text }) => text).sort();
    expect(texts).toEqual([
      expect.stringMatching(/^Olá, .+! Aqui é da Garimpo\./),
      expect.stringMatching(/^Proposta para /),
    ]);
  });

  test("whose variable is an own field of the account's tells each lead's value", async () => {
    const seller = await buildCloudSeller(api, sandbox, 2);
    const field = { name: "Cargo", kind: "text" as const };
    await callApi(api, ownFields.create, { body: field }, seller.user.headers);
    const change = { params: { id: seller.leads[0]?.id ?? 0 }, body: { own: { cargo: "Dona" } } };
    await callApi(api, leads.update, change, seller.user.headers);
    const bindings = [
      { key: "header_empresa", value: "{{cargo}}", fallback: "vocês" },
      { key: "body_nome", value: "{{cargo|alguém}} de {{saudacao}}" },
    ];
    const run = await startTemplates(api, seller, { templates: [{ ...UTILITY, bindings }] });
    expect(await workOn(run)).toMatchObject({ status: "completed" });
    const texts = (await ledgerOf(sandbox, seller.phoneId)).map(({ text }) => text).sort();
    expect(texts).toEqual([
      expect.stringMatching(/^Proposta para Dona\nDona de Bo/),
      expect.stringMatching(/^Proposta para vocês\nalguém de Bo/),
    ]);
  });

  test("of texts, and one of a connection that is gone, do not start", async () => {
    const seller = await buildCloudSeller(api, sandbox, 1);
    const texts = await askToStart(api, seller, { templates: null, messages: ["Oi"] });
    expect(texts).toMatchObject({ status: 409, body: { code: "message_refused" } });
    expect(texts.body.error).toContain("escolha um modelo");
    await execute(
      sql`UPDATE whatsapp_instances SET status = 'DISCONNECTED', sealed_token = NULL WHERE owner_id = ${seller.user.id}`,
    );
    const gone = await askToStart(api, seller);
    expect(gone.body.code).toBe("whatsapp_disconnected");
  });

  test("with Meta away starts with what was told last", async () => {
    const seller = await buildCloudSeller(api, sandbox, 1);
    await refresh(seller);
    await sandbox.control("POST", "/faults", {
      target: "graph",
      kind: "graph-error",
      code: 2,
      status: 500,
      path: "/message_templates",
    });
    const run = await startTemplates(api, seller);
    expect(await workOn(run)).toMatchObject({ status: "completed" });
    expect((await refresh(seller)).status).toBe(503);
  });

  test("whose answer is lost is settled by the status that brings our id back, and never sent again", async () => {
    const seller = await buildCloudSeller(api, sandbox, 1);
    await sandbox.control("POST", "/faults", {
      target: "graph",
      kind: "lost-answer",
      path: "/messages",
      times: 1,
    });
    const run = await startTemplates(api, seller);
    await workOn(run);
    await until(async () => (await statesOf(run))[0]?.state === "sent", "the status to settle it");
    expect(await ledgerOf(sandbox, seller.phoneId)).toHaveLength(1);
  });
});
