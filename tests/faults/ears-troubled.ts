/**
 * A phone's connection that is open and carries nothing, again and again: deaf, mute, slow in each direction, and cut,
 * while a person writes to us and we write to them. Everything they write comes in once, nothing of ours goes out twice,
 * and what WhatsApp accepted is never reported as failed.
 */
import { chat } from "@/lib/contracts/messaging/chat";
import { MESSAGE_RANK } from "@/lib/domain/messages/message-status";
import { until } from "@/sandbox/testing";
import { settleOpenSends } from "@/server/messaging/chat/chat-outbox.service";
import { requestSocket } from "@/server/messaging/sockets/socket-leases.service";
import { firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildUser } from "../factories/users";
import { callApi, startApi } from "../support/api";
import { startDeafServer } from "../support/deaf-server";
import { buildPairedPhone } from "../support/whatsapp-server";
import { report } from "./report";
import { killProcess, startWorkerProcess } from "./worker-process";

// The worker that is started below reads them too.
process.env["WHATSAPP_PROVIDER"] = "baileys";
process.env["WHATSAPP_PROBE_SECONDS"] = "2";

const WITHIN_MS = 120_000;
const PERSON = "5521988880001";
const ROUNDS = [
  { deaf: true },
  { mute: true },
  { slow: { in: 900 } },
  { slow: { out: 900 } },
  { deaf: true },
  { mute: true },
  "cut",
] as const;
const EACH = 3;
const TOLD_AS_SENT: number[] = [MESSAGE_RANK.sent, MESSAGE_RANK.delivered, MESSAGE_RANK.read];

const server = await startDeafServer();
const api = await startApi();
const user = await buildUser();
await requestSocket(await buildPairedPhone(user));
const worker = startWorkerProcess();
await until(() => server.connections.open === 1, "the phone to be connected", WITHIN_MS);
server.write(PERSON, "Oi");
await until(async () => (await readIncoming()).length === 1, "the first message", WITHIN_MS);

let written = 1;
let slowestMs = 0;
const answers: Promise<{ status: number }>[] = [];
for (const [round, ailment] of ROUNDS.entries()) {
  const startedAt = performance.now();
  if (ailment === "cut") server.cut();
  else server.ail(ailment);
  for (let nth = 0; nth < EACH; nth += 1) {
    server.write(PERSON, `escrita ${round}-${nth}`);
    written += 1;
    const body = { to: PERSON, content: `enviada ${round}-${nth}` };
    answers.push(callApi(api, chat.send, { body }, user.headers));
  }
  await until(
    async () => (await readIncoming()).length >= written,
    `round ${round} to come in`,
    WITHIN_MS,
  );
  slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  await until(() => server.connections.open === 1, "the connection", WITHIN_MS);
  server.ail({});
}
await Promise.all(answers);
await until(
  async () => {
    await settleOpenSends.run();
    const row = await firstRow<{ open: number }>(
      sql`SELECT count(*)::int AS open FROM messages WHERE owner_id = ${user.id} AND sending_since IS NOT NULL`,
    );
    return row?.open === 0;
  },
  "every send to be settled",
  WITHIN_MS,
);

const incoming = await readIncoming();
const sent = await rows<{ id: string; unconfirmed: boolean; status_rank: number }>(
  sql`SELECT provider_message_id AS id, unconfirmed, status_rank FROM messages
      WHERE owner_id = ${user.id} AND direction = 'out'`,
);
const taken = new Set(server.taken);
const gaps = await rows<{ kind: string; missing: number }>(
  sql`SELECT kind, missing FROM whatsapp_gaps WHERE owner_id = ${user.id}`,
);
await killProcess(worker);
await server.close();
const twiceIn = incoming.length - new Set(incoming.map(({ content }) => content)).size;
const lostOut = sent.filter(
  ({ id, unconfirmed, status_rank }) =>
    !unconfirmed && TOLD_AS_SENT.includes(status_rank) && !taken.has(id),
).length;
report({
  "written to us": { value: written, holds: true },
  lost: { value: written - incoming.length, holds: incoming.length === written },
  "in twice": { value: twiceIn, holds: twiceIn === 0 },
  "sent by us": { value: sent.length, holds: true },
  "taken by WhatsApp": { value: taken.size, holds: taken.size > 0 },
  "out twice": {
    value: server.taken.length - taken.size,
    holds: server.taken.length === taken.size,
  },
  "told as sent, not taken": { value: lostOut, holds: lostOut === 0 },
  "gaps told": { value: gaps.length, holds: gaps.length >= 1 },
  "said to be missing": {
    value: gaps.reduce((sum, { missing }) => sum + missing, 0),
    holds: gaps.every(({ missing }) => missing === 0),
  },
  "slowest round s": { value: Math.round(slowestMs / 1000), holds: slowestMs < 60_000 },
});

function readIncoming() {
  return rows<{ content: string }>(
    sql`SELECT content FROM messages WHERE owner_id = ${user.id} AND direction = 'in'`,
  );
}
