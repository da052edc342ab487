import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { syncSubscription } from "@/server/billing/billing/subscription-sync.service";
import { execute, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildUser } from "@/tests/factories/users";
import { refuseAlerts } from "@/tests/support/billing-records";
import { buildBuyer, forgetEvents } from "@/tests/support/payment-events";
import { carryOutOrders, ordersOf, truthAt } from "@/tests/support/payment-orders";
import {
  act,
  alertsOf,
  checkout,
  DAY_S,
  nowS,
  type SandboxSubscription,
  stripeWebhook,
} from "@/tests/support/payments";
import { runSandbox } from "@/tests/support/running";

/** How decisions are sent to Stripe. No worker runs: the test makes each attempt. */

const sandbox = runSandbox({ stripeWebhook });
beforeEach(() => forgetEvents(sandbox));
afterAll(closeQueues);

const statusOf = async (subscription: SandboxSubscription) =>
  (await truthAt(sandbox, subscription)).subscription.status;
const refundsOf = async (subscription: SandboxSubscription) =>
  (await truthAt(sandbox, subscription)).payments.map(({ refundedCents }) => refundedCents);

test("an order refunds one named payment or none, and one payment once", async () => {
  const { id } = await buildUser();
  const insert = (kind: string, reason: string, payment: string | null) =>
    execute(
      sql`INSERT INTO billing_orders (kind, user_id, subscription_id, reason, payment_intent)
          VALUES (${kind}, ${id}, ${`sub_${randomUUID()}`}, ${reason}, ${payment})`,
    );
  await expect(insert("refund", "duplicate", null)).rejects.toThrow("billing_orders_refund_check");
  await expect(insert("refund", "account_closed", "pi_1")).rejects.toThrow(
    "billing_orders_refund_check",
  );
  await insert("refund", "duplicate", "pi_1");
  await expect(insert("refund", "duplicate", "pi_1")).rejects.toThrow("billing_orders_refund_key");
});

test("an order for what Stripe does not find with our key is not done", async () => {
  const { user, subscription } = await buildBuyer(sandbox);
  await execute(sql`DELETE FROM accounts WHERE id = ${user.id}`);
  const missing = { target: "stripe", kind: "missing", path: subscription.id };
  await sandbox.control("POST", "/faults", missing);
  await carryOutOrders(user);
  expect(await ordersOf(user)).toMatchObject([{ done_at: null }]);
  await sandbox.control("DELETE", "/faults");
  await carryOutOrders(user);
  expect(await ordersOf(user)).toMatchObject([{ done_at: expect.any(Date) }]);
  expect(await statusOf(subscription)).toBe("canceled");
});

test("an order is done with what the administrator is told of it, or not yet", async () => {
  const { user } = await buildBuyer(sandbox, { at: nowS() - 20 * DAY_S });
  const second = await checkout(sandbox, { reference: String(user.id) });
  await syncSubscription(user.id, second.id);
  const allowAlerts = await refuseAlerts();
  onTestFinished(allowAlerts);
  await carryOutOrders(user);
  expect(await ordersOf(user)).toMatchObject([{ done_at: null }]);
  await allowAlerts();
  await carryOutOrders(user);
  expect(await ordersOf(user)).toMatchObject([{ done_at: expect.any(Date) }]);
  expect(await refundsOf(second)).toEqual([9_700]);
  expect(await alertsOf(second.id)).toMatchObject([{ kind: "duplicate_refunded" }]);
});

test("an order that Stripe answered by a failure is asked for anew, not under the key of that answer", async () => {
  const { user } = await buildBuyer(sandbox, { at: nowS() - 20 * DAY_S });
  const second = await checkout(sandbox, { reference: String(user.id) });
  await syncSubscription(user.id, second.id);
  for (const path of [`/subscriptions/${second.id}`, "/refunds"]) {
    const failure = { target: "stripe", kind: "kept-failure", path, times: 1 };
    await sandbox.control("POST", "/faults", failure);
    await carryOutOrders(user);
    expect(await ordersOf(user)).toMatchObject([{ done_at: null }]);
  }
  await carryOutOrders(user);
  expect(await ordersOf(user)).toMatchObject([{ done_at: expect.any(Date) }]);
  expect(await statusOf(second)).toBe("canceled");
  expect(await refundsOf(second)).toEqual([9_700]);
});

test("a refund whose answer was lost is made once", async () => {
  const { user } = await buildBuyer(sandbox, { at: nowS() - 20 * DAY_S });
  const second = await checkout(sandbox, { reference: String(user.id) });
  await syncSubscription(user.id, second.id);
  // The SDK repeats a request once by itself.
  const lost = { target: "stripe", kind: "lost-answer", path: "/refunds", times: 2 };
  await sandbox.control("POST", "/faults", lost);
  await carryOutOrders(user);
  expect(await ordersOf(user)).toMatchObject([{ done_at: null }]);
  await carryOutOrders(user);
  expect(await ordersOf(user)).toMatchObject([{ done_at: expect.any(Date) }]);
  expect(await refundsOf(second)).toEqual([9_700]);
});

test("an order waits for Stripe for three days, and the administrator is told", async () => {
  const { user, subscription } = await buildBuyer(sandbox);
  await execute(sql`DELETE FROM accounts WHERE id = ${user.id}`);
  await sandbox.control("POST", "/faults", { target: "stripe", kind: "status", status: 503 });
  const age = (hours: number) =>
    execute(
      sql`UPDATE billing_orders SET created_at = now() - make_interval(hours => ${hours}), attempts = 9
          WHERE user_id = ${user.id} AND failed_at IS NULL`,
    );
  for (const hours of [0, 1, 71]) {
    await age(hours);
    await carryOutOrders(user);
    const told = { kind: "provider_unreachable", resolved: false };
    expect(await alertsOf(`conta ${user.id}`), String(hours)).toEqual(hours > 0 ? [told] : []);
    expect(await alertsOf(subscription.id)).toEqual([]);
  }
  await sandbox.control("DELETE", "/faults");
  await carryOutOrders(user);
  expect(await statusOf(subscription)).toBe("canceled");
  expect(await alertsOf(`conta ${user.id}`)).toMatchObject([{ resolved: true }]);
});

test("an order that was given up is taken up again at the next reading", async () => {
  const { user, subscription } = await buildBuyer(sandbox);
  await act(sandbox, subscription.id, "refund");
  await syncSubscription(user.id, subscription.id);
  await execute(
    sql`UPDATE billing_orders SET failed_at = now(), attempts = 10 WHERE user_id = ${user.id}`,
  );
  await carryOutOrders(user);
  expect(await statusOf(subscription)).toBe("active");
  await syncSubscription(user.id, subscription.id);
  expect(await ordersOf(user)).toHaveLength(1);
  await carryOutOrders(user);
  expect(await statusOf(subscription)).toBe("canceled");
});
