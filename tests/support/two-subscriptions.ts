import { type Random, seededRandom } from "@/sandbox/random";
import { billingOrderWork, orderCancellations } from "@/server/billing/billing/orders.service";
import { matchWaitingEvents } from "@/server/billing/billing-events/billing-events.service";
import { billingEventWork } from "@/server/billing/billing-events/event-work.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { buildUser, type TestUser } from "../factories/users";
import {
  act,
  checkout,
  DAY_S,
  nowS,
  planOf,
  postEvent,
  type SandboxSubscription,
} from "./payments";

/**
 * Two subscriptions of one account, their events delivered in any order, some twice, some before the next thing happens
 * and some after all: no worker runs, each delivery and each turn of work is drawn. Stripe must deliver nothing itself.
 */

type Sandbox = Parameters<typeof checkout>[0];

interface Story {
  /** Each with the day on which it happens; without one, today. */
  steps: readonly string[];
  /** How many payments the product gives back by itself. */
  refunds: readonly [least: number, most: number];
  /** The account ends without a subscription, by its own or an administrator's decision. */
  leavesNothing?: true;
}

export const STORIES: Readonly<Record<string, Story>> = {
  "two purchases in the same second": { steps: ["-3 buy a", "-3 buy b"], refunds: [1, 1] },
  "one bought beside the other": { steps: ["-9 buy a", "-3 buy b"], refunds: [1, 1] },
  "renewed, then one bought beside it": {
    steps: ["-40 buy a", "-9 renew a", "-3 buy b"],
    refunds: [1, 1],
  },
  "both bought, both renewed": {
    steps: ["-40 buy a", "-39 buy b", "-8 renew a", "-8 renew b"],
    refunds: [1, 1],
  },
  "paused, bought again, resumed": {
    steps: ["-9 buy a", "pause a", "-3 buy b", "resume a"],
    refunds: [1, 1],
  },
  "refunded, then bought again": { steps: ["-9 buy a", "refund a", "-3 buy b"], refunds: [0, 0] },
  "lost in a dispute, then bought again": {
    steps: ["-9 buy a", "dispute_lost a", "-3 buy b"],
    refunds: [0, 0],
  },
  "unpaid, bought again, then paid late": {
    steps: ["-40 buy a monthly", "-5 fail a", "-3 buy b", "settle a"],
    refunds: [0, 0],
  },
  "given up, bought again, then paid late": {
    steps: ["-40 buy a monthly", "-5 fail a", "unpaid a", "-3 buy b", "settle a"],
    refunds: [0, 0],
  },
  "set to end, bought again": {
    steps: ["-9 buy a", "end_with_period a", "-3 buy b"],
    refunds: [0, 0],
  },
  // The product learns of it only when both renew: then it is a second purchase during a running one.
  "set to end, bought again, taken up": {
    steps: ["-9 buy a", "end_with_period a", "-3 buy b", "go_on a"],
    refunds: [0, 1],
  },
  "both bought, the first refunded by hand": {
    steps: ["-9 buy a", "-3 buy b", "refund a"],
    refunds: [0, 1],
    leavesNothing: true,
  },
  "both bought beside another, the account closed": {
    steps: ["-40 buy a", "-9 renew a", "end_with_period a", "-3 buy b", "close"],
    refunds: [0, 0],
    leavesNothing: true,
  },
};

interface Truth {
  subscription: SandboxSubscription & { cancelAtPeriodEnd: boolean };
  invoices: { status: string; periodEnd: number; payment: string }[];
  payments: {
    id: string;
    paid: boolean;
    cents: number;
    refundedCents: number;
    dispute: { status: string } | null;
  }[];
}

export interface Told {
  /** In reais. */
  table: { story: string; orders: number; charged: number; "refunded by the product": number }[];
  mostRefunds: number;
  faults: string[];
}

/** Runs the stories in turn, each in an order drawn from its number, and compares Stripe's final state with the rules. */
export async function tellOrders(sandbox: Sandbox, orders: number): Promise<Told> {
  const names = Object.keys(STORIES);
  const table = names.map((story) => ({
    ...{ story, orders: 0, charged: 0 },
    "refunded by the product": 0,
  }));
  const told: Told = { table, mostRefunds: 0, faults: [] };
  const events = createEvents(sandbox);
  for (let order = 0; order < orders; order += 1) {
    const name = names[order % names.length] as string;
    const story = STORIES[name] as Story;
    const user = await buildUser();
    const ids = await tell({ sandbox, events, user, story, random: seededRandom(`${order}`) });
    const truths = await Promise.all(
      ids.map((id) => sandbox.control<Truth>("GET", `/stripe/subscriptions/${id}`)),
    );
    const refunded = await findRefunds(sandbox, truths);
    const line = table[order % names.length] as Told["table"][number];
    line.orders += 1;
    line.charged += sumReais(truths.flatMap(({ payments }) => payments).filter(({ paid }) => paid));
    line["refunded by the product"] += sumReais(refunded);
    told.mostRefunds = Math.max(told.mostRefunds, refunded.length);
    for (const fault of await findFaults({ user, story, truths, refunds: refunded.length })) {
      told.faults.push(`order ${order}, ${name}: ${fault}`);
    }
  }
  return told;
}

