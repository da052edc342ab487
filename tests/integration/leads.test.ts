import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { leads } from "@/lib/contracts/leads";
import { lists } from "@/lib/contracts/lists";
import { LEAD_SORTS } from "@/lib/domain/lead-list";
import { execute, firstRow, rows, sql } from "@/server/db/sql";
import { markLeadAnswered, markLeadContacted } from "@/server/leads/leads.service";
import { buildLead } from "../factories/leads";
import { buildUser, type TestUser } from "../factories/users";
import { callApi, request, startApi, type TestApi } from "../support/api";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const COMPLETE = {
  name: "Padaria São João",
  website: "padariasaojoao.example",
  whatsapp: "(11) 98765-4321",
  address: "Rua das Flores, 10",
  obs: "Ligar à tarde",
};

function create(user: TestUser, input: Partial<typeof COMPLETE> & Record<string, unknown> = {}) {
  return callApi(api, leads.create, { body: { ...COMPLETE, ...input } }, user.headers);
}

async function find(user: TestUser, query: Record<string, string | number | undefined>) {
  const { body, status } = await callApi(api, leads.list, { query: query as never }, user.headers);
  expect(status).toBe(200);
  return body;
}

const names = (body: { leads: { name: string }[] }) => body.leads.map(({ name }) => name);

describe("one lead", () => {
  test("is created, read, changed and deleted by its owner", async () => {
    const user = await buildUser();
    const created = await create(user, { cnpj: "11.222.333/0001-81" });
    expect(created.status).toBe(201);
    expect(created.body.lead).toMatchObject({
      name: "Padaria São João",
      whatsapp: "5511987654321",
      cnpj: "11222333000181",
      status: "pending",
      source: "manual",
    });
    const { id } = created.body.lead;
    const changed = await callApi(
      api,
      leads.update,
      { params: { id }, body: { name: "Padaria Nova", obs: "", status: "closed" } },
      user.headers,
    );
    expect(changed.status).toBe(200);
    expect(changed.body.lead).toMatchObject({
      name: "Padaria Nova",
      obs: null,
      status: "closed",
      whatsapp: "5511987654321",
    });
    const read = await callApi(api, leads.get, { params: { id } }, user.headers);
    expect(read.body.lead).toMatchObject({ name: "Padaria Nova", lists: [], evidence: [] });
    const gone = await callApi(api, leads.remove, { params: { id } }, user.headers);
    expect(gone).toMatchObject({ status: 200, body: { deleted: 1 } });
    expect((await callApi(api, leads.get, { params: { id } }, user.headers)).status).toBe(404);
  });

  test.each([
    ["", "WhatsApp number is required"],
    ["12345", "WhatsApp number too short (minimum 10 digits)"],
    ["1234567890123456", "WhatsApp number too long (maximum 15 digits)"],
  ])("is refused with the number %j", async (whatsapp, reason) => {
    const user = await buildUser();
    const message = `Invalid WhatsApp number "${whatsapp}": ${reason}`;
    const answer = await create(user, { whatsapp });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: "invalid_whatsapp_number", error: message, fields: { whatsapp: message } },
    });
    expect((await find(user, {})).pagination.total).toBe(0);
  });

  test("is refused without a name, with a wrong CNPJ or a wrong e-mail, each under its field", async () => {
    const user = await buildUser();
    const answer = await create(user, { name: " ", cnpj: "11222333000182", email: "sem arroba" });
    expect(answer.body.fields).toEqual({
      name: "Informe o nome da empresa.",
      cnpj: "CNPJ inválido.",
      email: "E-mail inválido.",
    });
  });

  test("takes a CNPJ with letters", async () => {
    const user = await buildUser();
    const answer = await create(user, { cnpj: "12.abc.345/01de-35" });
    expect(answer.body.lead.cnpj).toBe("12ABC34501DE35");
  });

  test("is found by every spelling of its number, and by nothing else", async () => {
    const user = await buildUser();
    const { body } = await create(user);
    for (const number of [
      "5511987654321",
      "+55 (11) 98765-4321",
      "11987654321",
      "1187654321",
      "551187654321",
      "011987654321",
    ]) {
      const found = await callApi(api, leads.byPhone, { params: { number } }, user.headers);
      expect(found.body.data?.lead.id, number).toBe(body.lead.id);
    }
    const other = { params: { number: "11987654322" } };
    expect((await callApi(api, leads.byPhone, other, user.headers)).status).toBe(404);
    const short = await callApi(api, leads.byPhone, { params: { number: "123" } }, user.headers);
    expect(short).toMatchObject({
      status: 400,
      body: {
        error: 'Invalid WhatsApp number "123": WhatsApp number too short (minimum 10 digits)',
      },
    });
  });
});

