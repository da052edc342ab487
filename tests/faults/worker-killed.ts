/**
 * `kill -9` of the worker five times running while ten accounts each send to 210 leads: 50 random points of a run.
 * Nothing lost: every recipient reaches a final state. Nothing twice: no number is in the ledger two times. Each kill
 * may leave one message of each run with an unknown outcome.
 */
import { setTimeout as pause } from "node:timers/promises";
import { until } from "@/sandbox/testing";
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

const ACCOUNTS = 10;
const LEADS = 210;
const KILLS = 5;
const WITHIN_MS = 300_000;
const RESUMES_WITHIN_MS = 90_000;

const random = createRandom();
const sandbox = await startOwnSandbox();
const api = await startApi();
const sellers: Seller[] = [];
for (let account = 0; account < ACCOUNTS; account += 1) {
  sellers.push(await startCampaign(api, sandbox, LEADS));
}
let worker = startWorkerProcess();
let slowestResumeMs = 0;
for (let kill = 1; kill <= KILLS; kill += 1) {
  const share = (kill - random()) / (KILLS + 1);
  const target = Math.floor(ACCOUNTS * LEADS * share);
  await until(
    async () => (await countAccepted(sandbox, sellers)) >= target,
    `${target} messages`,
    WITHIN_MS,
  );
  await pause(random() * 50);
  await killProcess(worker);
  const before = await countAccepted(sandbox, sellers);
  const killedAt = Date.now();
  worker = startWorkerProcess();
  await until(
    async () => (await countAccepted(sandbox, sellers)) > before + ACCOUNTS,
    "it to go on",
    WITHIN_MS,
  );
  slowestResumeMs = Math.max(slowestResumeMs, Date.now() - killedAt);
}
await waitForEnd(sellers, WITHIN_MS);
await killProcess(worker);

const outcomes = await countOutcomes(sandbox, sellers);
report({
  points: { value: ACCOUNTS * KILLS, holds: true },
  ...toFigures(outcomes, ACCOUNTS * KILLS),
  "slowest resume s": {
    value: Math.round(slowestResumeMs / 1_000),
    holds: slowestResumeMs <= RESUMES_WITHIN_MS,
  },
});
