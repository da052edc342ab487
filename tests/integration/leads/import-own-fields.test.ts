import { describe, expect, test } from "vitest";
import { imports } from "@/lib/contracts/leads/imports";
import { ownFields } from "@/lib/contracts/leads/own-fields";
import { ROLE_NEEDED } from "@/lib/domain/accounts/roles";
import type { NewColumnField } from "@/lib/domain/imports/import-columns";
import { MOST_OWN_FIELDS, type OwnFieldKind } from "@/lib/domain/leads/own-fields";
import { execute, sql } from "@/server/platform/db/sql";
import { buildTeam } from "@/tests/factories/sellers";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { importText, importUploaded, uploadFile } from "@/tests/support/imports";
import { findLeads } from "@/tests/support/leads";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

async function addField(user: TestUser, name: string, kind: OwnFieldKind, choices?: string[]) {
  const body = { name, kind, ...(choices && { choices }) };
  return (await callApi(api, ownFields.create, { body }, user.headers)).body.own_field;
}

const fieldsOf = async (user: TestUser) =>
  (await callApi(api, ownFields.list, {}, user.headers)).body.own_fields;

async function ownByName(user: TestUser) {
  const { leads } = await findLeads(api, user, { per_page: 100 });
  return Object.fromEntries(leads.map(({ name, own }) => [name, own]));
}

const check = (user: TestUser, id: number, body: object) =>
  callApi(
    api,
    imports.check,
    { params: { id }, body: { mode: "skip", ...body } as never },
    user.headers,
  );

const newField = (column: number, name: string, kind: OwnFieldKind, choices: string[] = []) =>
  ({ column, name, kind, choices }) satisfies NewColumnField as never;

describe("columns of own fields", () => {
  test("are found by a field's name and key, before the fields that every lead has", async () => {
    const user = await buildUser();
    await addField(user, "Responsável", "text");
    await addField(user, "Data de abertura", "date");
    const { file } = await uploadFile(
      api,
      user,
      "Nome;RESPONSAVEL;data_de_abertura;Proprietário\nA;Ana;01/02/2020;Bia",
    );
    expect(file.mapping).toEqual([
      "name",
      "own.responsavel",
      "own.data_de_abertura",
      "proprietario",
    ]);
  });

  test("bring values of every kind as people write them, and what cannot be read is named and left out", async () => {
    const user = await buildUser();
    await addField(user, "Frota", "number");
    await addField(user, "Desde", "date");
    await addField(user, "Porte", "choice", ["MEI", "ME"]);
    await addField(user, "Turnos", "choices", ["Manhã", "Noite"]);
    await addField(user, "Matriz", "yes_no");
    const uploaded = await uploadFile(
      api,
      user,
      [
        "Nome;Frota;Desde;Porte;Turnos;Matriz",
        'Um;"1.200,5";31/01/2020;mei;manha, noite;sim',
        "Dois;muitos;31/02/2020;S/A;Tarde;talvez",
        "Três;;;;;",
        "Quatro;7;2021-05-06;ME;;Não",
      ].join("\n"),
    );
    const { id } = uploaded.import;
    const { body } = await check(user, id, { mapping: uploaded.file.mapping });
    expect(body.check).toMatchObject({ created: 4, refused: 0 });
    expect(body.check.unread).toEqual(
      ["Frota", "Desde", "Porte", "Turnos", "Matriz"].map((column) => ({
        column,
        values: 1,
        reasons: [{ line: 3, reason: expect.stringContaining(`${column}: Use `) }],
      })),
    );
    const done = await importUploaded(api, user, uploaded);
    expect(done).toMatchObject({ created: 4, refused: 0 });
    expect(done.unread).toEqual(body.check.unread.map(({ column }) => ({ column, values: 1 })));
    expect(await ownByName(user)).toEqual({
      Um: {
        frota: 1200.5,
        desde: "2020-01-31",
        porte: "MEI",
        turnos: ["Manhã", "Noite"],
        matriz: true,
      },
      Dois: {},
      Três: {},
      Quatro: { frota: 7, desde: "2021-05-06", porte: "ME", matriz: false },
    });
    const file = await fetch(`${api.url}/api/imports/${id}/refused`, { headers: user.headers });
    const lines = (await file.text()).trim().split(/\r?\n/);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^Dois;muitos;.*;3;.*Importada sem 5 valores\. Frota: Use um número/);
  });

  test("overwrite the value of a lead that exists when it is updated, and leave it otherwise", async () => {
    const user = await buildUser();
    await addField(user, "Cargo", "text");
    await addField(user, "Frota", "number");
    await importText(
      api,
      user,
      "Nome;WhatsApp;Cargo;Frota\nA;11987650001;Dona;3\nB;11987650002;;5",
    );
    const again = "Nome;WhatsApp;Cargo;Frota\nA;11987650001;Sócia;\nB;11987650002;Gerente;6";
    await importText(api, user, again);
    expect(await ownByName(user)).toEqual({ A: { cargo: "Dona", frota: 3 }, B: { frota: 5 } });
    await importText(api, user, again, { mode: "update" });
    expect(await ownByName(user)).toEqual({
      A: { cargo: "Sócia", frota: 3 },
      B: { cargo: "Gerente", frota: 6 },
    });
  });

  test("of two rows about one company the later value counts, in a file that updates", async () => {
    const user = await buildUser();
    await addField(user, "Cargo", "text");
    await addField(user, "Frota", "number");
    const text = "Nome;WhatsApp;Cargo;Frota\nA;11987650001;Dona;3\nA;11987650001;Sócia;";
    await importText(api, user, text, { mode: "update" });
    expect(await ownByName(user)).toEqual({ A: { cargo: "Sócia", frota: 3 } });
  });
});

