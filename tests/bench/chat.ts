/**
 * The chat of an account with 5,000 conversations and 100,000 messages, among nine others of that size, through the
 * front door, one request at a time: the list, a page of it by cursor, searches by name and by words, a conversation opened, and
 * scrolled back to its first message. The p95 of each against the first page of leads, in turns with it.
 */
import { execute, rows, sql } from "@/server/platform/db/sql";
import { withoutLimit } from "@/tests/support/without-limit";
import { buildUser } from "../factories/users";
import { startApi } from "../support/api";
import { createComparer } from "./compare-requests";
import type { Measurement } from "./measurement";

const OWNERS = 10;
const CHATS = 5_000;
/** Messages in the long conversation that is opened; the others are spread evenly. */
const LONG = 5_000;
const SPREAD = 19;
const LEADS = 20_000;
const MAX_TIMES_FIRST = 1.5;
/** A name is searched in every conversation of the account. */
const MAX_SEARCH_MS = 30;

const owner = await buildUser();
await withoutLimit(fill);
await startApi();
const bench = createComparer("chat", owner.headers);

interface Page {
  data: { chats?: { contactNumber: string }[]; messages?: { id: number }[]; next?: string | null };
}

const leads = "/api/leads?page=1&per_page=10";
const list = "/api/whatsapp/chats?per_page=200";
const { chats = [], next } = (await bench.get<Page>(list)).data;
const chat = `/api/whatsapp/messages/${encodeURIComponent("5511980000001@s.whatsapp.net")}?per_page=50`;
if (chats.length < 200) throw new Error(`Only ${chats.length} conversations.`);

const measurements = [
  await compare("list of 200", () => list),
  await compare("next 200, by cursor", () => `${list}&after=${next}`),
  limitTo(
    MAX_SEARCH_MS,
    await compare(
      "search by name",
      (n) => `${list}&search=${["padaria", "josé", "maria 4324"][n % 3]}`,
    ),
  ),
  limitTo(
    MAX_SEARCH_MS,
    await compare("search messages, common words", (n) => search(["texto", "dia", "padar"], n)),
  ),
  limitTo(
    MAX_SEARCH_MS,
    await compare("search messages, rare words", (n) =>
      search(["orquidea", "texto 4321", "ze"], n),
    ),
  ),
  await compare("unread count", () => "/api/whatsapp/unread_count"),
  await compare("open a conversation", (n) =>
    chat.replace("5511980000001", String(5_511_980_000_001 + (n % 50))),
  ),
  await compareScroll(),
];
process.send?.(measurements, () => process.exit(0));

function search(queries: string[], n: number): string {
  return `/api/whatsapp/search?query=${encodeURIComponent(queries[n % queries.length] ?? "")}`;
}

function compare(what: string, path: (n: number) => string): Promise<Measurement> {
  return bench.compare(what, leads, path, MAX_TIMES_FIRST);
}

/** Each page of the long conversation, back to its first message. */
async function compareScroll(): Promise<Measurement> {
  const [ours, reference]: [number[], number[]] = [[], []];
  let before = "";
  for (;;) {
    reference.push(await bench.time(leads));
    const startedAt = performance.now();
    const { messages = [] } = (await bench.get<Page>(`${chat}${before}`)).data;
    ours.push(performance.now() - startedAt);
    if (messages.length < 50) break;
    before = `&before=${messages[0]?.id}`;
  }
  if (ours.length < LONG / 50) throw new Error(`Only ${ours.length} pages.`);
  return bench.toMeasurement("scroll to the first message", reference, ours, MAX_TIMES_FIRST);
}

/** Measured against a time instead of the page of leads. */
function limitTo(reference: number, { what, unit, ours }: Measurement): Measurement {
  return { what, unit, reference, ours, ratio: reference / ours, target: "≥ 1" };
}

async function fill() {
  await execute(
    sql`INSERT INTO users (name, email, password_hash)
        SELECT 'Vizinho', 'vizinho' || n || '@teste.example', 'none' FROM generate_series(2, ${OWNERS}) AS n`,
  );
  await execute(
    sql`INSERT INTO whatsapp_instances (owner_id, provider, provider_ref, webhook_hash)
        SELECT id, 'evolution', 'bench ' || id, convert_to('bench ' || id, 'UTF8') FROM users`,
  );
  const owners = await rows<{ id: number }>(sql`SELECT id FROM users ORDER BY id`);
  for (const { id } of owners) {
    await execute(
      sql`INSERT INTO leads (owner_id, name, source, status, whatsapp, phone_key, created_at)
          SELECT ${id}::int, (ARRAY['Padaria','Clínica','Auto Peças','Farmácia','José'])[1 + n % 5] || ' ' || n, 'google_pages', 'pending',
                 (5511980000000 + n)::text, '551180' || lpad(n::text, 6, '0'), now() - n * interval '1 minute'
          FROM generate_series(1, ${LEADS}::int) AS n`,
    );
    await execute(
      sql`INSERT INTO conversations (owner_id, phone_key, chat_id, name, last_message, last_message_at, unread_count)
          SELECT ${id}::int, '551180' || lpad(n::text, 6, '0'), (5511980000000 + n)::text || '@s.whatsapp.net',
                 (ARRAY['Ana','Bruno','Padaria Central','José','Maria'])[1 + n % 5] || ' ' || n, 'Bom dia, tudo bem?',
                 now() - n * interval '1 minute', n % 3
          FROM generate_series(1, ${CHATS}::int) AS n`,
    );
    await execute(
      sql`INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, status_rank, sent_at)
          SELECT ${id}::int, c.id, i.id, c.id || '-' || n, CASE WHEN n % 2 = 0 THEN 'in' ELSE 'out' END,
                 'Mensagem ' || n || ' com um texto de tamanho comum, como se escreve no dia a dia'
                   || CASE WHEN c.id % 12 = 0 THEN ' da padaria.' WHEN c.id % 997 = 0 THEN ', sobre orquídeas.' ELSE '.' END, 4,
                 c.last_message_at - n * interval '10 minutes'
          FROM whatsapp_instances i, conversations c,
               LATERAL generate_series(1, CASE WHEN c.chat_id LIKE '5511980000001@%' THEN ${LONG}::int ELSE ${SPREAD}::int END) AS n
          WHERE i.owner_id = ${id} AND c.owner_id = ${id}`,
    );
  }
  await execute(sql`ANALYZE`);
}
