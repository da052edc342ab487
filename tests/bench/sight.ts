/**
 * A seller who sees a third of an account's 1,000,000 leads and 30,000 conversations against its founder, who sees all: the
 * same requests in turns. And one who sees 250 of them, whose leads are found by whose they are.
 */
import { execute, sql } from "@/server/platform/db/sql";
import { buildMember, buildUser, signIn } from "../factories/users";
import { startApi } from "../support/api";
import { createComparer } from "./compare-requests";
import { fillLeads } from "./fill";
import type { Measurement } from "./measurement";

const LEADS = 1_000_000;
const CHATS = 30_000;
const FEW = 250;
const MAX_TIMES = 1.15;
const ROUNDS = 60;
const WARM_UP = 10;

const owner = await buildUser();
await execute(sql`UPDATE accounts SET visibility = 'own' WHERE id = ${owner.id}`);
const [third, other, few] = [
  await buildMember(owner.id, undefined, "seller"),
  await buildMember(owner.id, undefined, "seller"),
  await buildMember(owner.id, undefined, "seller"),
];
const sellerOf = sql`CASE WHEN n % ${LEADS / FEW}::int = 0 THEN ${few}::int WHEN n % 3 = 0 THEN ${third}::int ELSE ${other}::int END`;
await fillLeads([
  sql`INSERT INTO leads (owner_id, seller_id, name, source, status, whatsapp, phone_key, city, state, value_cents, created_at)
      SELECT ${owner.id}::int, ${sellerOf}, (ARRAY['Padaria','Clínica','Ótica','Mercado','Escola'])[1 + n % 5] || ' ' || n, 'google_pages',
             (ARRAY['pending','pending','sent','answered','closed'])[1 + n % 5], '55119' || (10000000 + n), '5511' || (10000000 + n),
             (ARRAY['Santos','Recife','Curitiba','Campinas'])[1 + n % 4], 'SP', n % 7 * 10000, now() - n * interval '1 minute'
      FROM generate_series(1, ${LEADS}::int) AS n`,
  sql`INSERT INTO conversations (owner_id, seller_id, phone_key, chat_id, last_message, last_message_at, unread_count)
      SELECT ${owner.id}::int, ${sellerOf}, '5511' || (10000000 + n), '55119' || (10000000 + n) || '@s.whatsapp.net', 'Oi',
             now() - n * interval '1 minute', (n % 50 = 0)::int
      FROM generate_series(1, ${CHATS}::int) AS n`,
]);
await startApi();
const founder = createComparer("sight", owner.headers);
const seller = createComparer("sight", (await signIn(third)).headers);
const small = createComparer("sight", (await signIn(few)).headers);

const list = "/api/leads?page=1&per_page=10";
const measurements: Measurement[] = [];
for (const [what, path] of [
  ["first page", list],
  ["page 300", "/api/leads?page=300&per_page=10"],
  ["by name", `${list}&sort=name&direction=asc`],
  ["a search that many meet", `${list}&search=padaria`],
  ["a search that few meet", `${list}&search=123456`],
  ["a filter", `${list}&status=closed&city=Recife`],
  ["the figures", "/api/leads/stats"],
  ["the board", "/api/leads/board"],
  ["stages with their counts", "/api/stages"],
  ["the chats", "/api/whatsapp/chats"],
  ["what is unread", "/api/whatsapp/unread_count"],
] as const) {
  measurements.push(await compare(what, path, seller));
  if (path !== "/api/leads?page=300&per_page=10") {
    measurements.push(await compare(`${what}, of ${FEW}`, path, small));
  }
}
process.send?.(measurements, () => process.exit(0));

async function compare(what: string, path: string, by: typeof seller): Promise<Measurement> {
  const [theirs, ours]: [number[], number[]] = [[], []];
  for (let n = 0; n < WARM_UP + ROUNDS; n += 1) {
    const times = [await founder.time(path), await by.time(path)] as const;
    if (n < WARM_UP) continue;
    theirs.push(times[0]);
    ours.push(times[1]);
  }
  return seller.toMeasurement(what, theirs, ours, MAX_TIMES);
}
