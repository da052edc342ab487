/**
 * npm run bench [name …]: speed as a ratio to a reference measured in the same run. Prints one table, writes
 * bench/latest.json, exits 1 if a target is missed. Data is generated in a separate database.
 */
import { fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@/scripts/postgres.mjs";
import { copyTemplate } from "../support/database";
import { preparePostgres } from "../support/postgres";
import type { Measurement } from "./measurement";

const BENCHES = [
  "api",
  "board",
  "campaign",
  "chat",
  "crawl",
  "events",
  "extraction",
  "fields",
  "import",
  "inbound",
  "leads-search",
  "registry-import",
  "registry-search",
  "schedule",
  "sequence",
  "stream",
  "today",
  "web",
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) {
  throw new Error(`No such bench: ${unknown.join(", ")}. There is: ${BENCHES.join(", ")}`);
}
// A separate server with the memory recommended for a million leads: a quarter of a small machine's.
const postgres = await preparePostgres({
  name: "bench-postgres",
  preferredPort: 54_340,
  sharedBuffers: "1GB",
});
const measurements: Measurement[] = [];
for (const name of wanted.length > 0 ? wanted : BENCHES) {
  const database = await copyTemplate(postgres);
  measurements.push(...(await runBench(name, database.url)));
  await database.drop();
}

console.table(
  measurements.map(({ what, reference, ours, ratio, target, unit }) => ({
    what,
    reference: `${round(reference)} ${unit}`,
    ours: `${round(ours)} ${unit}`,
    ratio: round(ratio),
    target,
    held: ratio >= Number(target.replace(/[^\d.]/g, "")),
  })),
);
const folder = join(import.meta.dirname, "../../bench");
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "latest.json"), `${JSON.stringify(measurements, null, 2)}\n`);
const missed = measurements.filter(
  ({ ratio, target }) => ratio < Number(target.replace(/[^\d.]/g, "")),
);
process.exit(missed.length > 0 ? 1 : 0);

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
