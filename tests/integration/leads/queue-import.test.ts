import { describe, expect, test } from "vitest";
import { type ImportCheck, type ImportFile, imports } from "@/lib/contracts/leads/imports";
import { leads } from "@/lib/contracts/leads/leads";
import type { ColumnMapping } from "@/lib/domain/imports/import-columns";
import type { ImportMode } from "@/lib/domain/imports/import-file";
import { until } from "@/sandbox/testing";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { runApi, runWorkers } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
runWorkers();

interface Uploaded {
  import: { id: number };
  file: ImportFile;
  error: string;
  code: string;
}

async function upload(user: TestUser, content: string | Uint8Array, name = "leads.csv") {
  const response = await fetch(`${api.url}/api/imports?file_name=${name}`, {
    method: "POST",
    headers: user.headers,
    body: content as BodyInit,
  });
  return { status: response.status, body: (await response.json()) as Uploaded };
}

interface Choice {
  mode?: ImportMode;
  mapping?: ColumnMapping;
  list_name?: string;
}

/** Uploads a file, checks it, imports it and compares the result with the check. */
async function importFile(user: TestUser, content: string | Uint8Array, choice: Choice = {}) {
  const { body } = await upload(user, content);
  const { id } = body.import;
  const { list_name, mode = "skip", mapping = body.file.mapping } = choice;
  const check = await callApi(
    api,
    imports.check,
    { params: { id }, body: { mapping, mode } },
    user.headers,
  );
  await callApi(
    api,
    imports.start,
    { params: { id }, body: { mapping, mode, ...(list_name && { list_name }) } },
    user.headers,
  );
  const done = await ended(user, id);
  const { created, existing, refused, reasons } = check.body.check satisfies ImportCheck;
  expect({ created: done.created, existing: done.existing, refused: done.refused }).toEqual({
    created,
    existing,
    refused,
  });
  return { ...done, reasons };
}

function ended(user: TestUser, id: number) {
  return until(
    async () => {
      const { body } = await callApi(api, imports.get, { params: { id } }, user.headers);
      return body.import.status !== "processing" && body.import;
    },
    "the import to end",
    30_000,
  );
}

const leadsOf = (user: TestUser) =>
  rows<Record<string, string | null>>(
    sql`SELECT name, whatsapp, phone_key, phone, cnpj, email, city, status, source FROM leads
        WHERE owner_id = ${user.id} ORDER BY id`,
  );

describe("a file is read as it is written", () => {
  const table = [
    ["Nome", "Cidade", "WhatsApp"],
    ["Açaí & Cia", "São Paulo", "(11) 98765-4321"],
    ["Pão, queijo; e café", "Santos", "11912345678"],
  ];
  const write = (separator: string, end: string) =>
    table
      .map((row) => row.map((cell) => (/[,;]/.test(cell) ? `"${cell}"` : cell)).join(separator))
      .join(end);
  const latin1 = (text: string) => Buffer.from(text, "latin1");
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
  test.each([
    ["; UTF-8 CRLF", Buffer.from(write(";", "\r\n"))],
    ["; UTF-8 with its mark", Buffer.from(`\ufeff${write(";", "\r\n")}`)],
    ["; Latin-1", latin1(write(";", "\r\n"))],
    [", UTF-8 LF", Buffer.from(write(",", "\n"))],
    [", Latin-1 old Mac", latin1(write(",", "\r"))],
    ["tab UTF-16", utf16(write("\t", "\r\n"))],
    ["tab UTF-16, big end first", utf16(write("\t", "\r\n")).swap16()],
    ["tab UTF-8", Buffer.from(write("\t", "\n"))],
    ["; after sep=", Buffer.from(`sep=;\r\n${write(";", "\r\n")}`)],
  ])("%s", async (_name, bytes) => {
    const user = await buildUser();
    const { body } = await upload(user, bytes);
    expect(body.file.columns).toEqual(["Nome", "Cidade", "WhatsApp"]);
    expect(body.file.mapping).toEqual(["name", "city", "whatsapp"]);
    expect(body.file.preview.map(({ cells }) => cells)).toEqual(table.slice(1));
  });
});

