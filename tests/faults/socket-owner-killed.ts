/**
 * `kill -9` of the worker that holds a phone's connection, at random moments while a person sends, with a second worker
 * beside it. Nothing twice, never two connections, and every send has an outcome: sent, refused to the person, or
 * unconfirmed, which only those under way at a kill may be.
 */
import { setTimeout as pause } from "node:timers/promises";
import { chat } from "@/lib/contracts/messaging/chat";
import { until } from "@/sandbox/testing";
import { settleOpenSends } from "@/server/messaging/chat/chat-outbox.service";
import { requestSocket } from "@/server/messaging/sockets/socket-leases.service";
import { firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildUser } from "../factories/users";
import { callApi, startApi } from "../support/api";
import { buildPairedPhone, startWhatsappServer } from "../support/whatsapp-server";
import { report } from "./report";
import { killProcess, startWorkerProcess } from "./worker-process";

// The processes that are started below read it too.
process.env["WHATSAPP_PROVIDER"] = "baileys";

const KILLS = 3;
const WITHIN_MS = 60_000;
const TO = "5521988880009";

const server = await startWhatsappServer();
const api = await startApi();
const user = await buildUser();
const instanceId = await buildPairedPhone(user);
await requestSocket(instanceId);

let holder = startWorkerProcess();
await until(isHeld, "the phone to be connected", WITHIN_MS);
await server.write(TO, "Oi");
const stored = () => firstRow(sql`SELECT 1 FROM messages WHERE owner_id = ${user.id}`);
await until(stored, "the first message", WITHIN_MS);

const answers: Promise<{ status: number }>[] = [];
let slowestMs = 0;
for (let kill = 0; kill < KILLS; kill += 1) {
  const next = startWorkerProcess();
  await until(() => countWorkers(2), "a second worker", WITHIN_MS);
  const begun = server.texts.length;
  for (let send = 0; send < 5; send += 1) {
    answers.push(
      callApi(api, chat.send, { body: { to: TO, content: `${kill}-${send}` } }, user.headers),
    );
    await pause(Math.random() * 60);
  }
  await until(() => server.texts.length > begun, "one of them to arrive", WITHIN_MS);
  await pause(Math.random() * 100);
  const { lease_no: before } = await readLease();
  await killProcess(holder);
  const killedAt = performance.now();
  holder = next;
  await until(
    async () => (await readLease()).lease_no > before && (await isHeld()),
    "it to go on",
    WITHIN_MS,
  );
  slowestMs = Math.max(slowestMs, performance.now() - killedAt);
}
const statuses = (await Promise.all(answers)).map(({ status }) => status);
const open = () =>
  rows(sql`SELECT 1 FROM messages WHERE owner_id = ${user.id} AND sending_since IS NOT NULL`);
await until(
  async () => {
    await settleOpenSends.run();
    return (await open()).length === 0;
  },
  "every send to be settled",
  WITHIN_MS,
);

const messages = await rows<{ content: string; unconfirmed: boolean; status_rank: number }>(
  sql`SELECT content, unconfirmed, status_rank FROM messages WHERE owner_id = ${user.id} AND direction = 'out'`,
);
const arrived = new Set(server.texts.map(({ text }) => text));
const sent = messages.filter(({ unconfirmed }) => !unconfirmed);
const unconfirmed = messages.length - sent.length;
const lost = sent.filter(({ content }) => !arrived.has(content)).length;
const twice = server.texts.length - arrived.size;
await killProcess(holder);
report({
  sends: { value: statuses.length, holds: statuses.length === KILLS * 5 },
  arrived: { value: arrived.size, holds: arrived.size >= KILLS },
  lost: { value: lost, holds: lost === 0 },
  twice: { value: twice, holds: twice === 0 },
  unconfirmed: { value: unconfirmed, holds: unconfirmed <= KILLS * 5 },
  "connections at once": { value: server.connections.most, holds: server.connections.most === 1 },
  "slowest take-over s": { value: Math.round(slowestMs / 1000), holds: slowestMs <= 30_000 },
});

function readLease() {
  return until(
    () =>
      firstRow<{ lease_no: number; state: string; held: boolean }>(
        sql`SELECT lease_no, state, coalesce(lease_until > now(), false) AS held FROM whatsapp_sockets WHERE id = ${instanceId}`,
      ),
    "the socket's row",
  );
}

async function isHeld(): Promise<boolean> {
  const { held, state } = await readLease();
  return held && state === "open" && server.connections.open === 1;
}

async function countWorkers(wanted: number): Promise<boolean> {
  const row = await firstRow<{ working: number }>(
    sql`SELECT count(*)::int AS working FROM worker_heartbeats WHERE seen_at > now() - interval '7 seconds'`,
  );
  return (row?.working ?? 0) >= wanted;
}
