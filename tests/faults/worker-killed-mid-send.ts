/**
 * `kill -9` of the worker exactly between 'the gateway accepted' and our commit, and between the claim and the call.
 * The sandbox answers late, so that the moment is certain: with 'late-answer' the message is accepted and unanswered,
 * with 'latency' it is claimed and not accepted yet. Neither is sent twice; the outcome is found by asking.
 */
import { until } from "@/sandbox/testing";
import { firstRow, sql } from "@/server/platform/db/sql";
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

const LEADS = 6;
const DELAY_MS = 4_000;
const WITHIN_MS = 120_000;

const sandbox = await startOwnSandbox();
const api = await startApi();
const sellers: Seller[] = [];
let killedMidway = 0;
for (const kind of ["late-answer", "latency"]) {
  const seller = await startCampaign(api, sandbox, LEADS);
  sellers.push(seller);
  let worker = startWorkerProcess();
  await until(
    async () => (await countAccepted(sandbox, [seller])) >= 2,
    "the first messages",
    WITHIN_MS,
  );
  await sandbox.control("POST", "/faults", {
    target: "evolution",
    path: "sendText",
    kind,
    delayMs: DELAY_MS,
  });
  // Claimed before this instant, answered after it: the send is in progress.
  await until(
    async () => {
      const open = await firstRow<{ ms: number }>(
        sql`SELECT extract(epoch FROM now() - claimed_at)::float8 * 1000 AS ms FROM campaign_recipients
            WHERE owner_id = ${seller.user.id} AND state = 'sending'`,
      );
      return open !== null && open.ms > 300 && open.ms < DELAY_MS - 1_000;
    },
    "a message under way",
    WITHIN_MS,
  );
  await killProcess(worker);
  killedMidway += 1;
  await sandbox.control("DELETE", "/faults");
  worker = startWorkerProcess();
  await waitForEnd([seller], WITHIN_MS);
  await killProcess(worker);
}
report({
  "killed midway": { value: killedMidway, holds: killedMidway === 2 },
  ...toFigures(await countOutcomes(sandbox, sellers), 1),
});