describe("a new field", () => {
  const FILE = [
    "Nome;Idade;Porte",
    ...Array.from(
      { length: 20 },
      (_, n) => `Empresa ${n};${n === 7 ? "?" : n};${n % 2 ? "MEI" : "ME"}`,
    ),
  ].join("\n");

  test("is made of a column that nothing fits, of the kind that its values have", async () => {
    const user = await buildUser();
    const uploaded = await uploadFile(api, user, FILE);
    const { id } = uploaded.import;
    expect(uploaded.file.mapping).toEqual(["name", null, null]);
    const describeColumn = async (at: number) =>
      (await callApi(api, imports.column, { params: { id }, query: { at } }, user.headers)).body;
    expect((await describeColumn(1)).field).toMatchObject({
      ...{ kind: "number", rows: 20, values: 20 },
      read: { number: 19, text: 20, date: 0 },
    });
    expect((await describeColumn(2)).field).toMatchObject({
      kind: "choice",
      choice: { choices: ["ME", "MEI"], distinct: 2 },
      read: { choice: 20 },
    });
    expect(
      await callApi(api, imports.column, { params: { id }, query: { at: 3 } }, user.headers),
    ).toMatchObject({ status: 404 });

    const new_fields = [
      newField(1, "Idade", "number"),
      newField(2, "Porte", "choice", ["ME", "MEI"]),
    ];
    const body = { mapping: uploaded.file.mapping, new_fields };
    await callApi(
      api,
      imports.saveDraft,
      { params: { id }, body: { ...body, mode: "skip" } },
      user.headers,
    );
    const { draft } = (await callApi(api, imports.draft, {}, user.headers)).body;
    expect(draft?.file.new_fields).toEqual(new_fields);
    const checked = await check(user, id, body);
    expect(checked.body.check.unread).toMatchObject([{ column: "Idade", values: 1 }]);
    // Nothing is made before it starts.
    expect(await fieldsOf(user)).toEqual([]);

    const done = await importUploaded(api, user, uploaded, { new_fields });
    expect(done).toMatchObject({ created: 20, unread: [{ column: "Idade", values: 1 }] });
    expect(await fieldsOf(user)).toMatchObject([
      { key: "idade", kind: "number", leads: 19 },
      { key: "porte", kind: "choice", choices: ["ME", "MEI"], leads: 20 },
    ]);
    expect((await ownByName(user))["Empresa 3"]).toEqual({ idade: 3, porte: "MEI" });
  });

  test("is for managers to make, by an import as anywhere", async () => {
    const { owner, seller } = await buildTeam("all");
    const uploaded = await uploadFile(api, seller, FILE);
    const body = { mapping: ["name", null, null], mode: "skip" };
    const start = (new_fields: NewColumnField[]) =>
      callApi(
        api,
        imports.start,
        { params: { id: uploaded.import.id }, body: { ...body, new_fields } as never },
        seller.headers,
      );
    expect(await start([newField(1, "Idade", "text")])).toMatchObject({
      status: 403,
      body: { error: ROLE_NEEDED.manager },
    });
    expect(await fieldsOf(owner)).toEqual([]);
    expect((await start([])).status).toBe(202);
  });

  test("is refused at its name when the account has one of that name, every lead has, or there are too many", async () => {
    const user = await buildUser();
    await addField(user, "Porte", "text");
    const uploaded = await uploadFile(api, user, FILE);
    const { id } = uploaded.import;
    const mapping = ["name", null, null];
    const tryFields = async (...new_fields: NewColumnField[]) => {
      const checked = await check(user, id, { mapping, new_fields });
      const started = await callApi(
        api,
        imports.start,
        { params: { id }, body: { mapping, mode: "skip", new_fields } as never },
        user.headers,
      );
      expect(started.body.fields).toEqual(checked.body.fields);
      return checked.body.fields;
    };
    expect(await tryFields(newField(1, "PORTE", "text"))).toEqual({
      "new_fields.0.name": "Já existe um campo com este nome.",
    });
    expect(await tryFields(newField(1, "Idade", "text"), newField(2, "idade", "text"))).toEqual({
      "new_fields.1.name": "Já existe um campo com este nome.",
    });
    expect(await tryFields(newField(1, "Cidade", "text"))).toEqual({
      "new_fields.0.name": "Todo lead já tem um campo com este nome.",
    });
    expect(await tryFields(newField(1, "Porte da casa", "choice"))).toEqual({
      "new_fields.0.choices": "Informe ao menos uma opção.",
    });
    expect(await tryFields(newField(0, "Outro", "text"))).toEqual({
      mapping: "O mapeamento não corresponde às colunas do arquivo.",
    });
    await execute(
      sql`INSERT INTO own_fields (owner_id, key, name, kind, position)
          SELECT ${user.id}, 'f' || n, 'F' || n, 'text', n FROM generate_series(3, ${MOST_OWN_FIELDS}) AS n`,
    );
    expect(await tryFields(newField(1, "A", "text"), newField(2, "B", "text"))).toEqual({
      "new_fields.1.name": "Você pode ter até 60 campos próprios.",
    });
    expect(await fieldsOf(user)).toHaveLength(MOST_OWN_FIELDS - 1);
    // Nobody else's field is one of the actor's.
    expect((await check(user, id, { mapping: ["name", "own.alheio", null] })).body.fields).toEqual({
      mapping: "Um dos campos escolhidos não existe mais: escolha outro.",
    });
  });
});

