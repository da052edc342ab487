import { raw } from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { leads } from "@/lib/contracts/leads/leads";
import { COUNTED_LEADS, LEAD_SORTS } from "@/lib/domain/leads/lead-list";
import { lookUpLead } from "@/server/leads/lead-table/lead-filter.repository";
import type { OwnerId } from "@/server/platform/actor";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead, buildLeads } from "@/tests/factories/leads";
import { buildUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { createLead, findLeads } from "@/tests/support/leads";
import { runApi } from "@/tests/support/running";

const api = runApi();

/** Rows that only one of lead_search and leads has. */
function differences(ownerId: OwnerId) {
  const kept = sql`SELECT * FROM lead_search WHERE owner_id = ${ownerId}`;
  const due = sql`SELECT (lead_search_row(l)).* FROM leads l WHERE owner_id = ${ownerId}`;
  return rows(sql`(${kept} EXCEPT ${due}) UNION ALL (${due} EXCEPT ${kept})`);
}

describe("what is searched", () => {
  test("matches the leads, however they are created, changed and deleted, even concurrently", async () => {
    const [user, other] = [await buildUser(), await buildUser()];
    await buildLeads(user.id, 60);
    await buildLeads(other.id, 20);
    const all = (await findLeads(api, user, { per_page: 100 })).leads;
    const put = (id: number, body: Record<string, unknown>) =>
      callApi(api, leads.update, { params: { id }, body }, user.headers);
    await Promise.all([
      ...all.slice(0, 8).map(({ id }) => put(id, { name: `Outra ${id}`, obs: "Reunião" })),
      ...all.slice(0, 8).map(({ id }) => put(id, { whatsapp: `(21) 9${80_000_000 + id}` })),
      ...all.slice(4, 12).map(({ id }) => put(id, { status: "closed", address: null })),
      ...all
        .slice(10, 20)
        .map(({ id }) => callApi(api, leads.remove, { params: { id } }, user.headers)),
      execute(sql`UPDATE leads SET obs = 'todas', updated_at = now() WHERE id % 2 = 0`),
      createLead(api, user, { email: "contato@nova.example" }),
    ]);
    await execute(
      sql`INSERT INTO leads (owner_id, name, source, whatsapp, phone_key)
          SELECT owner_id, 'Já existe', 'manual', whatsapp, phone_key FROM leads WHERE phone_key IS NOT NULL
          ON CONFLICT DO NOTHING`,
    );
    expect(await differences(user.id)).toEqual([]);
    expect(await differences(other.id)).toEqual([]);
    expect((await findLeads(api, user, { search: "reuniao" })).pagination.total).toBeGreaterThan(0);
  });

  test("follows a change of any column", async () => {
    const user = await buildUser();
    const { id } = await buildLead(user.id);
    const columns = await rows<{ name: string }>(
      sql`SELECT column_name AS name FROM information_schema.columns
          WHERE table_name = 'leads' AND data_type = 'text' AND is_generated = 'NEVER' AND column_name NOT LIKE '%status%'
            AND column_name <> 'site_check'`,
    );
    expect(columns.length).toBeGreaterThan(10);
    for (const { name } of columns) {
      const column = raw(`"${name}"`);
      await execute(
        sql`UPDATE leads SET ${column} = coalesce(${column}, '') || '7' WHERE id = ${id}`,
      );
      expect(await differences(user.id), name).toEqual([]);
    }
    await execute(
      sql`UPDATE leads SET created_at = created_at - interval '1 day' WHERE id = ${id}`,
    );
    expect(await differences(user.id), "created_at").toEqual([]);
  });

  test("is empty after the account was deleted", async () => {
    const user = await buildUser();
    await buildLeads(user.id, 3);
    await execute(sql`DELETE FROM accounts WHERE id = ${user.id}`);
    expect(await rows(sql`SELECT id FROM lead_search WHERE owner_id = ${user.id}`)).toEqual([]);
  });
});

describe("a search", () => {
  test.each(LEAD_SORTS)(
    "sorted by %s finds the same leads in the same order as reading all",
    async (sort) => {
      const user = await buildUser();
      await buildLeads(user.id, 120);
      await execute(
        sql`UPDATE leads SET status = 'closed' WHERE owner_id = ${user.id} AND id % 3 = 0`,
      );
      for (const direction of ["asc", "desc"]) {
        const order = { sort, direction, per_page: 200 };
        const all = (await findLeads(api, user, order)).leads.filter(({ name }) =>
          /a 1/.test(name),
        );
        const whole = await findLeads(api, user, { ...order, search: "RESA 1" });
        expect(whole.leads.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
        const closed = await findLeads(api, user, { ...order, search: "RESA 1", status: "closed" });
        const due = all.filter(({ status }) => status === "closed");
        expect(closed.leads.map(({ id }) => id)).toEqual(due.map(({ id }) => id));
        const paged: number[] = [];
        let after: string | null | undefined;
        for (let page = 1; page === 1 || after; page += 1) {
          const { leads: found, pagination } = await findLeads(api, user, {
            ...{ ...order, per_page: 10, page, search: "resa 1" },
            ...(after ? { after } : {}),
          });
          paged.push(...found.map(({ id }) => id));
          after = pagination.next;
        }
        expect(paged).toEqual(all.map(({ id }) => id));
      }
    },
  );

  test("for several words finds them in any order, whatever the sort", async () => {
    const user = await buildUser();
    const { id } = await buildLead(user.id, { name: "Padaria Silva 24 Horas" });
    await buildLead(user.id, { name: "Padaria Souza", whatsapp: "5511924242424" });
    for (const sort of LEAD_SORTS) {
      const { leads: found } = await findLeads(api, user, { sort, search: "24 silva padaria" });
      expect(
        found.map((lead) => lead.id),
        sort,
      ).toEqual([id]);
    }
    const { leads: found } = await findLeads(api, user, { search: "24 padaria" });
    expect(found.map((lead) => lead.id)).toEqual([id]);
  });

  test("that finds more than are counted says so, and continues in order", async () => {
    const user = await buildUser();
    await buildLeads(user.id, COUNTED_LEADS + 30);
    await buildLead(user.id, { name: "Sem par" });
    const query = { search: "empresa", sort: "name", direction: "asc", per_page: 200 };
    const first = await findLeads(api, user, query);
    expect(first.pagination).toMatchObject({ total: COUNTED_LEADS, capped: true });
    const second = await findLeads(api, user, {
      ...query,
      page: 2,
      after: first.pagination.next ?? "",
    });
    const names = [...first.leads, ...second.leads].map(({ name }) => name);
    expect(new Set(names).size).toBe(400);
    expect(names).toEqual([...names].sort());
  });
});

test("a lead is looked up by its own keys, also for an owner whom the planner's statistics do not know", async () => {
  const known = await buildUser();
  await buildLeads(known.id, 5_000);
  const lead = sql`phone_key = '551198765432'`;
  const unknown = await buildUser();
  await execute(sql`ANALYZE leads`);
  const lookups = [
    [
      sql`SELECT id FROM leads WHERE owner_id = ${unknown.id} AND id = 5`,
      /leads_pkey|leads_owner_id_id_key/,
    ],
    [
      sql`SELECT name FROM leads WHERE owner_id = ${unknown.id} AND ${lead}`,
      /leads_owner_phone_key/,
    ],
    [
      sql`SELECT name FROM leads WHERE owner_id = ${unknown.id} AND cnpj = '1'`,
      /leads_owner_cnpj_key/,
    ],
    [
      sql`SELECT l.name FROM (VALUES (5), (6)) AS page (id) ${lookUpLead(unknown.id, sql`page.id`)}`,
      /Index Cond: \(.*owner_id.* AND .*\bid = /,
    ],
  ] as const;
  for (const [lookup, index] of lookups) {
    const plan = await rows<{ "QUERY PLAN": string }>(sql`EXPLAIN ${lookup}`);
    expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toMatch(index);
  }
});
