import { expect, test } from "vitest";
import { credits } from "@/lib/contracts/accounts/credits";
import { searches } from "@/lib/contracts/discovery/searches";
import { leads } from "@/lib/contracts/leads/leads";
import { type Finding, settleGroup } from "@/server/discovery/searches/search-findings.service";
import { findSearch } from "@/server/discovery/searches/searches.repository";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildElsewhere, buildSearch } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();

const REMARK = "Encontrado na busca por Campinas - SP, mas o CNPJ é de Santos - SP.";
const COMPANY = {
  ...{ source: "google_pages", website: null, siteHost: null, whatsapp: null, phone: null },
  ...{ email: null, address: null, city: null, state: null, cnpj: null, evidence: {} },
  profiles: [],
};

async function settle(
  user: TestUser,
  companies: object[],
  search: { otherCities?: boolean; kind?: "pages" | "maps" } = {},
) {
  const searchId = await buildSearch(user);
  await execute(sql`DELETE FROM search_results WHERE search_id = ${searchId}`);
  await execute(
    sql`UPDATE searches SET lease_no = 1, other_cities = ${search.otherCities ?? false} WHERE id = ${searchId}`,
  );
  const row = await findSearch(user.id, searchId);
  if (!row) throw new Error("no search");
  const group: Finding[] = [];
  for (const [index, company] of companies.entries()) {
    const made = await firstRow<{ id: number }>(
      sql`INSERT INTO search_results (search_id, owner_id, result_key, title)
          VALUES (${searchId}, ${user.id}, ${`${index}`}, 'x') RETURNING id`,
    );
    const result = {
      id: made?.id ?? 0,
      url: null,
      result_key: `${index}`,
      title: "x",
      place: null,
    };
    group.push({ result, found: { company: { ...COMPANY, name: `E${index}`, ...company } } });
  }
  const signal = new AbortController().signal;
  const run = { id: searchId, ownerId: user.id, leaseNo: 1, attempts: 0, signal };
  const settlement = await settleGroup({ ...run, reportProgress: () => undefined }, row, group);
  const found = await findSearch(user.id, searchId);
  if (!found) throw new Error("no search");
  return { settlement, search: found };
}

const used = async (user: TestUser) =>
  (await callApi(api, credits.status, {}, user.headers)).body.credits_used;

const include = (user: TestUser, id: number) =>
  callApi(api, searches.include, { params: { id } }, user.headers);

test("a company of another town is no lead, costs nothing and is listed apart with its remark", async () => {
  const user = await buildUser();
  const { settlement, search } = await settle(user, [
    { phone: "551932324545" },
    { phone: "551332324545", city: "Santos", state: "SP", search_remark: REMARK },
  ]);
  expect(settlement).toBe("settled");
  expect(search).toMatchObject({ leads_created: 1, elsewhere: 1, results_done: 2 });
  expect(await used(user)).toBe(1);
  const { body } = await callApi(
    api,
    searches.elsewhere,
    { params: { id: search.id } },
    user.headers,
  );
  expect(body.companies).toEqual([
    expect.objectContaining({ name: "E1", city: "Santos", search_remark: REMARK }),
  ]);
});

test("where companies of other towns are wanted, they are leads at once", async () => {
  const user = await buildUser();
  const found = [{ phone: "551332324545", search_remark: REMARK }];
  const { search } = await settle(user, found, { otherCities: true });
  expect(search).toMatchObject({ leads_created: 1, elsewhere: 0 });
  expect(await used(user)).toBe(1);
});

