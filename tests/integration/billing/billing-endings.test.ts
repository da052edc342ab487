import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { syncSubscription } from "@/server/billing/billing/subscription-sync.service";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { request } from "@/tests/support/api";
import { carryOutOrders, ordersOf, truthAt } from "@/tests/support/payment-orders";
import {
  act,
  alertsOf,
  checkout,
  DAY_S,
  nowS,
  planOf,
  recordsOf,
  type SandboxSubscription,
  stripeWebhook,
} from "@/tests/support/payments";
import { runApi, runSandbox } from "@/tests/support/running";

/** What the product ends and gives back by itself. Nothing is delivered and no worker runs: each step is the test's. */

const api = runApi({ withoutLimits: true });
const sandbox = runSandbox({ stripeWebhook });
beforeEach(async () => {
  await sandbox.control("DELETE", "/faults");
  await sandbox.control("POST", "/faults", { target: "stripe", kind: "lost-webhooks" });
});
afterAll(closeQueues);

interface Bought {
  plan?: string;
  at?: number;
}

const buy = (user: TestUser, bought: Bought = {}) =>
  checkout(sandbox, { reference: String(user.id), ...bought });
const read = (user: TestUser, { id }: SandboxSubscription) => syncSubscription(user.id, id);

async function buildBuyer(bought: Bought = {}) {
  const user = await buildUser();
  const subscription = await buy(user, bought);
  await read(user, subscription);
  return { user, subscription };
}

const truthOf = (subscription: SandboxSubscription) => truthAt(sandbox, subscription);

const statusOf = async (subscription: SandboxSubscription) =>
  (await truthOf(subscription)).subscription.status;

/** Newest first. */
const refundsOf = async (subscription: SandboxSubscription) =>
  (await truthOf(subscription)).payments.map(({ refundedCents }) => refundedCents);

const deactivate = (user: TestUser) =>
  execute(sql`UPDATE accounts SET is_active = false WHERE id = ${user.id}`);

const detailOf = async (subject: string) =>
  (
    await firstRow<{ detail: string }>(
      sql`SELECT detail FROM billing_alerts WHERE subject = ${subject}`,
    )
  )?.detail;

