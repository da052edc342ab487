/**
 * A campaign to landlines and to the mobiles of the same eight digits, which Evolution takes for one (its cache of numbers),
 * some of them without WhatsApp, some met by another account before. Nobody gets a message who is not its recipient, and who is
 * not reached is reported separately.
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

const PAIRS = 20;
const WITHIN_MS = 120_000;

const sandbox = await startOwnSandbox();
const api = await startApi();
const user = await buildUser();
const other = await pairWhatsapp(api, sandbox, await buildUser());
for (let at = 0; at < PAIRS; at += 1) {
  const digits = String(41_560_000 + at);
  const [landline, mobile] = [`5511${digits}`, `55119${digits}`];
  await setPhone(landline, at % 4 === 0 ? "missing" : "receives");
  await setPhone(mobile, "receives");
  // The server remembers a contact who writes to any account.
  if (at % 2 === 0) {
    await sandbox.control("POST", `/phones/${mobile}/reply`, { instance: other, text: "Oi" });
  }
  await buildLead(user.id, { whatsapp: landline });
  if (at % 5 > 0) await buildLead(user.id, { whatsapp: mobile });
}
const instance = await pairWhatsapp(api, sandbox, user);
const worker = startWorkerProcess();
const body = { num_leads: 2 * PAIRS, messages: ["Oi {{empresa}}"] };
await callApi(api, campaigns.start, { body }, user.headers);
await until(isOver, "the run to end", WITHIN_MS);
await killProcess(worker);

const recipients = await rows<{ state: string; number: string; detail: string | null }>(
  sql`SELECT state, number, detail FROM campaign_recipients WHERE owner_id = ${user.id}`,
);
const sent = new Set(
  recipients.filter(({ state }) => state === "sent").map(({ number }) => number),
);
const ledger = await readLedger(sandbox, instance);
const strangers = ledger.filter(({ toKey }) => !sent.has(toKey));
const confused = recipients.filter(({ detail }) => detail?.includes("confunde"));
const reached = new Set(ledger.map(({ toKey }) => toKey));
report({
  recipients: { value: recipients.length, holds: recipients.length > PAIRS },
  sent: { value: sent.size, holds: sent.size === reached.size && sent.size > 0 },
  "written to and not meant": { value: strangers.length, holds: strangers.length === 0 },
  "told to be confused": { value: confused.length, holds: confused.length > 0 },
  twice: { value: ledger.length - reached.size, holds: ledger.length === reached.size },
});

function setPhone(number: string, behaviour: string) {
  return sandbox.control("PUT", `/phones/${number}`, { behaviour });
}

async function isOver(): Promise<boolean> {
  const [run] = await rows<{ status: string }>(
    sql`SELECT status FROM campaign_runs WHERE owner_id = ${user.id} ORDER BY id DESC LIMIT 1`,
  );
  return run?.status === "completed";
}