describe("one company, one lead", () => {
  test("twenty creations of one number at once make one lead, and name it to the others", async () => {
    const user = await buildUser();
    const spellings = ["11987654321", "+55 11 98765-4321", "1187654321", "5511987654321"];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => create(user, { whatsapp: spellings[at % 4] ?? "" })),
    );
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect(status).toBe(409);
      expect(body).toMatchObject({
        code: "lead_exists",
        existing_id: created[0]?.body.lead.id,
      });
    }
    expect((await find(user, {})).pagination.total).toBe(1);
  });

  test("a CNPJ or a number that another lead holds refuses a change, and the other's id is told", async () => {
    const user = await buildUser();
    const first = await create(user, { cnpj: "11222333000181" });
    const second = await create(user, { whatsapp: "11987650000" });
    const { id } = second.body.lead;
    for (const body of [{ cnpj: "11.222.333/0001-81" }, { whatsapp: "1187654321" }]) {
      const answer = await callApi(api, leads.update, { params: { id }, body }, user.headers);
      expect(answer).toMatchObject({
        status: 409,
        body: { code: "lead_exists", existing_id: first.body.lead.id },
      });
    }
    const own = { whatsapp: "+55 11 98765-0000" };
    expect(
      (await callApi(api, leads.update, { params: { id }, body: own }, user.headers)).status,
    ).toBe(200);
  });

  test("two owners may have the same company", async () => {
    const [one, other] = [await buildUser(), await buildUser()];
    expect((await create(one)).status).toBe(201);
    expect((await create(other)).status).toBe(201);
  });
});

describe("the list", () => {
  test("finds names, notes, sites, numbers and CNPJs, accents and case aside", async () => {
    const user = await buildUser();
    await create(user, { cnpj: "11222333000181", email: "Contato@Padaria.example" });
    await create(user, { name: "Oficina", whatsapp: "1932345678", obs: "x", website: "y.example" });
    for (const search of [
      "sao joao",
      "SÃO",
      "à TARDE",
      "padariasaojoao.ex",
      "contato@padaria",
      "11 98765",
      "(11) 98765-43",
      "98765-4321",
      "11 8765-4321",
      "11.222.333/0001-81",
      "11222333",
    ]) {
      expect(names(await find(user, { search })), search).toEqual(["Padaria São João"]);
    }
    for (const search of ["50%", "são_joão", "\\"]) {
      expect(names(await find(user, { search })), search).toEqual([]);
    }
    expect(names(await find(user, { searchQuery: "oficina", perPage: 20 }))).toEqual(["Oficina"]);
  });

  test("narrows by status, list, source, city and São Paulo's days, together with a search", async () => {
    const user = await buildUser();
    const [a, b] = [
      await buildLead(user.id, { name: "A", status: "sent", city: "Santos" }),
      await buildLead(user.id, { name: "B", city: "São Paulo" }),
    ];
    await buildLead(user.id, { name: "C", status: "answered", city: "Santos" });
    // 23:30 of the last of the month in São Paulo is the first in UTC.
    await execute(
      sql`UPDATE leads SET created_at = '2026-02-01T02:30:00Z', source = 'google_maps' WHERE id = ${b.id}`,
    );
    const added = await callApi(
      api,
      leads.bulkAddToList,
      { body: { lead_ids: [String(a.id)], name: "Minha lista" } },
      user.headers,
    );
    expect(added.body.added).toBe(1);
    const by = async (query: Record<string, string | number>) =>
      names(await find(user, { ...query, sort: "name", direction: "asc" }));
    expect(await by({ status: "sent" })).toEqual(["A"]);
    expect(await by({ status: "sent,answered" })).toEqual(["A", "C"]);
    expect(await by({ city: "Santos" })).toEqual(["A", "C"]);
    expect(await by({ source: "google_maps" })).toEqual(["B"]);
    expect(await by({ list_id: added.body.list_id })).toEqual(["A"]);
    expect(await by({ created_from: "2026-01-31", created_to: "2026-01-31" })).toEqual(["B"]);
    expect(await by({ created_to: "2026-01-30" })).toEqual([]);
    expect(await by({ city: "Santos", status: "answered", search: "c" })).toEqual(["C"]);
    const cities = await callApi(api, leads.cities, {}, user.headers);
    expect(cities.body.cities).toEqual(["Santos", "São Paulo"]);
    const wrong = await request(api, "GET", "/api/leads?status=nada", undefined, user.headers);
    expect(wrong.status).toBe(400);
  });

  test.each(LEAD_SORTS)(
    "sorted by %s, both ways, shows each lead once however it is paged",
    async (sort) => {
      const user = await buildUser();
      await fill(user, 37);
      for (const direction of ["asc", "desc"] as const) {
        const whole = (await find(user, { sort, direction, per_page: 50 })).leads;
        expect(new Set(whole.map(({ id }) => id)).size).toBe(37);
        const values = whole.map((lead) => lead[sort]);
        const filled = values.filter((value) => value !== null);
        expect(values.slice(0, filled.length), "leads without a value come last").toEqual(filled);
        const ids = whole.map(({ id }) => id);
        // As a search that matches all, it goes the other way through the query.
        const searched = await find(user, { sort, direction, per_page: 50, search: "empresa" });
        expect(searched.leads.map(({ id }) => id)).toEqual(ids);
        for (const filter of [{}, { search: "empresa" }]) {
          const query = { sort, direction, per_page: 10, ...filter };
          const forward: number[] = [];
          let page = await find(user, query);
          for (let number = 2; ; number += 1) {
            forward.push(...page.leads.map(({ id }) => id));
            if (!page.pagination.next) break;
            page = await find(user, { ...query, page: number, after: page.pagination.next });
          }
          expect(forward).toEqual(ids);
          const back = await find(user, {
            ...query,
            page: 3,
            before: page.pagination.previous ?? "",
          });
          expect(back.leads.map(({ id }) => id)).toEqual(ids.slice(20, 30));
          const byNumber = await find(user, { ...query, page: 4 });
          expect(byNumber.leads.map(({ id }) => id)).toEqual(ids.slice(30));
        }
      }
    },
  );

  test("goes on where it was when a lead is deleted or created meanwhile", async () => {
    const user = await buildUser();
    await fill(user, 30);
    const first = await find(user, { per_page: 10 });
    await callApi(api, leads.remove, { params: { id: first.leads[3]?.id ?? 0 } }, user.headers);
    await create(user);
    const next = first.pagination.next ?? "";
    const second = await find(user, { per_page: 10, page: 2, after: next });
    const seen = new Set(first.leads.map(({ id }) => id));
    expect(second.leads.some(({ id }) => seen.has(id))).toBe(false);
    const all = (await find(user, { per_page: 50 })).leads.map(({ id }) => id);
    const last = first.leads.at(-1)?.id ?? 0;
    expect(second.leads[0]?.id).toBe(all[all.indexOf(last) + 1]);
  });

  test("a cursor of another order, or nonsense, is as none", async () => {
    const user = await buildUser();
    await fill(user, 12);
    const { pagination } = await find(user, { sort: "name", direction: "asc" });
    for (const after of [pagination.next ?? "", "nada", "bnVsbA", "WyJjcmVhdGVkX2F0Il0"]) {
      expect((await find(user, { page: 2, after })).leads).toHaveLength(2);
    }
  });
});

