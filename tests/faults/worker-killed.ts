/**
 * `kill -9` of the worker during a campaign, three times. Nothing lost: every recipient reaches a final state.
 * Nothing twice: no number is in the ledger two times. Each kill may leave one message with an unknown outcome.
 */
import { setTimeout as pause } from "node:timers/promises";
import { campaigns } from "@/lib/contracts/campaigns";
import { until } from "@/sandbox/testing";
import { rows, sql } from "@/server/db/sql";
import { buildLead } from "../factories/leads";
import { buildUser } from "../factories/users";
import { callApi, startApi } from "../support/api";
import { pairWhatsapp, readLedger, startOwnSandbox } from "../support/whatsapp";
import { report } from "./report";
import { killProcess, startWorkerProcess } from "./worker-process";

const LEADS = 120;
/** Messages after which the worker is killed: early, in the middle, late. */
const KILL_AFTER = [10, 60, 110];
const WITHIN_MS = 240_000;

const sandbox = await startOwnSandbox();
const api = await startApi();
const user = await buildUser();
for (let lead = 0; lead < LEADS; lead += 1) await buildLead(user.id);
const instance = await pairWhatsapp(api, sandbox, user);

let worker = startWorkerProcess();
const body = { num_leads: LEADS, messages: ["Oi {{empresa}}", "Olá, {{empresa}}!"] };
await callApi(api, campaigns.start, { body }, user.headers);

let slowestResumeMs = 0;
for (const after of KILL_AFTER) {
  await until(async () => (await accepted()) >= after, `${after} messages`, WITHIN_MS);
  await pause(Math.random() * 40);
  await killProcess(worker);
  const before = await accepted();
  const killedAt = Date.now();
  worker = startWorkerProcess();
  await until(
    async () => (await accepted()) > before || (await isOver()),
    "it to go on",
    WITHIN_MS,
  );
  slowestResumeMs = Math.max(slowestResumeMs, Date.now() - killedAt);
}
await until(isOver, "the run to end", WITHIN_MS);
await killProcess(worker);

const recipients = await rows<{ state: string; number: string }>(
  sql`SELECT state, number FROM campaign_recipients WHERE owner_id = ${user.id}`,
);
const ledger = await readLedger(sandbox, instance);
const reached = new Set(ledger.map(({ toKey }) => toKey.slice(-8)));
const inState = (...states: string[]) => recipients.filter(({ state }) => states.includes(state));
const unfinished = inState("pending", "sending").length;
const missed = inState("sent").filter(({ number }) => !reached.has(number.slice(-8))).length;
const twice = ledger.length - reached.size;
report({
  recipients: { value: recipients.length, holds: recipients.length === LEADS },
  accepted: { value: ledger.length, holds: ledger.length >= LEADS - KILL_AFTER.length },
  lost: { value: unfinished + missed, holds: unfinished + missed === 0 },
  twice: { value: twice, holds: twice === 0 },
  unknown: {
    value: inState("unknown").length,
    holds: inState("unknown").length <= KILL_AFTER.length,
  },
  "slowest resume s": {
    value: Math.round(slowestResumeMs / 1000),
    holds: slowestResumeMs <= 90_000,
  },
});

async function accepted(): Promise<number> {
  return (await readLedger(sandbox, instance)).length;
}

async function isOver(): Promise<boolean> {
  const { body: answer } = await callApi(api, campaigns.activities, {}, user.headers);
  return answer.activities[0]?.status === "completed";
}
