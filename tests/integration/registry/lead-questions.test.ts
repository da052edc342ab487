import { beforeAll, beforeEach, expect, test } from "vitest";
import { leads } from "@/lib/contracts/leads/leads";
import { companies } from "@/lib/contracts/registry/companies";
import { registry } from "@/lib/contracts/registry/registry";
import { completeCnpj } from "@/sandbox/brazil/cnpj";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildLeadOf, buildTeam } from "@/tests/factories/sellers";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { importFolder, makeFolder } from "@/tests/support/registry";
import { establishmentLine, writeSmallMonth } from "@/tests/support/registry-month";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

const cnpjOf = (base: string) => completeCnpj(`${base}0001`);
const BAKERY = cnpjOf("00000011");
const MARKET = cnpjOf("00000012");

function company(base: string, name: string, phone: string, second = "") {
  const cnpj = cnpjOf(base);
  const values: Record<number, string> = {
    ...{ 0: base, 1: cnpj.slice(8, 12), 2: cnpj.slice(12), 4: name, 21: "11", 22: phone },
  };
  if (second !== "") Object.assign(values, { 23: "11", 24: second });
  return establishmentLine(values);
}

let user: TestUser;
beforeAll(async () => {
  const folder = makeFolder();
  writeSmallMonth(folder, [
    company("00000011", "PADARIA SOL", "912345678"),
    company("00000012", "MERCADO LUA", "33334444", "976543210"),
    // The same number for both: their accountant's.
    company("00000013", "LOJA UM", "955554444"),
    company("00000014", "LOJA DOIS", "955554444"),
  ]);
  await importFolder(folder);
});
beforeEach(async () => {
  user = await buildUser();
});

/** A search's answer about each company's lead, by CNPJ. */
async function askedAbout(by: TestUser = user) {
  const answer = await callApi(
    api,
    registry.search,
    { query: { cep: "01310100", per_page: 50 } },
    by.headers,
  );
  expect(answer.status).toBe(200);
  return Object.fromEntries(
    answer.body.results
      .filter(({ lead_by_phone, lead_id }) => lead_by_phone !== null || lead_id !== null)
      .map(({ cnpj, lead_by_phone, lead_id }) => [cnpj, lead_by_phone ?? lead_id]),
  );
}

const detailsOf = async (cnpj: string) =>
  (await callApi(api, registry.get, { params: { cnpj } }, user.headers)).body.company;

const deny = (leadId: number, cnpj: string, by: TestUser = user) =>
  callApi(api, companies.deny, { params: { id: leadId }, body: { cnpj } }, by.headers);

test("a lead without a CNPJ that has a company's number is asked about, by either of its numbers", async () => {
  const first = await buildLead(user.id, { name: "Padaria", whatsapp: "5511912345678" });
  const second = await buildLead(user.id, { name: "Mercadinho", whatsapp: "5511976543210" });
  expect(await askedAbout()).toEqual({
    [BAKERY]: { id: first.id, name: "Padaria" },
    [MARKET]: { id: second.id, name: "Mercadinho" },
  });
  expect(await detailsOf(BAKERY)).toMatchObject({
    lead_id: null,
    lead_by_phone: { id: first.id, name: "Padaria" },
  });
});

test("another's lead, one with a CNPJ and a number that several companies give ask nothing", async () => {
  const stranger = await buildUser();
  await buildLead(stranger.id, { name: "Deles", whatsapp: "5511912345678" });
  const known = await buildLead(user.id, { name: "Outra", whatsapp: "5511976543210" });
  await execute(sql`UPDATE leads SET cnpj = ${cnpjOf("99999999")} WHERE id = ${known.id}`);
  await buildLead(user.id, { name: "De quem?", whatsapp: "5511955554444" });
  expect(await askedAbout()).toEqual({});
  for (const cnpj of [BAKERY, MARKET]) {
    expect(await detailsOf(cnpj)).toMatchObject({ lead_id: null, lead_by_phone: null });
  }
});