describe("totals", () => {
  test("stay exact through every way a lead comes, changes and goes, also at once", async () => {
    const user = await buildUser();
    await fill(user, 40);
    const all = (await find(user, { per_page: 50 })).leads;
    await Promise.all([
      ...all.slice(0, 8).map(({ id }) => markLeadContacted(user.id, id, "sent")),
      ...all
        .slice(8, 16)
        .map(({ id }) => callApi(api, leads.remove, { params: { id } }, user.headers)),
      ...all
        .slice(16, 24)
        .map(({ id }) =>
          callApi(api, leads.update, { params: { id }, body: { status: "closed" } }, user.headers),
        ),
    ]);
    await execute(sql`SELECT fold_lead_counts(${user.id}::int)`);
    await execute(sql`UPDATE leads SET status = status WHERE owner_id = ${user.id}`);
    const counted = await rows<{ status: string; count: number }>(
      sql`SELECT status, count(*)::int AS count FROM leads WHERE owner_id = ${user.id} GROUP BY status`,
    );
    const of = (status: string) => counted.find((row) => row.status === status)?.count ?? 0;
    const { body } = await callApi(api, leads.stats, {}, user.headers);
    expect(body.statistics).toMatchObject({ total: 32, sent: of("sent"), closed: of("closed") });
    expect((await find(user, {})).pagination.total).toBe(32);
  });

  test("nothing is left of a deleted account", async () => {
    const user = await buildUser();
    await fill(user, 3);
    await execute(sql`DELETE FROM users WHERE id = ${user.id}`);
    const left = await firstRow(
      sql`SELECT 1 FROM lead_counts WHERE owner_id = ${user.id}
          UNION ALL SELECT 1 FROM lead_count_changes WHERE owner_id = ${user.id}`,
    );
    expect(left).toBeNull();
  });
});

