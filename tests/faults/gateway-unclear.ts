/**
 * A campaign while Evolution answers 400 after WhatsApp took a message, then nothing but 502 for ten minutes
 * (FAULT_OUTAGE_S), sends and lookups alike, and then reports once that the phone is away. Nothing lost, nothing twice;
 * nobody becomes unknown while lookups fail, and the run goes on by itself within a minute, and the 45 seconds in which a
 * connection that came back is quiet.
 */
import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { until } from "@/sandbox/testing";
import { rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "../factories/leads";
import { buildUser } from "../factories/users";
import { callApi, startApi } from "../support/api";
import { pairWhatsapp, readLedger, startOwnSandbox } from "../support/whatsapp";
import { report } from "./report";
import { killProcess, startWorkerProcess } from "./worker-process";

const LEADS = 40;
const OUTAGE_S = Number(process.env["FAULT_OUTAGE_S"] || 600);
const WITHIN_MS = 240_000;
const RECOVERED_WITHIN_S = 60 + 45;

const sandbox = await startOwnSandbox();
const api = await startApi();
const user = await buildUser();
for (let lead = 0; lead < LEADS; lead += 1) await buildLead(user.id);
const instance = await pairWhatsapp(api, sandbox, user);
const worker = startWorkerProcess();
const body = { num_leads: LEADS, messages: ["Oi {{empresa}}"] };
await callApi(api, campaigns.start, { body }, user.headers);

await until(async () => (await accepted()).length >= 5, "5 messages", WITHIN_MS);
await breakCalls({ kind: "failed-after", path: "sendText", times: 3 });
await until(async () => (await listFaults()) === 0, "3 wrapped failures", WITHIN_MS);
const unknownAfterWrapped = await countIn("unknown");

await breakCalls({ kind: "status", status: 502 });
await until(async () => /não responde desde/.test(await readNotice()), "the notice", 120_000);
const before = (await accepted()).length;
const unknownBefore = await countIn("unknown");
await new Promise((resolve) => setTimeout(resolve, OUTAGE_S * 1000));
const eaten = (await countIn("unknown")) - unknownBefore;
const openInOutage = await countIn("sending");
await sandbox.control("DELETE", "/faults");
const recoveredAt = Date.now();
await until(async () => (await accepted()).length > before, "the next message", WITHIN_MS);
const outageRecoveryS = (Date.now() - recoveredAt) / 1000;

const glitched: number[] = [];
for (const status of [401, 403, 404]) {
  await breakCalls({ kind: "status", status, path: "sendText", times: 1 });
  await until(async () => (await listFaults()) === 0, `one answer ${status}`, WITHIN_MS);
  const count = (await accepted()).length;
  const startedAt = Date.now();
  await until(
    async () => (await accepted()).length > count || (await isOver()),
    "it to go on",
    WITHIN_MS,
  );
  glitched.push((Date.now() - startedAt) / 1000);
}
await until(isOver, "the run to end", WITHIN_MS);
await killProcess(worker);

const recipients = await rows<{ state: string; number: string }>(
  sql`SELECT state, number FROM campaign_recipients WHERE owner_id = ${user.id}`,
);
const ledger = await accepted();
const reached = new Set(ledger.map(({ toKey }) => toKey));
const inState = (...states: string[]) => recipients.filter(({ state }) => states.includes(state));
const lost =
  inState("pending", "sending").length +
  inState("sent").filter(({ number }) => !reached.has(number)).length;
const recovery = Math.max(outageRecoveryS, ...glitched);
report({
  recipients: { value: recipients.length, holds: recipients.length === LEADS },
  sent: { value: inState("sent").length, holds: inState("sent").length >= LEADS * 0.9 },
  "unknown after 400": { value: unknownAfterWrapped, holds: unknownAfterWrapped === 0 },
  "outage s": { value: OUTAGE_S, holds: true },
  "open in the outage": { value: openInOutage, holds: openInOutage <= 1 },
  "unknown in the outage": { value: eaten, holds: eaten === 0 },
  unknown: { value: inState("unknown").length, holds: inState("unknown").length <= 1 },
  lost: { value: lost, holds: lost === 0 },
  twice: { value: ledger.length - reached.size, holds: ledger.length === reached.size },
  "slowest recovery s": { value: Math.round(recovery), holds: recovery <= RECOVERED_WITHIN_S },
});

function accepted() {
  return readLedger(sandbox, instance);
}

function breakCalls(fault: object) {
  return sandbox.control("POST", "/faults", { target: "evolution", ...fault });
}

async function listFaults(): Promise<number> {
  const faults = await sandbox.control<{ times?: number }[]>("GET", "/faults");
  return faults.filter(({ times }) => times !== 0).length;
}

async function countIn(state: string): Promise<number> {
  const [counted] = await rows<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM campaign_recipients WHERE owner_id = ${user.id} AND state = ${state}`,
  );
  return counted?.count ?? 0;
}

async function readNotice(): Promise<string> {
  const [run] = await rows<{ notice: string | null }>(
    sql`SELECT notice FROM campaign_runs WHERE owner_id = ${user.id} ORDER BY id DESC LIMIT 1`,
  );
  return run?.notice ?? "";
}

async function isOver(): Promise<boolean> {
  const [run] = await rows<{ status: string }>(
    sql`SELECT status FROM campaign_runs WHERE owner_id = ${user.id} ORDER BY id DESC LIMIT 1`,
  );
  return run?.status === "completed";
}
