/**
 * The page 'Hoje' of an account with 100,000 leads, 5,000 conversations of which 2,000 wait for an answer, and 5,000
 * open tasks, and 20,000 leads of which most rest beyond their stage's days, among nine others of that size, through the front door, one request at a time. The p95 of each request of
 * the page against the first page of leads, in turns with it.
 */
import { execute, rows, sql } from "@/server/platform/db/sql";
import { withoutLimit } from "@/tests/support/without-limit";
import { buildUser } from "../factories/users";
import { startApi } from "../support/api";
import { createComparer } from "./compare-requests";
import { fillLeads } from "./fill";

const OWNERS = 10;
const LEADS = 100_000;
const CHATS = 5_000;
const WAITING = 2_000;
const TASKS = 5_000;
/** Of the tasks; the others are due later. */
const DUE = 2_500;
const MAX_TIMES_FIRST = 2;

const owner = await buildUser();
await fill();
await startApi();
const bench = createComparer("today", owner.headers);

interface Counted {
  replies: { count: number; groups: { chats: unknown[] }[] };
  tasks: { count: number; tasks: { id: number }[] };
  resting: { count: number; leads: unknown[] };
}

const leads = "/api/leads?page=1&per_page=10";
const { replies, tasks, resting } = await bench.get<Counted>("/api/today");
const counted = [replies.count, resting.count];
const shown = [replies.groups[0]?.chats.length, tasks.tasks.length, resting.leads.length];
if (counted.some((count) => count !== 1_000) || shown.some((rows) => rows !== 20)) {
  throw new Error("The page lacks rows.");
}
const { leads: page } = await bench.get<{ leads: { id: number }[] }>(
  "/api/leads?page=1&per_page=50",
);
const ids = page.map(({ id }) => id).join(",");

const measurements = [
  await bench.compare("the page", leads, () => "/api/today", MAX_TIMES_FIRST),
  await bench.compare("all tasks, 50", leads, () => "/api/tasks?per_page=50", MAX_TIMES_FIRST),
  await bench.compare(
    "next tasks of 50 leads",
    leads,
    () => `/api/tasks/next?lead_ids=${ids}`,
    MAX_TIMES_FIRST,
  ),
];
process.send?.(measurements, () => process.exit(0));

async function fill() {
  await execute(
    sql`INSERT INTO users (name, email, password_hash)
        SELECT 'Vizinho', 'vizinho' || n || '@teste.example', 'none' FROM generate_series(2, ${OWNERS}) AS n`,
  );
  await fillLeads([
    sql`INSERT INTO leads (owner_id, name, source, status, whatsapp, phone_key, created_at, staged_at)
        SELECT u.id, (ARRAY['Padaria','Clínica','Auto Peças','Farmácia','José'])[1 + n % 5] || ' ' || n, 'google_pages',
               CASE n % 10 WHEN 0 THEN 'sent' WHEN 1 THEN 'answered' ELSE 'pending' END,
               (5511980000000 + n)::text, '551180' || lpad(n::text, 6, '0'), now() - n * interval '1 minute', now() - n * interval '1 minute'
        FROM users u, generate_series(1, ${LEADS}::int) AS n`,
  ]);
  await withoutLimit(fillDay);
}

async function fillDay() {
  // A tenth of the waiting contacts asked for no more messages.
  await execute(
    sql`INSERT INTO conversations (owner_id, phone_key, chat_id, name, last_message, last_message_at, waiting_since, unread_count)
        SELECT u.id, '551180' || lpad(n::text, 6, '0'), (5511980000000 + n)::text || '@s.whatsapp.net', 'Ana ' || n, 'Bom dia, tudo bem?',
               now() - n * interval '1 minute', CASE WHEN n <= ${WAITING}::int * 10 / 9 THEN now() - n * interval '1 minute' END, n % 3
        FROM users u, generate_series(1, ${CHATS}::int) AS n`,
  );
  await execute(
    sql`INSERT INTO opt_outs (owner_id, phone_key, source)
        SELECT u.id, '551180' || lpad(n::text, 6, '0'), 'person'
        FROM users u, generate_series(1, ${WAITING}::int * 10 / 9) AS n WHERE n % 10 = 0`,
  );
  const owners = await rows<{ id: number }>(sql`SELECT id FROM users ORDER BY id`);
  for (const { id } of owners) {
    await execute(
      sql`INSERT INTO tasks (owner_id, lead_id, what, kind, due_on, due_time)
          SELECT owner_id, id, 'Ligar para ' || name, 'call', current_date + ((n - ${DUE}::int) / 100)::int,
                 CASE WHEN n % 3 = 0 THEN make_time((9 + n % 9)::int, 0, 0) END
          FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM leads WHERE owner_id = ${id} ORDER BY id LIMIT ${TASKS}) AS l`,
    );
  }
  await execute(sql`ANALYZE`);
}
