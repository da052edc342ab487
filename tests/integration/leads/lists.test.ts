import { describe, expect, test } from "vitest";
import { credits } from "@/lib/contracts/accounts/credits";
import { searches } from "@/lib/contracts/discovery/searches";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { leads } from "@/lib/contracts/leads/leads";
import { lists } from "@/lib/contracts/leads/lists";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildList } from "@/tests/factories/lists";
import { buildLeadContact } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";
import { fill } from "@/tests/support/without-limit";

const api = runApi({ withoutLimits: true });

const leadIds = async (user: TestUser) =>
  (
    await rows<{ id: number }>(sql`SELECT id FROM leads WHERE owner_id = ${user.id} ORDER BY id`)
  ).map(({ id }) => id);

/** As a search finds them. */
async function buildLeads(user: TestUser, count: number) {
  const leads = await Promise.all(
    Array.from({ length: count }, () => buildLead(user.id, { source: "google_maps" })),
  );
  // Created concurrently, they have no defined order.
  return leads.map(({ id }) => id).sort((a, b) => a - b);
}

test("a list is read, renamed and listed on every header style", async () => {
  const user = await buildUser();
  const [lead = 0] = await buildLeads(user, 1);
  const id = await buildList(user.id, { name: "Padarias", leads: [lead] });
  const styles: Record<string, string>[] = [
    { token: user.token },
    { authorization: user.token },
    { authorization: `Bearer ${user.token}` },
  ];
  for (const headers of styles) {
    const read = await callApi(api, lists.get, { params: { id } }, headers);
    expect(read.body.list).toMatchObject({
      id,
      name: "Padarias",
      source: "manual",
      status: "completed",
      total_leads: 1,
      note: null,
      query: null,
      city: null,
      state: null,
      created_at: expect.any(String),
      completed_at: expect.any(String),
    });
  }
  const renamed = await callApi(
    api,
    lists.rename,
    { params: { id }, body: { name: "  Padarias de Campinas " } },
    user.headers,
  );
  expect(renamed.body.list.name).toBe("Padarias de Campinas");
  const blank = await callApi(
    api,
    lists.rename,
    { params: { id }, body: { name: " " } },
    user.headers,
  );
  expect(blank).toMatchObject({
    status: 400,
    body: { fields: { name: "Informe o nome da lista." } },
  });
});

test("lists are searched without accents, sorted and paged", async () => {
  const user = await buildUser();
  const ids = await buildLeads(user, 3);
  await buildList(user.id, { name: "Óticas", leads: ids.slice(0, 1) });
  await buildList(user.id, { name: "Bares", leads: ids });
  await buildList(user.id, { name: "açougues" });
  const names = async (query: object) =>
    (await callApi(api, lists.list, { query }, user.headers)).body.lists.map(({ name }) => name);
  expect(await names({})).toEqual(["açougues", "Bares", "Óticas"]);
  expect(await names({ search: "OTIC" })).toEqual(["Óticas"]);
  await execute(sql`UPDATE lists SET city = 'São Paulo' WHERE owner_id = ${user.id}`);
  expect(await names({ search: "paulo otic" })).toEqual(["Óticas"]);
  expect(await names({ sort: "name", direction: "asc" })).toEqual(["açougues", "Bares", "Óticas"]);
  expect(await names({ sort: "name", direction: "desc" })).toEqual(["Óticas", "Bares", "açougues"]);
  expect(await names({ sort: "total_leads" })).toEqual(["Bares", "Óticas", "açougues"]);
  const page = await callApi(api, lists.list, { query: { page: 2, per_page: 2 } }, user.headers);
  expect(page.body.pagination).toEqual({ page: 2, per_page: 2, total: 3, total_pages: 2 });
  expect(page.body.lists).toHaveLength(1);
});

