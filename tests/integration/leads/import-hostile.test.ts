import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { type ImportFile, imports } from "@/lib/contracts/leads/imports";
import { IMPORT_MAX_BYTES } from "@/lib/domain/imports/import-file";
import { firstRow, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { importText } from "@/tests/support/imports";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

interface Uploaded {
  import: { id: number };
  file: ImportFile;
  code: string;
  error: string;
  fields: Record<string, string>;
}

async function upload(user: TestUser, content: string | Uint8Array) {
  const response = await fetch(`${api.url}/api/imports?file_name=arquivo`, {
    method: "POST",
    headers: user.headers,
    body: content as BodyInit,
  });
  return { status: response.status, body: (await response.json()) as Uploaded };
}

async function countImports(user: TestUser) {
  const row = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM imports WHERE owner_id = ${user.id}`,
  );
  return row?.count;
}

const long = (unit: string, length = IMPORT_MAX_BYTES - 1_000) =>
  unit.repeat(Math.floor(length / unit.length));

function workbook(parts: Record<string, string>): Uint8Array {
  const whole = {
    "xl/workbook.xml": "<workbook><sheets/></workbook>",
    "xl/worksheets/sheet1.xml": "<worksheet/>",
    ...parts,
  };
  return zipSync(
    Object.fromEntries(Object.entries(whole).map(([name, xml]) => [name, strToU8(xml)])),
  );
}

const sheet = (rows: string) =>
  workbook({ "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>` });

const DAMAGED = "A planilha está danificada ou não é um arquivo .xlsx.";
const REFUSED: [name: string, file: () => string | Uint8Array, sentence: string][] = [
  ["20 MB of commas", () => long(","), "O arquivo está vazio."],
  ["20 MB of commas below a header", () => `nome,b\n${long(",")}`, "O arquivo só tem o cabeçalho"],
  ["20 MB of columns", () => long("a,"), "mais de 100 colunas"],
  ["20 MB of stray quotes", () => `nome;b\n${long('"\n"x')}`, "mais de 200.000 linhas"],
  [
    "more cells than fit",
    () => `nome${";".repeat(99)}\n${long(`a${";".repeat(99)}\n`, 10_000_000)}`,
    "mais de 5 milhões de células",
  ],
  ["unclosed cells", () => sheet(`<row>${long("<c ", 10_000_000)}`), DAMAGED],
  ["nested cells", () => sheet(`<row>${long("<c>", 10_000_000)}`), DAMAGED],
  ["unclosed sheets", () => workbook({ "xl/workbook.xml": long("<sheet ", 3_000_000) }), DAMAGED],
  [
    "a format of brackets",
    () =>
      workbook({
        "xl/styles.xml": `<styleSheet><numFmt numFmtId="170" formatCode="${long("[", 3_000_000)}"/></styleSheet>`,
      }),
    "O arquivo está vazio.",
  ],
  [
    "more blank cells than fit",
    () => sheet(long('<row><c r="CV1"/></row>', 2_000_000)),
    "mais de 5 milhões de células",
  ],
  [
    "an endless comment",
    () => sheet(`<!--${long("a", 30_000_000)}-->`),
    "fica grande demais depois de aberta",
  ],
];

test.each(REFUSED)(
  "%s: refused with a sentence, and nothing is kept",
  async (_name, file, sentence) => {
    const user = await buildUser();
    const { status, body } = await upload(user, file());
    expect(status).toBeLessThan(500);
    expect(body.fields?.["file"] ?? body.error).toContain(sentence);
    expect(await countImports(user)).toBe(0);
  },
);

test("a row with a stray quote costs only itself, however many there are", async () => {
  const user = await buildUser();
  const { status, body } = await upload(user, `nome;b\n${long('"\n"x', 600_000)}\nPadaria;b`);
  expect(status).toBe(201);
  expect(body.file.columns).toEqual(["nome", "b"]);
});

test("cells of 32,000 dots are refused row by row", async () => {
  const user = await buildUser();
  const dots = long(".", 32_000);
  const rows = Array.from({ length: 100 }, () => `Padaria;${dots}@a;${dots};${dots};${dots}`);
  const { body } = await upload(user, ["nome;email;whatsapp;cnpj;site", ...rows].join("\n"));
  const { id } = body.import;
  const check = await callApi(
    api,
    imports.check,
    { params: { id }, body: { mapping: body.file.mapping, mode: "skip" } },
    user.headers,
  );
  expect(check.body.check).toMatchObject({ rows: 100, created: 0, refused: 100 });
});

test("no transaction waits for the parser, and a file is hidden until its last row is stored", async () => {
  const user = await buildUser();
  const lines = Array.from({ length: 60_000 }, (_, n) => `Padaria ${n};${long("x", 100)}`);
  let isUploaded = false;
  let idle = 0;
  let drafts = 0;
  const uploading = upload(user, ["nome;obs", ...lines].join("\n")).finally(() => {
    isUploaded = true;
  });
  while (!isUploaded) {
    const row = await firstRow<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    );
    idle += row?.count ?? 0;
    const { body } = await callApi(api, imports.draft, {}, user.headers);
    if (body.draft && body.draft.import.rows_total < lines.length) drafts += 1;
  }
  expect(await uploading).toMatchObject({ status: 201 });
  expect({ idle, drafts }).toEqual({ idle: 0, drafts: 0 });
});

test("of many uploads at once some are read, and the others are told why not", async () => {
  const user = await buildUser();
  const file = `nome\n${long("Padaria\n", 1_000_000)}`;
  const answers = await Promise.all(Array.from({ length: 6 }, () => upload(user, file)));
  for (const { status, body } of answers) {
    expect([201, 429]).toContain(status);
    if (status === 429) expect(body.error).toContain("Ainda estamos lendo seus outros arquivos");
  }
  expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(2);
});

test.each([
  ["a halved character", () => `Nome;WhatsApp\nUm;5511988887777\nDois;${"x".repeat(59)}😀x\n`],
  [
    "the escape of a zero byte",
    () =>
      sheet(
        `<row><c t="inlineStr"><is><t>Nome</t></is></c><c t="inlineStr"><is><t>WhatsApp</t></is></c></row>
         <row><c t="inlineStr"><is><t>Um</t></is></c><c t="inlineStr"><is><t>5511988887777</t></is></c></row>
         <row><c t="inlineStr"><is><t>Dois</t></is></c><c t="inlineStr"><is><t>nada_x0000_ _xD800_</t></is></c></row>`,
      ),
  ],
] as const)("%s in a row that is not read ends no import", async (_, file) => {
  const user = await buildUser();
  const done = await importText(api, user, file());
  expect(done).toMatchObject({ status: "completed", created: 1, refused: 1 });
});
