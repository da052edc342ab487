/**
 * npm run bench [name …] [-- --against DIR --rounds N]: speed as a ratio to a reference measured in the same run. Prints a table
 * of each bench, and writes bench/latest.json, as it comes; exits 1 if a target is missed. Data is generated in a separate
 * database. With --against the same bench of another checkout, installed and built, is run in turns with ours.
 */
import { fork, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freePort } from "@/scripts/postgres.mjs";
import { copyTemplate } from "../support/database";
import { preparePostgres } from "../support/postgres";
import { type Measurement, median } from "./measurement";

const BENCHES = [
  "api",
  "board",
  "campaign",
  "chat",
  "crawl",
  "events",
  "extraction",
  "fields",
  "first-content",
  "import",
  "inbound",
  "leads-search",
  "registry-import",
  "registry-search",
  "schedule",
  "sequence",
  "sight",
  "stream",
  "today",
  "web",
];

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { against: { type: "string" }, rounds: { type: "string", default: "1" } },
});
const unknown = wanted.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) {
  throw new Error(`No such bench: ${unknown.join(", ")}. There is: ${BENCHES.join(", ")}`);
}
const rounds = Number(values.rounds);
const folder = join(import.meta.dirname, "../../bench");
mkdirSync(folder, { recursive: true });
// A separate server with the memory recommended for a million leads: a quarter of a small machine's.
const postgres = await preparePostgres({
  name: "bench-postgres",
  preferredPort: 54_340,
  sharedBuffers: "1GB",
});
const measurements: Measurement[] = [];
let failed = false;
for (const name of wanted.length > 0 ? wanted : BENCHES) {
  // A bench that fails does not lose the figures of the others.
  try {
    const { ours, theirs } = await measure(name);
    measurements.push(...ours);
    printFigures(ours);
    if (theirs) printComparison(ours, theirs);
  } catch (error) {
    failed = true;
    console.error(error);
  }
  writeFileSync(join(folder, "latest.json"), `${JSON.stringify(measurements, null, 2)}\n`);
}
process.exit(failed || measurements.some((figure) => !isHeld(figure)) ? 1 : 0);

/** `--rounds` times, in turns with the same bench of the build in `--against`; of each figure its median. */
async function measure(name: string) {
  const ours: Measurement[][] = [];
  const theirs: Measurement[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (values.against) theirs.push(runElsewhere(values.against, name));
    const database = await copyTemplate(postgres);
    ours.push(await runBench(name, database.url).finally(() => database.drop()));
  }
  return { ours: takeMedians(ours), theirs: values.against ? takeMedians(theirs) : null };
}

function takeMedians(runs: Measurement[][]): Measurement[] {
  return (runs[0] ?? []).map((figure, at) => {
    const of = (key: "reference" | "ours" | "ratio") =>
      median(runs.map((run) => run[at]?.[key] ?? Number.NaN));
    return { ...figure, reference: of("reference"), ours: of("ours"), ratio: of("ratio") };
  });
}

/** Another build's bench, by its own command: it has its own schema. A target that it misses is no failure here. */
function runElsewhere(checkout: string, name: string): Measurement[] {
  const result = join(checkout, "bench/latest.json");
  rmSync(result, { force: true });
  spawnSync("npm", ["run", "--silent", "bench", name], { cwd: checkout, stdio: "ignore" });
  return JSON.parse(readFileSync(result, "utf8")) as Measurement[];
}

function printFigures(figures: Measurement[]) {
  console.table(
    figures.map((figure) => ({
      what: figure.what,
      reference: `${round(figure.reference)} ${figure.unit}`,
      ours: `${round(figure.ours)} ${figure.unit}`,
      ratio: round(figure.ratio),
      target: figure.target,
      held: isHeld(figure),
    })),
  );
}

/** Of each figure that both builds have: what they measured, and their ratios to the reference, of which a higher one is better. */
function printComparison(ours: Measurement[], theirs: Measurement[]) {
  console.table(
    ours.flatMap((figure) => {
      const other = theirs.find(({ what }) => what === figure.what);
      if (!other) return [];
      return {
        what: figure.what,
        theirs: `${round(other.ours)} ${other.unit} (${round(other.ratio)})`,
        ours: `${round(figure.ours)} ${figure.unit} (${round(figure.ratio)})`,
        "ours / theirs": round(figure.ratio / other.ratio),
      };
    }),
  );
}

function isHeld({ ratio, target }: Measurement): boolean {
  return ratio >= Number(target.replace(/[^\d.]/g, ""));
}

/** Runs in a child process, whose environment is complete before the product is imported. */
async function runBench(name: string, databaseUrl: string): Promise<Measurement[]> {
  const child = fork(join(import.meta.dirname, `${name}.ts`), [], {
    execArgv: ["--import", "tsx"],
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      AUTH_SECRET: "a secret that only the benches know, long enough",
      DATABASE_URL: databaseUrl,
      PORT: String(await freePort(0)),
      APP_URL: "http://127.0.0.1",
      SANDBOX_URL: `http://127.0.0.1:${await freePort(0)}`,
      CRAWLER_DELAY_MS: "0",
      EVOLUTION_API_KEY: "of the bench",
      REGISTRY_ROWS: process.env["REGISTRY_ROWS"],
    },
  });
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(message as Measurement[]));
    child.once("exit", (code) => reject(new Error(`${name} ended (${code}) without a figure.`)));
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
