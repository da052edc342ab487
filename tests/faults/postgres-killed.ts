/**
 * PostgreSQL killed with SIGKILL and started again five seconds later, twice, in the middle of runs and under API load.
 * Nothing is lost or sent twice; meanwhile the API answers 503 without internals, and it works again within 15 s. The
 * server is this fault's own.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { lastingPort } from "@/scripts/postgres.mjs";
import { copyTemplate } from "../support/database";
import { preparePostgres } from "../support/postgres";
import type { Seller } from "./campaign-run";

const ACCOUNTS = 4;
const LEADS = 80;
const DOWN_MS = 5_000;
const KILLS = 2;
const WITHIN_MS = 180_000;
const BACK_WITHIN_MS = 15_000;

const own = { name: "fault-postgres", preferredPort: await lastingPort(), survivesKills: true };
const server = await preparePostgres(own);
// The server of an earlier run may still be there, at its own port.
own.preferredPort = Number(new URL(server.url).port);
const database = await copyTemplate(server);
process.env["DATABASE_URL"] = database.url;

// The product reads its environment when it is imported.
const { until } = await import("@/sandbox/testing");
const { activities } = await import("@/lib/contracts/campaigns/activities");
const { callApi, startApi } = await import("../support/api");
const { startOwnSandbox } = await import("../support/whatsapp");
const { countAccepted, countOutcomes, startCampaign, toFigures, waitForEnd } = await import(
  "./campaign-run"
);
const { report } = await import("./report");
const { killProcess, startWorkerProcess } = await import("./worker-process");

const sandbox = await startOwnSandbox();
const api = await startApi();
const sellers: Seller[] = [];
for (let account = 0; account < ACCOUNTS; account += 1) {
  sellers.push(await startCampaign(api, sandbox, LEADS));
}
const worker = startWorkerProcess();
let slowestBackMs = 0;
let unavailable = 0;
for (let kill = 1; kill <= KILLS; kill += 1) {
  const target = Math.floor((ACCOUNTS * LEADS * kill) / (KILLS + 1));
  await until(
    async () => (await countAccepted(sandbox, sellers)) >= target,
    `${target} messages`,
    WITHIN_MS,
  );
  process.kill(readServerPid(), "SIGKILL");
  const end = Date.now() + DOWN_MS;
  while (Date.now() < end) {
    if (await isUnavailable()) unavailable += 1;
    await pause(200);
  }
  await preparePostgres(own);
  const startedAt = Date.now();
  await until(async () => !(await isUnavailable()), "the API to come back", 60_000);
  slowestBackMs = Math.max(slowestBackMs, Date.now() - startedAt);
}
await waitForEnd(sellers, WITHIN_MS);
await killProcess(worker);
const outcomes = await countOutcomes(sandbox, sellers);
process.kill(readServerPid(), "SIGINT");
report({
  kills: { value: KILLS, holds: true },
  ...toFigures(outcomes, ACCOUNTS * KILLS),
  "503s": { value: unavailable, holds: unavailable > 0 },
  "slowest back s": {
    value: Math.round(slowestBackMs / 1_000),
    holds: slowestBackMs <= BACK_WITHIN_MS,
  },
});

/** Throws unless an answer is a success or a plain 503. */
async function isUnavailable(): Promise<boolean> {
  const answer = await callApi(api, activities.list, { query: {} }, sellers[0]?.user.headers);
  if (answer.status === 200) return false;
  const body = JSON.stringify(answer.body);
  if (answer.status !== 503 || /postgres|pg_|ECONN|sql/i.test(body)) {
    throw new Error(`${answer.status}: ${body}`);
  }
  return true;
}

function readServerPid(): number {
  const file = join(import.meta.dirname, "../../.data", own.name, "postmaster.pid");
  return Number(readFileSync(file, "utf8").split("\n")[0]);
}
