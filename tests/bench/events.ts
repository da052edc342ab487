/**
 * The events screen of an owner with 4,000,000 of 10,000,000 events of the last 30 days, through the front door, one
 * request at a time: summary, aggregate, list, report and story. The p95 of each against the first page of leads, in turns
 * with it.
 */

import { rollUpEvents } from "@/server/integrations/events/event-upkeep.service";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { withoutLimit } from "@/tests/support/without-limit";
import { buildUser } from "../factories/users";
import { startApi } from "../support/api";
import { createComparer } from "./compare-requests";

const OWNERS = 10;
const EVENTS = 10_000_000;
/** The account's share of each ten events. */
const OURS = 4;
const BATCH = 250_000;
const LEADS = 20_000;
const MAX_TIMES_FIRST = 3;
const DAYS = 30;

const owner = await buildUser();
await withoutLimit(fill);
await startApi();
const bench = createComparer("events", owner.headers);

const leads = "/api/leads?page=1&per_page=10";
const { summary } = await bench.get<{ summary: { count: number }[] }>("/api/events/summary");
const total = summary.reduce((sum, { count }) => sum + count, 0);
if (total !== (EVENTS / 10) * OURS) throw new Error(`The summary counts ${total}.`);

const types = ["message_sent", "lead_created", "message_received"];
const typeOf = (n: number) => types[n % types.length];
process.send?.(
  [
    await compare("summary", () => "/api/events/summary"),
    await compare("aggregate", (n) => `/api/events/aggregate?event_type=${typeOf(n)}`),
    await compare("list, first page", () => "/api/events/list?limit=20"),
    await compare("list of one type", (n) => `/api/events/list?limit=20&event_type=${typeOf(n)}`),
    await compare("list, page 100", () => "/api/events/list?limit=20&offset=1980"),
    await compare("report", () => "/api/events/report"),
    await compare("story", () => "/api/events/story"),
  ],
  () => process.exit(0),
);

function compare(what: string, path: (n: number) => string) {
  return bench.compare(what, leads, path, MAX_TIMES_FIRST);
}

async function fill(): Promise<void> {
  await execute(
    sql`INSERT INTO users (name, email, password_hash)
        SELECT 'Vizinho', 'vizinho' || n || '@teste.example', 'none' FROM generate_series(2, ${OWNERS}) AS n`,
  );
  await execute(
    sql`INSERT INTO leads (owner_id, name, source, status, created_at)
        SELECT u.id, 'Padaria ' || n, 'google_pages', 'pending', now() - n * interval '1 minute'
        FROM users u, generate_series(1, ${LEADS}::int) AS n`,
  );
  // The month before this one has no partition in a new database.
  await execute(sql`SELECT create_event_month((now() - make_interval(days => ${DAYS}))::date)`);
  const neighbours = await firstRow<{ ids: number[] }>(
    sql`SELECT array_agg(id ORDER BY id) AS ids FROM users WHERE id <> ${owner.id}`,
  );
  for (let first = 0; first < EVENTS; first += BATCH) {
    await execute(
      sql`INSERT INTO events (owner_id, event_type, metadata, occurred_at)
          SELECT CASE WHEN n % 10 < ${OURS} THEN ${owner.id}::int
                      ELSE (${neighbours?.ids}::int[])[1 + n % ${OWNERS - 1}] END,
                 (ARRAY['message_sent','message_sent','message_received','lead_created','message_failed'])[1 + (n / 10) % 5],
                 jsonb_build_object('lead_id', n), now() - make_interval(days => ${DAYS - 1}) * (n::float8 / ${EVENTS})
          FROM generate_series(${first}::int, ${first + BATCH - 1}::int) AS n`,
    );
  }
  await execute(
    sql`UPDATE event_rollup SET through = date_trunc('hour', now() - make_interval(days => ${DAYS + 1}))`,
  );
  await rollUpEvents.run();
  await execute(sql`ANALYZE events, event_hours, leads`);
}
