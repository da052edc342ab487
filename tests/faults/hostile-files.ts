/**
 * Twenty files made to freeze or exhaust the program that reads them, uploaded while another owner uploads and imports an
 * ordinary file. Web and worker must stay alive, ready and small, and the other owner must not wait.
 */
import { strToU8, zipSync } from "fflate";
import { type ImportFile, imports } from "@/lib/contracts/leads/imports";
import { IMPORT_MAX_BYTES } from "@/lib/domain/imports/import-file";
import { until } from "@/sandbox/testing";
import { firstRow, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { buildUser, type TestUser } from "../factories/users";
import { callApi } from "../support/api";
import { measureLoad } from "./hostile-load";
import { report } from "./report";
import { startWebProcess } from "./web-process";
import { killProcess, startWorkerProcess } from "./worker-process";

const ROWS = 5_000;
const WITHIN_MS = 120_000;
/** The other owner's import takes seconds by itself. */
const MAX_OTHER_MS = 60_000;

// Before anything is measured: it takes seconds.
const files = Object.entries(buildFiles());
const worker = startWorkerProcess();
const web = await startWebProcess();
const api = { url: env.APP_URL };
await until(async () => (await fetch(`${api.url}/api/ready`)).ok, "the worker", WITHIN_MS);
const [hostile, other] = [await buildUser(), await buildUser()];
// Loads the code and starts a thread: this does not count as a cost of the files.
await upload(other, "nome\nPadaria");

const statuses: number[] = [];
let [filesS, otherMs] = [0, 0];
const figures = await measureLoad({ web, worker }, async () => {
  const startedAt = performance.now();
  const others = importFile(other);
  for (const [name, file] of files) {
    const sentAt = performance.now();
    const { status, body } = await upload(hostile, file);
    statuses.push(status);
    console.log(`  ${name}: ${status} after ${Math.round(performance.now() - sentAt)} ms`);
    if (status === 201) await importRows(hostile, body);
  }
  filesS = (performance.now() - startedAt) / 1000;
  otherMs = await others;
  await until(async () => (await countActive()) === 0, "the imports to end", WITHIN_MS);
});
await killProcess(worker);
await killProcess(web);
const errors = statuses.filter((status) => status >= 500 || status === 0).length;
report({
  files: { value: files.length, holds: files.length === 20 },
  "server errors": { value: errors, holds: errors === 0 },
  "all files s": { value: Math.round(filesS), holds: filesS <= WITHIN_MS / 1000 },
  "other's import ms": { value: Math.round(otherMs), holds: otherMs <= MAX_OTHER_MS },
  "other's leads": await countLeads(other),
  ...figures,
});

interface Uploaded {
  import: { id: number };
  file: ImportFile;
}

async function upload(user: TestUser, file: string | Uint8Array) {
  const response = await fetch(`${api.url}/api/imports?file_name=arquivo`, {
    method: "POST",
    headers: user.headers,
    body: file as BodyInit,
  }).catch(() => null);
  const body = (await response?.json().catch(() => null)) as Uploaded;
  return { status: response?.status ?? 0, body };
}

/** Starts an import with the first column as the name, if its own mapping has none. */
async function importRows(user: TestUser, { import: { id }, file }: Uploaded) {
  const mapping = file.mapping.includes("name")
    ? file.mapping
    : file.mapping.map((_field, at) => (at === 0 ? ("name" as const) : null));
  const body = { mapping, mode: "skip" as const };
  await callApi(api, imports.check, { params: { id }, body }, user.headers);
  await callApi(api, imports.start, { params: { id }, body }, user.headers);
}

/** Uploads and imports an ordinary file. Returns how long it took. */
async function importFile(user: TestUser): Promise<number> {
  const from = performance.now();
  const lines = Array.from({ length: ROWS }, (_, n) => `Empresa ${n};119${60_000_000 + n}`);
  const { status, body } = await upload(user, ["nome;whatsapp", ...lines].join("\n"));
  if (status !== 201) throw new Error(`The other owner's upload: ${status}`);
  await importRows(user, body);
  const { id } = body.import;
  await until(
    () => firstRow(sql`SELECT 1 FROM imports WHERE id = ${id} AND status = 'completed'`),
    "the other owner's import",
    WITHIN_MS,
  );
  return performance.now() - from;
}

async function countActive(): Promise<number> {
  const row = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM imports WHERE status = 'processing'`,
  );
  return row?.count ?? 0;
}

async function countLeads(user: TestUser) {
  const row = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM leads WHERE owner_id = ${user.id}`,
  );
  return { value: row?.count ?? 0, holds: row?.count === ROWS };
}

function buildFiles(): Record<string, string | Uint8Array> {
  const long = (unit: string, length = IMPORT_MAX_BYTES - 100) =>
    unit.repeat(Math.floor(length / unit.length));
  const mails = `nome;email\n${`x;${long("a.", 32_000)}@a\n`.repeat(300)}`;
  return {
    "stray quotes, 0.6 MB": `nome;b\n${long('"\n"x', 600_000)}`,
    "stray quotes, 20 MB": `nome;b\n${long('"\n"x')}`,
    commas: long(","),
    quotes: long('"'),
    "quoted cells without an end": `nome;b\n${long('"a;')}`,
    "one line": long("a"),
    "line breaks": long("\n"),
    "rows of one letter": `nome\n${long("a\n")}`,
    "rows of 100 cells": `nome${";".repeat(99)}\n${long(`a${";".repeat(99)}\n`)}`,
    "e-mails of dots": mails,
    "cells of dots": `nome;email;whatsapp;cnpj;site\n${`x;${long(".", 32_000)};${long("(", 32_000)};${long(".", 32_000)};${long("a.", 32_000)}\n`.repeat(100)}`,
    "unclosed cells": sheet(`<row>${long("<c ", 10_000_000)}`),
    "nested cells": sheet(`<row>${long("<c>", 10_000_000)}`),
    "cells far apart": sheet(long('<row><c r="CV1"><v>1</v></c></row>', 140_000_000)),
    "impossible references": sheet(
      '<row r="Infinity"><c r="Infinity"><v>1</v></c><c r="A1099511627776"><v>2</v></c></row><row r="2.5"><c r="2.5"><v>1</v></c></row><row r="1099511627776"><c r="ZZZZZZ1"><v>3</v></c></row>',
    ),
    "an endless comment": sheet(`<!--${long("-a", 140_000_000)}`),
    "one long value": sheet(`<row><c><v>${long("1", 140_000_000)}</v></c></row>`),
    "unclosed sheets": workbook({ "xl/workbook.xml": long("<sheet ", 3_900_000) }),
    "formats of brackets": workbook({
      "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${long("[", 3_900_000)}"/></numFmts></styleSheet>`,
    }),
    "shared strings": workbook({
      "xl/sharedStrings.xml": `<sst>${long("<si><t>ééééééééééééééééé</t></si>", 140_000_000)}</sst>`,
    }),
  };
}

function sheet(rows: string): Uint8Array {
  return workbook({
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  });
}

function workbook(parts: Record<string, string>): Uint8Array {
  const whole = {
    "xl/workbook.xml": "<workbook><sheets/></workbook>",
    "xl/worksheets/sheet1.xml": "<worksheet/>",
    ...parts,
  };
  return zipSync(
    Object.fromEntries(Object.entries(whole).map(([name, xml]) => [name, strToU8(xml)])),
    { level: 1 },
  );
}
