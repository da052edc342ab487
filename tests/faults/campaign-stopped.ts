/**
 * 'Stop' at 100 random instants of runs: after its answer at most the message in flight goes out, and the run ends
 * within a second of it.
 */
import { setTimeout as pause } from "node:timers/promises";
import { activities } from "@/lib/contracts/campaigns/activities";
import { until } from "@/sandbox/testing";
import { firstRow, sql } from "@/server/platform/db/sql";
import { callApi, startApi } from "../support/api";
import { startOwnSandbox } from "../support/whatsapp";
import {
  countAccepted,
  countOutcomes,
  createRandom,
  type Seller,
  startCampaign,
  toFigures,
} from "./campaign-run";
import { report } from "./report";
import { killProcess, startWorkerProcess } from "./worker-process";

const STOPS = 100;
const AT_ONCE = 5;
const LEADS = 60;
const LONGEST_MS = 1_500;

const random = createRandom();
const sandbox = await startOwnSandbox();
const api = await startApi();
const worker = startWorkerProcess();
const sellers: Seller[] = [];
let mostAfter = 0;
let slowestEndMs = 0;
let stopped = 0;
let next = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (next < STOPS) {
      next += 1;
      await stopAtRandom(await startCampaign(api, sandbox, LEADS));
    }
  }),
);
await killProcess(worker);
report({
  stops: { value: stopped, holds: stopped === STOPS },
  "most sent after": { value: mostAfter, holds: mostAfter <= 1 },
  "slowest end ms": { value: slowestEndMs, holds: slowestEndMs <= 2_000 },
  ...toFigures(await countOutcomes(sandbox, sellers), 0),
});

async function stopAtRandom(seller: Seller): Promise<void> {
  sellers.push(seller);
  await pause(random() * LONGEST_MS);
  const params = { id: seller.campaignId };
  const answer = await callApi(api, activities.stop, { params }, seller.user.headers);
  const before = await countAccepted(sandbox, [seller]);
  const stoppedAt = Date.now();
  if (answer.status !== 200) return;
  await until(async () => (await readStatus(seller)) === "stopped", "the end", 30_000);
  slowestEndMs = Math.max(slowestEndMs, Date.now() - stoppedAt);
  mostAfter = Math.max(mostAfter, (await countAccepted(sandbox, [seller])) - before);
  stopped += 1;
}

async function readStatus({ campaignId }: Seller): Promise<string | undefined> {
  const run = await firstRow<{ status: string }>(
    sql`SELECT status FROM campaign_runs WHERE campaign_id = ${campaignId}`,
  );
  return run?.status;
}
