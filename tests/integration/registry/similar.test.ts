import { beforeAll, beforeEach, expect, test } from "vitest";
import { companies } from "@/lib/contracts/registry/companies";
import { registry } from "@/lib/contracts/registry/registry";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildList } from "@/tests/factories/lists";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { importFolder, makeSample } from "@/tests/support/registry";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
let user: TestUser;

const BAKERY = 4721102;

beforeAll(async () => {
  await importFolder(makeSample({ rows: 20_000 }).folder);
}, 60_000);

beforeEach(async () => {
  user = await buildUser();
});

/** Leads with the CNPJs of companies that the registry has. */
async function buildCompanies(cnpjs: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const cnpj of cnpjs) {
    const { id } = await buildLead(user.id);
    await execute(sql`UPDATE leads SET cnpj = ${cnpj} WHERE id = ${id}`);
    ids.push(id);
  }
  return ids;
}

async function findCnpjs(condition: ReturnType<typeof sql>, limit: number): Promise<string[]> {
  const found = await rows<{ cnpj: string }>(
    sql`SELECT cnpj FROM registry.establishments WHERE status = 2 AND uf <> 'EX' AND ${condition}
        ORDER BY md5(cnpj) LIMIT ${limit}`,
  );
  return found.map(({ cnpj }) => cnpj);
}

const similar = (
  body: Parameters<typeof callApi<typeof companies.similar>>[2]["body"],
  by = user,
) => callApi(api, companies.similar, { body }, by.headers);

test("of a list of bakeries the activity and the state stand out, explained and counted", async () => {
  const bakeries = await findCnpjs(sql`cnae = ${BAKERY} AND uf = 'SP'`, 7);
  const others = await findCnpjs(sql`cnae <> ${BAKERY} AND uf = 'SP'`, 5);
  expect([bakeries, others].map(({ length }) => length)).toEqual([7, 5]);
  const listId = await buildList(user.id, {
    leads: await buildCompanies([...bakeries, ...others]),
  });
  const { status, body } = await similar({ list_id: listId });
  expect(status).toBe(200);
  expect(body).toMatchObject({ leads: 12, complete: true, found: 12 });
  const activity = body.traits.find(({ kind }) => kind === "activity");
  expect(activity).toMatchObject({
    count: 7,
    share: 7 / 12,
    question: { cnae_primario: [String(BAKERY)] },
    suggested: true,
  });
  expect(activity?.explanation).toMatch(/^7 de 12 são de Padaria.*; em SP são \d+(,\d+)? %\.$/i);
  // The sample of so small a registry is all of it.
  const [usual] = await rows<{ share: number }>(
    sql`SELECT count(*) FILTER (WHERE cnae = ${BAKERY})::float8 / count(*) AS share
        FROM registry.establishments WHERE status = 2 AND uf = 'SP'`,
  );
  expect(activity?.usual_share).toBeCloseTo(usual?.share ?? -1, 6);
  expect(body.traits.find(({ kind }) => kind === "state")).toMatchObject({
    label: "SP",
    explanation: expect.stringMatching(/^12 de 12 ficam em SP; no Brasil são /),
    suggested: true,
  });
  expect(body.question).toMatchObject({ cnae_primario: [String(BAKERY)], uf: ["SP"] });

  const counts = await callApi(
    api,
    registry.counts,
    { query: body.question as never },
    user.headers,
  );
  expect(body.matches).toEqual({ counted: counts.body.counted, complete: true });
  expect(body.matches?.counted).toBeGreaterThanOrEqual(7);
});

test("the size, and the city in place of its state, are asked for where most have them", async () => {
  const large = await similar({
    lead_ids: await buildCompanies(await findCnpjs(sql`uf = 'SP' AND size = 5`, 8)),
  });
  expect(large.body.traits.find(({ kind }) => kind === "size")).toMatchObject({
    ...{ count: 8, label: "Demais", question: { porte: ["demais"] }, suggested: true },
  });
  const { body } = await similar({
    lead_ids: await buildCompanies(await findCnpjs(sql`municipality = 3509502`, 8)),
  });
  expect(body.traits.find(({ kind }) => kind === "city")).toMatchObject({
    ...{ count: 8, label: "Campinas/SP", question: { cidade: ["3509502"] }, suggested: true },
  });
  expect(body.question.cidade).toEqual(["3509502"]);
  expect(body.question.uf).toBeUndefined();
});

test("the age of companies is asked for by the days on which they opened", async () => {
  const old = await findCnpjs(sql`opened_on < now() - interval '21 years'`, 30);
  const { body } = await similar({ lead_ids: await buildCompanies(old) });
  const age = body.traits.find(({ kind }) => kind === "age");
  expect(age).toMatchObject({ count: 30, label: "há mais de 20 anos", suggested: true });
  expect(age?.question.aberta_ate).toMatch(/^20\d\d-\d\d-\d\d$/);
  expect(body.question.aberta_ate).toBe(age?.question.aberta_ate);
});

test("of companies at random nothing is said to stand out, and of two nothing at all", async () => {
  const lead_ids = await buildCompanies(await findCnpjs(sql`true`, 100));
  const { body } = await similar({ lead_ids });
  expect(body).toMatchObject({ leads: 100, found: 100, traits: [], question: {}, matches: null });
  const none = await similar({ lead_ids: lead_ids.slice(0, 2) });
  expect(none.body).toMatchObject({ traits: [], question: {}, matches: null });
});

test("leads without a CNPJ, or with one that the registry has not, make no question", async () => {
  const { id } = await buildLead(user.id);
  const [unknown] = await buildCompanies(["33000167000101"]);
  const { body } = await similar({ lead_ids: [id, unknown ?? 0] });
  expect(body).toMatchObject({ leads: 1, found: 0, traits: [], matches: null });
});

test("all leads that a filter matches are compared", async () => {
  const cnpjs = await findCnpjs(sql`cnae = ${BAKERY}`, 4);
  const ids = await buildCompanies(cnpjs);
  await execute(sql`UPDATE leads SET status = 'closed' WHERE id = ANY(${ids}::int[])`);
  const { body } = await similar({ filter: { status: "closed" } });
  expect(body).toMatchObject({ leads: 4, found: 4, question: { cnae_primario: ["4721102"] } });
});

test("another's list is none, and another's leads are not read", async () => {
  const stranger = await buildUser();
  const lead_ids = await buildCompanies(await findCnpjs(sql`cnae = ${BAKERY}`, 5));
  const list_id = await buildList(user.id, { leads: lead_ids });
  expect((await similar({ list_id }, stranger)).status).toBe(404);
  expect((await similar({ lead_ids }, stranger)).body).toMatchObject({ leads: 0, found: 0 });
  expect((await similar({ lead_ids, list_id })).status).toBe(400);
});