test("a list's deletion says what it will do, does that, and keeps what another list holds", async () => {
  const user = await buildUser();
  const ids = await buildLeads(user, 5);
  const doomed = await buildList(user.id, { leads: ids.slice(0, 4) });
  const other = await buildList(user.id, { leads: ids.slice(3) });
  const preview = await callApi(api, lists.deletion, { params: { id: doomed } }, user.headers);
  expect(preview.body).toEqual({
    leads_deleted: 3,
    leads_kept: 1,
    deleted_names: expect.any(Array),
    kept: [{ reason: "other_list", count: 1 }],
  });
  const removed = await callApi(
    api,
    lists.remove,
    { params: { id: doomed }, query: {} },
    user.headers,
  );
  expect(removed).toMatchObject({ status: 200, body: { leads_deleted: 3, leads_kept: 1 } });
  expect(await leadIds(user)).toEqual(ids.slice(3));
  expect(
    (await callApi(api, lists.get, { params: { id: other } }, user.headers)).body.list,
  ).toEqual(expect.objectContaining({ total_leads: 2 }));
  expect(
    await callApi(api, lists.remove, { params: { id: doomed }, query: {} }, user.headers),
  ).toMatchObject({
    status: 404,
    body: { error: "Lista não encontrada ou não pertence a você." },
  });
  expect(await callApi(api, lists.remove, { params: { id: other }, query: {} })).toMatchObject({
    status: 401,
    body: { error: "Não autorizado. Faça login novamente." },
  });
});

describe("a lead that a person worked on outlives its list", () => {
  async function buildWorkedOnList(user: TestUser) {
    const [edited = 0, moved = 0, noted = 0, contacted = 0, replied = 0, untouched = 0] =
      await buildLeads(user, 6);
    const { id: made } = await buildLead(user.id, { source: "manual" });
    const change = (id: number, body: object) =>
      callApi(api, leads.update, { params: { id }, body }, user.headers);
    await change(edited, { email: "oi@empresa.example" });
    await change(noted, { obs: "Ligar na segunda" });
    await callApi(
      api,
      leadBulk.setStatus,
      { body: { lead_ids: [moved], status: "closed" } },
      user.headers,
    );
    await execute(
      sql`UPDATE leads SET contacted_at = now(), status = CASE WHEN id = ${replied} THEN 'answered' ELSE 'sent' END
          WHERE id IN (${contacted}, ${replied})`,
    );
    // What a program changes is not a person's work.
    await execute(
      sql`UPDATE leads SET company_status = 'baixada', updated_at = now() WHERE id = ${untouched}`,
    );
    const kept = [edited, moved, noted, contacted, replied, made].sort((a, b) => a - b);
    return {
      kept,
      untouched,
      list: await buildList(user.id, { leads: [...kept, untouched] }),
    };
  }

  test("made by hand, edited, moved to a status, noted, contacted or replied", async () => {
    const user = await buildUser();
    const { kept, untouched, list } = await buildWorkedOnList(user);
    const preview = await callApi(api, lists.deletion, { params: { id: list } }, user.headers);
    const [name] = await rows<{ name: string }>(
      sql`SELECT name FROM leads WHERE id = ${untouched}`,
    );
    expect(preview.body).toEqual({
      leads_deleted: 1,
      leads_kept: 6,
      deleted_names: [name?.name],
      kept: [
        { reason: "contacted", count: 2 },
        { reason: "made_by_hand", count: 1 },
        { reason: "edited", count: 3 },
      ],
    });
    const removed = await callApi(
      api,
      lists.remove,
      { params: { id: list }, query: {} },
      user.headers,
    );
    expect(removed.body).toEqual({ leads_deleted: 1, leads_kept: 6 });
    expect(await leadIds(user)).toEqual(kept);
  });

  test("the list alone can be deleted", async () => {
    const user = await buildUser();
    const ids = await buildLeads(user, 3);
    const id = await buildList(user.id, { leads: ids });
    const removed = await callApi(
      api,
      lists.remove,
      { params: { id }, query: { keep_leads: "true" } },
      user.headers,
    );
    expect(removed.body).toEqual({ leads_deleted: 0, leads_kept: 3 });
    expect(await leadIds(user)).toEqual(ids);
    expect(await callApi(api, lists.get, { params: { id } }, user.headers)).toMatchObject({
      status: 404,
    });
  });
});

