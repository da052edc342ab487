import { expect, test } from "vitest";
import { searches } from "@/lib/contracts/discovery/searches";
import { type Finding, settleGroup } from "@/server/discovery/searches/search-findings.service";
import { addResults } from "@/server/discovery/searches/search-results.repository";
import { findSearch } from "@/server/discovery/searches/searches.repository";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildElsewhere, buildRadar, buildSearch } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { erase, findEverywhere } from "@/tests/support/privacy";
import { runApi } from "@/tests/support/running";

const api = runApi();

const COMPANY = {
  ...{ source: "google_pages", website: null, siteHost: null, whatsapp: null, phone: null },
  ...{ email: null, address: null, city: null, state: null, cnpj: null, evidence: {} },
  profiles: [],
};
const CNPJ = "11222333000181";

async function build() {
  const user = await buildUser({ plan: "pro" });
  const { whatsapp } = await buildLead(user.id, { name: "Ana ME" });
  await execute(sql`UPDATE leads SET cnpj = ${CNPJ} WHERE owner_id = ${user.id}`);
  return { user, number: whatsapp ?? "" };
}

async function settle(user: TestUser, companies: object[]) {
  const searchId = await buildSearch(user);
  await execute(sql`DELETE FROM search_results WHERE search_id = ${searchId}`);
  await execute(sql`UPDATE searches SET lease_no = 1 WHERE id = ${searchId}`);
  const row = await findSearch(user.id, searchId);
  if (!row) throw new Error("no search");
  const group: Finding[] = [];
  for (const [index, company] of companies.entries()) {
    const made = await firstRow<{ id: number }>(
      sql`INSERT INTO search_results (search_id, owner_id, result_key, title) VALUES (${searchId}, ${user.id}, ${`${index}`}, 'x') RETURNING id`,
    );
    const result = {
      ...{ id: made?.id ?? 0, url: null, result_key: `${index}` },
      ...{ title: "x", place: null },
    };
    group.push({ result, found: { company: { ...COMPANY, name: `E${index}`, ...company } } });
  }
  const signal = new AbortController().signal;
  const run = { id: searchId, ownerId: user.id, leaseNo: 1, attempts: 0, signal };
  const settlement = await settleGroup({ ...run, reportProgress: () => undefined }, row, group);
  const outcomes = await rows<{ outcome: string }>(
    sql`SELECT outcome FROM search_results WHERE search_id = ${searchId} ORDER BY id`,
  );
  return { settlement, outcomes: outcomes.map(({ outcome }) => outcome) };
}

test("a search of pages or of the registry leaves an erased company out, and goes on with the others", async () => {
  const { user, number } = await build();
  await erase(api, user, { cnpjs: [CNPJ] });
  const { settlement, outcomes } = await settle(user, [
    { phone: "551133330001" },
    { whatsapp: number },
    { cnpj: CNPJ, phone: "551133330002" },
    { phone: "551133330003", others: { phones: [number], emails: [] } },
  ]);
  expect(settlement).toBe("settled");
  expect(outcomes).toEqual(["created", "left_out", "left_out", "created"]);
  expect(await findEverywhere(number.slice(-8))).toEqual([]);
  expect(await findEverywhere(CNPJ)).toEqual([]);
});

test("a search of the map stores no place of an erased person", async () => {
  const { user, number } = await build();
  await erase(api, user, { phones: [`+${number}`] });
  const searchId = await buildSearch(user);
  const place = (phone: string) => ({ name: "Ana", phone, latitude: -22.9, longitude: -47 });
  await addResults({ id: searchId, ownerId: user.id }, [
    { key: "osm:1", url: null, title: "Ana", place: place(`+${number}`), outcome: "pending" },
    { key: "osm:2", url: null, title: "Bia", place: place("+55 11 3333-0004"), outcome: "pending" },
  ]);
  expect(
    await rows(
      sql`SELECT title FROM search_results WHERE search_id = ${searchId} AND result_key LIKE 'osm%'`,
    ),
  ).toEqual([{ title: "Bia" }]);
});

test("a company of another town, and what a radar found, go with an erasure and are not taken in after it", async () => {
  const { user, number } = await build();
  const { resultId } = await buildElsewhere(user, { whatsapp: number });
  const radarId = await buildRadar(user);
  await execute(sql`UPDATE radar_findings SET phone = ${number} WHERE radar_id = ${radarId}`);
  const request = await erase(api, user, { phones: [`+${number}`] });
  expect(request.counts).toMatchObject({ findings: 2 });
  const gone = await callApi(api, searches.include, { params: { id: resultId } }, user.headers);
  expect(gone.status).toBe(404);
  expect(await findEverywhere(number.slice(-8))).toEqual([]);
  const { resultId: later } = await buildElsewhere(user, { whatsapp: null, phone: null });
  await execute(
    sql`UPDATE search_results SET company = company || ${JSON.stringify({ others: { phones: [number, "551133330009"], emails: [] } })}::jsonb WHERE id = ${later}`,
  );
  expect(
    await rows(sql`SELECT company->'others' AS others FROM search_results WHERE id = ${later}`),
  ).toEqual([{ others: { phones: ["551133330009"], emails: [] } }]);
  await execute(
    sql`UPDATE search_results SET company = company || jsonb_build_object('phone', ${number}::text) WHERE id = ${later}`,
  );
  expect(await rows(sql`SELECT outcome, company FROM search_results WHERE id = ${later}`)).toEqual([
    { outcome: "left_out", company: null },
  ]);
});