test("a row that is wrong is refused with its reason, a value is left out, and the rest becomes leads without a credit", async () => {
  const user = await buildUser();
  const done = await importFile(
    user,
    [
      "nome;whatsapp;e-mail;cnpj;status",
      "Boa;11987650001;a@b.example;;Fechado",
      "Curta;123;;;",
      "Excel;5,51199E+12;;;",
      "E-mail;11987650002;isto não é;;",
      "Cnpj;11987650003;;11.222.333/0001-00;",
      "Status;11987650004;;;perdido",
      'Aspas;"11987650005;;;',
      "Colunas;11987650006;;;;a mais",
      ";;;;",
      ";;contato@semnome.example;;",
      "Zeros;;;191;",
      "Zero à esquerda;;;1222333000100;",
      "Outra boa;(11) 98765-0007;;11222333000181;respondeu",
    ].join("\n"),
  );
  expect(done).toMatchObject({ status: "completed", created: 8, existing: 0, refused: 4 });
  expect(done.unread).toEqual([
    { column: "e-mail", values: 1 },
    { column: "cnpj", values: 3 },
    { column: "status", values: 1 },
  ]);
  expect(done.reasons).toEqual([
    {
      line: 3,
      reason: 'WhatsApp "123" tem dígitos de menos: informe o DDD e o número.',
    },
    { line: 4, reason: expect.stringContaining("notação científica") },
    { line: 8, reason: "Aspas abertas e não fechadas nesta linha." },
    { line: 9, reason: expect.stringContaining("6 colunas") },
  ]);
  expect(await leadsOf(user)).toMatchObject([
    { name: "Boa", whatsapp: "5511987650001", status: "closed", source: "import" },
    { name: "E-mail", whatsapp: "5511987650002", email: null },
    { name: "Cnpj", whatsapp: "5511987650003", cnpj: null },
    { name: "Status", whatsapp: "5511987650004", status: "pending" },
    { name: "contato@semnome.example", status: "pending" },
    { name: "Zeros", cnpj: null },
    { name: "Zero à esquerda", cnpj: null },
    { name: "Outra boa", cnpj: "11222333000181", status: "answered" },
  ]);
  const credits = await firstRow(sql`SELECT 1 FROM credit_entries WHERE owner_id = ${user.id}`);
  expect(credits).toBeNull();

  const file = await fetch(`${api.url}/api/imports/${done.id}/refused`, { headers: user.headers });
  const text = await file.text();
  expect(text.split("\r\n")[0]).toBe(
    "nome;whatsapp;e-mail;cnpj;status;Coluna 6;Linha no arquivo;Motivo da recusa",
  );
  expect(text).toContain(
    'Status;11987650004;;;perdido;;7;"Importada sem um valor. Status ""perdido"" desconhecido."',
  );
  expect(text.trim().split("\r\n")).toHaveLength(10);
});

const CNPJ_A = "11222333000181";
const CNPJ_B = "11444777000161";

