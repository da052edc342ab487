import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { compareWithProvider } from "@/server/billing/comparison.service";
import { endLapsedPlans } from "@/server/billing/plan.service";
import { execute, firstRow, rows, sql } from "@/server/db/sql";
import { closeQueues } from "@/server/jobs/enqueue";
import { buildCampaign } from "../factories/campaigns";
import { buildUser, type TestUser } from "../factories/users";
import { request } from "../support/api";
import {
  act,
  checkout,
  planOf,
  postEvent,
  recordsOf,
  type SandboxSubscription,
  STRIPE_WEBHOOK,
  signStripe,
  stripeWebhook,
  untilPlan,
  untilQuiet,
} from "../support/payments";
import { runApi, runSandbox, runWorkers } from "../support/running";

const api = runApi({ withoutLimits: true });
const sandbox = runSandbox({ stripeWebhook });
runWorkers();
afterAll(closeQueues);
afterEach(() => sandbox.control("DELETE", "/faults"));

const DAY = 86_400;
const nowS = () => Math.floor(Date.now() / 1000);

async function subscribe(plan = "monthly", at?: number) {
  const user = await buildUser();
  const subscription = await checkout(sandbox, {
    plan,
    reference: String(user.id),
    ...(at !== undefined && { at }),
  });
  await untilPlan(user, "pro");
  return { user, subscription };
}

const eventsOf = async (type: string, about: string) => {
  const bodies = await sandbox.control<string[]>("GET", "/stripe/events");
  return bodies.filter((body) => body.includes(`"${type}"`) && body.includes(about));
};
const alertsOf = (subject: string) =>
  rows<{ kind: string; resolved: boolean }>(
    sql`SELECT kind, resolved_at IS NOT NULL AS resolved FROM billing_alerts WHERE subject = ${subject} ORDER BY id`,
  );
const entriesOf = async (user: TestUser) =>
  (
    await request<{ history: { status: string; price: number; plan: string }[] }>(
      api,
      "GET",
      "/api/billing/history",
      undefined,
      user.headers,
    )
  ).body.history;

describe("the life of a subscription", () => {
  test("is bought, renewed, failed, recovered, cancelled and over", async () => {
    const { user, subscription } = await subscribe("quarterly");
    const { id } = subscription;
    expect(await recordsOf(user)).toMatchObject([
      {
        stripe_subscription_id: id,
        status: "active",
        plan: "quarterly",
        price_cents: 26_100,
        gives_pro: true,
        pro_until: null,
        current_period_end: new Date(subscription.periodEnd * 1000),
      },
    ]);
    const renewed = await act(sandbox, id, "renew");
    await until(async () => {
      const [record] = await recordsOf(user);
      return record?.current_period_end.getTime() === renewed.periodEnd * 1000;
    }, "the renewal");
    const failedAt = nowS() - 2 * DAY;
    await act(sandbox, id, "fail", { at: failedAt });
    const late = await until(async () => {
      const [record] = await recordsOf(user);
      return record?.status === "past_due" && record;
    }, "the failure");
    expect(late.pro_until).toEqual(new Date((failedAt + 7 * DAY) * 1000));
    expect(await planOf(user)).toBe("pro");
    await act(sandbox, id, "settle");
    await until(async () => (await recordsOf(user))[0]?.pro_until === null, "the recovery");
    expect((await entriesOf(user)).map(({ status, price }) => [status, price])).toEqual([
      ["paid", 261],
      ["paid", 261],
      ["paid", 261],
    ]);
    const [{ id: billingId } = { id: 0 }] = await rows<{ id: number }>(
      sql`SELECT id FROM billings WHERE user_id = ${user.id}`,
    );
    const cancelled = await request(
      api,
      "POST",
      `/api/billing/${billingId}/cancel`,
      undefined,
      user.headers,
    );
    expect(cancelled).toMatchObject({
      status: 200,
      body: { billing: { cancel_at_period_end: true } },
    });
    const [ending] = await recordsOf(user);
    expect(ending?.pro_until).toEqual(ending?.current_period_end);
    expect(await planOf(user)).toBe("pro");
    await act(sandbox, id, "renew");
    await untilPlan(user, "free");
    const again = await request(
      api,
      "POST",
      `/api/billing/${billingId}/cancel`,
      undefined,
      user.headers,
    );
    expect(again.status).toBe(409);
  });

  test("refunds: a partial one changes nothing, a full one ends PRO, the next payment brings it back", async () => {
    const { user, subscription } = await subscribe();
    await act(sandbox, subscription.id, "refund_half");
    await untilQuiet(user, 3);
    expect(await planOf(user)).toBe("pro");
    await act(sandbox, subscription.id, "refund_half");
    await untilPlan(user, "free");
    expect((await entriesOf(user))[0]?.status).toBe("refunded");
    await act(sandbox, subscription.id, "renew");
    await untilPlan(user, "pro");
  });

  test("disputes: open and won change nothing but tell the administrator, a lost one ends PRO", async () => {
    const { user, subscription } = await subscribe();
    const [invoice] = await rows<{ payment_intent: string }>(
      sql`SELECT payment_intent FROM billing_invoices WHERE user_id = ${user.id}`,
    );
    const subject = invoice?.payment_intent ?? "";
    await act(sandbox, subscription.id, "dispute");
    await until(async () => (await alertsOf(subject)).length === 1, "the alert");
    expect(await planOf(user)).toBe("pro");
    await act(sandbox, subscription.id, "dispute_won");
    await until(async () => (await alertsOf(subject))[0]?.resolved, "its end");
    expect(await planOf(user)).toBe("pro");
    await act(sandbox, subscription.id, "dispute_lost");
    await untilPlan(user, "free");
    await until(async () => (await alertsOf(subject)).length === 2, "the second alert");
    expect(await alertsOf(subject)).toEqual([
      { kind: "dispute_opened", resolved: true },
      { kind: "dispute_lost", resolved: false },
    ]);
  });

  test("a pause keeps what is paid, a deleted customer loses PRO at once", async () => {
    const { user, subscription } = await subscribe();
    await act(sandbox, subscription.id, "pause");
    const paused = await until(async () => {
      const [record] = await recordsOf(user);
      return record?.pro_until && record;
    }, "the pause");
    expect(paused.pro_until).toEqual(new Date(subscription.periodEnd * 1000));
    await act(sandbox, subscription.id, "resume");
    await until(async () => (await recordsOf(user))[0]?.pro_until === null, "the resumption");
    await act(sandbox, subscription.id, "delete_customer");
    await untilPlan(user, "free");
  });

  test("the loss of PRO cancels scheduled campaigns, says so and deletes nothing", async () => {
    const { user, subscription } = await subscribe();
    const nextRunAt = new Date(Date.now() + DAY * 1000);
    const campaign = await buildCampaign(user, { nextRunAt });
    await act(sandbox, subscription.id, "cancel");
    await untilPlan(user, "free");
    const row = await firstRow(
      sql`SELECT c.next_run_at, r.status, r.error_message FROM campaigns c JOIN campaign_runs r ON r.campaign_id = c.id
          WHERE c.id = ${campaign.id}`,
    );
    expect(row).toEqual({
      next_run_at: null,
      status: "missed",
      error_message: "O plano PRO terminou: esta prospecção agendada foi cancelada.",
    });
  });
});