async function findFaults(about: {
  user: TestUser;
  story: Story;
  truths: Truth[];
  refunds: number;
}): Promise<string[]> {
  const { user, story, truths, refunds } = about;
  const [least, most] = story.refunds;
  const charging = truths.filter(canCharge).length;
  const due = truths.some(givesPro) ? "pro" : "free";
  const plan = await planOf(user);
  const open = await rows(
    sql`SELECT state FROM billing_events WHERE (user_id = ${user.id} AND state <> 'done') OR state = 'unmatched'`,
  );
  return [
    (refunds < least || refunds > most) && `${refunds} payments refunded by the product`,
    charging > 1 && `${charging} subscriptions can charge`,
    plan !== due && `the plan is ${plan}, by Stripe's state it is ${due}`,
    due === "free" && !story.leavesNothing && "who paid is left with nothing",
    open.length > 0 && `${open.length} events are not done`,
  ].filter((fault) => fault !== false);
}

const CHARGING = ["active", "trialing", "past_due", "unpaid"];

function canCharge({ subscription: { status, cancelAtPeriodEnd } }: Truth): boolean {
  if (status === "active" || status === "trialing") return !cancelAtPeriodEnd;
  return CHARGING.includes(status);
}

/** Refunded or disputed payments give nothing; active subscriptions, and payments that failed 5 days ago, give PRO. */
function givesPro({ subscription, invoices, payments }: Truth): boolean {
  const [last] = invoices
    .filter(({ status }) => status === "paid")
    .sort((one, other) => other.periodEnd - one.periodEnd);
  const payment = payments.find(({ id }) => id === last?.payment);
  if (payment && payment.refundedCents >= payment.cents) return false;
  if (payments.some(({ dispute }) => dispute?.status === "lost")) return false;
  return CHARGING.includes(subscription.status);
}

/** Counts the calls that reached Stripe, not the product's own records. */
async function findRefunds(sandbox: Sandbox, truths: Truth[]) {
  const writes = await sandbox.control<{ request: string }[]>("GET", "/stripe/writes");
  const refunds = writes.filter(({ request }) => /^POST \S*\/refunds /.test(request));
  return truths
    .flatMap(({ payments }) => payments)
    .filter(({ id }) => refunds.some(({ request }) => request.includes(id)));
}

function sumReais(payments: { cents: number }[]): number {
  return payments.reduce((sum, { cents }) => sum + cents, 0) / 100;
}

/** Returns a function for the bodies of events that Stripe has created since its last call. */
function createEvents(sandbox: Sandbox) {
  let seen = 0;
  return async (): Promise<string[]> => {
    const bodies = await sandbox.control<string[]>("GET", `/stripe/events?from=${seen}`);
    seen += bodies.length;
    return bodies;
  };
}

const ROUNDS = 30;
const TWICE = 0.2;

async function tell(about: {
  sandbox: Sandbox;
  events: () => Promise<string[]>;
  user: TestUser;
  story: Story;
  random: Random;
}): Promise<string[]> {
  const { sandbox, events, user, story, random } = about;
  const bought: Record<string, string> = {};
  let waiting: string[] = [];

  const deliver = async (share: number) => {
    waiting = shuffle([...waiting, ...(await events())], random);
    const now = waiting.splice(0, Math.ceil(waiting.length * share));
    for (const body of [...now, ...now.filter(() => random.next() < TWICE)]) {
      const status = await postEvent(body);
      if (status !== 200) throw new Error(`an event was answered ${status}`);
    }
    return now.length;
  };

  for (const step of story.steps) {
    const [, day, what = "", which = "", chosen] =
      /^(?:(-\d+) )?(\w+)(?: (\w+))?(?: (\w+))?$/.exec(step) ?? [];
    const at = day === undefined ? undefined : nowS() + Number(day) * DAY_S;
    if (what === "buy") {
      const plan = chosen ?? random.pick(["monthly", "annual"]);
      const purchase = { reference: String(user.id), plan, ...(at !== undefined && { at }) };
      bought[which] = (await checkout(sandbox, purchase)).id;
    } else if (what === "close") await close(user);
    else await act(sandbox, bought[which] ?? "", what, at === undefined ? {} : { at });
    if (random.next() < 0.5) await deliver(random.next());
    if (random.next() < 0.5) await work(random);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const delivered = await deliver(1);
    if (!(await work(random)) && delivered === 0) break;
  }
  return Object.values(bought);
}

/** Lets the worker do all due work, in any order. Returns whether there was any. */
async function work(random: Random): Promise<boolean> {
  await execute(sql`UPDATE billing_events SET resume_at = NULL WHERE resume_at IS NOT NULL`);
  await matchWaitingEvents.run();
  const events = await rows<{ id: number }>(
    sql`SELECT id FROM billing_events WHERE state = 'pending' ORDER BY id`,
  );
  const orders = await rows<{ id: number }>(
    sql`SELECT id FROM billing_orders WHERE done_at IS NULL AND failed_at IS NULL ORDER BY id`,
  );
  const turns = [
    ...events.map(({ id }) => ({ of: billingEventWork, id })),
    ...orders.map(({ id }) => ({ of: billingOrderWork, id })),
  ];
  const never = new AbortController().signal;
  for (const { of, id } of shuffle(turns, random)) await workOnRow(of, id, never);
  return turns.length > 0;
}

/** As the administrator's act does. */
async function close(user: TestUser): Promise<void> {
  await transaction(async () => {
    await execute(sql`UPDATE accounts SET is_active = false WHERE id = ${user.id}`);
    await orderCancellations(user.id);
  });
}

function shuffle<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