test("duplicates: existing leads, rows of the file itself, and two companies with one number", async () => {
  const user = await buildUser();
  await buildLead(user.id, { name: "Já existe", whatsapp: "5511987650001" });
  const done = await importFile(
    user,
    [
      "nome;whatsapp;cnpj;telefone",
      "Mesma, sem o nono dígito;1187650001;;",
      `A;11987650002;${CNPJ_A};`,
      "Mesmo número de A;11987650002;;",
      `Mesmo CNPJ de A;11987650003;${CNPJ_A};`,
      `B, contador de A;11987650002;${CNPJ_B};`,
      "Sem nada;;;",
      "Sem nada;;;",
    ].join("\n"),
    { list_name: "Da planilha" },
  );
  expect(done).toMatchObject({
    created: 4,
    existing: 3,
    refused: 0,
    list: { name: "Da planilha" },
  });
  const [, a, b] = await leadsOf(user);
  expect(a).toMatchObject({ whatsapp: "5511987650002", cnpj: CNPJ_A });
  expect(b).toMatchObject({ whatsapp: null, phone: "5511987650002", cnpj: CNPJ_B });
  const listed = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM list_leads WHERE owner_id = ${user.id}`,
  );
  expect(listed?.count).toBe(5);
  expect(await firstRow(sql`SELECT source FROM lists WHERE owner_id = ${user.id}`)).toEqual({
    source: "import",
  });
});

test("existing leads are skipped or updated", async () => {
  const user = await buildUser();
  await buildLead(user.id, { name: "Antiga", whatsapp: "5511987650001", city: "Santos" });
  const text = `nome;whatsapp;cidade;cnpj\nNova;11987650001;;${CNPJ_A}\nNova de novo;11987650009;Campinas;${CNPJ_A}`;
  expect(await importFile(user, text)).toMatchObject({ created: 1, existing: 1 });
  await execute(sql`DELETE FROM leads WHERE owner_id = ${user.id} AND name <> 'Antiga'`);
  expect(await leadsOf(user)).toMatchObject([{ name: "Antiga", city: "Santos", cnpj: null }]);
  expect(await importFile(user, text, { mode: "update" })).toMatchObject({
    created: 0,
    existing: 2,
  });
  expect(await leadsOf(user)).toMatchObject([
    { name: "Nova de novo", city: "Campinas", cnpj: CNPJ_A, whatsapp: "5511987650009" },
  ]);
});

test("files that cannot be used say why", async () => {
  const user = await buildUser();
  const refusals: [string | Uint8Array, string][] = [
    ["", "O arquivo está vazio."],
    ["nome;whatsapp\n", "O arquivo só tem o cabeçalho: não há linhas para importar."],
    [
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]),
      "Este é um .xls antigo. Abra-o no Excel e salve como .xlsx ou CSV.",
    ],
    [
      Buffer.from("PK\u0003\u0004 and nothing else"),
      "A planilha está danificada ou não é um arquivo .xlsx.",
    ],
    [Buffer.from([1, 0, 2, 0, 3]), "O arquivo não é um CSV nem uma planilha .xlsx."],
  ];
  for (const [content, sentence] of refusals) {
    expect(await upload(user, content)).toMatchObject({
      status: 400,
      body: { error: sentence, fields: { file: sentence } },
    });
  }
  const large = await upload(user, Buffer.alloc(20_000_001, "a"));
  expect(large).toMatchObject({
    status: 413,
    body: { error: "O arquivo passa de 20 MB. Divida-o em partes menores." },
  });
});

test("a stop ends it where it is; what came in stays", async () => {
  const user = await buildUser();
  const { body } = await upload(user, manyRows(20_000));
  const { id } = body.import;
  const start = { mapping: body.file.mapping, mode: "skip" as const };
  await callApi(api, imports.start, { params: { id }, body: start }, user.headers);
  const again = await callApi(api, imports.start, { params: { id }, body: start }, user.headers);
  expect(again).toMatchObject({ status: 409, body: { code: "import_over" } });
  const stop = await callApi(api, imports.stop, { params: { id } }, user.headers);
  expect(stop).toMatchObject({ status: 200, body: { import: { stopping: true } } });
  const done = await ended(user, id);
  expect(done).toMatchObject({ status: "stopped", note: "Importação interrompida por você." });
  expect(done).toMatchObject({ resumable: true });
  expect(done.rows_done).toBeLessThan(20_000);
  expect(await leadsOf(user)).toHaveLength(done.created);
  const late = await callApi(api, imports.stop, { params: { id } }, user.headers);
  expect(late).toMatchObject({ status: 409, body: { code: "import_over" } });
});

test("an import whose worker died is continued, with no lead duplicated or lost", async () => {
  const user = await buildUser();
  const { body } = await upload(user, manyRows(8_000));
  const { id } = body.import;
  await callApi(
    api,
    imports.start,
    { params: { id }, body: { mapping: body.file.mapping, mode: "skip" } },
    user.headers,
  );
  await until(async () => {
    const row = await firstRow(sql`SELECT 1 FROM imports WHERE id = ${id} AND next_row > 0`);
    return row;
  }, "the first rows");
  // What a dead worker leaves behind: a lease that nobody renews and an empty queue.
  await execute(
    sql`UPDATE imports SET lease_no = lease_no + 1, lease_until = now() - interval '1 millisecond' WHERE id = ${id} AND status = 'processing'`,
  );
  expect(await ended(user, id)).toMatchObject({
    status: "completed",
    created: 8_000,
    existing: 0,
  });
  expect(await leadsOf(user)).toHaveLength(8_000);
});

test("an import whose remaining rows are gone ends as an error and keeps what came in", async () => {
  const user = await buildUser();
  const { body } = await upload(user, manyRows(3_000));
  const { id } = body.import;
  const lastChunk = await firstRow<{ first_row: number }>(
    sql`DELETE FROM import_chunks WHERE import_id = ${id} AND first_row > 0
        AND first_row = (SELECT max(first_row) FROM import_chunks WHERE import_id = ${id}) RETURNING first_row`,
  );
  await callApi(
    api,
    imports.start,
    { params: { id }, body: { mapping: body.file.mapping, mode: "skip" } },
    user.headers,
  );
  expect(await ended(user, id)).toMatchObject({
    status: "error",
    note: expect.stringContaining("O que já entrou continua salvo"),
    created: lastChunk?.first_row,
  });
});

test("what was exported can be imported again, as CSV and as XLSX", async () => {
  const user = await buildUser();
  const first = [
    "nome;whatsapp;telefone;cnpj;cnae;status;observações",
    `=SOMA(1;2);11987650001;0800 123 4567;${CNPJ_A};0111301;Fechado;"Duas\nlinhas, ""aspas"""`,
    "Estrangeira;+34912345678;;;;Novo;-10%",
    "'+55 não é fórmula;;1133334444;;;Respondido;@casa",
    "''=com apóstrofo;+491234567890123;;;;Novo;_x0041_",
  ].join("\n");
  await importFile(user, first.replace("=SOMA(1;2)", '"=SOMA(1;2)"'));
  const before = await leadsOf(user);
  expect(before[0]).toMatchObject({ name: "=SOMA(1;2)" });
  for (const format of ["csv", "xlsx"]) {
    const response = await fetch(`${api.url}/api/leads/export?format=${format}`, {
      headers: user.headers,
    });
    expect(response.headers.get("content-disposition")).toMatch(
      new RegExp(`^attachment; filename="leads-\\d{4}-\\d\\d-\\d\\d\\.${format}"$`),
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (format === "csv") {
      const text = Buffer.from(bytes).toString("utf8");
      expect(text.startsWith("\ufeffNome;WhatsApp;")).toBe(true);
      expect(text).toContain('"\'=SOMA(1;2)";(11) 98765-0001;');
      expect(text).toContain("11.222.333/0001-81");
      expect(text).toContain("0111-3/01");
      expect(text).toContain("00 34912345678");
      expect(text).toMatch(/\d\d\/\d\d\/\d{4} \d\d:\d\d;;;Sem site\r\n$/);
      expect(/(^|[;\n])[=+\-@]/m.test(text)).toBe(false);
    }
    const other = await buildUser();
    expect(await importFile(other, bytes)).toMatchObject({ created: 4, refused: 0 });
    const strip = (all: typeof before) =>
      all.map(({ phone, ...rest }) => ({ ...rest, phone: phone?.replace(/\D/g, "") ?? null }));
    expect(strip(await leadsOf(other)).reverse()).toEqual(strip(before));
  }
});

test("an export takes the filter or the chosen leads, and nobody else's", async () => {
  const [user, stranger] = [await buildUser(), await buildUser()];
  const a = await buildLead(user.id, { name: "De Santos", city: "Santos" });
  const b = await buildLead(user.id, { name: "De Campinas", city: "Campinas" });
  const hers = await buildLead(stranger.id, { name: "De outra pessoa" });
  const get = async (query: string) =>
    (
      await fetch(`${api.url}/api/leads/export?format=csv${query}`, { headers: user.headers })
    ).text();
  expect(await get("&city=Santos")).toContain(a.name);
  expect(await get("&city=Santos")).not.toContain(b.name);
  const chosen = await get(`&ids=${b.id},${hers.id}`);
  expect(chosen).toContain(b.name);
  expect(chosen).not.toContain(a.name);
  expect(chosen).not.toContain(hers.name);
  const bad = await request(api, "GET", "/api/leads/export?format=pdf", undefined, user.headers);
  expect(bad).toMatchObject({ status: 400, body: { fields: { format: "Escolha csv ou xlsx." } } });
  expect((await request(api, "GET", "/api/leads/export?format=csv")).status).toBe(401);
});

test("the refused rows of another's import are not found", async () => {
  const [user, stranger] = [await buildUser(), await buildUser()];
  const { body } = await upload(user, "nome\nUma");
  const path = `/api/imports/${body.import.id}/refused`;
  expect((await request(api, "GET", path, undefined, stranger.headers)).status).toBe(404);
  expect((await request(api, "GET", path)).status).toBe(401);
  const template = await fetch(`${api.url}/api/imports/template`, { headers: user.headers });
  const { body: again } = await upload(user, new Uint8Array(await template.arrayBuffer()));
  expect(again.file.mapping).not.toContain(null);
  const page = await callApi(api, leads.list, { query: {} }, user.headers);
  expect(page.body.pagination.total).toBe(0);
});

function manyRows(count: number): string {
  const lines = ["nome;whatsapp"];
  for (let n = 0; n < count; n += 1) lines.push(`Empresa ${n};119${60_000_000 + n}`);
  return lines.join("\n");
}

test("all leads of a file get its tags, those that exist too, and a draft keeps their names", async () => {
  const user = await buildUser();
  const known = await buildLead(user.id);
  await buildLead(user.id);
  const { body } = await upload(
    user,
    `Nome;WhatsApp\nPadaria Sol;11987654321\nConhecida;+${known.whatsapp}\nSem número;12`,
  );
  const { id } = body.import;
  const choice = {
    mapping: body.file.mapping,
    mode: "skip" as const,
    tags: ["Feira", "São Paulo"],
  };
  const draft = await callApi(
    api,
    imports.saveDraft,
    { params: { id }, body: choice },
    user.headers,
  );
  expect(draft.body.import.tags).toEqual(["Feira", "São Paulo"]);
  expect(await rows(sql`SELECT 1 FROM tags WHERE owner_id = ${user.id}`)).toEqual([]);
  await callApi(api, imports.start, { params: { id }, body: choice }, user.headers);
  expect(await ended(user, id)).toMatchObject({ created: 1, existing: 1, refused: 1 });
  const tagged = await rows<{ id: number; tags: string[] }>(
    sql`SELECT m.lead_id AS id, array_agg(t.name ORDER BY t.name) AS tags
        FROM lead_tags m JOIN tags t ON t.id = m.tag_id WHERE m.owner_id = ${user.id} GROUP BY 1 ORDER BY 1`,
  );
  expect(tagged).toEqual([
    { id: known.id, tags: ["Feira", "São Paulo"] },
    { id: expect.any(Number), tags: ["Feira", "São Paulo"] },
  ]);
  const refused = await request(
    api,
    "POST",
    `/api/imports/${id}/start`,
    { ...choice, tags: ["a,b"] },
    user.headers,
  );
  expect(refused.status).toBe(400);
});
