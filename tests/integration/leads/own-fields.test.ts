import { describe, expect, test } from "vitest";
import { board } from "@/lib/contracts/leads/board";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { leads } from "@/lib/contracts/leads/leads";
import { ownFields } from "@/lib/contracts/leads/own-fields";
import { tags } from "@/lib/contracts/leads/tags";
import { COUNTED_LEADS } from "@/lib/domain/leads/lead-list";
import type { OwnFieldKind } from "@/lib/domain/leads/own-fields";
import { purgeOwnFields } from "@/server/leads/own-fields/own-fields.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead, buildLeads } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { findLeads } from "@/tests/support/leads";
import { runApi } from "@/tests/support/running";
import { fill } from "@/tests/support/without-limit";

const api = runApi();

async function addField(user: TestUser, name: string, kind: OwnFieldKind, choices?: string[]) {
  const body = { name, kind, ...(choices && { choices }) };
  return (await callApi(api, ownFields.create, { body }, user.headers)).body.own_field;
}

const listFields = async (user: TestUser) =>
  (await callApi(api, ownFields.list, {}, user.headers)).body;

const setValues = (user: TestUser, id: number, own: object) =>
  callApi(api, leads.update, { params: { id }, body: { own: own as never } }, user.headers);

const readValues = async (user: TestUser, id: number) =>
  (await callApi(api, leads.get, { params: { id } }, user.headers)).body.lead.own;

