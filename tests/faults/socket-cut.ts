/**
 * A phone's connection that is cut at random moments, for CUT_MINUTES (2 by default), while people write to us and we
 * write to them: nothing of theirs is lost or stored twice, nothing of ours goes out twice, and every message that is
 * reported as sent was accepted.
 */
import { setTimeout as pause } from "node:timers/promises";
import { chat } from "@/lib/contracts/messaging/chat";
import { MESSAGE_RANK } from "@/lib/domain/messages/message-status";
import { until } from "@/sandbox/testing";
import { settleOpenSends } from "@/server/messaging/chat/chat-outbox.service";
import { requestSocket } from "@/server/messaging/sockets/socket-leases.service";
import { firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildUser } from "../factories/users";
import { callApi, startApi } from "../support/api";
import { buildPairedPhone, startWhatsappServer } from "../support/whatsapp-server";
import { report } from "./report";
import { killProcess, startWorkerProcess } from "./worker-process";

// The worker that is started below reads it too.
process.env["WHATSAPP_PROVIDER"] = "baileys";

const MINUTES = Number(process.env["CUT_MINUTES"] ?? 2);
/** Longer than the longest pause before another attempt. */
const WITHIN_MS = 330_000;
/** In a long run connections also live long enough to count as stable, which sets the pauses back. */
const [SOONEST_S, LATEST_S] = MINUTES > 5 ? [15, 180] : [3, 10];
const PEOPLE = ["5521988880001", "5521988880002", "5521988880003"];
const TOLD_AS_SENT: number[] = [MESSAGE_RANK.sent, MESSAGE_RANK.delivered, MESSAGE_RANK.read];

const server = await startWhatsappServer();
const api = await startApi();
const user = await buildUser();
await requestSocket(await buildPairedPhone(user));
const worker = startWorkerProcess();
await until(() => server.connections.open === 1, "the phone to be connected", WITHIN_MS);

const endAt = performance.now() + MINUTES * 60_000;
const written: string[] = [];
const asked: Promise<unknown>[] = [];
let cuts = 0;
let cutAt = drawCut();
for (let round = 0; performance.now() < endAt; round += 1) {
  const person = PEOPLE[round % PEOPLE.length] ?? "";
  const words = `escrita ${round}`;
  // This server stores nothing for a client that is away: messages are sent to it only while its connection is open.
  await until(() => server.connections.open === 1, "the connection", WITHIN_MS);
  await server.write(person, words);
  written.push(words);
  await until(async () => (await countStored(words)) === 1, `'${words}' to be stored`, WITHIN_MS);
  const body = { to: person, content: `enviada ${round}` };
  asked.push(callApi(api, chat.send, { body }, user.headers));
  await pause(Math.random() * 150);
  if (performance.now() > cutAt) {
    server.drop();
    cuts += 1;
    cutAt = drawCut();
  }
  await pause(200 + Math.random() * 2_000);
}
await Promise.all(asked);
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
const incoming = await rows<{ content: string }>(
  sql`SELECT content FROM messages WHERE owner_id = ${user.id} AND direction = 'in'`,
);
const sent = await rows<{ content: string; unconfirmed: boolean; status_rank: number }>(
  sql`SELECT content, unconfirmed, status_rank FROM messages WHERE owner_id = ${user.id} AND direction = 'out'`,
);
await killProcess(worker);
const taken = new Set(server.texts.map(({ text }) => text));
const kept = new Set(incoming.map(({ content }) => content));
const lost = written.filter((words) => !kept.has(words)).length;
const untrue = sent.filter(
  ({ content, unconfirmed, status_rank }) =>
    TOLD_AS_SENT.includes(status_rank) && !unconfirmed && !taken.has(content),
).length;
report({
  cuts: { value: cuts, holds: cuts > 0 },
  "written to us": { value: written.length, holds: true },
  lost: { value: lost, holds: lost === 0 },
  "in twice": { value: incoming.length - kept.size, holds: incoming.length === kept.size },
  "sent by us": { value: sent.length, holds: true },
  "taken by WhatsApp": { value: taken.size, holds: taken.size > 0 },
  "out twice": {
    value: server.texts.length - taken.size,
    holds: server.texts.length === taken.size,
  },
  "told as sent, not taken": { value: untrue, holds: untrue === 0 },
  "connections at once": { value: server.connections.most, holds: server.connections.most === 1 },
});

async function countStored(content: string): Promise<number> {
  const row = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM messages WHERE owner_id = ${user.id} AND content = ${content}`,
  );
  return row?.count ?? 0;
}

function drawCut(): number {
  return performance.now() + (SOONEST_S + Math.random() * (LATEST_S - SOONEST_S)) * 1_000;
}
