import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { billing } from "@/lib/contracts/billing/billing";
import { orderCancellations } from "@/server/billing/billing/orders.service";
import { execute, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { writeRecord } from "@/tests/support/billing-records";
import { buildBuyer, forgetEvents } from "@/tests/support/payment-events";
import { carryOutOrders, ordersOf, truthAt } from "@/tests/support/payment-orders";
import {
  act,
  alertsOf,
  checkout,
  planOf,
  recordsOf,
  stripeWebhook,
} from "@/tests/support/payments";
import { runApi, runSandbox } from "@/tests/support/running";

/** A record that an administrator wrote with the ids of a subscription that nothing was read of yet. */

const api = runApi({ withoutLimits: true });
const sandbox = runSandbox({ stripeWebhook });
beforeEach(() => forgetEvents(sandbox));
afterAll(closeQueues);

/** A subscription that was bought by nobody we know, and the record that names it. */
async function buildNamed(plan = "monthly") {
  const user = await buildUser();
  const subscription = await checkout(sandbox, { plan });
  const id = await writeRecord(user, {
    subscription: subscription.id,
    source: "admin",
    givesPro: true,
  });
  const change = (body: { cancel_at_period_end: boolean }) =>
    callApi(api, billing.create, { body }, user.headers);
  const cancel = () => callApi(api, billing.cancel, { params: { id } }, user.headers);
  return { user, subscription, change, cancel };
}

const statusOf = async (subscription: { id: string }) =>
  (await truthAt(sandbox, subscription)).subscription.status;

describe("its owner's change", () => {
  test("reaches Stripe, there and back", async () => {
    const { user, subscription, change, cancel } = await buildNamed();
    const ends = async () => {
      const truth = (await truthAt(sandbox, subscription)).subscription;
      return (truth as typeof truth & { cancelAtPeriodEnd: boolean }).cancelAtPeriodEnd;
    };
    expect(await cancel()).toMatchObject({
      status: 200,
      body: { billing: { cancel_at_period_end: true, source: "stripe" } },
    });
    expect(await ends()).toBe(true);
    expect((await change({ cancel_at_period_end: false })).status).toBe(200);
    expect(await ends()).toBe(false);
    expect(await recordsOf(user)).toMatchObject([{ cancel_at_period_end: false, gives_pro: true }]);
  });

  test("says so when it has ended there, and waits for a Stripe that does not answer", async () => {
    const { user, subscription, cancel } = await buildNamed();
    await sandbox.control("POST", "/faults", { target: "stripe", kind: "status", status: 503 });
    expect((await cancel()).status).toBe(503);
    expect(await recordsOf(user)).toMatchObject([{ cancel_at_period_end: false }]);
    await forgetEvents(sandbox);
    await act(sandbox, subscription.id, "cancel");
    expect((await cancel()).status).toBe(409);
    expect(await planOf(user)).toBe("free");
  });

  test("stays ours where Stripe does not know it, or another account has it", async () => {
    const own = await buildUser();
    const { user: other, subscription } = await buildBuyer(sandbox);
    for (const named of [`sub_${randomUUID()}`, subscription.id]) {
      const id = await writeRecord(own, { subscription: named, source: "admin", givesPro: true });
      const ended = await callApi(api, billing.cancel, { params: { id } }, own.headers);
      expect(ended).toMatchObject({
        status: 200,
        body: { billing: { cancel_at_period_end: true, source: "admin" } },
      });
      expect(await alertsOf(named)).toEqual([]);
    }
    expect(await recordsOf(other)).toMatchObject([{ cancel_at_period_end: false }]);
    expect(await statusOf(subscription)).toBe("active");
  });
});

describe("the end of its account", () => {
  const deactivated = async ({ id }: TestUser) => {
    await execute(sql`UPDATE accounts SET is_active = false WHERE id = ${id}`);
    await orderCancellations(id);
  };
  const deleted = ({ id }: TestUser) => execute(sql`DELETE FROM accounts WHERE id = ${id}`);

  test.each([
    ["deactivated", deactivated],
    ["deleted", deleted],
  ])("cancels it at Stripe: %s", async (_, end) => {
    const { user, subscription } = await buildNamed();
    await end(user);
    await carryOutOrders(user);
    expect(await statusOf(subscription)).toBe("canceled");
  });

  test.each([
    ["deactivated", deactivated],
    ["deleted", deleted],
  ])("touches nothing else: %s", async (_, end) => {
    const { user, subscription } = await buildNamed("other");
    const { subscription: theirs } = await buildBuyer(sandbox);
    await writeRecord(user, { subscription: theirs.id, source: "admin" });
    await writeRecord(user, { subscription: `by hand ${randomUUID()}`, source: "admin" });
    const unknown = `sub_${randomUUID()}`;
    await writeRecord(user, { subscription: unknown, source: "admin" });
    await end(user);
    await carryOutOrders(user);
    const orders = await ordersOf(user);
    expect(orders.map((order) => order.subscription_id).sort()).toEqual(
      [subscription.id, unknown].sort(),
    );
    expect(orders.every(({ done_at }) => done_at !== null)).toBe(true);
    expect([await statusOf(subscription), await statusOf(theirs)]).toEqual(["active", "active"]);
    expect(await alertsOf(unknown)).toEqual([]);
  });
});
