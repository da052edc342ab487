import { describe, expect, test } from "vitest";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { leads } from "@/lib/contracts/leads/leads";
import { LEAD_SORTS } from "@/lib/domain/leads/lead-list";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { execute, sql } from "@/server/platform/db/sql";
import { buildLead, buildLeads } from "@/tests/factories/leads";
import { buildUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { createLead, findLeads } from "@/tests/support/leads";
import { runApi } from "@/tests/support/running";

const api = runApi();

const names = (body: { leads: { name: string }[] }) => body.leads.map(({ name }) => name);

describe("the list", () => {
  test("finds names, notes, sites, numbers and CNPJs, accents and case aside", async () => {
    const user = await buildUser();
    await createLead(api, user, { cnpj: "11222333000181", email: "Contato@Padaria.example" });
    await createLead(api, user, {
      name: "Oficina",
      whatsapp: "1932345678",
      obs: "x",
      website: "y.example",
    });
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
      "joão padaria",
      "98765-4321 tarde PADARIA",
      "joao, sã",
    ]) {
      expect(names(await findLeads(api, user, { search })), search).toEqual(["Padaria São João"]);
    }
    for (const search of ["50%", "são_joão", "\\"]) {
      expect(names(await findLeads(api, user, { search })), search).toEqual([]);
    }
    expect(names(await findLeads(api, user, { searchQuery: "oficina", perPage: 20 }))).toEqual([
      "Oficina",
    ]);
  });

  test("names each town once, of any state and of none", async () => {
    const user = await buildUser();
    for (const [city, state] of [
      ["Bonito", "PE"],
      ["Bonito", "MS"],
      ["Recife", "PE"],
      ["Recife", null],
      ["Olinda", null],
      ["Água Boa", "MT"],
      [null, "MT"],
    ] as const) {
      await buildLead(user.id, { city, state });
    }
    await buildLead((await buildUser()).id, { city: "Santos", state: "SP" });
    const { body } = await callApi(api, leads.cities, {}, user.headers);
    expect(body.cities).toEqual(["Água Boa", "Bonito", "Olinda", "Recife"]);
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
      leadBulk.addToList,
      { body: { lead_ids: [String(a.id)], name: "Minha lista" } },
      user.headers,
    );
    expect(added.body.added).toBe(1);
    const by = async (query: Record<string, string | number>) =>
      names(await findLeads(api, user, { ...query, sort: "name", direction: "asc" }));
    expect(await by({ status: "sent" })).toEqual(["A"]);
    expect(await by({ status: "sent,answered" })).toEqual(["A", "C"]);
    expect(await by({ city: "Santos" })).toEqual(["A", "C"]);
    expect(await by({ source: "google_maps" })).toEqual(["B"]);
    expect(await by({ list_id: added.body.list_id })).toEqual(["A"]);
    expect(await by({ created_from: "2026-01-31", created_to: "2026-01-31" })).toEqual(["B"]);
    expect(await by({ created_to: "2026-01-30" })).toEqual([]);
    expect(await by({ city: "Santos", status: "answered", search: "c" })).toEqual(["C"]);
    // Several values of one filter, with and without a search.
    expect(await by({ city: "São Paulo, Santos" })).toEqual(["A", "B", "C"]);
    expect(await by({ city: "São Paulo,Santos", status: "sent,pending" })).toEqual(["A", "B"]);
    expect(await by({ city: "São Paulo,Santos", search: "b" })).toEqual(["B"]);
    expect(await by({ source: "google_maps,receita" })).toEqual(["B"]);
    const other = await callApi(
      api,
      leadBulk.addToList,
      { body: { filter: { source: "google_maps,receita" }, name: "Outra lista" } },
      user.headers,
    );
    expect(other.body.added, "a selection means what the list shows").toBe(1);
    const both = `${added.body.list_id},${other.body.list_id}`;
    expect(await by({ list_id: both })).toEqual(["A", "B"]);
    const cities = await callApi(api, leads.cities, {}, user.headers);
    expect(cities.body.cities).toEqual(["Santos", "São Paulo"]);
    const many = Array.from({ length: 21 }, (_, at) => at + 1).join(",");
    for (const wrong of ["status=nada", "status=,", "city=Santos,", `list_id=${many}`]) {
      const answer = await request(api, "GET", `/api/leads?${wrong}`, undefined, user.headers);
      expect(answer.status, wrong).toBe(400);
    }
  });

  test("narrows by state, value, last contact and next step, with and without a search", async () => {
    const user = await buildUser();
    const [a, b, c, d] = [
      await buildLead(user.id, { name: "Loja A" }),
      await buildLead(user.id, { name: "Loja B" }),
      await buildLead(user.id, { name: "Loja C" }),
      await buildLead(user.id, { name: "Loja D" }),
    ];
    const stranger = await buildUser();
    const theirs = await buildLead(stranger.id, { name: "Loja E" });
    for (const [id, state] of [
      [a.id, "SP"],
      [b.id, "RJ"],
      [c.id, "RJ"],
      [theirs.id, "SP"],
    ] as const) {
      await execute(sql`UPDATE leads SET state = ${state} WHERE id = ${id}`);
    }
    await execute(sql`UPDATE leads SET value_cents = 150050 WHERE id = ${a.id}`);
    await execute(sql`UPDATE leads SET value_cents = 900000 WHERE id = ${b.id}`);
    // A was written to by a campaign, B talks since, the other contact of C long ago.
    await execute(
      sql`UPDATE leads SET contacted_at = now() - interval '10 days' WHERE id = ${a.id}`,
    );
    await execute(
      sql`INSERT INTO lead_contacts (owner_id, lead_id, name, whatsapp, phone_key, source) VALUES (${user.id}, ${c.id}, 'Ana', '5511980014711', '551180014711', 'manual')`,
    );
    for (const [key, ago] of [
      [getPhoneKey(b.whatsapp), "1 day"],
      ["551180014711", "40 days"],
    ] as const) {
      await execute(
        sql`INSERT INTO conversations (owner_id, phone_key, chat_id, last_message_at)
            VALUES (${user.id}, ${key}, ${`${key}@s.whatsapp.net`}, now() - ${ago}::interval)`,
      );
    }
    for (const [id, days] of [
      [a.id, -1],
      [a.id, 3],
      [b.id, 2],
    ] as const) {
      await execute(
        sql`INSERT INTO tasks (owner_id, lead_id, what, due_on) VALUES (${user.id}, ${id}, 'Ligar', (now() AT TIME ZONE 'America/Sao_Paulo')::date + ${days}::int)`,
      );
    }
    const letters = async (query: Record<string, string | number>) =>
      names(await findLeads(api, user, { ...query, sort: "name", direction: "asc" }))
        .map((name) => name.slice(-1))
        .join("");
    for (const search of [{}, { search: "loja" }] as Record<string, string>[]) {
      const by = (query: Record<string, string | number>) => letters({ ...search, ...query });
      expect(await by({ state: "SP" })).toBe("A");
      expect(await by({ state: "SP,RJ" })).toBe("ABC");
      expect(await by({ value_min: "1500.5" })).toBe("AB");
      expect(await by({ value_min: 1501, value_max: 9000 })).toBe("B");
      expect(await by({ last_contact: "week" })).toBe("B");
      expect(await by({ last_contact: "month" })).toBe("A");
      expect(await by({ last_contact: "older" })).toBe("C");
      expect(await by({ last_contact: "never" })).toBe("D");
      expect(await by({ last_contact: "never,week" })).toBe("BD");
      expect(await by({ next_step: "overdue" })).toBe("A");
      expect(await by({ next_step: "later" })).toBe("B");
      expect(await by({ next_step: "none" })).toBe("CD");
      expect(await by({ next_step: "none,overdue", last_contact: "older" })).toBe("C");
    }
    expect(d.id).toBeGreaterThan(c.id);
    for (const wrong of ["value_min=-1", "value_max=mil", "last_contact=ontem", "next_step=,"]) {
      const answer = await request(api, "GET", `/api/leads?${wrong}`, undefined, user.headers);
      expect(answer.status, wrong).toBe(400);
    }
  });

  test.each(LEAD_SORTS)(
    "sorted by %s, both ways, shows each lead once however it is paged",
    async (sort) => {
      const user = await buildUser();
      await buildLeads(user.id, 37);
      for (const direction of ["asc", "desc"] as const) {
        const whole = (await findLeads(api, user, { sort, direction, per_page: 50 })).leads;
        expect(new Set(whole.map(({ id }) => id)).size).toBe(37);
        const values = whole.map((lead) => lead[sort]);
        const filled = values.filter((value) => value !== null);
        expect(values.slice(0, filled.length), "leads without a value come last").toEqual(filled);
        const ids = whole.map(({ id }) => id);
        // A search that matches everything takes the query's other path.
        const searched = await findLeads(api, user, {
          sort,
          direction,
          per_page: 50,
          search: "empresa",
        });
        expect(searched.leads.map(({ id }) => id)).toEqual(ids);
        for (const filter of [{}, { search: "empresa" }]) {
          const query = { sort, direction, per_page: 10, ...filter };
          const forward: number[] = [];
          let page = await findLeads(api, user, query);
          for (let number = 2; ; number += 1) {
            forward.push(...page.leads.map(({ id }) => id));
            if (!page.pagination.next) break;
            page = await findLeads(api, user, {
              ...query,
              page: number,
              after: page.pagination.next,
            });
          }
          expect(forward).toEqual(ids);
          const back = await findLeads(api, user, {
            ...query,
            page: 3,
            before: page.pagination.previous ?? "",
          });
          expect(back.leads.map(({ id }) => id)).toEqual(ids.slice(20, 30));
          const byNumber = await findLeads(api, user, { ...query, page: 4 });
          expect(byNumber.leads.map(({ id }) => id)).toEqual(ids.slice(30));
        }
      }
    },
  );

  test("continues at the cursor when a lead is deleted or created meanwhile", async () => {
    const user = await buildUser();
    await buildLeads(user.id, 30);
    const first = await findLeads(api, user, { per_page: 10 });
    await callApi(api, leads.remove, { params: { id: first.leads[3]?.id ?? 0 } }, user.headers);
    await createLead(api, user);
    const next = first.pagination.next ?? "";
    const second = await findLeads(api, user, { per_page: 10, page: 2, after: next });
    const seen = new Set(first.leads.map(({ id }) => id));
    expect(second.leads.some(({ id }) => seen.has(id))).toBe(false);
    const all = (await findLeads(api, user, { per_page: 50 })).leads.map(({ id }) => id);
    const last = first.leads.at(-1)?.id ?? 0;
    expect(second.leads[0]?.id).toBe(all[all.indexOf(last) + 1]);
  });

  test("an invalid cursor or one of another order is ignored", async () => {
    const user = await buildUser();
    await buildLeads(user.id, 12);
    const { pagination } = await findLeads(api, user, { sort: "name", direction: "asc" });
    for (const after of [pagination.next ?? "", "nada", "bnVsbA", "WyJjcmVhdGVkX2F0Il0"]) {
      expect((await findLeads(api, user, { page: 2, after })).leads).toHaveLength(2);
    }
  });

  test("answers to both names of its parameters", async () => {
    const user = await buildUser();
    await buildLeads(user.id, 12);
    const { leads: found, pagination } = await findLeads(api, user, { perPage: 5, page: 3 });
    expect(found).toHaveLength(2);
    expect(pagination).toMatchObject({ page: 3, per_page: 5, total: 12, total_pages: 3 });
    const [wanted] = found;
    const search = { searchQuery: wanted?.name ?? "" };
    expect((await findLeads(api, user, search)).leads).toContainEqual(wanted);
    expect((await findLeads(api, user, { searchQuery: "não há" })).pagination.total).toBe(0);
  });

  test("an empty parameter is ignored; an invalid number is refused", async () => {
    const user = await buildUser();
    const read = (query: string) =>
      request(api, "GET", `/api/leads?${query}`, undefined, user.headers);
    const blank = "page=&per_page=&perPage=&search=&searchQuery=&status=&list_id=&sort=&after=";
    expect(await read(blank)).toMatchObject({
      status: 200,
      body: { pagination: { page: 1, per_page: 10, total: 0 } },
    });
    for (const [wrong, sentence] of [
      ["page=0", "O mínimo é 1."],
      ["page=x", "Valor inválido."],
      ["per_page=201", "O máximo é 200."],
      ["list_id=0x1", "Valor inválido."],
      ["list_id=1e3", "Valor inválido."],
      ["direction=up", "Use um destes valores: asc, desc."],
      [`search=${"x".repeat(201)}`, "Use no máximo 200 caracteres."],
    ]) {
      expect(await read(wrong ?? ""), wrong).toMatchObject({
        status: 400,
        body: { error: sentence },
      });
    }
  });
});