describe("own fields", () => {
  test("get a key that nothing else has, and values of every kind come back as they were given", async () => {
    const user = await buildUser();
    const { id } = await buildLead(user.id);
    const made = [
      await addField(user, "Cargo", "text"),
      await addField(user, "Frota", "number"),
      await addField(user, "Data de abertura", "date"),
      await addField(user, "Porte", "choice", ["MEI", "ME"]),
      await addField(user, "Canais", "choices", ["Loja", "Site"]),
      await addField(user, "Ativo", "yes_no"),
    ];
    expect(made.map(({ key }) => key)).toEqual([
      ...["cargo", "frota", "data_de_abertura", "porte", "canais", "ativo"],
    ]);
    const own = {
      cargo: "Dona",
      frota: 12.5,
      data_de_abertura: "2020-05-01",
      porte: "MEI",
      canais: ["Loja", "Site"],
      ativo: false,
    };
    expect((await setValues(user, id, own)).status).toBe(200);
    expect(await readValues(user, id)).toEqual(own);
    expect((await findLeads(api, user, {})).leads[0]?.own).toEqual(own);
    // Others stay, null clears.
    await setValues(user, id, { frota: null, cargo: "Sócia", canais: ["Site"] });
    expect(await readValues(user, id)).toEqual({
      ...{ cargo: "Sócia", data_de_abertura: "2020-05-01", porte: "MEI" },
      ...{ canais: ["Site"], ativo: false },
    });
  });

  test("a new lead brings its values; an unknown field and a wrong value are refused by their names", async () => {
    const user = await buildUser();
    await addField(user, "Frota", "number");
    const create = (own: object) =>
      callApi(
        api,
        leads.create,
        { body: { name: "Padaria", whatsapp: "11987654321", own: own as never } },
        user.headers,
      );
    const refused = await create({ frota: "doze", cor: "azul" });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      fields: { "own.frota": "Use um número, como 1.200,50.", "own.cor": "Este campo não existe." },
    });
    expect((await findLeads(api, user, {})).leads).toEqual([]);
    expect((await create({ frota: 3 })).status).toBe(201);
    expect((await findLeads(api, user, {})).leads[0]?.own).toEqual({ frota: 3 });
  });

  test("a name is taken once, whatever its case, also the ones that every lead has", async () => {
    const user = await buildUser();
    await addField(user, "Cargo", "text");
    const again = await callApi(
      api,
      ownFields.create,
      { body: { name: "CARGO", kind: "number" } },
      user.headers,
    );
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ fields: { name: "Já existe um campo com este nome." } });
    const builtIn = await callApi(
      api,
      ownFields.create,
      { body: { name: "endereço", kind: "text" } },
      user.headers,
    );
    expect(builtIn.status).toBe(409);
  });

  test("a deleted field says how many values go, and comes back with them", async () => {
    const user = await buildUser();
    const field = await addField(user, "Cargo", "text");
    const { id } = await buildLead(user.id);
    await setValues(user, id, { cargo: "Dona" });
    const params = { id: field.id };
    const deleted = await callApi(api, ownFields.remove, { params }, user.headers);
    expect(deleted.body).toEqual({ values: 1 });
    expect(await readValues(user, id)).toEqual({});
    expect(await listFields(user)).toMatchObject({ own_fields: [], deleted: [{ leads: 1 }] });
    await callApi(api, ownFields.restore, { params }, user.headers);
    expect(await readValues(user, id)).toEqual({ cargo: "Dona" });
    // Not after a month: then the values are deleted permanently.
    await callApi(api, ownFields.remove, { params }, user.headers);
    await execute(
      sql`UPDATE own_fields SET deleted_at = now() - interval '31 days' WHERE id = ${field.id}`,
    );
    expect((await callApi(api, ownFields.restore, { params }, user.headers)).status).toBe(404);
    await purgeOwnFields.run();
    expect(await rows(sql`SELECT 1 FROM own_fields WHERE id = ${field.id}`)).toEqual([]);
    expect(await rows(sql`SELECT 1 FROM lead_values WHERE lead_id = ${id}`)).toEqual([]);
  });

  test("a choice that leads have goes only when that is said", async () => {
    const user = await buildUser();
    const field = await addField(user, "Porte", "choice", ["MEI", "ME"]);
    const { id } = await buildLead(user.id);
    await setValues(user, id, { porte: "mei" });
    const change = (drop_values?: boolean) =>
      callApi(
        api,
        ownFields.update,
        {
          params: { id: field.id },
          body: { name: "Porte", choices: ["ME"], ...(drop_values && { drop_values }) },
        },
        user.headers,
      );
    const refused = await change();
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body)).toContain("1 lead tem uma opção que você removeu");
    expect(await readValues(user, id)).toEqual({ porte: "MEI" });
    expect((await change(true)).status).toBe(200);
    expect(await readValues(user, id)).toEqual({});
  });

  test("values come back with a lead whose deletion is undone", async () => {
    const user = await buildUser();
    await addField(user, "Cargo", "text");
    const { id } = await buildLead(user.id);
    await setValues(user, id, { cargo: "Dona" });
    await callApi(api, leads.remove, { params: { id } }, user.headers);
    const { deletions } = (await callApi(api, leads.deletions, {}, user.headers)).body;
    const params = { id: deletions[0]?.id ?? 0 };
    await callApi(api, leads.restore, { params }, user.headers);
    expect(await readValues(user, id)).toEqual({ cargo: "Dona" });
  });

  test("leads are found by their values, with the operators of each kind", async () => {
    const user = await buildUser();
    await addField(user, "Cargo", "text");
    await addField(user, "Frota", "number");
    await addField(user, "Abertura", "date");
    await addField(user, "Canais", "choices", ["Loja", "Site"]);
    await addField(user, "Ativo", "yes_no");
    const [a, b, c] = [
      (await buildLead(user.id)).id,
      (await buildLead(user.id)).id,
      (await buildLead(user.id)).id,
    ];
    await setValues(user, a, {
      ...{ cargo: "Sócia-dona", frota: 5, abertura: "2020-05-01" },
      ...{ canais: ["Loja", "Site"], ativo: true },
    });
    await setValues(user, b, {
      ...{ cargo: "Gerente", frota: 12.5, abertura: "2023-01-31" },
      ...{ canais: ["Site"], ativo: false },
    });
    const found = async (own: string, more = {}) =>
      (await findLeads(api, user, { own, ...more })).leads
        .map(({ id }) => id)
        .sort((x, y) => x - y);
    expect(await found("cargo:is:SOCIA-DONA")).toEqual([a]);
    expect(await found("cargo:contains:dona")).toEqual([a]);
    expect(await found("cargo:empty")).toEqual([c]);
    expect(await found("cargo:filled")).toEqual([a, b]);
    expect(await found("frota:eq:12,5".replace(",", "%2C"))).toEqual([b]);
    expect(await found("frota:gte:5")).toEqual([a, b]);
    expect(await found("frota:lte:5")).toEqual([a]);
    expect(await found("frota:between:6,13")).toEqual([b]);
    expect(await found("abertura:gte:2022-01-01")).toEqual([b]);
    expect(await found("abertura:between:2020-05-01,2020-05-01")).toEqual([a]);
    expect(await found("canais:any:loja")).toEqual([a]);
    expect(await found("canais:none:Loja")).toEqual([b, c]);
    expect(await found("ativo:no")).toEqual([b]);
    expect(await found("ativo:yes;frota:gte:6")).toEqual([]);
    expect(await found("ativo:empty")).toEqual([c]);
    // With words, which are looked up in a table of their own.
    expect(await found("canais:any:Site", { search: "a" })).toEqual(
      (await found("", { search: "a" })).filter((id) => id !== c),
    );
    // A field that is gone narrows nothing; what does not fit a field is refused.
    expect(await found("sumiu:is:x;frota:gte:6")).toEqual([b]);
    const wrong = await callApi(api, leads.list, { query: { own: "frota:is:5" } }, user.headers);
    expect(wrong.status).toBe(400);
    const shown = await callApi(api, board.show, { query: { own: "frota:gte:6" } }, user.headers);
    expect(shown.body.columns.flatMap(({ cards }) => cards.map(({ id }) => id))).toEqual([b]);
  });

  test("nothing is done with leads that a filter finds by a field that is gone", async () => {
    const user = await buildUser({ plan: "pro" });
    await buildLead(user.id);
    await addField(user, "Cargo", "text");
    const all = { filter: { own: "sumiu:is:x" } };
    const acts = {
      remove: [leadBulk.remove, {}],
      status: [leadBulk.setStatus, { status: "closed" }],
      list: [leadBulk.addToList, { name: "Todos" }],
      tags: [tags.onLeads, { add: ["Quente"], remove: [] }],
      own: [ownFields.onLeads, { own: { cargo: "Dona" } }],
      completion: [leadBulk.complete, {}],
      sites: [leadBulk.checkSites, {}],
    } as const;
    for (const [act, [endpoint, rest]] of Object.entries(acts)) {
      const body = { ...all, ...rest } as never;
      const done = await callApi(api, endpoint as typeof leadBulk.remove, { body }, user.headers);
      expect([act, done.status]).toEqual([act, 400]);
      expect(done.body).toMatchObject({
        fields: { own: expect.stringContaining("não existe mais") },
      });
    }
    const [left] = (await findLeads(api, user, {})).leads;
    expect(left).toMatchObject({ status: "pending", own: {}, tag_ids: [] });
  });

  test("a field of all leads that a filter finds is changed at once, and cleared by null", async () => {
    const user = await buildUser();
    await addField(user, "Cargo", "text");
    const [a, b] = [await buildLead(user.id), await buildLead(user.id)];
    const set = (body: object) =>
      callApi(api, ownFields.onLeads, { body: body as never }, user.headers);
    const done = await set({ filter: {}, own: { cargo: "Dona" } });
    expect(done.body).toMatchObject({ leads: 2 });
    expect(await readValues(user, b.id)).toEqual({ cargo: "Dona" });
    await set({ lead_ids: [a.id], own: { cargo: null } });
    expect([await readValues(user, a.id), await readValues(user, b.id)]).toEqual([
      {},
      { cargo: "Dona" },
    ]);
    expect((await set({ lead_ids: [a.id], own: { cor: "azul" } })).status).toBe(400);
    expect((await set({ lead_ids: [a.id], own: {} })).status).toBe(400);
  });

  test("fields are put in another order", async () => {
    const user = await buildUser();
    const [a, b] = [await addField(user, "A", "text"), await addField(user, "B", "text")];
    const ordered = await callApi(
      api,
      ownFields.reorder,
      { body: { ids: [b.id, a.id] } },
      user.headers,
    );
    expect(ordered.body.own_fields.map(({ name }) => name)).toEqual(["B", "A"]);
  });
});

