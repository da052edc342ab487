import { describe, expect, test } from "vitest";
import { board } from "@/lib/contracts/leads/board";
import { leadHistory } from "@/lib/contracts/leads/lead-history";
import { leads } from "@/lib/contracts/leads/leads";
import { ownFields } from "@/lib/contracts/leads/own-fields";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { findLeads } from "@/tests/support/leads";
import { runApi } from "@/tests/support/running";

const api = runApi();

const change = (user: TestUser, id: number, body: object) =>
  callApi(api, leads.update, { params: { id }, body }, user.headers);
const readHistory = async (user: TestUser, id: number) =>
  (await callApi(api, leadHistory.list, { params: { id }, query: {} }, user.headers)).body.history;
const readEdits = async (user: TestUser, id: number) =>
  (await readHistory(user, id)).filter(({ kind }) => kind === "edited");

describe("what a person edits", () => {
  test("stands in the history, from what to what; edits one after the other are one", async () => {
    const user = await buildUser();
    await callApi(api, ownFields.create, { body: { name: "Cargo", kind: "text" } }, user.headers);
    const lead = await buildLead(user.id, { name: "Padaria", city: "Santos" });
    await change(user, lead.id, { city: "Campinas", value_cents: 120_050 });
    await change(user, lead.id, { city: "Itu", own: { cargo: "Dona" } });
    const [edit, ...others] = await readEdits(user, lead.id);
    expect(others).toEqual([]);
    expect(edit).toMatchObject({ by: "person", note: null, text: null });
    expect(edit?.changes).toEqual([
      { field: "city", from: "Santos", to: "Itu" },
      { field: "value", from: null, to: expect.stringMatching(/^R\$\s1\.200,50$/) },
      { field: "own.cargo", from: null, to: "Dona" },
    ]);

    // A later one is another one.
    await execute(
      sql`UPDATE lead_events SET occurred_at = now() - interval '11 minutes' WHERE lead_id = ${lead.id}`,
    );
    await change(user, lead.id, { own: { cargo: null } });
    expect((await readEdits(user, lead.id)).map(({ changes }) => changes)).toEqual([
      [{ field: "own.cargo", from: "Dona", to: null }],
      edit?.changes,
    ]);
  });

  test("is cut for the history where no character is halved", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id);
    const obs = `${"a".repeat(198)}😀 e mais`;
    expect((await change(user, lead.id, { obs })).status).toBe(200);
    expect((await readEdits(user, lead.id))[0]?.changes).toEqual([
      { field: "obs", from: null, to: `${"a".repeat(198)}…` },
    ]);
    expect((await change(user, lead.id, { obs: "outra" })).status).toBe(200);
  });

  test("leaves nothing when it changes nothing, is taken back or is refused", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id, { name: "Padaria", city: "Santos" });
    await change(user, lead.id, { city: "Santos" });
    await change(user, lead.id, { city: "Itu" });
    await change(user, lead.id, { city: "Santos" });
    expect((await change(user, lead.id, { city: "Itu", cnpj: "nada" })).status).toBe(400);
    expect(await readEdits(user, lead.id)).toEqual([]);
  });

  test("is not joined over a move, is bounded, and comes back with a restored lead", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id, { name: "Padaria" });
    await change(user, lead.id, { city: "Itu" });
    await change(user, lead.id, { status: "closed" });
    await change(user, lead.id, { city: "Santos" });
    const kinds = (await readHistory(user, lead.id)).map(({ kind }) => kind);
    expect(kinds).toEqual(["edited", "status", "edited", "created"]);

    await execute(
      sql`INSERT INTO lead_events (owner_id, lead_id, from_status, to_status, changed_by, changes, occurred_at)
          SELECT ${user.id}, ${lead.id}, 'closed', 'closed', 'person', '[{"field":"city","from":null,"to":"x"}]', now() - interval '1 day'
          FROM generate_series(1, 300)`,
    );
    await change(user, lead.id, { city: "Sorocaba" });
    const { count } = (await firstRow<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM lead_events WHERE lead_id = ${lead.id} AND changes IS NOT NULL`,
    )) ?? { count: 0 };
    expect(count).toBe(200);

    await callApi(api, leads.remove, { params: { id: lead.id } }, user.headers);
    const { deletions } = (await callApi(api, leads.deletions, {}, user.headers)).body;
    await callApi(api, leads.restore, { params: { id: deletions[0]?.id ?? 0 } }, user.headers);
    expect((await readEdits(user, lead.id))[0]?.changes).toEqual([
      { field: "city", from: "Santos", to: "Sorocaba" },
    ]);
  });
});

test("the history says which search found a lead", async () => {
  const user = await buildUser();
  const lead = await buildLead(user.id, { name: "Padaria", source: "google_pages" });
  await execute(
    sql`WITH list AS (INSERT INTO lists (owner_id, name, source) VALUES (${user.id}, 'Busca', 'google_pages') RETURNING id),
             search AS (
               INSERT INTO searches (owner_id, list_id, kind, query, city, state, start_page, end_page, last_page)
               SELECT ${user.id}, id, 'pages', 'padarias', 'Santos', 'SP', 1, 1, 1 FROM list RETURNING id)
        INSERT INTO search_results (search_id, owner_id, result_key, title, lead_id, outcome)
        SELECT id, ${user.id}, 'padaria.example', 'Padaria', ${lead.id}, 'created' FROM search`,
  );
  expect(await readHistory(user, lead.id)).toMatchObject([
    { kind: "created", text: "google_pages", search: "padarias, Santos, SP" },
  ]);
});

test("leads that a search has doubts about are found by a filter, with and without a search", async () => {
  const user = await buildUser();
  const [doubted] = [
    await buildLead(user.id, { name: "Padaria A" }),
    await buildLead(user.id, { name: "Padaria B" }),
  ];
  const remark = "Encontrado na busca por Campinas - SP, mas o CNPJ é de Santos - SP.";
  await execute(sql`UPDATE leads SET search_remark = ${remark} WHERE id = ${doubted?.id}`);
  for (const search of ["", "padaria"]) {
    const found = (await findLeads(api, user, { remark: "elsewhere", search })).leads;
    expect(found.map(({ id, search_remark }) => [id, search_remark])).toEqual([
      [doubted?.id, remark],
    ]);
  }
  const wrong = await callApi(api, leads.list, { query: { remark: "nada" } }, user.headers);
  expect(wrong.status).toBe(400);
});

test("the last contact is the latest message of either side, in the table, on the board and in the lead", async () => {
  const user = await buildUser();
  const talked = await buildLead(user.id, { name: "A", whatsapp: "5511987650001" });
  const contacted = await buildLead(user.id, { name: "B", whatsapp: "5511987650002" });
  const silent = await buildLead(user.id, { name: "C", whatsapp: "5511987650003" });
  await execute(
    sql`INSERT INTO conversations (owner_id, phone_key, chat_id, last_message_at)
        SELECT owner_id, phone_key, '5511987650001@s.whatsapp.net', '2026-11-20T12:00:00Z' FROM leads WHERE id = ${talked.id}`,
  );
  await execute(
    sql`UPDATE leads SET contacted_at = '2026-11-10T12:00:00Z' WHERE id = ANY(${[talked.id, contacted.id]}::int[])`,
  );
  const expected = new Map([
    [talked.id, "2026-11-20T12:00:00.000Z"],
    [contacted.id, "2026-11-10T12:00:00.000Z"],
    [silent.id, null],
  ]);
  const listed = (await findLeads(api, user, {})).leads;
  expect(new Map(listed.map(({ id, last_contact_at }) => [id, last_contact_at]))).toEqual(
    new Map([...expected].reverse()),
  );
  const { columns } = (await callApi(api, board.show, { query: {} }, user.headers)).body;
  for (const { id, last_contact_at } of columns.flatMap(({ cards }) => cards)) {
    expect(last_contact_at).toBe(expected.get(id));
    const { lead } = (await callApi(api, leads.get, { params: { id } }, user.headers)).body;
    expect(lead.last_contact_at).toBe(expected.get(id));
  }
});
