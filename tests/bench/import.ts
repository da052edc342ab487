/**
 * Imports a CSV of 100,000 companies for an owner who already has some of them: from the first byte of the upload to
 * the last lead, through the front door and a separate worker process; then exports them as CSV and XLSX. The
 * reference takes the same rows, already parsed and normalised: COPY into a staging table, then one INSERT ON CONFLICT per
 * 10,000 into the same indexed tables. Rounds alternate.
 */
import { type ChildProcess, fork } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { imports } from "@/lib/contracts/leads/imports";
import { computeCheckDigits } from "@/lib/domain/companies/cnpj";
import { until } from "@/sandbox/testing";
import { execute, firstRow, raw, rows, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "../factories/users";
import { callApi, request } from "../support/api";
import { type Measurement, median } from "./measurement";

const ROWS = 100_000;
/** Rows that repeat a company, and rows that cannot become a lead. */
const REPEATED_EVERY = 50;
const BROKEN_EVERY = 1_000;
const ROWS_PER_INSERT = 10_000;
const ROUNDS = 5;
const MAX_S = 10;
const MAX_MB = 300;
const MAX_FIRST_S = 1;

const file = buildFile();
const web = start("api-front-door.ts");
await new Promise((resolve) => web.once("message", resolve));
const api = { url: `http://127.0.0.1:${process.env["PORT"]}`, close: async () => undefined };
const worker = start("../../workers/main.ts");
let lastUser: TestUser | undefined;
const times: number[] = [];
const references: number[] = [];
const parsed = await prepareParsedRows();
for (let round = 0; round < ROUNDS; round += 1) {
  references.push(await insertParsedRows(parsed));
  times.push(await importAsNewUser());
}
rmSync(parsed.folder, { recursive: true });
// As the server does within its minute: after TRUNCATE the planner knows nothing of the table.
await execute(sql`ANALYZE leads`);
const exports = { csv: await download("csv"), xlsx: await download("xlsx") };
const workerMb = peakMb(worker);
const webMb = peakMb(web);
web.kill("SIGKILL");
worker.kill("SIGKILL");

const [ours, reference] = [median(times), median(references)];
const measurements: Measurement[] = [
  within("import: 100,000-row CSV into leads", "s", MAX_S, ours),
  within("import: peak memory of the worker", "MB", MAX_MB, workerMb),
  within("import: peak memory of the web process", "MB", MAX_MB, webMb),
  within("export: its leads as CSV", "s", MAX_S, exports.csv.seconds),
  within("export: its leads as XLSX", "s", MAX_S, exports.xlsx.seconds),
  within("export: first bytes of the XLSX", "s", MAX_FIRST_S, exports.xlsx.firstSeconds),
  {
    what: "import: rows/s against COPY and INSERT of parsed rows",
    unit: "rows/s",
    reference: ROWS / reference,
    ours: ROWS / ours,
    ratio: reference / ours,
    target: "≥ 0.85",
  },
];
process.send?.(measurements, () => process.exit(0));

function start(script: string): ChildProcess {
  return fork(join(import.meta.dirname, script), [], {
    execArgv: ["--max-old-space-size=512", "--import", "tsx"],
  });
}

function within(what: string, unit: string, most: number, value: number): Measurement {
  return { what, unit, reference: most, ours: value, ratio: most / value, target: "≥ 1" };
}

async function importAsNewUser(): Promise<number> {
  const user = await replaceLeads();
  const startedAt = performance.now();
  const upload = await request<{ import: { id: number }; file: { mapping: [] } }>(
    api,
    "POST",
    "/api/imports?file_name=empresas.csv",
    file.text,
    user.headers,
  );
  if (upload.status !== 201) throw new Error(JSON.stringify(upload.body));
  const { id } = upload.body.import;
  const body = { mapping: upload.body.file.mapping, mode: "skip" as const };
  await callApi(api, imports.start, { params: { id }, body }, user.headers);
  const row = await until(
    () =>
      firstRow<{ status: string; created: number; refused: number }>(
        sql`SELECT status, created_count AS created, refused_count AS refused FROM imports
            WHERE id = ${id} AND status <> 'processing'`,
      ),
    "the import to end",
    120_000,
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const leads = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM leads WHERE owner_id = ${user.id}`,
  );
  if (row.status !== "completed" || leads?.count !== file.companies) {
    throw new Error(`${JSON.stringify(row)}, ${leads?.count} of ${file.companies} leads`);
  }
  lastUser = user;
  return seconds;
}

/** Downloads all leads of the last import and discards them. */
async function download(format: string) {
  const startedAt = performance.now();
  const response = await fetch(`${api.url}/api/leads/export?format=${format}`, {
    headers: lastUser?.headers ?? {},
  });
  let firstSeconds: number | undefined;
  for await (const _piece of response.body ?? []) {
    firstSeconds ??= (performance.now() - startedAt) / 1000;
  }
  if (response.status !== 200 || firstSeconds === undefined) throw new Error(`export ${format}`);
  return { seconds: (performance.now() - startedAt) / 1000, firstSeconds };
}

/** Deletes all leads. Returns a new owner who has some of the file's companies. */
async function replaceLeads(): Promise<TestUser> {
  await execute(sql`TRUNCATE leads, imports, lead_counts, lead_count_changes CASCADE`);
  const user = await buildUser({ plan: "pro" });
  await keepSome(user);
  return user;
}

/** Creates one in twenty as an existing lead. */
async function keepSome(user: TestUser) {
  await execute(
    sql`INSERT INTO leads (owner_id, name, source, whatsapp, phone_key)
        SELECT ${user.id}, 'Já está aqui ' || n, 'manual', '55119' || (60000000 + n), '5511' || (60000000 + n)
        FROM generate_series(0, ${ROWS - 1}, 20) AS n WHERE n % ${BROKEN_EVERY} <> 7 AND n % ${REPEATED_EVERY} <> 3`,
  );
}

interface ParsedRows {
  folder: string;
  path: string;
  columns: string;
}

/** Imports the file once and writes the leads that come of it to a file that COPY reads. */
async function prepareParsedRows(): Promise<ParsedRows> {
  await importAsNewUser();
  const stored = await rows<{ name: string }>(
    sql`SELECT column_name AS name FROM information_schema.columns
        WHERE table_name = 'leads' AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'owner_id', 'stage_id')`,
  );
  const columns = stored.map(({ name }) => `"${name}"`).join(", ");
  const folder = mkdtempSync(join(tmpdir(), "import-"));
  // The server runs as another user and must write it.
  chmodSync(folder, 0o777);
  const path = join(folder, "parsed");
  await execute(raw(`CREATE UNLOGGED TABLE parsed AS SELECT ${columns} FROM leads LIMIT 0`));
  await execute(
    raw(
      `COPY (SELECT ${columns} FROM leads WHERE owner_id = ${lastUser?.id} ORDER BY id) TO '${path}'`,
    ),
  );
  return { folder, path, columns };
}

async function insertParsedRows({ path, columns }: ParsedRows): Promise<number> {
  const user = await replaceLeads();
  await execute(sql`TRUNCATE parsed`);
  const startedAt = performance.now();
  await execute(raw(`COPY parsed FROM '${path}'`));
  for (let first = 0; first < ROWS; first += ROWS_PER_INSERT) {
    await execute(
      raw(
        `INSERT INTO leads (owner_id, stage_id, ${columns})
         SELECT ${user.id}, first.id, ${columns} FROM (SELECT first_stage(${user.id}, 'new') AS id) AS first, parsed OFFSET ${first} LIMIT ${ROWS_PER_INSERT} ON CONFLICT DO NOTHING`,
      ),
    );
  }
  return (performance.now() - startedAt) / 1000;
}

function buildFile(): { text: string; companies: number } {
  const kinds = ["Padaria", "Clínica", "Auto Peças", "Farmácia", "Mercado", "Oficina", "Escola"];
  const titles = ["São João", "Esperança", "Três Irmãos", "Boa Vista", "Central", "Nossa Senhora"];
  const cities = ["Campinas", "São Paulo", "Santos", "Ribeirão Preto", "Sorocaba"];
  const lines = ["Nome;WhatsApp;E-mail;Site;Endereço;Cidade;UF;CNPJ;CNAE;Proprietário;Observações"];
  let companies = 0;
  for (let n = 0; n < ROWS; n += 1) {
    const broken = n % BROKEN_EVERY === 7;
    const repeated = !broken && n % REPEATED_EVERY === 3;
    if (!broken && !repeated) companies += 1;
    // The previous row, which is neither broken nor repeated.
    const of = repeated ? n - 1 : n;
    const base = `${String(10_000_000 + of)}0001`;
    const kind = `${kinds[of % 7]} ${titles[of % 6]}`;
    lines.push(
      [
        `${kind} ${of}`,
        broken
          ? "123"
          : `(11) 9${6000 + Math.floor(of / 10_000)}-${String(of % 10_000).padStart(4, "0")}`,
        `contato@empresa${of}.example`,
        `https://www.empresa${of}.example`,
        `"Rua das Flores; ${of % 999}"`,
        cities[of % 5],
        "SP",
        of % 2 ? `${base}${computeCheckDigits(base)}` : "",
        1000 + (of % 9000),
        of % 3 ? "" : "Maria Silva",
        of % 5 ? "" : `Pediu para ligar à tarde, falar com ${of}`,
      ].join(";"),
    );
  }
  return { text: lines.join("\r\n"), companies };
}

/** Peak memory of a process on Linux; not available elsewhere. */
function peakMb(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
