import { describe, expect, test } from "vitest";
import { imports } from "@/lib/contracts/leads/imports";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { leads } from "@/lib/contracts/leads/leads";
import { lists } from "@/lib/contracts/leads/lists";
import { notes } from "@/lib/contracts/leads/notes";
import { ownFields } from "@/lib/contracts/leads/own-fields";
import { trimTable } from "@/server/custody/trimming/trimming.service";
import { importWork } from "@/server/leads/imports/import-execution.service";
import { countUndone } from "@/server/leads/imports/import-run.repository";
import { undoLatest } from "@/server/leads/leads/lead-changes.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildLead } from "@/tests/factories/leads";
import { buildList } from "@/tests/factories/lists";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { importText, importUploaded, uploadFile, workOnImport } from "@/tests/support/imports";
import { findLeads } from "@/tests/support/leads";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

const preview = async (user: TestUser, id: number) =>
  (await callApi(api, imports.previewUndo, { params: { id } }, user.headers)).body;

async function undo(user: TestUser, id: number) {
  const answer = await callApi(api, imports.undo, { params: { id } }, user.headers);
  expect(answer).toMatchObject({ status: 202, body: { import: { status: "undoing" } } });
  return workOnImport(api, user, id);
}

const namesOf = async (user: TestUser) =>
  (await findLeads(api, user, { per_page: 100 })).leads.map(({ name }) => name).sort();

async function idOf(user: TestUser, name: string): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`SELECT id FROM leads WHERE owner_id = ${user.id} AND name = ${name}`,
  );
  return row?.id ?? 0;
}

const change = (user: TestUser, id: number, body: object) =>
  callApi(api, leads.update, { params: { id }, body: body as never }, user.headers);

const FILE =
  "Nome;WhatsApp\nUm;11987650001\nDois;11987650002\nTrês;11987650003\nQuatro;11987650004";