test("two lists deleted at once leave nothing behind; deleting one twice fails once", async () => {
  for (let round = 0; round < 5; round += 1) {
    const user = await buildUser();
    const ids = await buildLeads(user, 6);
    const [one, two] = [
      await buildList(user.id, { leads: ids.slice(0, 4) }),
      await buildList(user.id, { leads: ids.slice(2) }),
    ];
    const both = await Promise.all(
      [one, two].map((id) =>
        callApi(api, lists.remove, { params: { id }, query: {} }, user.headers),
      ),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both.reduce((sum, { body }) => sum + body.leads_deleted, 0)).toBe(6);
    expect(await leadIds(user)).toEqual([]);

    const again = await buildList(user.id, { leads: await buildLeads(user, 2) });
    const twice = await Promise.all(
      [again, again].map((id) =>
        callApi(api, lists.remove, { params: { id }, query: {} }, user.headers),
      ),
    );
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 404]);
  }
});

test("a list of many batches is deleted completely", async () => {
  const user = await buildUser();
  await fill(
    sql`WITH made AS (INSERT INTO leads (owner_id, name, source) SELECT ${user.id}, 'Lead ' || n, 'google_maps' FROM generate_series(1, 5000) n RETURNING id)
        SELECT count(*) FROM made`,
  );
  const ids = await leadIds(user);
  const doomed = await buildList(user.id, { leads: ids });
  await buildList(user.id, { leads: ids.slice(0, 10) });
  const removed = await callApi(
    api,
    lists.remove,
    { params: { id: doomed }, query: {} },
    user.headers,
  );
  expect(removed.body).toEqual({ leads_deleted: 4_990, leads_kept: 10 });
  expect(await leadIds(user)).toHaveLength(10);
  const stats = await firstRow<{ total: number }>(
    sql`SELECT sum(count)::int AS total FROM (
          SELECT count FROM lead_counts WHERE owner_id = ${user.id}
          UNION ALL SELECT change FROM lead_count_changes WHERE owner_id = ${user.id}) AS parts`,
  );
  expect(stats?.total).toBe(10);
});

test("a list whose search is under way ends the search and gives its credits back", async () => {
  const user = await buildUser();
  const started = await callApi(
    api,
    searches.startMaps,
    { body: { query: "padaria", raio: 20, latitude: -22.9, longitude: -47.06 } },
    user.headers,
  );
  const status = async () => (await callApi(api, credits.status, {}, user.headers)).body;
  expect(await status()).toMatchObject({ reserved_credits: 4 });
  const { list_id: id } = started.body;
  expect(
    (await callApi(api, lists.remove, { params: { id }, query: {} }, user.headers)).status,
  ).toBe(200);
  expect(await status()).toMatchObject({ reserved_credits: 0, remaining_credits: 20 });
  expect(await rows(sql`SELECT id FROM searches WHERE owner_id = ${user.id}`)).toEqual([]);
});

const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    whatsapp_number: `+55 (11) 9${String(70_000_000 + at)}`,
    display_name: `Contato ${at}`,
  }));

test("a list of contacts makes no lead of a number that is another contact of one", async () => {
  const user = await buildUser();
  const lead = await buildLead(user.id, { whatsapp: "5511970000005" });
  await buildLeadContact(user, lead.id, { whatsapp: "5511970000001" });
  // The same person twice is one lead.
  const numbers = ["5511970000001", "5511970000005", "5511970000007"];
  const contacts = numbers.map((whatsapp_number) => ({ whatsapp_number, display_name: null }));
  const body = { name: "Amigos", contacts };
  const made = await callApi(api, lists.create, { body }, user.headers);
  expect(made.body).toMatchObject({ contact_count: 2, list: { total_leads: 2 } });
  const leads = await rows(sql`SELECT id FROM leads WHERE owner_id = ${user.id}`);
  expect(leads).toHaveLength(2);
});