describe("history", () => {
  test("tells the creation and every change of status, and who made it", async () => {
    const user = await buildUser();
    const { body } = await create(user);
    const { id } = body.lead;
    await markLeadContacted(user.id, id, "sent");
    await markLeadAnswered(user.id, "551187654321", "answered");
    await callApi(api, leads.update, { params: { id }, body: { status: "closed" } }, user.headers);
    const answer = await callApi(api, leads.history, { params: { id } }, user.headers);
    const steps = answer.body.history.map(({ kind, by, from, to }) => [kind, by, from, to]);
    expect(steps).toEqual([
      ["status", "person", "answered", "closed"],
      ["status", "reply", "sent", "answered"],
      ["status", "campaign", "pending", "sent"],
      ["created", null, null, null],
    ]);
  });
});

describe("bulk", () => {
  test("deletes the ids that are one's own, as texts", async () => {
    const [user, other] = [await buildUser(), await buildUser()];
    const mine = [await buildLead(user.id), await buildLead(user.id), await buildLead(user.id)];
    const theirs = await buildLead(other.id);
    const lead_ids = [mine[0], mine[1], theirs].map((lead) => String(lead?.id));
    const answer = await callApi(api, leads.bulkDelete, { body: { lead_ids } }, user.headers);
    expect(answer).toMatchObject({ status: 200, body: { deleted: 2 } });
    expect((await find(user, {})).pagination.total).toBe(1);
    expect((await find(other, {})).pagination.total).toBe(1);
  });

  test("refuses no selection, two at once and an empty one", async () => {
    const user = await buildUser();
    for (const body of [
      {},
      { lead_ids: [] },
      { lead_ids: ["1"], filter: {} },
      { lead_ids: [true] },
    ]) {
      const answer = await request(api, "POST", "/api/leads/bulk_delete", body, user.headers);
      expect(answer.status).toBe(400);
    }
  });

  test("a filter takes what the list shows for it, beyond one batch, and nobody else's", async () => {
    const [user, other] = [await buildUser(), await buildUser()];
    await fill(user, 4_500);
    await fill(other, 5);
    const closed = await callApi(
      api,
      leads.bulkStatus,
      { body: { filter: { status: "pending" }, status: "closed" } },
      user.headers,
    );
    expect(closed.body).toEqual({ updated: 4_500 });
    const listed = await callApi(
      api,
      leads.bulkAddToList,
      { body: { filter: { search: "empresa 1" }, name: "Começam com um" } },
      user.headers,
    );
    const { total } = (await find(user, { search: "empresa 1" })).pagination;
    expect(listed.body.added).toBe(total);
    const again = await callApi(
      api,
      leads.bulkAddToList,
      { body: { filter: {}, list_id: listed.body.list_id } },
      user.headers,
    );
    expect(again.body.added).toBe(4_500 - total);
    const shown = await callApi(api, lists.list, { query: { search: "comecam" } }, user.headers);
    expect(shown.body.lists).toMatchObject([{ name: "Começam com um", total_leads: 4_500 }]);
    const foreign = await callApi(
      api,
      leads.bulkAddToList,
      { body: { filter: {}, list_id: listed.body.list_id } },
      other.headers,
    );
    expect(foreign.status).toBe(404);
    const gone = await callApi(
      api,
      leads.bulkDelete,
      { body: { filter: { status: "closed" } } },
      user.headers,
    );
    expect(gone.body).toEqual({ deleted: 4_500 });
    expect((await find(other, {})).pagination.total).toBe(5);
  });
});

/** Leads of which some lack this or that, many share a value, and none a number. */
async function fill(user: TestUser, count: number) {
  await execute(
    sql`INSERT INTO leads (owner_id, name, source, status, whatsapp, whatsapp_key, website, address, cnpj, cnae,
                           proprietario, obs, ai_obs, created_at)
        SELECT ${user.id}, 'Empresa ' || n, 'manual', 'pending',
               CASE WHEN n % 5 > 0 THEN '55119' || (70000000 + n) END, CASE WHEN n % 5 > 0 THEN '5511' || (70000000 + n) END,
               CASE WHEN n % 3 > 0 THEN 'https://e' || n % 7 || '.example' END, CASE WHEN n % 4 > 0 THEN 'Rua ' || n % 5 END,
               CASE WHEN n % 2 > 0 THEN lpad(n::text, 14, '0') END, CASE WHEN n % 6 > 0 THEN 'c' || n % 4 END,
               CASE WHEN n % 7 > 0 THEN 'Dona ' || n % 3 END, CASE WHEN n % 2 > 0 THEN 'obs' END, NULL,
               now() - (n / 3 || ' minutes')::interval
        FROM generate_series(1, ${count}::int) AS n`,
  );
}