describe("grace", () => {
  test("lasts seven days from the first failure, whatever status follows, and ends by itself", async () => {
    const { user, subscription } = await subscribe("monthly", nowS() - 40 * DAY);
    const failedAt = nowS() - 6 * DAY;
    await act(sandbox, subscription.id, "fail", { at: failedAt });
    await act(sandbox, subscription.id, "unpaid");
    await until(async () => (await recordsOf(user))[0]?.status === "unpaid", "unpaid");
    expect((await recordsOf(user))[0]?.pro_until).toEqual(new Date((failedAt + 7 * DAY) * 1000));
    await act(sandbox, subscription.id, "cancel_unpaid");
    await until(async () => (await recordsOf(user))[0]?.status === "canceled", "the end");
    expect(await planOf(user)).toBe("pro");
    await execute(
      sql`UPDATE billings SET pro_until = now() - interval '1 second' WHERE user_id = ${user.id}`,
    );
    await endLapsedPlans();
    expect(await planOf(user)).toBe("free");
  });

  test("is over for a failure of more than seven days ago", async () => {
    const { user, subscription } = await subscribe("monthly", nowS() - 40 * DAY);
    await act(sandbox, subscription.id, "fail", { at: nowS() - 8 * DAY });
    await untilPlan(user, "free");
    await act(sandbox, subscription.id, "settle");
    await untilPlan(user, "pro");
  });
});

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
    const { user, subscription } = await subscribe();
    const [body = ""] = await eventsOf("checkout.session.completed", subscription.id);
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
    const [body = ""] = await eventsOf("checkout.session.completed", subscription.id);
    const late = JSON.stringify({ ...JSON.parse(body), created: nowS() - DAY });
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
    const [body = ""] = await eventsOf("checkout.session.completed", subscription.id);
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

