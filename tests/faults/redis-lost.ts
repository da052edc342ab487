/**
 * Redis killed for ten seconds in the middle of runs, emptied in the middle of runs and at rest, and down over a scheduled
 * slot. Nothing is lost or sent twice, requests answer within two seconds, and the slot runs once. The Redis is this
 * fault's own.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { Redis } from "ioredis";
import { lastingPort } from "@/scripts/postgres.mjs";
import type { Seller } from "./campaign-run";

const ACCOUNTS = 6;
const LEADS = 80;
const DOWN_MS = 10_000;
const WITHIN_MS = 180_000;
const ANSWERS_WITHIN_MS = 2_000;

const port = await lastingPort();
let redis = await startServer();
process.env["REDIS_URL"] = `redis://127.0.0.1:${port}`;

// The product reads its environment when it is imported.
const { until } = await import("@/sandbox/testing");
const { activities } = await import("@/lib/contracts/campaigns/activities");
const { execute, firstRow, sql } = await import("@/server/platform/db/sql");
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
await reach(0.2);
await killProcess(redis);
const slowestMs = await measureWhileDown(sellers[0]);
redis = await startServer();
await reach(0.5);
await flush();
await waitForEnd(sellers, WITHIN_MS);

// At rest, and over a slot that is due while there is no queue.
await flush();
const scheduled = sellers[0];
await killProcess(redis);
await execute(
  sql`UPDATE campaigns SET scheduled_at = now() + interval '1 second', next_run_at = now() + interval '1 second', repeat_leads = true
      WHERE id = ${scheduled?.campaignId}`,
);
await execute(sql`UPDATE accounts SET plan = 'pro' WHERE id = ${scheduled?.user.id}`);
await pause(4_000);
redis = await startServer();
await until(async () => (await countRuns(scheduled)).ended === 2, "the slot to run", WITHIN_MS);
await killProcess(worker);
await killProcess(redis);
const runs = await countRuns(scheduled);
const outcomes = await countOutcomes(sandbox, sellers);
// The second run repeats the leads of the first.
const repeated = runs.repeated;
report({
  ...toFigures({ ...outcomes, twice: outcomes.twice - repeated }, ACCOUNTS),
  "slot runs": { value: runs.all - 1, holds: runs.all === 2 },
  "slowest answer ms": { value: slowestMs, holds: slowestMs <= ANSWERS_WITHIN_MS },
});

async function startServer(): Promise<ChildProcess> {
  const child = spawn(
    "redis-server",
    [
      "--port",
      String(port),
      "--bind",
      "127.0.0.1",
      "--save",
      "",
      "--maxmemory-policy",
      "noeviction",
    ],
    { stdio: "ignore" },
  );
  process.once("exit", () => child.kill("SIGKILL"));
  const client = new Redis(port, { lazyConnect: true, retryStrategy: () => 50 });
  client.on("error", () => undefined);
  await client.connect().catch(() => undefined);
  await client.ping();
  client.disconnect();
  return child;
}

async function flush(): Promise<void> {
  const client = new Redis(port);
  await client.flushall();
  client.disconnect();
}

function reach(share: number) {
  const target = Math.floor(ACCOUNTS * LEADS * share);
  return until(
    async () => (await countAccepted(sandbox, sellers)) >= target,
    `${target} messages`,
    WITHIN_MS,
  );
}

/** The slowest answer of the API while Redis is away. */
async function measureWhileDown(seller: Seller | undefined): Promise<number> {
  let slowest = 0;
  const end = Date.now() + DOWN_MS;
  while (Date.now() < end) {
    const askedAt = Date.now();
    const answer = await callApi(api, activities.list, { query: {} }, seller?.user.headers);
    if (answer.status !== 200) throw new Error(`activities: ${answer.status}`);
    slowest = Math.max(slowest, Date.now() - askedAt);
    await pause(100);
  }
  return slowest;
}

async function countRuns(seller: Seller | undefined) {
  const counted = await firstRow<{ all: number; ended: number; repeated: number }>(
    sql`SELECT count(*)::int AS all, (count(*) FILTER (WHERE status = 'completed'))::int AS ended,
               (SELECT count(*)::int FROM campaign_recipients p WHERE p.owner_id = ${seller?.user.id} AND p.state = 'sent'
                AND p.run_id = (SELECT max(id) FROM campaign_runs WHERE owner_id = ${seller?.user.id})
                AND (SELECT count(*) FROM campaign_runs WHERE owner_id = ${seller?.user.id}) = 2) AS repeated
        FROM campaign_runs WHERE campaign_id = ${seller?.campaignId}`,
  );
  return counted ?? { all: 0, ended: 0, repeated: 0 };
}
