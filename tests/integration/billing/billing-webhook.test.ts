import { createHmac, randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { linkCustomer } from "@/server/billing/billing/accounts.repository";
import { trimTable } from "@/server/custody/trimming/trimming.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildUser } from "@/tests/factories/users";
import { request } from "@/tests/support/api";
import { ageUnmatched } from "@/tests/support/payment-events";
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
} from "@/tests/support/payments";
import { requestRaw } from "@/tests/support/raw-request";
import { runApi, runSandbox, runWorkers } from "@/tests/support/running";

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
    ] as const) {
      expect(await postEvent(text, signature)).toBe(400);
    }
    const none = await request(api, "POST", STRIPE_WEBHOOK, body);
    expect(none.status).toBe(400);
    const large = "x".repeat(1_000_001);
    // On a separate connection, which the server closes.
    const signed = [["stripe-signature", signStripe(large)]] as [string, string][];
    const refused = await requestRaw(api.url, "POST", STRIPE_WEBHOOK, signed, large);
    expect(refused).toBe(413);
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

  test("keeps nobody's event quietly, alerts of it after ten minutes, and heals when the account appears", async () => {
    const subscription = await checkout(sandbox, {});
    const [body = ""] = await eventsOf(sandbox, "checkout.session.completed", subscription.id);
    const { id } = JSON.parse(body) as { id: string };
    expect(await postEvent(body)).toBe(200);
    expect(await postEvent(body)).toBe(200);
    expect(await alertsOf(id)).toEqual([]);
    await ageUnmatched(11);
    await until(async () => (await alertsOf(id)).length > 0, "the alert");
    expect(await alertsOf(id)).toEqual([{ kind: "unmatched_event", resolved: false }]);
    const user = await buildUser();
    await linkCustomer(user.id, subscription.customer);
    await ageUnmatched(11);
    await untilPlan(user, "pro");
    await until(async () => (await alertsOf(id))[0]?.resolved, "the alert's end");
    // The invoice's own events named only the customer: it is known now.
    await ageUnmatched(1);
    await until(
      async () =>
        (await firstRow(
          sql`SELECT 1 FROM billing_events WHERE state = 'unmatched' AND customer_id = ${subscription.customer}`,
        )) === null,
      "the other events",
    );
  });

  test("alerts of no purchase whose invoice comes before the account is known", async () => {
    await sandbox.control("POST", "/faults", { target: "stripe", kind: "lost-webhooks" });
    const user = await buildUser();
    const subscription = await checkout(sandbox, { reference: String(user.id) });
    const [invoice = ""] = await eventsOf(sandbox, "invoice.paid", subscription.customer);
    const [bought = ""] = await eventsOf(sandbox, "checkout.session.completed", subscription.id);
    const [one, other] = [invoice, bought].map((body) => (JSON.parse(body) as { id: string }).id);
    expect(await postEvent(invoice)).toBe(200);
    expect(await postEvent(bought)).toBe(200);
    await untilPlan(user, "pro");
    await untilQuiet(user, 2);
    expect([...(await alertsOf(one ?? "")), ...(await alertsOf(other ?? ""))]).toEqual([]);
  });
});

