/**
 * Imports official-layout ZIPs of 2,000,000 establishments and their companies with the command of the README, from
 * the check of the files to the switch. The reference is PostgreSQL's COPY of the resulting rows, already parsed, into
 * a table without an index. While a second import runs, searches go on.
 */
import { type ChildProcess, fork } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { registry } from "@/lib/contracts/registry/registry";
import { buildUser } from "../factories/users";
import { callApi, startApi } from "../support/api";
import { type Measurement, median } from "./measurement";
import { createQueries, measureRowBytes, prepareSample, REGISTRY_ROWS } from "./registry-data";

const ROUNDS = 3;
const REFERENCES = 5;
const MIN_RATIO = 0.16;
const MAX_MB = 512;
const MAX_TIMES_UNDISTURBED = 2;
const SEARCHES = 200;
const SEARCH_EVERY_MS = 50;

const folder = prepareSample();
const api = await startApi();
const users = await Promise.all(Array.from({ length: 40 }, () => buildUser()));
const times: number[] = [];
let peakMb = 0;
let undisturbed: number[] = [];
let disturbed: number[] = [];
let nextQuery: Awaited<ReturnType<typeof createQueries>> | undefined;
let serial = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  const importing = runImport();
  if (round === 1) disturbed = await searchWhile(importing);
  const { seconds, mb } = await importing;
  times.push(seconds);
  peakMb = Math.max(peakMb, mb);
  console.log(`round ${round + 1}: ${seconds.toFixed(1)} s, ${Math.round(mb)} MB`);
  if (round > 0) continue;
  nextQuery = await createQueries("import", 500);
  for (let call = 0; call < SEARCHES; call += 1) undisturbed.push(await timeSearch());
}
const references = await copyRows();
await api.close();
undisturbed = undisturbed.slice(SEARCHES / 10);
const [ours, reference] = [median(times), median(references)];
const rowsPerSecond = (seconds: number) => REGISTRY_ROWS / seconds;
console.log(
  `${(await measureRowBytes()).toFixed(0)} bytes per establishment on disk, with indexes`,
);
const measurements: Measurement[] = [
  {
    what: `registry-import: ${REGISTRY_ROWS} establishments to searchable, rows/s against COPY`,
    unit: "rows/s",
    reference: rowsPerSecond(reference),
    ours: rowsPerSecond(ours),
    ratio: reference / ours,
    target: `≥ ${MIN_RATIO}`,
  },
  {
    what: "registry-import: peak memory of the importing process",
    unit: "MB",
    reference: MAX_MB,
    ours: peakMb,
    ratio: MAX_MB / peakMb,
    target: "≥ 1",
  },
  {
    what: "registry-import: searches meanwhile, p95",
    unit: "ms",
    reference: percentile95(undisturbed),
    ours: percentile95(disturbed),
    ratio: percentile95(undisturbed) / percentile95(disturbed),
    target: `≥ ${1 / MAX_TIMES_UNDISTURBED}`,
  },
];
process.send?.(measurements, () => process.exit(0));

async function runImport(): Promise<{ seconds: number; mb: number }> {
  const startedAt = performance.now();
  const child: ChildProcess = fork(
    join(import.meta.dirname, "../../scripts/registry-import.ts"),
    [folder],
    { execArgv: ["--max-old-space-size=256", "--import", "tsx"], silent: true },
  );
  process.once("exit", () => child.kill("SIGKILL"));
  let output = "";
  child.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    output += chunk;
  });
  let mb = 0;
  const sampling = setInterval(() => {
    mb = Math.max(mb, readPeakMb(child));
  }, 500);
  const code = await new Promise((resolve) => child.once("exit", resolve));
  clearInterval(sampling);
  if (code !== 0) throw new Error(output.slice(-2_000));
  return { seconds: (performance.now() - startedAt) / 1000, mb };
}

/** Peak memory of a process on Linux; not available elsewhere. */
function readPeakMb(child: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
  } catch {
    return 0;
  }
}

async function searchWhile(importing: Promise<unknown>): Promise<number[]> {
  const searched: number[] = [];
  let running = true;
  const ended = importing.finally(() => {
    running = false;
  });
  while (running) {
    searched.push(await timeSearch());
    await setTimeout(SEARCH_EVERY_MS);
  }
  await ended;
  return searched;
}

async function timeSearch(): Promise<number> {
  serial += 1;
  const query = nextQuery?.(serial % 2 ? ["nome_fantasia", "uf"] : ["cidade", "cnae_primario"]);
  const startedAt = performance.now();
  const { status } = await callApi(
    { url: `http://127.0.0.1:${process.env["PORT"]}` },
    registry.search,
    { query: { ...query } },
    users[serial % users.length]?.headers,
  );
  if (status !== 200) throw new Error(`search: ${status}`);
  return performance.now() - startedAt;
}

/** Seconds that the server takes to copy the same rows from a file. */
async function copyRows(): Promise<number[]> {
  const place = mkdtempSync(join(tmpdir(), "registry-"));
  // The server runs as another user.
  chmodSync(place, 0o777);
  const file = join(place, "rows.copy");
  const client = new pg.Client({ connectionString: process.env["DATABASE_URL"] });
  await client.connect();
  await client.query(`COPY (SELECT * FROM registry.establishments) TO '${file}'`);
  const seconds: number[] = [];
  for (let round = 0; round < REFERENCES; round += 1) {
    await client.query("CREATE TABLE copied AS SELECT * FROM registry.establishments LIMIT 0");
    const startedAt = performance.now();
    await client.query(`COPY copied FROM '${file}'`);
    seconds.push((performance.now() - startedAt) / 1000);
    await client.query("DROP TABLE copied");
  }
  await client.end();
  rmSync(place, { recursive: true });
  return seconds;
}

function percentile95(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
}
