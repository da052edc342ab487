/**
 * A campaign while the provider refuses for a while, fails, loses one answer in ten, and the number is logged out and
 * then banned. Nothing lost, nothing twice; a wait that the provider requests is kept; the run pauses and says why.
 */
import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { until } from "@/sandbox/testing";
import { rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "../factories/leads";
import { buildUser } from "../factories/users";
import { callApi, startApi } from "../support/api";
import { pairWhatsapp, readLedger, startOwnSandbox } from "../support/whatsapp";
import { report } from "./report";
import { killProcess, startWorkerProcess } from "./worker-process";

const LEADS = 40;
const RETRY_AFTER_S = 4;
const WITHIN_MS = 420_000;

const sandbox = await startOwnSandbox();
const api = await startApi();
const user = await buildUser();
for (let lead = 0; lead < LEADS; lead += 1) await buildLead(user.id);
const instance = await pairWhatsapp(api, sandbox, user);
const worker = startWorkerProcess();
const body = { num_leads: LEADS, messages: ["Oi {{empresa}}"] };
await callApi(api, campaigns.start, { body }, user.headers);

await until(async () => (await accepted()).length >= 5, "5 messages", WITHIN_MS);
await breakSends({ kind: "status", status: 429, retryAfterSeconds: RETRY_AFTER_S, times: 1 });
await until(async () => (await listFaults()) === 0, "the refusal", WITHIN_MS);
const refusedAt = Date.now();
const before = (await accepted()).length;
await until(async () => (await accepted()).length > before, "the next message", WITHIN_MS);
const waitedMs = Date.now() - refusedAt;

await breakSends({ kind: "status", status: 503, times: 2 });
await breakSends({ kind: "lost-answer", probability: 0.1 });
await until(async () => (await accepted()).length >= 20, "20 messages", WITHIN_MS);

let told = 0;
for (const [kind, problem] of [
  ["logged-out", "logged_out"],
  ["banned", "banned"],
] as const) {
  await sandbox.control("POST", "/faults", { target: "evolution", kind, instance });
  await until(async () => (await readProblem()) === problem, `the card to say ${problem}`, 30_000);
  await until(
    async () => /desconectado/i.test((await readRun()).error ?? ""),
    "the run's reason",
    60_000,
  );
  told += 1;
  await pairWhatsapp(api, sandbox, user);
  const count = (await accepted()).length;
  await until(
    async () => (await accepted()).length > count || (await isOver()),
    "it to go on",
    WITHIN_MS,
  );
}
await until(isOver, "the run to end", WITHIN_MS);
await killProcess(worker);

const recipients = await rows<{ state: string; number: string }>(
  sql`SELECT state, number FROM campaign_recipients WHERE owner_id = ${user.id}`,
);
const ledger = await accepted();
const reached = new Set(ledger.map(({ toKey }) => toKey.slice(-8)));
const inState = (...states: string[]) => recipients.filter(({ state }) => states.includes(state));
const missed = inState("sent").filter(({ number }) => !reached.has(number.slice(-8))).length;
const lost = inState("pending", "sending").length + missed;
const twice = ledger.length - reached.size;
report({
  recipients: { value: recipients.length, holds: recipients.length === LEADS },
  sent: { value: inState("sent").length, holds: inState("sent").length >= LEADS * 0.8 },
  unknown: { value: inState("unknown").length, holds: true },
  lost: { value: lost, holds: lost === 0 },
  twice: { value: twice, holds: twice === 0 },
  "waited s": { value: Math.round(waitedMs / 1000), holds: waitedMs >= (RETRY_AFTER_S - 1) * 1000 },
  "troubles told": { value: told, holds: told === 2 },
});

function accepted() {
  return readLedger(sandbox, instance);
}

function breakSends(fault: object) {
  return sandbox.control("POST", "/faults", { target: "evolution", path: "sendText", ...fault });
}

async function listFaults(): Promise<number> {
  const faults = await sandbox.control<{ times?: number }[]>("GET", "/faults");
  return faults.filter(({ times }) => times !== 0).length;
}

async function readProblem(): Promise<string | null> {
  return (await callApi(api, whatsapp.instance, {}, user.headers)).body.data.problem;
}

async function readRun(): Promise<{ status: string; error: string | null }> {
  const [run] = await rows<{ status: string; error: string | null }>(
    sql`SELECT status, coalesce(notice, error_message) AS error FROM campaign_runs WHERE owner_id = ${user.id} ORDER BY id DESC LIMIT 1`,
  );
  return run ?? { status: "none", error: null };
}

async function isOver(): Promise<boolean> {
  return (await readRun()).status === "completed";
}