test.each(["csv", "xlsx"])(
  "an exported %s file brings the own fields' values back",
  async (format) => {
    const user = await buildUser();
    await addField(user, "Cargo", "text");
    await addField(user, "Frota", "number");
    await addField(user, "Desde", "date");
    await addField(user, "Porte", "choice", ["MEI", "ME"]);
    await addField(user, "Turnos", "choices", ["Manhã", "Noite"]);
    await addField(user, "Matriz", "yes_no");
    await addField(user, "Ficha", "link");
    await addField(user, "Ramal", "phone");
    const own = {
      ...{ cargo: "=Dona; e sócia", frota: -1200.5, desde: "2020-01-31", porte: "MEI" },
      ...{
        turnos: ["Manhã", "Noite"],
        matriz: false,
        ficha: "https://a.example/x",
        ramal: "(11) 3333-4444",
      },
    };
    await importText(api, user, "Nome;WhatsApp\nA;11987650001\nB;11987650002");
    const [lead] = (await findLeads(api, user, { search: "A" })).leads;
    const set = (values: object) =>
      callApi(
        api,
        ownFields.onLeads,
        { body: { lead_ids: [lead?.id ?? 0], own: values as never } },
        user.headers,
      );
    expect(await set(own)).toMatchObject({ status: 200 });
    const file = await fetch(`${api.url}/api/leads/export?format=${format}`, {
      headers: user.headers,
    });
    const bytes = new Uint8Array(await file.arrayBuffer());
    await set(Object.fromEntries(Object.keys(own).map((key) => [key, null])));
    expect((await ownByName(user))["A"]).toEqual({});
    const done = await importText(api, user, bytes, { mode: "update" });
    expect(done).toMatchObject({ existing: 2, refused: 0, unread: [] });
    expect(await ownByName(user)).toEqual({ A: own, B: {} });
  },
);
