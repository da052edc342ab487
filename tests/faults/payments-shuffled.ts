/**
 * Two hundred orders of the events of two subscriptions of one account: never more than one payment refunded, never two
 * that can charge. Then two hundred events of one subscription's life, each delivered ten times in parallel, in any
 * order, to a product that never saw them before. One row each; the record ends as Stripe has it.
 */

import { seededRandom } from "@/sandbox/random";
import { until } from "@/sandbox/testing";
import { firstRow, sql } from "@/server/platform/db/sql";
import { startWorkers } from "@/workers/start";
import { buildUser } from "../factories/users";
import { startApi } from "../support/api";
import {
  act,
  checkout,
  postEvent,
  recordsOf,
  type SandboxSubscription,
  stripeWebhook,
} from "../support/payments";
import { tellOrders } from "../support/two-subscriptions";
import { startOwnSandbox } from "../support/whatsapp";
import { report } from "./report";

const LIFE = [
  "renew",
  "fail",
  "settle",
  "refund_half",
  "dispute",
  "dispute_won",
  "pause",
  "resume",
];
const ORDERS = 200;
const ROUNDS = 20;
const EVENTS = 200;
const COPIES = 10;
const AT_ONCE = 32;
const DAY_S = 86_400;
const PATIENCE_MS = 300_000;

const sandbox = await startOwnSandbox({ stripeWebhook });
await startApi();
await sandbox.control("POST", "/faults", { target: "stripe", kind: "lost-webhooks" });
const told = await tellOrders(sandbox, ORDERS);
console.table(told.table);
for (const fault of told.faults) console.log(fault);

startWorkers();
const user = await buildUser();
const before = (await sandbox.control<string[]>("GET", "/stripe/events")).length;
const doneBefore = await count("done");
const now = Math.floor(Date.now() / 1000);
const { id } = await checkout(sandbox, {
  reference: String(user.id),
  at: now - 10 * 366 * DAY_S,
});
for (let round = 0; round < ROUNDS; round += 1) {
  for (const action of LIFE) await act(sandbox, id, action);
}
await act(sandbox, id, "fail", { at: now - DAY_S });

const emitted = await sandbox.control<string[]>("GET", `/stripe/events?from=${before}`);
const bought = emitted.filter((body) => body.includes('"checkout.session.completed"'));
const bodies = [...bought, ...emitted.slice(-(EVENTS - bought.length))];
const random = seededRandom("shuffled payments");
let refused = 0;
const waiting = bodies.flatMap((body) => Array.from({ length: COPIES }, () => body));
for (let at = waiting.length - 1; at > 0; at -= 1) {
  const other = Math.floor(random.next() * (at + 1));
  [waiting[at], waiting[other]] = [waiting[other] as string, waiting[at] as string];
}
// An event whose account is unknown yet waits.
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let body = waiting.pop(); body; body = waiting.pop()) {
      if ((await postEvent(body)) !== 200) refused += 1;
    }
  }),
);
await until(async () => (await count("unmatched")) === 0, "no stranger", PATIENCE_MS);
await until(async () => (await count("pending")) === 0, "the end of all events", PATIENCE_MS);

const { subscription: truth } = await sandbox.control<{ subscription: SandboxSubscription }>(
  "GET",
  `/stripe/subscriptions/${id}`,
);
const records = await recordsOf(user);
const [record] = records;
const isEqual =
  record?.status === truth.status &&
  record.current_period_end.getTime() === truth.periodEnd * 1000 &&
  record.gives_pro;
const done = (await count("done")) - doneBefore;
report({
  orders: { value: ORDERS, holds: true },
  "orders that end otherwise": { value: told.faults.length, holds: told.faults.length === 0 },
  "most payments refunded in one": { value: told.mostRefunds, holds: told.mostRefunds === 1 },
  deliveries: { value: bodies.length * COPIES, holds: true },
  "never taken": { value: refused, holds: refused === 0 },
  "events done": { value: done, holds: done === bodies.length },
  records: { value: records.length, holds: records.length === 1 },
  "differences from Stripe": { value: isEqual ? 0 : 1, holds: isEqual },
});

async function count(state: string): Promise<number> {
  const row = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM billing_events WHERE state = ${state}`,
  );
  return row?.count ?? 0;
}
