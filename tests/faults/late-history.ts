/**
 * A campaign is started right after a pairing, while the phone has yet to hand over what was said before (FAULT_LATE_S), with
 * a quarter of its leads having asked to leave in it; the worker is killed while they are awaited. Nobody who left is written
 * to, everybody else once, and the run begins by itself.
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
const LATE_S = Number(process.env["FAULT_LATE_S"] || 20);
const WITHIN_MS = 180_000;
const PHONE = "5511900018888";

const sandbox = await startOwnSandbox();
const api = await startApi();
const user = await buildUser();
const leads = [];
for (let lead = 0; lead < LEADS; lead += 1) leads.push(await buildLead(user.id));
for (const { whatsapp } of leads) {
  await sandbox.control("PUT", `/phones/${whatsapp}`, { behaviour: "receives", lid: false });
}
const left = leads.filter((_, at) => at % 4 === 0).map(({ whatsapp }) => whatsapp);
const at = new Date(Date.now() - 10 * 86_400_000).toISOString();
const past = left.map((contact) => ({ contact, text: "SAIR", at }));
await sandbox.control("PUT", `/phones/${PHONE}`, { past });
const late = { target: "evolution", kind: "late-history", delayMs: LATE_S * 1_000 };
await sandbox.control("POST", "/faults", late);
const first = startWorkerProcess();
const instance = await pairWhatsapp(api, sandbox, user, PHONE, { awaitsHistory: true });
const body = { num_leads: LEADS, messages: ["Oi {{empresa}}"] };
await callApi(api, campaigns.start, { body }, user.headers);

await until(async () => /ainda estão chegando/.test((await readRun()).notice ?? ""), "the notice");
const early = (await readLedger(sandbox, instance)).length;
await killProcess(first);
const worker = startWorkerProcess();
const startedAt = Date.now();
await until(async () => (await readRun()).status === "completed", "the run to end", WITHIN_MS);
const tookS = Math.round((Date.now() - startedAt) / 1_000);
await killProcess(worker);

const ledger = await readLedger(sandbox, instance);
const reached = new Set(ledger.map(({ toKey }) => toKey));
const wronged = left.filter((number) => number && reached.has(number));
report({
  recipients: { value: LEADS, holds: true },
  "sent before it came": { value: early, holds: early === 0 },
  "who left and was written to": { value: wronged.length, holds: wronged.length === 0 },
  sent: { value: reached.size, holds: reached.size === LEADS - left.length },
  twice: { value: ledger.length - reached.size, holds: ledger.length === reached.size },
  "over after s": { value: tookS, holds: tookS <= LATE_S + 60 },
});

async function readRun() {
  const [run] = await rows<{ status: string; notice: string | null }>(
    sql`SELECT status, notice FROM campaign_runs WHERE owner_id = ${user.id} ORDER BY id DESC LIMIT 1`,
  );
  return run ?? { status: "", notice: null };
}
