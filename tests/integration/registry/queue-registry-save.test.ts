import { beforeAll, expect, test } from "vitest";
import { registry } from "@/lib/contracts/registry/registry";
import { until } from "@/sandbox/testing";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildList } from "@/tests/factories/lists";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { importFolder, makeSample } from "@/tests/support/registry";
import { runApi, runWorkers } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
let cnpjs: string[];

beforeAll(async () => {
  // Before the workers start: one of them would take it up.
  await importFolder(makeSample({ rows: 1_500 }).folder);
  const found = await rows<{ cnpj: string }>(
    sql`SELECT cnpj FROM registry.establishments WHERE status = 2 AND phone1 IS NOT NULL ORDER BY id LIMIT 30`,
  );
  cnpjs = found.map(({ cnpj }) => cnpj);
});
runWorkers();

type Body = Parameters<typeof callApi<typeof registry.save>>[2]["body"];

const save = (user: TestUser, body: Body) => callApi(api, registry.save, { body }, user.headers);

const ended = (user: TestUser) =>
  until(
    () =>
      firstRow<{ status: string; note: string | null }>(
        sql`SELECT status, note FROM searches WHERE owner_id = ${user.id} AND NOT EXISTS (
              SELECT 1 FROM searches WHERE owner_id = ${user.id} AND status = 'processing')
            ORDER BY id DESC LIMIT 1`,
      ),
    "the saving to end",
    30_000,
  );

const membersOf = (listId: number) =>
  rows<{ cnpj: string; source: string }>(
    sql`SELECT l.cnpj, l.source FROM list_leads m JOIN leads l ON l.id = m.lead_id WHERE m.list_id = ${listId} ORDER BY l.id`,
  );

const spent = async (user: TestUser) =>
  (await firstRow<{ used: number; reserved: number }>(
    sql`SELECT coalesce(sum(used), 0)::int AS used, coalesce(sum(reserved), 0)::int AS reserved
          FROM credit_days WHERE owner_id = ${user.id}`,
  )) ?? { used: 0, reserved: 0 };

test("companies become leads of a list that exists; those that are leads already cost nothing", async () => {
  const user = await buildUser({ dailyLimit: 20 });
  const lead = await buildLead(user.id);
  await execute(sql`UPDATE leads SET cnpj = ${cnpjs[0]} WHERE id = ${lead.id}`);
  const listId = await buildList(user.id);
  const before = await firstRow(sql`SELECT status, note FROM lists WHERE id = ${listId}`);
  const answer = await save(user, { cnpjs: cnpjs.slice(0, 3), list_id: listId });
  expect(answer).toMatchObject({ status: 202, body: { list_id: listId } });
  expect(await ended(user)).toMatchObject({ status: "completed", note: null });
  const members = await membersOf(listId);
  expect(members.map(({ cnpj }) => cnpj).sort()).toEqual(cnpjs.slice(0, 3).sort());
  expect(await spent(user)).toEqual({ used: 2, reserved: 0 });
  // The list is not the saving's to complete.
  expect(await firstRow(sql`SELECT status, note FROM lists WHERE id = ${listId}`)).toEqual(before);

  await save(user, { cnpjs: cnpjs.slice(0, 3), list_id: listId });
  await ended(user);
  expect(await spent(user)).toEqual({ used: 2, reserved: 0 });
  expect(await membersOf(listId)).toHaveLength(3);
});

test("without credits for all, as many as they cover are saved and the list says so", async () => {
  const user = await buildUser({ dailyLimit: 4 });
  const { body } = await save(user, { cnpjs, list_name: "Da Receita" });
  expect(await ended(user)).toMatchObject({
    status: "completed",
    note: expect.stringContaining("Seus créditos acabaram"),
  });
  expect(await membersOf(body.list_id)).toHaveLength(4);
  expect(await spent(user)).toEqual({ used: 4, reserved: 0 });
  expect(await save(user, { cnpjs, list_name: "Mais" })).toMatchObject({
    status: 402,
    body: { code: "insufficient_credits" },
  });
});

test("all that a search finds is saved, up to 500", async () => {
  const user = await buildUser({ plan: "pro" });
  const filter = { cnae_primario: "47" };
  const total = await callApi(api, registry.search, { query: filter }, user.headers);
  const { body } = await save(user, { filter, list_name: "Comércio" });
  await ended(user);
  const members = await membersOf(body.list_id);
  expect(members.length).toBe(Math.min(500, total.body.pagination.total ?? 0));
  expect(new Set(members.map(({ source }) => source))).toEqual(new Set(["receita"]));
});

test("into another account's list, of no CNPJ, or of none at all, nothing is saved", async () => {
  const [user, stranger] = [await buildUser(), await buildUser()];
  const listId = await buildList(stranger.id);
  expect((await save(user, { cnpjs, list_id: listId })).status).toBe(404);
  expect((await save(user, { cnpjs: ["123"], list_name: "x" })).status).toBe(400);
  expect((await save(user, { cnpjs: [], list_name: "x" })).status).toBe(400);
  expect((await save(user, { cnpjs, list_name: "x", list_id: 1 })).status).toBe(400);
  const filter = { nome_fantasia: "ninguem se chama assim" };
  expect((await save(user, { filter, list_name: "x" })).status).toBe(400);
  expect(await rows(sql`SELECT 1 FROM searches WHERE owner_id = ${user.id}`)).toEqual([]);
});