test("with its CNPJ the lead is in the base, and taking it away asks again", async () => {
  const lead = await buildLead(user.id, { name: "Padaria", whatsapp: "5511912345678" });
  const set = (cnpj: string | null) =>
    callApi(api, leads.update, { params: { id: lead.id }, body: { cnpj } }, user.headers);
  expect((await set(BAKERY)).status).toBe(200);
  expect(await askedAbout()).toEqual({ [BAKERY]: lead.id });
  expect((await set(null)).status).toBe(200);
  expect(await askedAbout()).toEqual({ [BAKERY]: { id: lead.id, name: "Padaria" } });
});

test("a company that a lead is not is not asked about again, of this lead alone", async () => {
  const lead = await buildLead(user.id, { name: "Padaria", whatsapp: "5511912345678" });
  const other = await buildUser();
  await buildLead(other.id, { name: "A mesma", whatsapp: "5511912345678" });
  expect((await deny(lead.id, BAKERY, other)).status).toBe(404);
  for (const written of [BAKERY, BAKERY.replace(/^(..)(...)(...)/, "$1.$2.$3/")]) {
    expect(await deny(lead.id, written)).toMatchObject({ status: 200, body: { denied: true } });
  }
  expect(await askedAbout()).toEqual({});
  expect(Object.keys(await askedAbout(other))).toEqual([BAKERY]);
  expect(
    await rows(sql`SELECT owner_id, cnpj FROM company_denials WHERE lead_id = ${lead.id}`),
  ).toEqual([{ owner_id: user.id, cnpj: BAKERY }]);
});

test("what is no CNPJ is refused, and what comes after a hundred answers keeps nothing", async () => {
  const lead = await buildLead(user.id, { name: "Padaria", whatsapp: "5511912345678" });
  expect(await deny(lead.id, "123")).toMatchObject({
    status: 400,
    body: { fields: { cnpj: "CNPJ inválido." } },
  });
  const cnpjs = Array.from({ length: 110 }, (_, at) => cnpjOf(String(50_000_000 + at)));
  for (const cnpj of cnpjs.slice(0, 95)) expect((await deny(lead.id, cnpj)).status).toBe(200);
  // At once: each counts what the others have added.
  const answers = await Promise.all(cnpjs.slice(95).map((cnpj) => deny(lead.id, cnpj)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const kept = await rows(sql`SELECT cnpj FROM company_denials WHERE lead_id = ${lead.id}`);
  expect(kept).toHaveLength(100);
});

test.each(["own", "own_and_unassigned"] as const)(
  "a lead out of a seller's sight is not told, by its CNPJ or its number, in '%s'",
  async (visibility) => {
    const { owner, seller, colleague } = await buildTeam(visibility);
    const byNumber = await buildLeadOf(owner.id, colleague, { whatsapp: "5511912345678" });
    const byCnpj = await buildLeadOf(owner.id, null);
    await execute(sql`UPDATE leads SET cnpj = ${MARKET} WHERE id = ${byCnpj.id}`);
    expect(await askedAbout(owner)).toEqual({
      [BAKERY]: { id: byNumber.id, name: byNumber.name },
      [MARKET]: byCnpj.id,
    });
    expect(await askedAbout(seller)).toEqual(visibility === "own" ? {} : { [MARKET]: byCnpj.id });
    await execute(
      sql`UPDATE leads SET seller_id = ${seller.personId} WHERE owner_id = ${owner.id}`,
    );
    expect(await askedAbout(seller)).toEqual(await askedAbout(owner));
  },
);

test("companies that a seller saves will be theirs", async () => {
  const { owner, seller } = await buildTeam("own");
  const body = { cnpjs: [BAKERY], list_name: "Padarias" };
  for (const { headers } of [seller, owner]) {
    expect((await callApi(api, registry.save, { body }, headers)).status).toBe(202);
  }
  expect(
    await rows(sql`SELECT seller_id FROM searches WHERE owner_id = ${owner.id} ORDER BY id`),
  ).toEqual([{ seller_id: seller.personId }, { seller_id: null }]);
});