test("a list of contacts makes each number a lead once, links those that are, and costs nothing", async () => {
  const user = await buildUser();
  const known = await buildLead(user.id, { name: "Já era lead", whatsapp: "5511970000001" });
  const made = await callApi(
    api,
    lists.create,
    {
      body: {
        name: "Amigos",
        contacts: [
          ...people(3),
          { whatsapp_number: "551170000002", display_name: "O mesmo sem o nono dígito" },
          { whatsapp_number: "11 97000-0009", display_name: null },
        ],
      },
    },
    user.headers,
  );
  expect(made).toMatchObject({
    status: 201,
    body: {
      contact_count: 4,
      list: { name: "Amigos", source: "whatsapp_contacts", status: "completed", total_leads: 4 },
    },
  });
  expect(
    await rows(
      sql`SELECT name, source, phone_key FROM leads WHERE owner_id = ${user.id} ORDER BY phone_key`,
    ),
  ).toEqual([
    { name: "Contato 0", source: "whatsapp_contacts", phone_key: "551170000000" },
    { name: known.name, source: "manual", phone_key: "551170000001" },
    { name: "Contato 2", source: "whatsapp_contacts", phone_key: "551170000002" },
    { name: "+55 (11) 97000-0009", source: "whatsapp_contacts", phone_key: "551170000009" },
  ]);
  expect((await callApi(api, credits.status, {}, user.headers)).body.credits_used).toBe(0);
});

test("lists of the same contacts made at once create each lead once", async () => {
  const user = await buildUser();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) => {
      const contacts = at % 2 ? people(200) : people(200).reverse();
      return callApi(api, lists.create, { body: { name: `L${at}`, contacts } }, user.headers);
    }),
  );
  expect(answers.map(({ status, body }) => [status, body.contact_count])).toEqual(
    Array.from({ length: 6 }, () => [201, 200]),
  );
  expect(await leadIds(user)).toHaveLength(200);
});

test("an invalid list of contacts is refused on its field, and nothing is created", async () => {
  const user = await buildUser();
  const send = (body: unknown) =>
    request<{ error: string; code: string; fields: Record<string, string> }>(
      api,
      "POST",
      "/api/lists",
      body,
      user.headers,
    );
  const bad = await send({
    name: "x",
    contacts: [...people(1), { whatsapp_number: "123" }, { whatsapp_number: "" }],
  });
  expect(bad).toMatchObject({
    status: 400,
    body: {
      code: "invalid_whatsapp_number",
      error: 'Invalid WhatsApp number "123": WhatsApp number too short (minimum 10 digits)',
      fields: {
        "contacts.1.whatsapp_number":
          'Invalid WhatsApp number "123": WhatsApp number too short (minimum 10 digits)',
        "contacts.2.whatsapp_number": 'Invalid WhatsApp number "": WhatsApp number is required',
      },
    },
  });
  expect((await send({ name: "", contacts: people(1) })).body.fields).toEqual({
    name: "Informe o nome da lista.",
  });
  expect((await send({ name: "x", contacts: [] })).body.fields).toEqual({
    contacts: "Selecione ao menos um contato.",
  });
  expect((await send({ name: "x", contacts: people(5_001) })).body.fields).toEqual({
    contacts: "Selecione no máximo 5000 contatos.",
  });
  expect(await rows(sql`SELECT id FROM lists WHERE owner_id = ${user.id}`)).toEqual([]);
  expect(await leadIds(user)).toEqual([]);
  const most = await send({ name: "Todos", contacts: people(5_000) });
  expect(most).toMatchObject({ status: 201, body: { contact_count: 5_000 } });
});

test("a deletion that fails for another reason says that the list could not be deleted", async () => {
  const user = await buildUser();
  const [lead = 0] = await buildLeads(user, 1);
  const id = await buildList(user.id, { leads: [lead] });
  await execute(
    sql`CREATE FUNCTION refuse_deletion() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'disk full'; END $$`,
  );
  await execute(
    sql`CREATE TRIGGER refuse_deletion BEFORE DELETE ON lists FOR EACH ROW EXECUTE FUNCTION refuse_deletion()`,
  );
  const remove = () => callApi(api, lists.remove, { params: { id }, query: {} }, user.headers);
  try {
    expect(await remove()).toMatchObject({
      status: 500,
      body: { code: "internal", error: "Erro ao deletar lista." },
    });
    expect(await leadIds(user)).toEqual([lead]);
  } finally {
    await execute(sql`DROP FUNCTION refuse_deletion CASCADE`);
  }
  expect((await remove()).status).toBe(200);
});