describe("a closed account", () => {
  test("of four paid months is cancelled, and nothing is given back", async () => {
    const { user, subscription } = await buildBuyer({ at: nowS() - 120 * DAY_S });
    for (let month = 0; month < 3; month += 1) await act(sandbox, subscription.id, "renew");
    await deactivate(user);
    await read(user, subscription);
    const order = { kind: "cancel", subscription_id: subscription.id, reason: "account_closed" };
    expect(await ordersOf(user)).toMatchObject([order]);
    await carryOutOrders(user);
    await read(user, subscription);
    await carryOutOrders(user);
    expect(await statusOf(subscription)).toBe("canceled");
    expect(await refundsOf(subscription)).toEqual([0, 0, 0, 0]);
    expect(await alertsOf(subscription.id)).toEqual([]);
  });

  test("that buys is cancelled, and the administrator told what was paid", async () => {
    const user = await buildUser();
    await deactivate(user);
    const subscription = await buy(user);
    await read(user, subscription);
    await carryOutOrders(user);
    expect(await statusOf(subscription)).toBe("canceled");
    expect(await refundsOf(subscription)).toEqual([0]);
    expect(await alertsOf(subscription.id)).toMatchObject([{ kind: "closed_account_paid" }]);
    expect(await detailOf(subscription.id)).toMatch(/R\$\s97 em .* \(pi_/);
  });

  test("orders nothing for what is over", async () => {
    const user = await buildUser();
    await deactivate(user);
    const subscription = await buy(user);
    await act(sandbox, subscription.id, "cancel");
    await read(user, subscription);
    expect(await ordersOf(user)).toEqual([]);
    expect(await alertsOf(subscription.id)).toEqual([]);
  });
});

describe("a purchase beside a running subscription", () => {
  test("gives its own first payment back, and no other of its payments", async () => {
    const { user, subscription } = await buildBuyer({ at: nowS() - 20 * DAY_S });
    const second = await buy(user, { at: nowS() - 15 * DAY_S });
    await act(sandbox, second.id, "renew");
    await read(user, second);
    await carryOutOrders(user);
    await read(user, subscription);
    await carryOutOrders(user);
    expect(await refundsOf(second)).toEqual([0, 9_700]);
    expect(await refundsOf(subscription)).toEqual([0]);
    expect([await statusOf(subscription), await statusOf(second)]).toEqual(["active", "canceled"]);
    expect(await detailOf(second.id)).toMatch(/R\$\s97 devolvidos/);
    expect(await planOf(user)).toBe("pro");
  });

  test("gives nothing back twice, nor what its customer disputes", async () => {
    for (const action of ["refund_half", "refund", "dispute"]) {
      const { user } = await buildBuyer({ at: nowS() - 20 * DAY_S });
      const second = await buy(user);
      await read(user, second);
      await act(sandbox, second.id, action);
      await carryOutOrders(user);
      expect(await statusOf(second), action).toBe("canceled");
      expect(await refundsOf(second), action).toEqual([action === "dispute" ? 0 : 9_700]);
      expect(await alertsOf(second.id)).toMatchObject([{ kind: "duplicate_refunded" }]);
    }
  });

  test("is found whichever of the two is read, and before its own account is told", async () => {
    const { user, subscription } = await buildBuyer({ at: nowS() - 20 * DAY_S });
    const second = await buy(user);
    // As if only its invoice had come, by an older event of the same customer.
    await syncSubscription(user.id, second.id);
    await read(user, subscription);
    expect(await ordersOf(user)).toMatchObject([
      { kind: "refund", subscription_id: second.id, reason: "duplicate" },
    ]);
  });

  test("of three, the first stays", async () => {
    const { user, subscription } = await buildBuyer({ at: nowS() - 20 * DAY_S });
    const [second, third] = [await buy(user), await buy(user, { plan: "annual" })];
    await Promise.all([read(user, second), read(user, third)]);
    await carryOutOrders(user);
    expect(await Promise.all([subscription, second, third].map(statusOf))).toEqual([
      ...["active", "canceled", "canceled"],
    ]);
    expect([await refundsOf(second), await refundsOf(third)]).toEqual([[9_700], [92_400]]);
  });
});

describe("two that can charge", () => {
  test("after an old invoice was paid late: the longer one stays, and the administrator is told the sum", async () => {
    const { user, subscription } = await buildBuyer({ at: nowS() - 40 * DAY_S });
    await act(sandbox, subscription.id, "fail", { at: nowS() - 9 * DAY_S });
    await act(sandbox, subscription.id, "unpaid");
    const second = await buy(user, { plan: "annual", at: nowS() - DAY_S });
    await act(sandbox, subscription.id, "settle");
    await read(user, second);
    await carryOutOrders(user);
    expect([await statusOf(subscription), await statusOf(second)]).toEqual(["canceled", "active"]);
    expect([...(await refundsOf(subscription)), ...(await refundsOf(second))]).toEqual([0, 0, 0]);
    expect(await alertsOf(subscription.id)).toEqual([
      { kind: "second_subscription", resolved: false },
    ]);
    expect(await detailOf(subscription.id)).toMatch(
      new RegExp(`fica ${second.id} .*Nada foi devolvido.*R\\$\\s97 em .* \\(pi_`),
    );
    expect(await planOf(user)).toBe("pro");
  });

  test.each([
    ["open", false],
    ["uncollectible", true],
  ])(
    "where one is unpaid: it ends, and its %s invoice takes no money any more",
    async (_, isWrittenOff) => {
      const { user, subscription } = await buildBuyer({ at: nowS() - 40 * DAY_S });
      await act(sandbox, subscription.id, "fail", { at: nowS() - 2 * DAY_S });
      if (isWrittenOff) await act(sandbox, subscription.id, "write_off");
      const second = await buy(user);
      await read(user, second);
      await carryOutOrders(user);
      expect([await statusOf(subscription), await statusOf(second)]).toEqual([
        "canceled",
        "active",
      ]);
      expect((await truthOf(subscription)).invoices.map(({ status }) => status)).toEqual([
        ...["void", "paid"],
      ]);
      expect(await refundsOf(second)).toEqual([0]);
    },
  );

  test("where one ends with its period, stay, and its end cannot be taken back", async () => {
    const { user, subscription } = await buildBuyer({ at: nowS() - 20 * DAY_S });
    await act(sandbox, subscription.id, "end_with_period");
    const second = await buy(user, { plan: "annual" });
    await read(user, second);
    expect(await ordersOf(user)).toEqual([]);
    // Stripe's own page lets its owner do it all the same.
    await act(sandbox, second.id, "end_with_period");
    await read(user, second);
    const change = (body: object) =>
      request<{ error: string }>(api, "POST", "/api/billing", body, user.headers);
    expect((await change({ cancel_at_period_end: false })).status).toBe(200);
    await act(sandbox, subscription.id, "go_on");
    await read(user, subscription);
    expect(await ordersOf(user)).toMatchObject([
      { kind: "cancel", subscription_id: subscription.id, reason: "second_subscription" },
    ]);
  });

  test("the end of one is not taken back while another renews", async () => {
    const { user, subscription } = await buildBuyer({ at: nowS() - 20 * DAY_S, plan: "annual" });
    await act(sandbox, subscription.id, "end_with_period");
    const second = await buy(user);
    await read(user, second);
    // The one shown is the longer one.
    const body = { cancel_at_period_end: false };
    const answer = await request<{ error: string }>(
      api,
      "POST",
      "/api/billing",
      body,
      user.headers,
    );
    expect(answer).toMatchObject({
      status: 409,
      body: { error: "Você já tem outra assinatura: esta não pode ser retomada." },
    });
    expect(await ordersOf(user)).toEqual([]);
  });
});

describe("what gives nothing any more", () => {
  test.each(["refund", "dispute_lost"])("%s: it is cancelled at Stripe too", async (action) => {
    const { user, subscription } = await buildBuyer();
    await act(sandbox, subscription.id, action);
    await read(user, subscription);
    expect(await planOf(user)).toBe("free");
    await carryOutOrders(user);
    expect(await statusOf(subscription)).toBe("canceled");
    const next = await buy(user);
    await read(user, next);
    await carryOutOrders(user);
    expect(await statusOf(next)).toBe("active");
    expect(await refundsOf(next)).toEqual([0]);
    expect(await planOf(user)).toBe("pro");
  });

  test.each(["refund_half", "dispute", "dispute_won", "pause"])(
    "%s ends nothing",
    async (action) => {
      const { user, subscription } = await buildBuyer();
      await act(sandbox, subscription.id, action);
      await read(user, subscription);
      expect(await ordersOf(user)).toEqual([]);
    },
  );

  test("a dispute of an earlier month that is lost ends it as well", async () => {
    const { user, subscription } = await buildBuyer({ at: nowS() - 40 * DAY_S });
    const [payment] = (await truthOf(subscription)).payments;
    await act(sandbox, subscription.id, "dispute_lost");
    await act(sandbox, subscription.id, "renew");
    await syncSubscription(user.id, subscription.id, { paymentIntent: payment?.id ?? "" });
    expect(await ordersOf(user)).toMatchObject([{ kind: "cancel", reason: "taken_back" }]);
    expect(await planOf(user)).toBe("free");
  });
});

describe("another product's subscription", () => {
  async function buyOther(user: TestUser) {
    const other = await buy(user, { plan: "other" });
    await read(user, other);
    return other;
  }

  test("is stored and told, and gives nothing", async () => {
    const user = await buildUser();
    const other = await buyOther(user);
    expect(await planOf(user)).toBe("free");
    expect(await recordsOf(user)).toMatchObject([
      { stripe_subscription_id: other.id, price_cents: 100, gives_pro: false },
    ]);
    expect(await alertsOf(other.id)).toEqual([{ kind: "other_product", resolved: false }]);
    const mine = await request(api, "GET", "/api/billing", undefined, user.headers);
    expect(mine.status).toBe(404);
    const history = await request<{ history: unknown[] }>(
      api,
      "GET",
      "/api/billing/history",
      undefined,
      user.headers,
    );
    expect(history.body.history).toEqual([]);
  });

  test("is no second subscription, and stays when the account is closed or deleted", async () => {
    const { user, subscription } = await buildBuyer({ at: nowS() - 20 * DAY_S });
    const other = await buyOther(user);
    expect(await ordersOf(user)).toEqual([]);
    await deactivate(user);
    await read(user, subscription);
    await read(user, other);
    await execute(sql`DELETE FROM accounts WHERE id = ${user.id}`);
    await carryOutOrders(user);
    expect([await statusOf(subscription), await statusOf(other)]).toEqual(["canceled", "active"]);
  });

  test("takes PRO away when a subscription is changed to it", async () => {
    const { user, subscription } = await buildBuyer();
    await act(sandbox, subscription.id, "change_product");
    await read(user, subscription);
    expect(await planOf(user)).toBe("free");
    expect(await alertsOf(subscription.id)).toEqual([{ kind: "other_product", resolved: false }]);
  });
});
