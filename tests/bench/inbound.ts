/**
 * Messages per second that the provider's webhook takes in: verified, stored once, put to their lead and published
 * live, each in a separate request, 16 at a time, for an owner with 5,000 conversations and 100,000 messages. The
 * reference is a bare node:http server that only inserts the same rows. Each server is its own process; rounds
 * alternate. Beside it, how long a reply of the person takes while 100 messages a second come in.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { withoutLimit } from "@/tests/support/without-limit";
import { buildUser } from "../factories/users";
import { buildWebhook } from "../factories/webhooks";
import { type Measurement, median } from "./measurement";
import { startServer } from "./server-process";

const CONCURRENCY = 16;
const ROUNDS = 5;
const PER_ROUND = 1_500;
const CHATS = 5_000;
const LEADS = 20_000;
const MESSAGES_PER_SECOND = 100;
const READS = 60;
/** How much longer a request of the person may take while messages come in. */
const MAX_SLOWDOWN = 3;

const owner = await buildUser();
const hook = await buildWebhook(owner.id);
await withoutLimit(fill);
const environment = { BENCH_OWNER: String(owner.id) };
const servers = {
  reference: await startServer("inbound-reference.ts", environment),
  ours: await startServer("api-front-door.ts", environment),
};
let sent = 0;
const rates: Record<keyof typeof servers, number[]> = { reference: [], ours: [] };
for (let round = -1; round < ROUNDS; round += 1) {
  for (const name of ["reference", "ours"] as const) {
    const rate = await measureRate(servers[name].url);
    // The first round is a warm-up.
    if (round >= 0) rates[name].push(rate);
  }
}
await requireStored((ROUNDS + 1) * PER_ROUND);
const [idle, busy] = [await readP95(), await readP95WhileReceiving()];
for (const { child } of Object.values(servers)) child.kill("SIGKILL");

const [reference, ours] = [median(rates.reference), median(rates.ours)];
const measurements: Measurement[] = [
  {
    what: "inbound: webhook messages, 16 at a time, 100,000 messages stored",
    unit: "messages/s",
    reference,
    ours,
    ratio: ours / reference,
    target: "≥ 0.40",
  },
  {
    what: `inbound: opening a conversation while ${MESSAGES_PER_SECOND} messages/s come in, p95`,
    unit: "ms",
    reference: idle,
    ours: busy,
    ratio: idle / busy,
    target: `≥ ${(1 / MAX_SLOWDOWN).toFixed(2)}`,
  },
];
process.send?.(measurements, () => process.exit(0));

async function measureRate(url: string): Promise<number> {
  let left = PER_ROUND;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (left > 0) {
        left -= 1;
        await post(url);
      }
    }),
  );
  return PER_ROUND / ((performance.now() - startedAt) / 1000);
}

async function post(url: string): Promise<void> {
  sent += 1;
  const number = 5_511_980_000_000 + (sent % CHATS);
  const response = await fetch(`${url}${hook.path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...hook.headers },
    body: JSON.stringify({
      event: "messages.upsert",
      instance: "bench",
      data: {
        key: { id: randomUUID(), remoteJid: `${number}@s.whatsapp.net`, fromMe: false },
        pushName: "Ana",
        message: { conversation: `Bom dia, mensagem ${sent}, quanto custa?` },
        messageType: "conversation",
        messageTimestamp: Math.floor(Date.now() / 1000),
      },
    }),
  });
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  await response.arrayBuffer();
}

async function requireStored(count: number): Promise<void> {
  const row = await firstRow<{ stored: number }>(
    sql`SELECT count(*)::int AS stored FROM messages
        WHERE owner_id = ${owner.id} AND content LIKE 'Bom dia, mensagem %' AND provider_message_id NOT LIKE 'r%'`,
  );
  if (row?.stored !== count) throw new Error(`${row?.stored} of ${count} messages are stored.`);
}

async function readP95(): Promise<number> {
  const times: number[] = [];
  for (let read = 0; read < READS; read += 1) {
    const startedAt = performance.now();
    const number = 5_511_980_000_000 + (read % 50);
    const response = await fetch(
      `${servers.ours.url}/api/whatsapp/messages/${number}%40s.whatsapp.net?per_page=50`,
      { headers: owner.headers },
    );
    if (response.status !== 200) throw new Error(`messages: ${response.status}`);
    await response.arrayBuffer();
    times.push(performance.now() - startedAt);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}

async function readP95WhileReceiving(): Promise<number> {
  let receiving = true;
  const stream = (async () => {
    const posts: Promise<void>[] = [];
    const startedAt = performance.now();
    for (let at = 0; receiving; at += 1) {
      const dueMs = (at * 1000) / MESSAGES_PER_SECOND - (performance.now() - startedAt);
      if (dueMs > 0) await pause(dueMs);
      posts.push(post(servers.ours.url));
    }
    await Promise.all(posts);
  })();
  await pause(1_000);
  const p95 = await readP95();
  receiving = false;
  await stream;
  return p95;
}

async function fill(): Promise<void> {
  await execute(
    sql`INSERT INTO leads (owner_id, name, source, status, whatsapp, phone_key, created_at)
        SELECT ${owner.id}::int, 'Empresa ' || n, 'google_pages', 'pending', (5511980000000 + n)::text,
               '551180' || lpad(n::text, 6, '0'), now() - n * interval '1 minute'
        FROM generate_series(1, ${LEADS}::int) AS n`,
  );
  await execute(
    sql`INSERT INTO conversations (owner_id, phone_key, chat_id, name, last_message, last_message_at)
        SELECT ${owner.id}::int, '551180' || lpad(n::text, 6, '0'), (5511980000000 + n)::text || '@s.whatsapp.net',
               'Ana ' || n, 'Oi', now() - n * interval '1 minute'
        FROM generate_series(1, ${CHATS}::int) AS n`,
  );
  await execute(
    sql`INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, status_rank, sent_at)
        SELECT ${owner.id}::int, c.id, i.id, c.id || '-' || n, 'in', 'Mensagem ' || n || ' de antes', 4,
               c.last_message_at - n * interval '10 minutes'
        FROM whatsapp_instances i, conversations c, generate_series(1, 20) AS n
        WHERE i.owner_id = ${owner.id} AND c.owner_id = ${owner.id}`,
  );
  await execute(sql`ANALYZE`);
}
