/**
 * 1,000 recipients of 50 accounts at once, two workers, one of them killed at three random moments. Exact counts from
 * the sandbox's ledger, and how long an account waited between two of its messages: for its own pause, or for a dead
 * worker's lease.
 */
import { setTimeout as pause } from "node:timers/promises";
import { until } from "@/sandbox/testing";
import { firstRow, sql } from "@/server/platform/db/sql";
import { startApi } from "../support/api";
import { startOwnSandbox } from "../support/whatsapp";
import {
  countAccepted,
  countOutcomes,
  createRandom,
  type Seller,
  startCampaign,
  toFigures,
  waitForEnd,
} from "./campaign-run";
import { report } from "./report";
import { killProcess, startWorkerProcess } from "./worker-process";

const ACCOUNTS = 50;
const LEADS = 20;
const KILLS = 3;
const WITHIN_MS = 240_000;
/** A lease of 20 s, the sweep and the start of a worker. */
const LONGEST_WAIT_S = 40;

const random = createRandom();
const sandbox = await startOwnSandbox();
const api = await startApi();
const sellers: Seller[] = [];
for (let account = 0; account < ACCOUNTS; account += 1) {
  sellers.push(await startCampaign(api, sandbox, LEADS));
}
const steady = startWorkerProcess();
let victim = startWorkerProcess();
for (let kill = 1; kill <= KILLS; kill += 1) {
  const target = Math.floor(ACCOUNTS * LEADS * ((kill - random()) / (KILLS + 1)));
  await until(
    async () => (await countAccepted(sandbox, sellers)) >= target,
    `${target} messages`,
    WITHIN_MS,
  );
  await pause(random() * 50);
  await killProcess(victim);
  victim = startWorkerProcess();
}
await waitForEnd(sellers, WITHIN_MS);
await Promise.all([steady, victim].map(killProcess));

const waited = await firstRow<{ longest: number; typical: number }>(
  sql`SELECT max(wait)::float8 AS longest, percentile_cont(0.5) WITHIN GROUP (ORDER BY wait)::float8 AS typical
      FROM (SELECT extract(epoch FROM claimed_at - lag(claimed_at) OVER (PARTITION BY owner_id ORDER BY claimed_at)) AS wait
            FROM campaign_recipients) AS waits`,
);
const outcomes = await countOutcomes(sandbox, sellers);
report({
  ...toFigures(outcomes, ACCOUNTS * KILLS),
  exact: {
    value: outcomes.recipients,
    holds: outcomes.recipients === ACCOUNTS * LEADS,
  },
  "typical wait ms": { value: Math.round((waited?.typical ?? 0) * 1_000), holds: true },
  "longest wait s": {
    value: Math.round(waited?.longest ?? 0),
    holds: (waited?.longest ?? 0) <= LONGEST_WAIT_S,
  },
});
