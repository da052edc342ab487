/**
 * A campaign over a socket of the worker's whose number reaches WhatsApp's quota of new chats, and is restricted, each of
 * which is lifted later, with the worker killed while it waits; WhatsApp reports both over the wire. Nobody new is written
 * to meanwhile, the run says why, and in the end nothing is lost and nothing was sent twice.
 */
import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { until } from "@/sandbox/testing";
import { requestSocket } from "@/server/messaging/sockets/socket-leases.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "../factories/leads";
import { buildUser } from "../factories/users";
import { callApi, startApi } from "../support/api";
import { startDeafServer } from "../support/deaf-server";
import { buildPairedPhone } from "../support/whatsapp-server";
import { report } from "./report";
import { killProcess, startWorkerProcess } from "./worker-process";

// The processes that are started below read it too.
process.env["WHATSAPP_PROVIDER"] = "baileys";

const LEADS = 24;
const WITHIN_MS = 90_000;
/** How often the run looks while it is limited. */
const LOOKS = 3;
const CYCLE_END = String(Math.floor(Date.now() / 1000) + 9 * 86_400);

const server = await startDeafServer();
const api = await startApi();
const user = await buildUser();
for (let lead = 0; lead < LEADS; lead += 1) await buildLead(user.id);
await requestSocket(await buildPairedPhone(user));
server.limit({ quota: { total_quota: 10, used_quota: 0, cycle_end_timestamp: CYCLE_END } });
let worker = startWorkerProcess();
await until(isHeld, "the phone to be connected", WITHIN_MS);
await until(
  () => firstRow(sql`SELECT 1 FROM new_chat_quotas WHERE owner_id = ${user.id} AND total = 10`),
  "the quota to be asked for",
  WITHIN_MS,
);
const body = { num_leads: LEADS, messages: ["Oi {{empresa}}"] };
const started = await callApi(api, campaigns.start, { body }, user.headers);
if (started.status !== 202) throw new Error(JSON.stringify(started.body));

let during = 0;
// Seven of ten are the campaign's.
await until(() => server.taken.length >= 7, "the share of the quota to be used", WITHIN_MS);
await stayLimited("conversas novas");
const enough = { total_quota: 1_000, used_quota: 7, cycle_end_timestamp: CYCLE_END };
server.limit({ quota: enough }, true);
await until(
  () => firstRow(sql`SELECT 1 FROM new_chat_quotas WHERE owner_id = ${user.id} AND total = 1000`),
  "the new quota to be told",
  WITHIN_MS,
);
await look();
await until(() => server.taken.length >= 10, "more messages", WITHIN_MS);

// Nobody learns of the lock before the first message that it refuses.
server.limit({ quota: enough, lockedUntil: Number(CYCLE_END) });
await until(() => server.refused.length >= 1, "a message to be refused", WITHIN_MS);
await stayLimited("limitou este número");
server.limit({ quota: enough }, true);
await until(
  () =>
    firstRow(
      sql`SELECT 1 FROM whatsapp_instances WHERE owner_id = ${user.id}
          AND (restricted_until IS NULL OR restricted_until <= now())`,
    ),
  "the lock to be lifted",
  WITHIN_MS,
);
await look();
await until(isOver, "the run to end", WITHIN_MS);
await killProcess(worker);

const recipients = await rows<{ state: string; cause: string | null; message_id: string }>(
  sql`SELECT state, cause, message_id FROM campaign_recipients WHERE owner_id = ${user.id}`,
);
await server.close();
const inState = (state: string) => recipients.filter((each) => each.state === state);
const taken = new Set(server.taken);
const refused = inState("failed").filter(({ cause }) => cause === "restricted");
const untrue = inState("sent").filter(({ message_id: id }) => !taken.has(id)).length;
const lost = inState("pending").length + inState("sending").length + untrue;
report({
  recipients: { value: recipients.length, holds: recipients.length === LEADS },
  sent: { value: inState("sent").length, holds: inState("sent").length >= LEADS - 4 },
  "refused, not tried again": {
    value: refused.length,
    holds:
      refused.length === server.refused.length &&
      refused.every(({ message_id: id }) => !taken.has(id)),
  },
  unknown: { value: inState("unknown").length, holds: inState("unknown").length <= 2 },
  lost: { value: lost, holds: lost === 0 },
  twice: { value: server.taken.length - taken.size, holds: server.taken.length === taken.size },
  "strangers while limited": { value: during, holds: during === 0 },
});

/** The run says why it waits, and goes on waiting over a kill of its worker, however often it looks. */
async function stayLimited(says: string) {
  await until(async () => (await readNotice()).includes(says), `'${says}' to be told`, WITHIN_MS);
  const before = server.taken.length;
  await killProcess(worker);
  worker = startWorkerProcess();
  await until(isHeld, "the phone to be connected again", WITHIN_MS);
  for (let nth = 0; nth < LOOKS; nth += 1) {
    await look();
    await until(hasLooked, "the run to look", WITHIN_MS);
  }
  during += server.taken.length - before;
}

/** The run looks once a minute: here at once. */
function look() {
  return execute(
    sql`UPDATE campaign_runs SET next_send_at = NULL, resume_at = NULL WHERE owner_id = ${user.id} AND status = 'running'`,
  );
}

function hasLooked() {
  return firstRow(
    sql`SELECT 1 FROM campaign_runs WHERE owner_id = ${user.id} AND (resume_at > now() OR next_send_at > now())`,
  );
}

async function readNotice(): Promise<string> {
  const run = await firstRow<{ notice: string | null }>(
    sql`SELECT notice FROM campaign_runs WHERE owner_id = ${user.id}`,
  );
  return run?.notice ?? "";
}

async function isHeld(): Promise<boolean> {
  const held = await firstRow(
    sql`SELECT 1 FROM whatsapp_sockets WHERE owner_id = ${user.id} AND lease_until > now() AND state = 'open'`,
  );
  return held !== null && server.connections.open === 1;
}

async function isOver(): Promise<boolean> {
  const run = await firstRow<{ status: string }>(
    sql`SELECT status FROM campaign_runs WHERE owner_id = ${user.id}`,
  );
  return run?.status === "completed";
}
