import { afterAll, expect, test } from "vitest";
import { activities } from "@/lib/contracts/campaigns/activities";
import { campaigns, type StartProspecting } from "@/lib/contracts/campaigns/campaigns";
import { leads } from "@/lib/contracts/leads/leads";
import { ownFields } from "@/lib/contracts/leads/own-fields";
import type { OwnFieldKind } from "@/lib/domain/leads/own-fields";
import { rows, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { buildSeller, type Seller, startCampaign, workOn } from "@/tests/support/campaign-work";
import { runApi, runSandbox } from "@/tests/support/running";

/** Messages name own fields of the account's, which are read when the message goes out. */
const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });

afterAll(closeQueues);

async function addField(user: TestUser, name: string, kind: OwnFieldKind, choices: string[] = []) {
  const body = { name, kind, choices };
  return (await callApi(api, ownFields.create, { body }, user.headers)).body.own_field;
}

const setValues = ({ user, leads: [lead] }: Seller, own: object) =>
  callApi(
    api,
    leads.update,
    { params: { id: lead?.id ?? 0 }, body: { own: own as never } },
    user.headers,
  );

const start = (user: TestUser, body: Partial<StartProspecting>) =>
  callApi(
    api,
    campaigns.start,
    { body: { num_leads: 5, messages: ["Oi"], ...body } },
    user.headers,
  );

const textsOf = async (runId: number) =>
  (
    await rows<{ text: string }>(
      sql`SELECT text FROM campaign_recipients WHERE run_id = ${runId} ORDER BY id`,
    )
  ).map(({ text }) => text);

const TOMORROW = () => new Date(Date.now() + 24 * 3_600_000).toISOString();

test("each lead reads its own values, and the fallback where it has none", async () => {
  const seller = await buildSeller(api, sandbox, 2);
  await addField(seller.user, "Cargo", "text");
  await addField(seller.user, "Frota", "number");
  await addField(seller.user, "Abertura", "date");
  await addField(seller.user, "Canais", "choices", ["Loja", "Site", "Feira"]);
  await addField(seller.user, "Entrega", "yes_no");
  await setValues(seller, {
    ...{ cargo: "dona", frota: 1200.5, abertura: "2020-05-31", entrega: true },
    canais: ["Loja", "Site", "Feira"],
  });
  const started = await startCampaign(api, seller, {
    messages: [
      "Fale com {{cargo|responsável}}: {{frota|nenhum}} carros, {{abertura}}, {{canais}}, {{entrega|não}}.",
    ],
  });
  await workOn(started);
  expect((await textsOf(started.id)).sort()).toEqual([
    "Fale com dona: 1.200,5 carros, 31/05/2020, Loja, Site e Feira, sim.",
    "Fale com responsável: nenhum carros,,, não.",
  ]);
});

test("a field that was deleted after the start leaves its fallback, or nothing", async () => {
  const seller = await buildSeller(api, sandbox, 1);
  const { id } = await addField(seller.user, "Cargo", "text");
  await setValues(seller, { cargo: "dona" });
  const started = await startCampaign(api, seller, {
    messages: ["Oi {{cargo}}, fale com {{cargo|alguém}}"],
  });
  await callApi(api, ownFields.remove, { params: { id } }, seller.user.headers);
  await workOn(started);
  expect(await textsOf(started.id)).toEqual(["Oi, fale com alguém"]);
});

test("a name that is no field of the account is refused at the start, at an edit and in a test", async () => {
  const [user, other] = [await buildUser({ plan: "pro" }), await buildUser({ plan: "pro" })];
  await addField(other, "Cargo", "text");
  const messages = ["Oi", "Oi {{cargo|você}}"];
  const refused = {
    status: 400,
    body: { fields: { "messages.1": "Variável desconhecida: {{cargo}}" } },
  };
  expect(await start(user, { messages })).toMatchObject(refused);
  const schedule = { scheduled: true, scheduled_datetime: TOMORROW() };
  const { body } = await start(user, schedule);
  const edit = (text: string[]) =>
    callApi(
      api,
      activities.edit,
      { params: { id: body.activity_id }, body: { num_leads: 5, messages: text, ...schedule } },
      user.headers,
    );
  expect(await edit(messages)).toMatchObject(refused);
  const message = "{{cargo}}";
  const test = () => callApi(api, campaigns.testMessage, { body: { message } }, user.headers);
  expect(await test()).toMatchObject({
    status: 400,
    body: { fields: { message: "Variável desconhecida: {{cargo}}" } },
  });
  await addField(user, "Cargo", "text");
  expect((await edit(messages)).status).toBe(200);
  // The name is known; there is no connection.
  expect((await test()).body).not.toHaveProperty("fields");
});

test("a fallback that is too long or has lines is refused", async () => {
  const user = await buildUser({ plan: "pro" });
  for (const messages of [[`{{nome|${"a".repeat(101)}}}`], ["{{nome|a\nb}}"]]) {
    expect(await start(user, { messages })).toMatchObject({
      status: 400,
      body: { fields: { "messages.0": expect.stringMatching(/^Depois de \{\{nome\|/) } },
    });
  }
});

test("a test message tells the lead's own values", async () => {
  const seller = await buildSeller(api, sandbox, 1);
  await addField(seller.user, "Cargo", "text");
  await setValues(seller, { cargo: "dona" });
  const sent = await callApi(
    api,
    campaigns.testMessage,
    { body: { message: "Oi {{cargo|você}}", lead_id: seller.leads[0]?.id ?? 0 } },
    seller.user.headers,
  );
  expect(sent.body).toMatchObject({ text: "Oi dona" });
});