describe("the leads that an import created", () => {
  test("go, with the list that it made, and can be restored from there", async () => {
    const user = await buildUser();
    await buildLead(user.id, { name: "De antes" });
    const done = await importText(api, user, FILE, { list_name: "Feira", tags: ["Feira"] });
    expect(done.undoable_until).not.toBeNull();
    expect((await preview(user, done.id)).undo).toMatchObject({
      ...{ deleted: 4, restored: 0, kept: 0, kept_names: [], fields: [] },
      list: { name: "Feira" },
    });
    const undone = await undo(user, done.id);
    expect(undone).toMatchObject({
      status: "undone",
      undoable_until: null,
      undone: { deleted: 4, restored: 0, left: 0, kept: 0, kept_list: null },
    });
    expect(await namesOf(user)).toEqual(["De antes"]);
    expect((await callApi(api, lists.list, { query: {} }, user.headers)).body.lists).toEqual([]);
    const { body } = await callApi(api, leads.deletions, {}, user.headers);
    const id = body.deletions[0]?.id ?? 0;
    await callApi(api, leads.restore, { params: { id } }, user.headers);
    expect(await namesOf(user)).toHaveLength(5);
  });

  test("are one deletion, however many there are, which brings all of them back", async () => {
    const user = await buildUser({ plan: "pro" });
    const count = 2_500;
    const lines = Array.from({ length: count }, (_, at) => `Loja ${at};1198${1_000_000 + at}`);
    const done = await importText(api, user, ["Nome;WhatsApp", ...lines].join("\n"));
    expect(await undo(user, done.id)).toMatchObject({ undone: { deleted: count } });
    const { deletions } = (await callApi(api, leads.deletions, {}, user.headers)).body;
    expect(deletions).toMatchObject([{ leads: count }]);
    const id = deletions[0]?.id ?? 0;
    const back = await callApi(api, leads.restore, { params: { id } }, user.headers);
    expect(back.body).toMatchObject({ restored: count, skipped: 0 });
  });

  test("stay on the lists that somebody has chosen them for", async () => {
    const user = await buildUser();
    const [own, chosen] = [await buildList(user.id), await buildList(user.id)];
    const done = await importText(api, user, FILE, { list_id: own });
    const ids = [await idOf(user, "Um"), await idOf(user, "Três")];
    await callApi(
      api,
      leadBulk.addToList,
      { body: { lead_ids: ids, list_id: chosen } },
      user.headers,
    );
    expect((await preview(user, done.id)).undo).toMatchObject({ deleted: 2, kept: 2 });
    expect(await undo(user, done.id)).toMatchObject({ undone: { deleted: 2, kept: 2 } });
    expect(await namesOf(user)).toEqual(["Três", "Um"]);
  });

  test("stay when somebody has worked on them since, are named, and stand on a list", async () => {
    const user = await buildUser();
    const text = [
      "Nome;WhatsApp",
      ...[
        "Editado",
        "Anotado",
        "Tarefa",
        "Contatado",
        "Etiquetado",
        "Campanha",
        "Campo",
        "Intacto",
      ].map((name, at) => `${name};1198765000${at}`),
    ].join("\n");
    const done = await importText(api, user, text);
    await change(user, await idOf(user, "Editado"), { city: "Santos" });
    await callApi(api, ownFields.create, { body: { name: "Cargo", kind: "text" } }, user.headers);
    await callApi(
      api,
      ownFields.onLeads,
      { body: { lead_ids: [await idOf(user, "Campo")], own: { cargo: "Dona" } } },
      user.headers,
    );
    const noted = await idOf(user, "Anotado");
    await callApi(
      api,
      notes.create,
      { params: { id: noted }, body: { text: "Ligar" } },
      user.headers,
    );
    await execute(
      sql`INSERT INTO tasks (owner_id, lead_id, what, due_on) VALUES (${user.id}, ${await idOf(user, "Tarefa")}, 'Ligar', current_date)`,
    );
    await execute(
      sql`UPDATE leads SET contacted_at = now() WHERE id = ${await idOf(user, "Contatado")}`,
    );
    await execute(
      sql`WITH made AS (INSERT INTO tags (owner_id, name, colour) VALUES (${user.id}, 'Minha', 'stone') RETURNING id)
          INSERT INTO lead_tags (owner_id, tag_id, lead_id)
          SELECT ${user.id}, made.id, ${await idOf(user, "Etiquetado")} FROM made`,
    );
    await execute(
      sql`WITH c AS (
            INSERT INTO campaigns (owner_id, number, name, num_leads, messages, list_ids)
            VALUES (${user.id}, 1, 'C', 1, '{Oi}', '{}') RETURNING id
          ), r AS (
            INSERT INTO campaign_runs (owner_id, campaign_id, scheduled_for) SELECT ${user.id}, id, now() FROM c RETURNING id
          )
          INSERT INTO campaign_recipients (run_id, owner_id, lead_id, phone_key, number, variant)
          SELECT r.id, l.owner_id, l.id, l.phone_key, l.whatsapp, 1 FROM r, leads l WHERE l.id = ${await idOf(user, "Campanha")}`,
    );
    const { undo: told } = await preview(user, done.id);
    const undone = await undo(user, done.id);
    const stayed = ["Anotado", "Campanha", "Campo", "Contatado", "Editado", "Etiquetado", "Tarefa"];
    expect(told).toMatchObject({ deleted: 1, kept: 7, kept_names: stayed.slice(0, 5) });
    expect(undone.undone).toMatchObject({ deleted: 1, kept: 7 });
    expect(await namesOf(user)).toEqual(stayed);
    expect(undone.undone?.kept_list?.name).toBe("Ficaram: clientes.csv");
    const listed = await findLeads(api, user, { list_id: undone.undone?.kept_list?.id });
    expect(listed.leads.map(({ name }) => name).sort()).toEqual(await namesOf(user));
  });
});