test("a filter that more leads meet than are counted says so, and one of many values a lead does not", async () => {
  const user = await buildUser();
  await buildLeads(user.id, COUNTED_LEADS + 30);
  const frota = await addField(user, "Frota", "number");
  const canais = await addField(user, "Canais", "choices", ["Loja", "Site"]);
  await fill(
    sql`INSERT INTO lead_values (owner_id, field_id, lead_id, place, number)
        SELECT owner_id, ${frota.id}, id, 0, row_number() OVER (ORDER BY id) FROM leads WHERE owner_id = ${user.id}`,
  );
  // More values than are counted, of fewer leads.
  await fill(
    sql`INSERT INTO lead_values (owner_id, field_id, lead_id, place, text)
        SELECT owner_id, ${canais.id}, lead_id, n, (ARRAY['Loja', 'Site'])[1 + n]
        FROM lead_values CROSS JOIN generate_series(0, 1) AS n
        WHERE owner_id = ${user.id} AND field_id = ${frota.id} AND number <= 6000`,
  );
  // As autovacuum does soon after so many rows: a file before this one may have left the tables empty.
  await execute(sql`ANALYZE leads, lead_values`);
  const show = (own: string, more = {}) => findLeads(api, user, { own, per_page: 200, ...more });
  const all = await show("frota:gte:1");
  expect(all.pagination).toMatchObject({ total: COUNTED_LEADS, capped: true });
  const next = await show("frota:gte:1", { page: 2, after: all.pagination.next ?? "" });
  const ids = [...all.leads, ...next.leads].map(({ id }) => id);
  expect(new Set(ids).size).toBe(400);
  const few = { capped: false };
  expect((await show("frota:gte:31")).pagination).toMatchObject({ ...few, total: COUNTED_LEADS });
  expect((await show("canais:any:Loja,Site")).pagination).toMatchObject({ ...few, total: 6_000 });
  expect((await show("frota:gte:1;canais:any:Loja")).pagination).toMatchObject({
    ...few,
    total: 6_000,
  });
  const stranger = await buildUser();
  await addField(stranger, "Frota", "number");
  expect((await findLeads(api, stranger, { own: "frota:gte:1" })).leads).toEqual([]);
});
