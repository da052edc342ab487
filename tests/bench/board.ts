/**
 * The board of an owner with 60,000 leads in 8 stages, besides owners with 540,000 more: its first paint, the next page of
 * a column and a column's far end against the first page of the table, and a move of a card against an update by key.
 */
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildUser } from "../factories/users";
import { startApi } from "../support/api";
import { createComparer } from "./compare-requests";
import { fillLeads } from "./fill";

const LEADS = 60_000;
const OTHERS = 9;
const MAX_TIMES = 2;
const MAX_TIMES_UPDATE = 1.5;
const MOVES = 60;
const WARM_UP = 10;

const owner = await buildUser();
const others = await Promise.all(Array.from({ length: OTHERS }, () => buildUser()));
await execute(
  sql`INSERT INTO stages (owner_id, name, meaning, colour, position)
      SELECT ${owner.id}, 'Etapa ' || n, 'answered', 'gold', 10 + n FROM generate_series(1, 3) AS n`,
);
const stages = await rows<{ id: number }>(
  sql`SELECT id FROM stages WHERE owner_id = ${owner.id} ORDER BY position`,
);
const ids = stages.map(({ id }) => id);
await fillLeads(
  [owner, ...others].map(
    ({ id }, at) =>
      sql`INSERT INTO leads (owner_id, name, source, status, whatsapp, phone_key, city, state, value_cents, stage_id, created_at)
          SELECT ${id}::int, 'Empresa ' || n, 'google_pages', 'pending', '55119' || (${at}::int * 1000000 + 10000000 + n),
                 '5511' || (${at}::int * 1000000 + 10000000 + n), 'Santos', 'SP', n % 7 * 10000,
                 ${at === 0 ? sql`(${ids}::int[])[1 + n % 8]` : sql`NULL`}, now() - n * interval '1 minute'
          FROM generate_series(1, ${LEADS}::int) AS n`,
  ),
);
await startApi();
const url = `http://127.0.0.1:${process.env["PORT"]}`;
const bench = createComparer("board", owner.headers);

const table = "/api/leads?page=1&per_page=10";
const [first = 0, second = 0] = ids;
const { columns } = await bench.get<{ columns: { total: number; next: string }[] }>(
  "/api/leads/board",
);
if (columns.length !== 8 || columns[0]?.total !== LEADS / 8)
  throw new Error("The board is not full.");
let next = columns[0].next;
const page = () => `/api/leads/board/${first}?after=${encodeURIComponent(next)}`;
for (let at = 0; at < 100; at += 1) next = (await bench.get<{ next: string }>(page())).next;

const measurements = [
  await bench.compare("first paint, 8 columns", table, () => "/api/leads/board", MAX_TIMES),
  await bench.compare("next page of a column, 100 pages down", table, page, MAX_TIMES),
  await bench.compare(
    "first paint of a search that finds 111, against the table of that search",
    `${table}&search=empresa%20111`,
    () => "/api/leads/board?search=empresa%20111",
    MAX_TIMES,
  ),
];
measurements.push(await measureMoves());
process.send?.(measurements, () => process.exit(0));

/** A card to the middle of another column and back, in turns with an update of a lead by its key. */
async function measureMoves() {
  const some = await rows<{ id: number }>(
    sql`SELECT id FROM leads WHERE owner_id = ${owner.id} AND stage_id = ${second} ORDER BY place LIMIT 200 OFFSET 3000`,
  );
  const [updates, moves]: [number[], number[]] = [[], []];
  for (let n = 0; n < WARM_UP + MOVES; n += 1) {
    const [card, neighbour] = [some[n * 2]?.id ?? 0, some[n * 2 + 1]?.id ?? 0];
    const updated = await send("PUT", `/api/leads/${card}`, { status: "sent" });
    const moved = await send("POST", `/api/leads/${card}/move`, {
      stage_id: second,
      after_id: neighbour,
    });
    if (n < WARM_UP) continue;
    updates.push(updated);
    moves.push(moved);
  }
  return bench.toMeasurement("move of a card", updates, moves, MAX_TIMES_UPDATE);
}

async function send(method: string, path: string, body: object): Promise<number> {
  const startedAt = performance.now();
  const headers = { ...owner.headers, "content-type": "application/json" };
  const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  await response.arrayBuffer();
  return performance.now() - startedAt;
}