describe("a signed body", () => {
  const event = (changes: object) =>
    JSON.stringify({
      ...{ id: `evt_${randomUUID()}`, object: "event", type: "invoice.paid", created: nowS() },
      ...{ livemode: false, data: { object: { id: "in_1", customer: "cus_1" } } },
      ...changes,
    });
  const about = (type: string, object: unknown) => event({ type, data: { object } });
  const ODD: [string, string][] = [
    ["no JSON", "not json"],
    ["nothing", ""],
    ["null", "null"],
    ["a number", "1"],
    ["a list", "[]"],
    ["an empty object", "{}"],
    ["no id", event({ id: undefined })],
    ["an id that is a number", event({ id: 7 })],
    ["an id of 256 characters", event({ id: "e".repeat(256) })],
    ["an id with a NUL", event({ id: "evt_\u0000" })],
    ["no type", event({ type: null })],
    ["a time that is a text", event({ created: "now" })],
    ["a time past all dates", event({ created: 1e18 })],
    ["no mode", event({ livemode: "false" })],
    ["no data", event({ data: null })],
    ["no object", event({ data: {} })],
    ["an object that is a list", about("invoice.paid", [])],
    ["an invoice without an id", about("invoice.paid", { customer: "cus_1" })],
    ["an invoice whose parent is a text", about("invoice.paid", { id: "in_1", parent: "sub_1" })],
    ["a subscription that is null", about("customer.subscription.deleted", null)],
    ["a subscription whose id is an object", about("customer.subscription.updated", { id: {} })],
    ["a customer that is a text", about("customer.deleted", "cus_1")],
    ["a charge of many payments", about("charge.refunded", { payment_intent: ["pi_1"] })],
    ["a dispute that is a number", about("charge.dispute.created", 1)],
    [
      "a session with a NUL for its reference",
      about("checkout.session.completed", { mode: "subscription", client_reference_id: "1\u0000" }),
    ],
    [
      "a session whose e-mail is an object",
      about("checkout.session.completed", {
        ...{ mode: "subscription", customer_details: { email: {} } },
      }),
    ],
  ];

  test.each(ODD)("of an odd shape is refused, and kept as it came: %s", async (_, body) => {
    for (let delivery = 0; delivery < 2; delivery += 1) expect(await postEvent(body)).toBe(400);
    const kept = await rows<{ body: Buffer; sha256: Buffer }>(
      sql`SELECT body, sha256 FROM billing_unread_events WHERE body = ${Buffer.from(body)}`,
    );
    expect(kept).toHaveLength(1);
    expect(await alertsOf(kept[0]?.sha256.toString("hex") ?? "")).toEqual([
      { kind: "unread_event", resolved: false },
    ]);
  });

  test("is kept for thirty days, and a thousand of them", async () => {
    await execute(sql`DELETE FROM billing_unread_events`);
    await execute(
      sql`INSERT INTO billing_unread_events (sha256, body, received_at)
          SELECT decode(md5(n::text), 'hex'), 'x', now() - CASE WHEN n = 1100 THEN interval '31 days' ELSE interval '29 days' END
          FROM generate_series(1, 1100) AS n`,
    );
    const count = () => firstRow(sql`SELECT count(*)::int AS count FROM billing_unread_events`);
    expect(await trimTable("billing_unread_events")).toBe(1);
    expect(await count()).toEqual({ count: 1_099 });
    expect(await postEvent(ODD[0]?.[1] ?? "")).toBe(400);
    expect(await count()).toEqual({ count: 1_000 });
  });

  test.each([
    ["NaN", "t=NaN"],
    ["an empty time", "t="],
    ["words after the time", `t=${nowS()}x`],
    ["a fraction", `t=${nowS()}.5`],
    ["a sign", `t=-${nowS()}`],
    ["no time", "v0=1"],
    ["the far future", `t=${nowS() + 3_600}`],
    ["two times", `t=1,t=${nowS()}`],
  ])("is refused when its time is %s, and not kept", async (_, time) => {
    const body = event({});
    // As the SDK takes it: what was signed begins with the time as it reads it.
    const seconds = Number.parseInt(time.split("t=").at(-1) ?? "", 10);
    const hex = createHmac("sha256", stripeWebhook.secret)
      .update(`${seconds}.${body}`)
      .digest("hex");
    expect(await postEvent(body, `${time},v1=${hex}`)).toBe(400);
    expect(
      await firstRow(sql`SELECT 1 FROM billing_unread_events WHERE body = ${Buffer.from(body)}`),
    ).toBeNull();
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
    // What comes before its account is known waits here.
    expect(new Set(await deliver(all))).toEqual(new Set([200]));
    await untilMatched();
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
  return until(async () => (await firstRow(waiting)) === null, "no event of nobody", 60_000);
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