describe("the leads that an import updated", () => {
  test("get back what it overwrote, field by field, where nobody has changed it since", async () => {
    const user = await buildUser();
    const field = (name: string, kind: "text" | "number") =>
      callApi(api, ownFields.create, { body: { name, kind } }, user.headers);
    await field("Cargo", "text");
    await field("Frota", "number");
    await importText(
      api,
      user,
      "Nome;WhatsApp;Cidade;Site;E-mail;Cargo;Frota\nUm;11987650001;Santos;um.example;;Dona;3\nDois;11987650002;;;;;",
    );
    const before = await rows(sql`SELECT * FROM leads WHERE owner_id = ${user.id} ORDER BY id`);
    const listId = await buildList(user.id, { name: "Clientes" });
    const done = await importText(
      api,
      user,
      [
        "Nome;WhatsApp;Cidade;Site;E-mail;Cargo;Frota;Status",
        "Um novo;11987650001;Campinas;outro.example;a@b.example;Sócia;5;Fechado",
        "Dois;11987650002;Recife;;;Gerente;;",
      ].join("\n"),
      { mode: "update", list_id: listId, tags: ["Revisto"] },
    );
    const one = await idOf(user, "Um novo");
    await change(user, one, { city: "Sorocaba", own: { frota: 9 } });
    expect((await preview(user, done.id)).undo).toMatchObject({
      deleted: 0,
      restored: 2,
      kept: 0,
      list: null,
    });
    const undone = await undo(user, done.id);
    expect(undone.undone).toMatchObject({ deleted: 0, restored: 2, left: 1, kept: 0 });
    const { leads: now } = await findLeads(api, user, {});
    expect(now.find(({ id }) => id === one)).toMatchObject({
      ...{ name: "Um", city: "Sorocaba", website: "um.example", email: null, status: "pending" },
      ...{ own: { cargo: "Dona", frota: 9 }, tag_ids: [] },
    });
    const stable = ({
      updated_at: _u,
      edited_at: _e,
      city: _c,
      name_city_key: _k,
      status_by: _s,
      ...row
    }: Record<string, unknown>) => row;
    const after = await rows<Record<string, unknown>>(
      sql`SELECT * FROM leads WHERE owner_id = ${user.id} ORDER BY id`,
    );
    expect(after.map(stable)).toEqual((before as Record<string, unknown>[]).map(stable));
    expect(now.find(({ name }) => name === "Dois")).toMatchObject({ city: null, own: {} });
    expect((await findLeads(api, user, { list_id: listId })).leads).toEqual([]);
    // A list that the import did not make stays.
    expect(await rows(sql`SELECT 1 FROM lists WHERE id = ${listId}`)).toHaveLength(1);
  });

  test("keep a number that the lead cannot have again, because another one has it by now", async () => {
    const user = await buildUser();
    await importText(api, user, "Nome;WhatsApp;CNPJ\nUm;11987650001;11.222.333/0001-81");
    const done = await importText(
      api,
      user,
      "Nome;WhatsApp;CNPJ;Cidade\nUm;11987650009;11.222.333/0001-81;Recife",
      { mode: "update" },
    );
    await buildLead(user.id, { name: "Outro", whatsapp: "5511987650001" });
    const undone = await undo(user, done.id);
    expect(undone.undone).toMatchObject({ restored: 1, left: 1 });
    const [one] = (await findLeads(api, user, { search: "Um" })).leads;
    expect(one).toMatchObject({ whatsapp: "5511987650009", city: null });
  });

  test("keep tags and places on lists that they had before", async () => {
    const user = await buildUser();
    const listId = await buildList(user.id, { name: "Clientes" });
    await importText(api, user, "Nome;WhatsApp\nUm;11987650001", { list_id: listId, tags: ["A"] });
    const both = "Nome;WhatsApp\nUm;11987650001\nDois;11987650002";
    const done = await importText(api, user, both, { list_id: listId, tags: ["A", "B"] });
    expect((await undo(user, done.id)).undone).toMatchObject({ deleted: 1, restored: 1 });
    const { leads: left } = await findLeads(api, user, { list_id: listId });
    const { body } = await callApi(
      api,
      leads.get,
      { params: { id: left[0]?.id ?? 0 } },
      user.headers,
    );
    expect(left.map(({ name }) => name)).toEqual(["Um"]);
    expect(body.lead.tag_ids).toHaveLength(1);
  });
});

