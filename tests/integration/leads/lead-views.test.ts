import { expect, test } from "vitest";
import { type LeadViewSettings, leadViews } from "@/lib/contracts/leads/lead-views";
import { execute, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();

const SETTINGS: LeadViewSettings = {
  filter: { search: "padaria", status: "new,pending", city: "Santos,São Paulo" },
  sort: "name",
  direction: "asc",
  layout: "board",
  columns: ["status", "whatsapp", "city"],
};

const create = (user: TestUser, name: string, settings: LeadViewSettings = SETTINGS) =>
  callApi(api, leadViews.create, { body: { name, settings } }, user.headers);
const list = async (user: TestUser) =>
  (await callApi(api, leadViews.list, {}, user.headers)).body.lead_views;

test("a view is kept as it was, found by name, renamed and deleted", async () => {
  const user = await buildUser();
  await create(user, "Santos");
  const { body } = await create(user, "  Padarias ");
  const { id } = body.lead_view;
  expect(await list(user)).toMatchObject([
    { id, name: "Padarias", settings: SETTINGS },
    { name: "Santos" },
  ]);
  const changed = { name: "Tudo", settings: { ...SETTINGS, filter: {}, columns: [] } };
  await callApi(api, leadViews.update, { params: { id }, body: changed }, user.headers);
  expect(await list(user)).toMatchObject([{ name: "Santos" }, { id, ...changed }]);
  await callApi(api, leadViews.remove, { params: { id } }, user.headers);
  expect(await list(user)).toMatchObject([{ name: "Santos" }]);
});

test("a name is one view's, for each owner", async () => {
  const [user, other] = [await buildUser(), await buildUser()];
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(user, "Novos")));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    fields: { name: "Já existe uma visão com este nome." },
  });
  const { body } = await create(user, "Antigos");
  const taken = {
    params: { id: body.lead_view.id },
    body: { name: "Novos", settings: SETTINGS },
  };
  expect((await callApi(api, leadViews.update, taken, user.headers)).status).toBe(409);
  expect((await create(other, "Novos")).status).toBe(201);
});

test.each([
  [" ", SETTINGS],
  ["x".repeat(61), SETTINGS],
  ["ok", { ...SETTINGS, filter: { status: "nada" } }],
  ["ok", { ...SETTINGS, sort: "password" as "name" }],
  ["ok", { ...SETTINGS, columns: ["password" as "cnpj"] }],
])("the view '%s' with these settings is refused", async (name, settings) => {
  expect((await create(await buildUser(), name, settings)).status).toBe(400);
});

test("there is an end to them", async () => {
  const user = await buildUser();
  await execute(
    sql`INSERT INTO lead_views (owner_id, name, settings)
        SELECT ${user.id}, 'v' || n, ${JSON.stringify(SETTINGS)}::jsonb FROM generate_series(1, 50) AS n`,
  );
  expect(await create(user, "Mais uma")).toMatchObject({
    status: 409,
    body: { error: "Você pode ter até 50 visões." },
  });
});