describe("dozens of events", () => {
  test("shuffled, repeated ten times in parallel, end in Stripe's state", async () => {
    const user = await buildUser();
    await sandbox.control("POST", "/faults", { target: "stripe", kind: "lost-webhooks" });
    const subscription = await checkout(sandbox, {
      reference: String(user.id),
      at: nowS() - 9 * 366 * DAY,
    });
    const { id } = subscription;
    for (let round = 0; round < 3; round += 1) {
      await act(sandbox, id, "renew");
      await act(sandbox, id, "fail");
      await act(sandbox, id, "settle");
      await act(sandbox, id, "refund_half");
      await act(sandbox, id, "dispute_won");
      await act(sandbox, id, "pause");
      await act(sandbox, id, "resume");
    }
    await act(sandbox, id, "fail", { at: nowS() - DAY });
    const bodies = (await sandbox.control<string[]>("GET", "/stripe/events")).filter(
      (body) => body.includes(subscription.customer) || body.includes('"object":"dispute"'),
    );
    const own = bodies.slice(-200);
    const checkoutEvent = bodies.find((body) => body.includes("checkout.session.completed")) ?? "";
    const all = shuffle(
      [checkoutEvent, ...own].flatMap((body) => Array(10).fill(body) as string[]),
    );
    expect(new Set(all).size).toBeGreaterThanOrEqual(30);
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

describe("paying twice", () => {
  test("the second subscription is cancelled and refunded, once, and PRO stays", async () => {
    const user = await buildUser();
    const [one, other] = await Promise.all([
      checkout(sandbox, { reference: String(user.id), at: nowS() - 10 }),
      checkout(sandbox, { reference: String(user.id), plan: "annual" }),
    ]);
    const truth = (id: string) =>
      sandbox.control<{ subscription: SandboxSubscription; payments: { refundedCents: number }[] }>(
        "GET",
        `/stripe/subscriptions/${id}`,
      );
    await until(
      async () => (await truth(other.id)).payments[0]?.refundedCents === 92_400,
      "the refund",
      20_000,
    );
    await until(
      async () => (await recordsOf(user)).some(({ status }) => status === "canceled"),
      "the end",
    );
    expect(await truth(one.id)).toMatchObject({
      subscription: { status: "active" },
      payments: [{ refundedCents: 0 }],
    });
    expect(await planOf(user)).toBe("pro");
    const overview = await request<{ duplicate_refunded_at: string | null }>(
      api,
      "GET",
      "/api/billing/overview",
      undefined,
      user.headers,
    );
    expect(overview.body.duplicate_refunded_at).toMatch(/^20/);
    expect(await alertsOf(other.id)).toMatchObject([{ kind: "duplicate_refunded" }]);
  });

  test("after the first was set to end is no mistake", async () => {
    const { user, subscription } = await subscribe();
    const [record] = await rows<{ id: number }>(
      sql`SELECT id FROM billings WHERE user_id = ${user.id}`,
    );
    await request(api, "POST", `/api/billing/${record?.id}/cancel`, undefined, user.headers);
    const next = await checkout(sandbox, { reference: String(user.id), plan: "annual" });
    await until(async () => (await recordsOf(user)).length === 2, "the second");
    await untilQuiet(user, 5);
    expect((await recordsOf(user)).map(({ status }) => status)).toEqual(["active", "active"]);
    const shown = await request<{ stripe_subscription_id: string }>(
      api,
      "GET",
      "/api/billing",
      undefined,
      user.headers,
    );
    expect(shown.body.stripe_subscription_id).toBe(next.id);
    await act(sandbox, subscription.id, "cancel");
    await until(async () => (await recordsOf(user))[0]?.status === "canceled", "the first's end");
    expect(await planOf(user)).toBe("pro");
  });
});

describe("a closed account", () => {
  test.each(["deactivated", "deleted"])("%s: its subscription is cancelled", async (how) => {
    const { user, subscription } = await subscribe();
    if (how === "deleted") await execute(sql`DELETE FROM users WHERE id = ${user.id}`);
    else {
      const admin = await getAdmin();
      const answer = await request(
        api,
        "POST",
        "/api/admin/deactivate_account",
        { user_id: user.id },
        admin.headers,
      );
      expect(answer.status).toBe(200);
    }
    await until(
      async () => {
        const { subscription: truth } = await sandbox.control<{
          subscription: SandboxSubscription;
        }>("GET", `/stripe/subscriptions/${subscription.id}`);
        return truth.status === "canceled";
      },
      "the cancellation",
      20_000,
    );
  });
});

describe("the nightly comparison", () => {
  test("mends what differs and says so", async () => {
    const { user, subscription } = await subscribe();
    await sandbox.control("POST", "/faults", { target: "stripe", kind: "lost-webhooks" });
    await act(sandbox, subscription.id, "cancel");
    await execute(
      sql`UPDATE billings SET compared_at = now() - interval '2 days' WHERE user_id = ${user.id}`,
    );
    await compareWithProvider();
    await untilPlan(user, "free");
    expect(await recordsOf(user)).toMatchObject([{ status: "canceled", gives_pro: false }]);
    expect(await alertsOf(subscription.id)).toEqual([{ kind: "record_mended", resolved: false }]);
  });
});

test("every write to Stripe carries a key of its own", async () => {
  const writes = await sandbox.control<{ id: string; request: string }[]>("GET", "/stripe/writes");
  expect(writes.length).toBeGreaterThanOrEqual(4);
  expect(new Set(writes.map(({ id }) => id)).size).toBe(writes.length);
});

function untilMatched() {
  const waiting = sql`SELECT 1 FROM billing_events WHERE state = 'unmatched' LIMIT 1`;
  return until(async () => (await firstRow(waiting)) === null, "no event of nobody", 40_000);
}

let admin: TestUser | undefined;
async function getAdmin(): Promise<TestUser> {
  admin ??= await buildUser({ id: 4 });
  return admin;
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
