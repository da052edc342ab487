/**
 * A worker is frozen (SIGSTOP, as a paused machine does) during a campaign: first inside a transaction, whose locks
 * it holds, then outside of one. Another worker takes over, requests are answered meanwhile, and the first one changes
 * nothing when it wakes.
 */
import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { activities } from "@/lib/contracts/campaigns/activities";
import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { until } from "@/sandbox/testing";
import { firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "../factories/leads";
import { buildUser } from "../factories/users";
import { callApi, startApi } from "../support/api";
import { pairWhatsapp, readLedger, startOwnSandbox } from "../support/whatsapp";
import { report } from "./report";
import { killProcess, startWorkerProcess } from "./worker-process";

const LEADS = 120;
const TAKE_OVER_MS = 45_000;
const WITHIN_MS = 240_000;
const MAX_TRIES = 2_000;

const sandbox = await startOwnSandbox();
const api = await startApi();
const user = await buildUser();
for (let lead = 0; lead < LEADS; lead += 1) await buildLead(user.id);
const instance = await pairWhatsapp(api, sandbox, user);

const workers = [startWorkerProcess()];
const body = { num_leads: LEADS, messages: ["Oi {{empresa}}", "Olá, {{empresa}}!"] };
await callApi(api, campaigns.start, { body }, user.headers);

let slowestTakeOverMs = 0;
let slowestAnswerMs = 0;
for (const [after, inTransaction] of [
  [10, true],
  [60, false],
] as const) {
  await until(async () => (await accepted()) >= after, `${after} messages`, WITHIN_MS);
  const frozen = workers.at(-1) as ChildProcess;
  await freeze(frozen, inTransaction);
  const before = await accepted();
  const frozenAt = Date.now();
  workers.push(startWorkerProcess());
  await until(
    async () => {
      await measureAnswer();
      // The message that was on its way when it froze may still arrive.
      return (await accepted()) > before + 1;
    },
    "another worker to take over",
    WITHIN_MS,
  );
  slowestTakeOverMs = Math.max(slowestTakeOverMs, Date.now() - frozenAt);
  frozen.kill("SIGCONT");
}
await until(isOver, "the run to end", WITHIN_MS);
await Promise.all(workers.map(killProcess));

const recipients = await rows<{ state: string; number: string }>(
  sql`SELECT state, number FROM campaign_recipients WHERE owner_id = ${user.id}`,
);
const ledger = await readLedger(sandbox, instance);
const reached = new Set(ledger.map(({ toKey }) => toKey.slice(-8)));
const inState = (...states: string[]) => recipients.filter(({ state }) => states.includes(state));
const unfinished = inState("pending", "sending").length;
const missed = inState("sent").filter(({ number }) => !reached.has(number.slice(-8))).length;
const twice = ledger.length - reached.size;
const unknown = inState("unknown").length;
report({
  recipients: { value: recipients.length, holds: recipients.length === LEADS },
  accepted: { value: ledger.length, holds: ledger.length >= LEADS - 2 },
  lost: { value: unfinished + missed, holds: unfinished + missed === 0 },
  twice: { value: twice, holds: twice === 0 },
  unknown: { value: unknown, holds: unknown <= 2 },
  "slowest take-over s": {
    value: Math.round(slowestTakeOverMs / 1000),
    holds: slowestTakeOverMs <= TAKE_OVER_MS,
  },
  "slowest answer ms": { value: Math.round(slowestAnswerMs), holds: slowestAnswerMs <= 2_000 },
});

/** Stops the process at a moment when it has, or does not have, a transaction open that holds a row of the campaign. */
async function freeze(worker: ChildProcess, inTransaction: boolean): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    worker.kill("SIGSTOP");
    // A statement that was sent before the stop may still be running.
    await pause(20);
    if ((await hasOpenTransaction()) === inTransaction) return;
    worker.kill("SIGCONT");
    await pause(Math.random() * 20);
  }
  throw new Error("The worker could not be stopped at such a moment.");
}

/** The API's process has none open while this asks. */
async function hasOpenTransaction(): Promise<boolean> {
  const found = await firstRow(
    sql`SELECT 1 FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid
        WHERE a.datname = current_database() AND a.state = 'idle in transaction'
          AND l.relation = 'campaign_recipients'::regclass AND l.mode = 'RowExclusiveLock'`,
  );
  return found !== null;
}

async function measureAnswer(): Promise<void> {
  const askedAt = performance.now();
  const answer = await callApi(api, activities.list, { query: {} }, user.headers);
  if (answer.status !== 200) throw new Error(`The activities answered ${answer.status}.`);
  slowestAnswerMs = Math.max(slowestAnswerMs, performance.now() - askedAt);
}

async function accepted(): Promise<number> {
  return (await readLedger(sandbox, instance)).length;
}

async function isOver(): Promise<boolean> {
  const { body: answer } = await callApi(api, activities.list, { query: {} }, user.headers);
  return answer.activities[0]?.status === "completed";
}