describe("the export", () => {
  const exported = async (headers: Record<string, string>, query: string) => {
    const answer = await fetch(`${api.url}/api/leads/export?format=csv${query}`, { headers });
    expect(answer.status).toBe(200);
    const lines = (await answer.text()).trim().split(/\r?\n/).slice(1);
    return lines.map((line) => line.replaceAll('"', "").split(/[;,]/));
  };

  test("has the order of the screen, of all, of those that a filter finds and of chosen ones", async () => {
    const user = await buildUser();
    // More than one page of the file, with names and sites that repeat or are missing.
    await buildLeads(user.id, 1_200);
    await execute(
      sql`UPDATE leads SET email = id || '@exemplo.example', name = 'Empresa ' || id % 97, website = CASE WHEN id % 3 > 0 THEN 'a' || id % 50 || '.example' END,
                           status = CASE WHEN id % 2 = 0 THEN 'answered' ELSE status END
          WHERE owner_id = ${user.id}`,
    );
    for (const sort of ["created_at", "name", "website"] as const) {
      for (const direction of ["asc", "desc"] as const) {
        for (const filter of [{}, { status: ["answered" as const] }, { search: "empresa 1" }]) {
          const shown: string[] = [];
          for (let page = 1; ; page += 1) {
            const query = { ...filter, sort, direction, per_page: 200, page };
            const body = await findLeads(api, user, query as Parameters<typeof findLeads>[2]);
            shown.push(...body.leads.map(({ email }) => email ?? ""));
            if (body.leads.length < 200) break;
          }
          const text = new URLSearchParams({ sort, direction, ...filter } as object as Record<
            string,
            string
          >);
          const rows = await exported(user.headers, `&${text}`);
          const order = rows.map((cells) =>
            cells.find((cell) => cell.endsWith("@exemplo.example")),
          );
          expect(order, `${text}`).toEqual(shown);
        }
      }
    }
    const { leads: few } = await findLeads(api, user, {
      sort: "name",
      direction: "desc",
      per_page: 5,
    });
    const ids = few.map(({ id }) => id).toSorted((a, b) => a - b);
    const chosen = await exported(user.headers, `&sort=name&direction=desc&ids=${ids.join(",")}`);
    expect(chosen.map(([name]) => name)).toEqual(few.map(({ name }) => name));
  });
});
