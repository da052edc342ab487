/** SIGTERM of the worker in the middle of runs: it exits within 30 s, and nothing is unknown, lost or sent twice. */
import { until } from "@/sandbox/testing";
import { startApi } from "../support/api";
import { startOwnSandbox } from "../support/whatsapp";
import {
  countAccepted,
  countOutcomes,
  type Seller,
  startCampaign,
  toFigures,
  waitForEnd,
} from "./campaign-run";
import { report } from "./report";
import { killProcess, startWorkerProcess } from "./worker-process";

const ACCOUNTS = 4;
const LEADS = 60;
const STOPS = 3;
const WITHIN_MS = 120_000;
const EXITS_WITHIN_MS = 30_000;

const sandbox = await startOwnSandbox();
const api = await startApi();
const sellers: Seller[] = [];
for (let account = 0; account < ACCOUNTS; account += 1) {
  sellers.push(await startCampaign(api, sandbox, LEADS));
}
let slowestExitMs = 0;
let worker = startWorkerProcess();
for (let stop = 1; stop <= STOPS; stop += 1) {
  const target = Math.floor((ACCOUNTS * LEADS * stop) / (STOPS + 1));
  await until(
    async () => (await countAccepted(sandbox, sellers)) >= target,
    `${target} messages`,
    WITHIN_MS,
  );
  const stoppedAt = Date.now();
  const exited = new Promise((resolve) => worker.once("exit", resolve));
  worker.kill("SIGTERM");
  await exited;
  slowestExitMs = Math.max(slowestExitMs, Date.now() - stoppedAt);
  worker = startWorkerProcess();
}
await waitForEnd(sellers, WITHIN_MS);
await killProcess(worker);
report({
  ...toFigures(await countOutcomes(sandbox, sellers), 0),
  "slowest exit s": {
    value: Math.round(slowestExitMs / 1_000),
    holds: slowestExitMs <= EXITS_WITHIN_MS,
  },
});