test("included twice at once, it is one lead of the list for one credit, with its remark", async () => {
  for (let round = 0; round < 5; round += 1) {
    const user = await buildUser();
    const { searchId, resultId } = await buildElsewhere(user);
    const answers = await Promise.all([include(user, resultId), include(user, resultId)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [one, other] = answers.map(({ body }) => body);
    expect(one?.lead_id).toBe(other?.lead_id);
    expect(answers.filter(({ body }) => body.created)).toHaveLength(1);
    expect(await used(user)).toBe(1);
    const listed = await callApi(api, leads.list, { query: { remark: "elsewhere" } }, user.headers);
    expect(listed.body.leads).toMatchObject([{ name: "Padaria de longe", city: "Santos" }]);
    expect(
      await rows(
        sql`SELECT r.outcome, r.company, m.lead_id FROM search_results r
            JOIN searches s ON s.id = r.search_id JOIN list_leads m ON m.list_id = s.list_id
            WHERE r.id = ${resultId}`,
      ),
    ).toEqual([{ outcome: "created", company: null, lead_id: one?.lead_id }]);
    const apart = await callApi(
      api,
      searches.elsewhere,
      { params: { id: searchId } },
      user.headers,
    );
    expect(apart.body.companies).toEqual([]);
  }
});

test("two companies included at once never cost more than the day has", async () => {
  const user = await buildUser({ dailyLimit: 1 });
  const one = await buildElsewhere(user);
  const other = await buildElsewhere(user, { phone: "551133335555", name: "Outra" });
  const answers = await Promise.all([include(user, one.resultId), include(user, other.resultId)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 402]);
  expect(await used(user)).toBe(1);
});

test("without credits it is refused and stays apart; a known company is linked for nothing", async () => {
  const user = await buildUser({ dailyLimit: 0 });
  const { resultId } = await buildElsewhere(user);
  expect(await include(user, resultId)).toMatchObject({
    status: 402,
    body: { code: "insufficient_credits", credits_info: { required_credits: 1 } },
  });
  const lead = await buildLead(user.id, { whatsapp: "5513987654123" });
  const known = await buildElsewhere(user, { whatsapp: "5513987654123" });
  expect(await include(user, known.resultId)).toMatchObject({
    status: 200,
    body: { lead_id: lead.id, created: false },
  });
  expect(await used(user)).toBe(0);
});

test("what is not elsewhere cannot be included", async () => {
  const user = await buildUser();
  const { search } = await settle(user, [{ phone: "551932324545" }]);
  await execute(
    sql`UPDATE search_results SET lead_id = NULL, outcome = 'empty' WHERE search_id = ${search.id}`,
  );
  const row = await firstRow<{ id: number }>(
    sql`SELECT id FROM search_results WHERE search_id = ${search.id}`,
  );
  expect((await include(user, row?.id ?? 0)).status).toBe(404);
});

test("a company without any contact is a lead for nothing, also when no credit is left", async () => {
  const user = await buildUser({ dailyLimit: 1 });
  const { settlement, search } = await settle(user, [
    { website: "http://a.example", siteHost: "a.example" },
    { phone: "551932324545" },
    { website: "http://b.example", siteHost: "b.example" },
    { phone: "551932324546" },
    { website: "http://c.example", siteHost: "c.example" },
  ]);
  expect(settlement).toBe("limit reached");
  expect(search).toMatchObject({ leads_created: 4, left_out: 1 });
  expect(await used(user)).toBe(1);
  const events = await rows<{ credits_used: number }>(
    sql`SELECT credits_used FROM events WHERE owner_id = ${user.id} AND event_type = 'lead_created' ORDER BY credits_used`,
  );
  expect(events.map(({ credits_used }) => credits_used)).toEqual([0, 0, 0, 1]);
});

test("another contact than the main ones counts as one", async () => {
  const user = await buildUser();
  await settle(user, [{ others: { phones: ["551932324545"], emails: [] } }]);
  expect(await used(user)).toBe(1);
});

/** A search that found so many companies in other towns, each with a different number. */
async function buildManyElsewhere(user: TestUser, count: number): Promise<number> {
  const { searchId } = await buildElsewhere(user);
  await execute(
    sql`INSERT INTO search_results (search_id, owner_id, result_key, title, outcome, company)
        SELECT search_id, owner_id, 'more ' || n, 'y', 'elsewhere',
               company || jsonb_build_object('name', 'Empresa ' || n, 'phone', '5511' || (22220000 + n))
        FROM search_results, generate_series(2, ${count}) AS n WHERE search_id = ${searchId} AND result_key = 'y'`,
  );
  return searchId;
}

const includeAll = (user: TestUser, id: number) =>
  callApi(api, searches.includeAll, { params: { id } }, user.headers);

test("all are included at once, in more than one batch, each for one credit however often it is asked", async () => {
  const user = await buildUser({ dailyLimit: 1_000 });
  const searchId = await buildManyElsewhere(user, 60);
  const answers = await Promise.all([includeAll(user, searchId), includeAll(user, searchId)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.reduce((sum, { body }) => sum + body.created, 0)).toBe(60);
  expect(answers.map(({ body }) => [body.linked, body.left, body.limit])).toEqual([
    [0, 0, null],
    [0, 0, null],
  ]);
  expect(await used(user)).toBe(60);
  expect((await includeAll(user, searchId)).body).toEqual({
    ...{ created: 0, linked: 0, left: 0, limit: null },
  });
  const listed = await rows(
    sql`SELECT 1 FROM list_leads m JOIN searches s ON s.list_id = m.list_id WHERE s.id = ${searchId}`,
  );
  expect(listed).toHaveLength(60);
});

test("credits that do not suffice take the first ones, and say how many are left and why", async () => {
  const user = await buildUser({ dailyLimit: 2 });
  const searchId = await buildManyElsewhere(user, 5);
  const { body } = await includeAll(user, searchId);
  expect(body).toEqual({ created: 2, linked: 0, left: 3, limit: "Seus créditos acabaram" });
  expect(await used(user)).toBe(2);
});

test("what is known already is linked for nothing; a stranger's search is none", async () => {
  const user = await buildUser();
  const searchId = await buildManyElsewhere(user, 2);
  await execute(
    sql`UPDATE search_results SET company = company || '{"whatsapp": "5511988887777"}' WHERE search_id = ${searchId} AND result_key = 'y'`,
  );
  await buildLead(user.id, { whatsapp: "5511988887777" });
  expect((await includeAll(await buildUser(), searchId)).status).toBe(404);
  expect((await includeAll(user, searchId)).body).toEqual({
    ...{ created: 1, linked: 1, left: 0, limit: null },
  });
  expect(await used(user)).toBe(1);
});
