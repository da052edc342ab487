/**
 * Requests per second of `GET /api/leads?page=1&per_page=10` through the front door, for an owner with 100,000 of
 * 1,000,000 leads, against a bare node:http server that only runs the same two statements. Each server is its own
 * process; rounds alternate.
 */
import autocannon from "autocannon";
import pg from "pg";
import { leads } from "@/lib/contracts/leads/leads";
import { listLeads } from "@/server/leads/lead-table/lead-list.service";
import { execute, type Sql, sql } from "@/server/platform/db/sql";
import { actorOf, buildUser } from "../factories/users";
import { fillLeads } from "./fill";
import { type Measurement, median } from "./measurement";
import { startServer } from "./server-process";

const CONNECTIONS = 16;
const ROUNDS = 5;
const ROUND_S = 4;

const owner = await buildUser();
await fill();

const query = leads.list.query?.parse({ page: "1", per_page: "10" });
const actor = actorOf(owner);
const statements = await captureStatements(() => listLeads(actor, query));
if (statements.length !== 2) throw new Error(`The page is ${statements.length} statements.`);
const environment = { BENCH_STATEMENTS: JSON.stringify(statements) };
const servers = {
  reference: await startServer("api-reference.ts", environment),
  ours: await startServer("api-front-door.ts", environment),
};
const rates: Record<keyof typeof servers, number[]> = { reference: [], ours: [] };
for (let round = -1; round < ROUNDS; round += 1) {
  for (const name of ["reference", "ours"] as const) {
    const rate = await requestsPerSecond(servers[name].url);
    // The first round is a warm-up.
    if (round >= 0) rates[name].push(rate);
  }
}
for (const { child } of Object.values(servers)) child.kill("SIGKILL");

const [reference, ours] = [median(rates.reference), median(rates.ours)];
const measurements: Measurement[] = [
  {
    what: "api: GET /api/leads, 16 connections, 100,000 of 1,000,000 leads",
    unit: "requests/s",
    reference,
    ours,
    ratio: ours / reference,
    target: "≥ 0.85",
  },
];
process.send?.(measurements, () => process.exit(0));

/** The database queries of `work`. */
async function captureStatements(work: () => Promise<unknown>): Promise<pg.QueryConfig[]> {
  const captured: pg.QueryConfig[] = [];
  const { query: send } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...call: Parameters<typeof send>) {
    const { text, values } = call[0] as unknown as pg.QueryConfig;
    // A new connection sets its session first.
    if (/\bFROM lead/.test(text)) captured.push({ text, values });
    return Reflect.apply(send, this, call);
  } as typeof send;
  await work();
  pg.Client.prototype.query = send;
  return captured;
}

async function requestsPerSecond(url: string): Promise<number> {
  const result = await autocannon({
    url: `${url}/api/leads?page=1&per_page=10`,
    connections: CONNECTIONS,
    duration: ROUND_S,
    headers: { token: owner.token },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  }
  return result.requests.average;
}

/** 100,000 leads of this owner and 900,000 of nine others. */
async function fill() {
  await execute(
    sql`INSERT INTO users (name, email, password_hash)
        SELECT 'Vizinho', 'vizinho' || n || '@teste.example', 'none' FROM generate_series(1, 9) AS n`,
  );
  const owners = sql`SELECT id FROM users ORDER BY id`;
  const statements: Sql[] = [];
  for (let block = 0; block < 20; block += 1) {
    statements.push(
      sql`INSERT INTO leads (owner_id, name, source, status, whatsapp, phone_key, email, website, city, state, created_at)
          SELECT o.id, 'Empresa ' || n, 'google_pages', 'pending', '55119' || n, '5511' || n, 'contato' || n || '@empresa.example',
                 'https://empresa' || n || '.example', 'Campinas', 'SP', now() - (n || ' seconds')::interval
          FROM (${owners}) AS o, generate_series(${block * 5_000 + 70_000_000}::int, ${block * 5_000 + 70_004_999}::int) AS n`,
    );
  }
  await fillLeads(statements);
}
