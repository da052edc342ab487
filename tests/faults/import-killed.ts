/**
 * `kill -9` of the worker during an import of 20,000 rows, several times. It must finish after the last restart with
 * every company as exactly one lead.
 */
import { type ImportFile, imports } from "@/lib/contracts/leads/imports";
import { until } from "@/sandbox/testing";
import { firstRow, sql } from "@/server/platform/db/sql";
import { buildUser } from "../factories/users";
import { callApi, request, startApi } from "../support/api";
import { report } from "./report";
import { killProcess, startWorkerProcess } from "./worker-process";

const ROWS = 20_000;
/** Rows after which the worker is killed: between batches and, since it always writes, within them. */
const KILL_AFTER = [0, 1, 5_000, 10_000, 15_000];
const WITHIN_MS = 180_000;

const api = await startApi();
const user = await buildUser();
const lines = ["nome;whatsapp;cnpj"];
// For rows without a number or a CNPJ only the cursor prevents duplicates.
for (let n = 0; n < ROWS; n += 1)
  lines.push(`Empresa ${n};${n % 2 ? `119${60_000_000 + n}` : ""};`);
const { body: uploaded } = await request<{ import: { id: number }; file: ImportFile }>(
  api,
  "POST",
  "/api/imports?file_name=leads.csv",
  lines.join("\n"),
  user.headers,
);
const { id } = uploaded.import;
await callApi(
  api,
  imports.start,
  { params: { id }, body: { mapping: uploaded.file.mapping, mode: "skip" } },
  user.headers,
);

let worker = startWorkerProcess();
let slowestResumeMs = 0;
let kills = 0;
for (const after of KILL_AFTER) {
  await until(
    async () => (await progress()).done >= after || (await progress()).over,
    "rows",
    WITHIN_MS,
  );
  if ((await progress()).over) break;
  await killProcess(worker);
  kills += 1;
  const before = await progress();
  const killedAt = Date.now();
  worker = startWorkerProcess();
  await until(
    async () => {
      const now = await progress();
      return now.done > before.done || now.over;
    },
    "it to go on",
    WITHIN_MS,
  );
  slowestResumeMs = Math.max(slowestResumeMs, Date.now() - killedAt);
}
await until(async () => (await progress()).over, "the import to end", WITHIN_MS);
await killProcess(worker);

const counts = await firstRow<{ leads: number; names: number; created: number }>(
  sql`SELECT (SELECT count(*)::int FROM leads WHERE owner_id = ${user.id}) AS leads,
             (SELECT count(DISTINCT name)::int FROM leads WHERE owner_id = ${user.id}) AS names,
             (SELECT created_count FROM imports WHERE id = ${id}) AS created`,
);
const { leads = 0, names = 0, created = 0 } = counts ?? {};
report({
  kills: { value: kills, holds: kills >= 3 },
  lost: { value: ROWS - names, holds: names === ROWS },
  twice: { value: leads - names, holds: leads === names },
  counted: { value: created, holds: created === ROWS },
  "slowest resume s": {
    value: Math.round(slowestResumeMs / 1000),
    holds: slowestResumeMs <= 90_000,
  },
});

async function progress() {
  const row = await firstRow<{ next_row: number; status: string }>(
    sql`SELECT next_row, status FROM imports WHERE id = ${id}`,
  );
  return { done: row?.next_row ?? 0, over: row?.status === "completed" };
}
