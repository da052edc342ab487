import { expect, test } from "vitest";
import { imports } from "@/lib/contracts/leads/imports";
import { buildList } from "@/tests/factories/lists";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";
import { workbookOf } from "@/tests/support/workbook";

const api = runApi();

const ROWS = "nome;celular;nota\nAçaí da Praça;11987650001;boa";

async function upload(
  user: TestUser,
  name: string,
  body: string | Uint8Array<ArrayBuffer> = ROWS,
): Promise<number> {
  const response = await fetch(`${api.url}/api/imports?file_name=${name}`, {
    method: "POST",
    headers: user.headers,
    body,
  });
  return ((await response.json()) as { import: { id: number } }).import.id;
}

async function draftOf(user: TestUser) {
  return (await callApi(api, imports.draft, {}, user.headers)).body.draft;
}

const MAPPING = ["name", null, "obs"] as const;

test("the draft is the latest file not yet started, with what was chosen for it", async () => {
  const user = await buildUser();
  expect(await draftOf(user)).toBeNull();
  await upload(user, "primeiro.csv");
  expect(await draftOf(await buildUser())).toBeNull();
  const id = await upload(user, "segundo.csv");
  expect(await draftOf(user)).toMatchObject({
    import: { id, file_name: "segundo.csv", mode: null, list: null, new_list_name: null },
    file: { mapping: ["name", "whatsapp", "obs"], preview: [{ line: 2 }] },
  });

  const save = (body: object) =>
    callApi(
      api,
      imports.saveDraft,
      { params: { id }, body: { mapping: [...MAPPING], mode: "update", ...body } },
      user.headers,
    );
  expect(await save({ list_name: "" })).toMatchObject({ status: 200 });
  expect(await draftOf(user)).toMatchObject({
    import: { id, mode: "update", list: null, new_list_name: "" },
    file: { mapping: MAPPING },
  });
  const listId = await buildList(user.id, { name: "Clientes" });
  await save({ list_id: listId });
  expect(await draftOf(user)).toMatchObject({
    import: { list: { id: listId, name: "Clientes" }, new_list_name: null },
  });
  expect(await save({ list_id: listId, list_name: "Outra" })).toMatchObject({
    status: 400,
    body: { fields: { list_name: "Escolha uma lista ou informe o nome da nova." } },
  });
  const hers = await buildList((await buildUser()).id);
  expect(await save({ list_id: hers })).toMatchObject({ status: 404 });
  expect(await save({ mapping: ["name"] })).toMatchObject({
    status: 400,
    body: { fields: { mapping: "O mapeamento não corresponde às colunas do arquivo." } },
  });
});

test("once it is started nothing is kept for it, and the file before it is the draft", async () => {
  const user = await buildUser();
  const before = await upload(user, "antes.csv");
  const id = await upload(user, "depois.csv");
  const params = { id };
  const body = { mapping: [...MAPPING], mode: "skip" as const, list_name: "Nova" };
  await callApi(api, imports.saveDraft, { params, body }, user.headers);
  const started = await callApi(api, imports.start, { params, body }, user.headers);
  expect(started).toMatchObject({
    status: 202,
    body: { import: { list: { name: "Nova" }, new_list_name: null } },
  });
  expect(await callApi(api, imports.saveDraft, { params, body }, user.headers)).toMatchObject({
    status: 409,
    body: { code: "import_over" },
  });
  expect(await draftOf(user)).toMatchObject({ import: { id: before } });
  await callApi(api, imports.remove, { params: { id: before } }, user.headers);
  expect(await draftOf(user)).toBeNull();
});

test("a title above the header is left out, and numbers that mislead are named before anything is imported", async () => {
  const user = await buildUser();
  const rows = [
    ...["Clientes de Santos;;", "", "Atualizado em 12/03/2026;;", "Empresa;Telefone;Cidade"],
    ...["Ipê;21 99876 5432 / 21 3333-4444;Rio", "Jatobá;123.456.789-09;Santos"],
    "Cedro;+1 212 555 1234;Nova Iorque",
  ].join("\n");
  const id = await upload(user, "titulo.csv", rows);
  expect(await draftOf(user)).toMatchObject({
    import: { rows_total: 3 },
    file: {
      columns: ["Empresa", "Telefone", "Cidade"],
      mapping: ["name", "phone", "city"],
      preview: [{ line: 5 }, { line: 6 }, { line: 7 }],
    },
  });
  const body = { mapping: ["name", "phone", "city"] as const, mode: "skip" as const };
  const choice = { params: { id }, body: { ...body, mapping: [...body.mapping] } };
  expect(await callApi(api, imports.check, choice, user.headers)).toMatchObject({
    status: 200,
    body: {
      check: {
        created: 3,
        refused: 0,
        unread: [
          {
            column: "Telefone",
            values: 1,
            reasons: [{ line: 6, reason: 'Telefone "123.456.789-09" parece um CPF.' }],
          },
        ],
      },
    },
  });
});

test("the header's line is said by whoever knows it better", async () => {
  const user = await buildUser();
  const rows = ["Ana;11987650001", "Nome do bairro;Fone", "", "Quem;Onde", "Bia;11987650002"];
  const send = (query: string) =>
    fetch(`${api.url}/api/imports?file_name=a.csv${query}`, {
      method: "POST",
      headers: user.headers,
      body: rows.join("\n"),
    });
  const read = async (query: string) => (await send(query)).json() as Promise<unknown>;
  expect(await read("&header_line=4")).toMatchObject({
    import: { rows_total: 1 },
    file: { columns: ["Quem", "Onde"], preview: [{ line: 5, cells: ["Bia", "11987650002"] }] },
  });
  // A blank line does not count: the next one is meant.
  expect(await read("&header_line=3")).toMatchObject({ file: { columns: ["Quem", "Onde"] } });
  expect(await read("&header_line=1")).toMatchObject({
    import: { rows_total: 3 },
    file: { columns: ["Ana", "11987650001"] },
  });
  for (const wrong of ["0", "51", "1.5", "x"]) {
    const answer = await send(`&header_line=${wrong}`);
    expect(answer.status, wrong).toBe(400);
    expect(await answer.json()).toMatchObject({ fields: { header_line: expect.any(String) } });
  }
  const beyond = await send("&header_line=40");
  expect(beyond.status).toBe(400);
  expect(await beyond.json()).toMatchObject({
    fields: { file: "O arquivo acaba antes da linha 40." },
  });
});

test("of a workbook it says which sheet was read, and how many were not", async () => {
  const user = await buildUser();
  await upload(user, "a.csv");
  expect((await draftOf(user))?.file).not.toHaveProperty("sheet");
  const rows = [
    ["nome", "celular"],
    ["Açaí da Praça", "11987650001"],
  ];
  const send = (sheets: Parameters<typeof workbookOf>[0]) =>
    upload(user, "a.xlsx", new Uint8Array(workbookOf(sheets)));
  await send([{ name: "Resumo", state: "hidden" }, { name: "Clientes", rows }, { name: "2025" }]);
  expect(await draftOf(user)).toMatchObject({
    import: { rows_total: 1 },
    file: { columns: ["nome", "celular"], sheet: { name: "Clientes", others: 1 } },
  });
  await send([{ name: "Clientes", rows }]);
  expect((await draftOf(user))?.file.sheet).toEqual({ name: "Clientes", others: 0 });
});
