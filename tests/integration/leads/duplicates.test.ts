import { beforeAll, expect, test } from "vitest";
import { type DuplicateGroup, duplicates } from "@/lib/contracts/leads/duplicates";
import { leadMerges } from "@/lib/contracts/leads/lead-merges";
import { toKeptNumber } from "@/lib/domain/phone/read-number";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();
let user: TestUser;
beforeAll(async () => {
  user = await buildUser({ plan: "pro" });
});

/** All pages: each is of one reason. */
async function list(per_page = 50) {
  const groups: DuplicateGroup[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const query: object = { per_page, ...(after && { after }) };
    const page = await callApi(api, duplicates.list, { query }, user.headers);
    expect(page.body.groups.length).toBeLessThanOrEqual(per_page);
    groups.push(...page.body.groups);
    after = page.body.next;
  }
  return groups;
}
const tellApart = (lead_ids: number[], distinct = true) =>
  callApi(api, duplicates.setDistinct, { body: { lead_ids, distinct } }, user.headers);
const ofLead = async (id: number) =>
  (await callApi(api, duplicates.ofLead, { params: { id } }, user.headers)).body.leads;

/** Leads that have values in common. */
async function build(...values: Record<string, string>[]): Promise<number[]> {
  const ids: number[] = [];
  for (const value of values) {
    const { id } = await buildLead(user.id, value["name"] ? { name: value["name"] } : {});
    ids.push(id);
    const { name: _name, ...columns } = value;
    for (const [column, text] of Object.entries(columns)) {
      if (column === "email") await execute(sql`UPDATE leads SET email = ${text} WHERE id = ${id}`);
      else if (column === "phone")
        await execute(sql`UPDATE leads SET phone = ${text} WHERE id = ${id}`);
      else if (column === "cnpj")
        await execute(sql`UPDATE leads SET cnpj = ${text} WHERE id = ${id}`);
      else if (column === "city")
        await execute(sql`UPDATE leads SET city = ${text} WHERE id = ${id}`);
      else if (column === "number") {
        await execute(sql`UPDATE leads SET whatsapp = NULL, phone_key = NULL WHERE id = ${id}`);
      } else
        await execute(
          sql`UPDATE leads SET site_host = ${text}, website = ${text} WHERE id = ${id}`,
        );
    }
  }
  return ids;
}

test("leads that share something are grouped, the surest reason first, each group once", async () => {
  const number = await build(
    { number: "none", phone: "(11) 98765-4321" },
    { phone: "11 8765-4321" },
  );
  const site = await build(
    { number: "none", site: "modelo.example", email: "oi@modelo.example" },
    { site: "modelo.example", email: "OI@modelo.example" },
  );
  const email = await build(
    { number: "none", email: "ana@casa.example" },
    { email: "Ana@casa.example" },
  );
  const roots = await build({ cnpj: "11222333000181" }, { cnpj: "11222333000262" });
  const names = await build(
    { name: "Açaí do Zé", city: "Santos" },
    { name: "ACAI DO ZE", city: "santos" },
  );
  await build({ name: "Açaí do Zé", city: "Campinas" });
  const groups = await list();
  expect(
    groups.map(({ reason, sure, leads }) => [reason, sure, leads.map(({ id }) => id)]),
  ).toEqual([
    ["number", true, number],
    ["site", true, site],
    ["email", true, email],
    ["cnpj_root", false, roots],
    ["name_city", false, names],
  ]);
  expect((await ofLead(number[0] ?? 0)).map(({ id, reason }) => [id, reason])).toEqual([
    [number[1], "number"],
  ]);

  expect((await list(1)).map(({ key }) => key)).toEqual(groups.map(({ key }) => key));

  // Leads that were marked as different or merged are not shown again.
  expect(await tellApart(email)).toMatchObject({ status: 200 });
  await callApi(api, leadMerges.merge, { body: { lead_ids: site } }, user.headers);
  expect((await list()).map(({ reason }) => reason)).toEqual([
    ...["number", "cnpj_root", "name_city"],
  ]);
  expect(await ofLead(email[0] ?? 0)).toEqual([]);
  await tellApart(email, false);
  expect(await list()).toHaveLength(4);
});

test("leads of different CNPJs with one number are a question", async () => {
  const [one] = await build({ cnpj: "99888777000166", phone: "(21) 3333-4444" });
  await build({ cnpj: "55444333000122", phone: "21 33334444" });
  const group = (await list()).find(({ leads }) => leads.some(({ id }) => id === one));
  expect(group).toMatchObject({ reason: "number", sure: false });
});

test("strangers' leads cannot be told apart", async () => {
  const stranger = await buildUser();
  const [mine, theirs] = [await buildLead(user.id), await buildLead(stranger.id)];
  expect(await tellApart([mine.id, theirs.id])).toMatchObject({ status: 404 });
});

test.each([
  ...["(11) 98765-4321", "11 8765-4321", "+55 11 98765-4321", "0 11 98765-4321", "11987654321"],
  ...["(11) 3333-4444", "551133334444", "01133334444", "(55) 99876-5432", "55 3333-4444"],
  ...["5555999876543", "11 94474-4512", "11 4474-4512", "555599876543"],
])("the database reads %s as the app does", async (typed) => {
  const [row] = await rows<{ key: string | null }>(sql`SELECT typed_phone_key(${typed}) AS key`);
  expect(row?.key).toBe(toKeptNumber(typed)?.phone_key);
});

test.each(["3232-4545", "11 3232-4545 ramal 12", "0800 123 4567", "12345", "+34 912 345 678"])(
  "the database reads no number in %s",
  async (typed) => {
    expect(await rows(sql`SELECT typed_phone_key(${typed}) AS key`)).toEqual([{ key: null }]);
  },
);