test("an own field that the import made stays, and the answer says so", async () => {
  const user = await buildUser();
  const uploaded = await uploadFile(api, user, "Nome;Ramal\nUm;12\nDois;13");
  const new_fields = [{ column: 1, name: "Ramal", kind: "number" as const, choices: [] }];
  const done = await importUploaded(api, user, uploaded, { new_fields });
  expect((await preview(user, done.id)).undo.fields).toEqual(["Ramal"]);
  expect((await undo(user, done.id)).undone?.fields).toEqual(["Ramal"]);
  expect((await callApi(api, ownFields.list, {}, user.headers)).body.own_fields).toMatchObject([
    { name: "Ramal", leads: 0 },
  ]);
});

describe("undoing", () => {
  test("that was cut off half way goes on where it was, and nothing is counted twice", async () => {
    const user = await buildUser({ plan: "pro" });
    const text = ["Nome;CNAE", ...Array.from({ length: 2_500 }, (_, n) => `Empresa ${n};1`)].join(
      "\n",
    );
    const done = await importText(api, user, text);
    expect(done.created).toBe(2_500);
    await callApi(api, imports.undo, { params: { id: done.id } }, user.headers);
    // A worker that dies after its first batch: its lease is left to expire.
    const claim = await transaction(() => importWork.leases.claim(done.id, 20));
    const setId = await firstRow<{ id: number }>(
      sql`SELECT change_set_id AS id FROM imports WHERE id = ${done.id}`,
    );
    const first = await transaction(async () => {
      const undone = await undoLatest(user.id, setId?.id ?? 0);
      const counts = { restored: 0, left: 0, kept: 0, names: [], keptListId: null };
      await countUndone(done.id, claim?.lease_no ?? 0, {
        ...counts,
        deleted: undone?.deleted ?? 0,
      });
      return undone;
    });
    expect([500, 1_000]).toContain(first?.deleted);
    // What the dead worker did not commit is not done; what it did is not done again.
    await execute(
      sql`UPDATE imports SET lease_until = now() - interval '1 second' WHERE id = ${done.id}`,
    );
    const again = await callApi(api, imports.undo, { params: { id: done.id } }, user.headers);
    expect(again.body.import.status).toBe("undoing");
    const undone = await workOnImport(api, user, done.id);
    expect(undone).toMatchObject({ status: "undone", undone: { deleted: 2_500 } });
    expect(await namesOf(user)).toEqual([]);
    const once = await callApi(api, imports.undo, { params: { id: done.id } }, user.headers);
    expect(once).toMatchObject({ status: 202, body: { import: { undone: { deleted: 2_500 } } } });
  });

  test("is refused for an import under way, and after its 30 days", async () => {
    const user = await buildUser();
    const uploaded = await uploadFile(api, user, FILE);
    const { id } = uploaded.import;
    const ask = () => callApi(api, imports.undo, { params: { id } }, user.headers);
    expect(await ask()).toMatchObject({ status: 409 });
    const body = { mapping: uploaded.file.mapping, mode: "skip" as const };
    await callApi(api, imports.start, { params: { id }, body }, user.headers);
    expect(await ask()).toMatchObject({
      status: 409,
      body: { error: "Pare a importação antes de desfazê-la." },
    });
    await workOnImport(api, user, id);
    await execute(
      sql`UPDATE lead_change_sets SET expires_at = now() - interval '1 second' WHERE owner_id = ${user.id}`,
    );
    const { body: got } = await callApi(api, imports.get, { params: { id } }, user.headers);
    expect(got.import.undoable_until).toBeNull();
    expect(await ask()).toMatchObject({
      status: 409,
      body: { error: "Esta importação já não pode ser desfeita." },
    });
    await trimTable("lead_change_sets");
    expect(await rows(sql`SELECT 1 FROM lead_changes WHERE owner_id = ${user.id}`)).toEqual([]);
  });
});
