import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { execute, firstRow, sql } from "@/server/db/sql";
import { closeQueues } from "@/server/jobs/enqueue";
import { buildUser } from "../factories/users";
import { request } from "../support/api";
import {
  act,
  alertsOf,
  checkout,
  DAY_S,
  eventsOf,
  nowS,
  planOf,
  postEvent,
  recordsOf,
  type SandboxSubscription,
  STRIPE_WEBHOOK,
  signStripe,
  stripeWebhook,
  subscribe,
  untilPlan,
  untilQuiet,
} from "../support/payments";
import { runApi, runSandbox, runWorkers } from "../support/running";

const api = runApi({ withoutLimits: true });
const sandbox = runSandbox({ stripeWebhook });
runWorkers();
afterAll(closeQueues);
afterEach(() => sandbox.control("DELETE", "/faults"));

describe("the webhook", () => {
  test("refuses a bad, old, foreign or missing signature, and a changed byte", async () => {
    const body = JSON.stringify({ id: "evt_bad", object: "event", type: "invoice.paid" });
    const old = signStripe(body, { at: nowS() - 301 });
    for (const [text, signature] of [
      [body, "t=1,v1=00"],
      [body, ""],
      [body, old],
      [body, signStripe(body, { secret: "whsec_another" })],
      [body.replace("evt_bad", "evt_baD"), signStripe(body)],
      ["not json", signStripe("not json")],
    ] as const) {
      expect(await postEvent(text, signature)).toBe(400);
    }
    const none = await request(api, "POST", STRIPE_WEBHOOK, body);
    expect(none.status).toBe(400);
    const large = "x".repeat(1_000_001);
    expect(await postEvent(large, signStripe(large))).toBe(413);
    expect(
      await firstRow(sql`SELECT 1 FROM billing_events WHERE event_id ILIKE 'evt_bad'`),
    ).toBeNull();
  });

  test("takes events that say nothing to us, and stores those of the other mode without effect", async () => {
    const other = JSON.stringify({
      id: "evt_other",
      object: "event",
      type: "product.created",
      created: 1,
      livemode: false,
      data: { object: {} },
    });
    expect(await postEvent(other)).toBe(200);
    const { user, subscription } = await subscribe(sandbox);
    const [body = ""] = await eventsOf(sandbox, "checkout.session.completed", subscription.id);
    await act(sandbox, subscription.id, "cancel");
    await untilPlan(user, "free");
    const id = `evt_${randomUUID()}`;
    const live = JSON.stringify({ ...JSON.parse(body), id, livemode: true });
    expect(await postEvent(live)).toBe(200);
    expect(await firstRow(sql`SELECT state FROM billing_events WHERE event_id = ${id}`)).toEqual({
      state: "ignored",
    });
  });

  test("ten times at once, and a day late, an event has one effect", async () => {
    const user = await buildUser();
    await sandbox.control("POST", "/faults", { target: "stripe", kind: "lost-webhooks" });
    const subscription = await checkout(sandbox, { reference: String(user.id) });
    const [body = ""] = await eventsOf(sandbox, "checkout.session.completed", subscription.id);
    const late = JSON.stringify({ ...JSON.parse(body), created: nowS() - DAY_S });
    expect(await Promise.all(Array.from({ length: 10 }, () => postEvent(late)))).toEqual(
      Array(10).fill(200),
    );
    await untilPlan(user, "pro");
    expect(await postEvent(late)).toBe(200);
    expect(
      await firstRow(
        sql`SELECT count(*)::int AS count, (SELECT count(*)::int FROM billings WHERE user_id = ${user.id}) AS records
            FROM billing_events WHERE user_id = ${user.id}`,
      ),
    ).toEqual({ count: 1, records: 1 });
  });

  test("answers 503 for nobody's event, alerts once, and heals when the account appears", async () => {
    const email = `${randomUUID()}@teste.example`;
    const subscription = await checkout(sandbox, { email });
    const [body = ""] = await eventsOf(sandbox, "checkout.session.completed", subscription.id);
    const { id } = JSON.parse(body) as { id: string };
    expect(await postEvent(body)).toBe(503);
    expect(await postEvent(body)).toBe(503);
    expect(await alertsOf(id)).toEqual([{ kind: "unmatched_event", resolved: false }]);
    const user = await buildUser();
    await execute(sql`UPDATE users SET email = ${email} WHERE id = ${user.id}`);
    await untilPlan(user, "pro");
    await until(async () => (await alertsOf(id))[0]?.resolved, "the alert's end");
    // The invoice's own events named only the customer: it is known now.
    await until(
      async () =>
        (await firstRow(
          sql`SELECT 1 FROM billing_events WHERE state = 'unmatched' AND customer_id = ${subscription.customer}`,
        )) === null,
      "the other events",
      15_000,
    );
  });
});

describe("two hundred events", () => {
  test("shuffled, repeated ten times in parallel, end in Stripe's state", async () => {
    const user = await buildUser();
    await sandbox.control("POST", "/faults", { target: "stripe", kind: "lost-webhooks" });
    const subscription = await checkout(sandbox, {
      reference: String(user.id),
      at: nowS() - 9 * 366 * DAY_S,
    });
    const { id } = subscription;
    for (let round = 0; round < 21; round += 1) {
      await act(sandbox, id, "renew");
      await act(sandbox, id, "fail");
      await act(sandbox, id, "settle");
      await act(sandbox, id, "refund_half");
      await act(sandbox, id, "dispute_won");
      await act(sandbox, id, "pause");
      await act(sandbox, id, "resume");
    }
    await act(sandbox, id, "fail", { at: nowS() - DAY_S });
    const bodies = (await sandbox.control<string[]>("GET", "/stripe/events")).filter(
      (body) => body.includes(subscription.customer) || body.includes('"object":"dispute"'),
    );
    const own = bodies.filter((body) => !body.includes("checkout.session")).slice(-199);
    const checkoutEvent = bodies.find((body) => body.includes("checkout.session.completed")) ?? "";
    const all = shuffle(
      [checkoutEvent, ...own].flatMap((body) => Array(10).fill(body) as string[]),
    );
    expect(new Set(all).size).toBe(200);
    // What comes before its account is known is sent again, as Stripe does.
    let open = all;
    for (let delivery = 0; open.length > 0 && delivery < 10; delivery += 1) {
      const statuses = await deliver(open);
      open = open.filter((_, index) => statuses[index] !== 200);
      // The worker asks Stripe whose the payments of disputes are.
      if (open.length > 0) await untilMatched();
    }
    expect(open.length).toBe(0);
    await untilQuiet(user, 30);
    const { subscription: truth } = await sandbox.control<{ subscription: SandboxSubscription }>(
      "GET",
      `/stripe/subscriptions/${id}`,
    );
    expect(await recordsOf(user)).toMatchObject([
      {
        status: truth.status,
        gives_pro: true,
        current_period_end: new Date(truth.periodEnd * 1000),
      },
    ]);
    expect(await planOf(user)).toBe("pro");
  }, 120_000);
});

function untilMatched() {
  const waiting = sql`SELECT 1 FROM billing_events WHERE state = 'unmatched' LIMIT 1`;
  return until(async () => (await firstRow(waiting)) === null, "no event of nobody", 40_000);
}

function shuffle<T>(items: T[]): T[] {
  let seed = 7;
  const draw = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed;
  };
  return items
    .map((item) => [draw(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);
}

async function deliver(bodies: string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (let start = 0; start < bodies.length; start += 50) {
    statuses.push(
      ...(await Promise.all(bodies.slice(start, start + 50).map((body) => postEvent(body)))),
    );
  }
  return statuses;
}
