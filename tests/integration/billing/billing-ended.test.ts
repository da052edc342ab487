import { afterAll, beforeEach, expect, test } from "vitest";
import { compareWithProvider } from "@/server/billing/billing/comparison.service";
import { syncSubscription } from "@/server/billing/billing/subscription-sync.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import type { TestUser } from "@/tests/factories/users";
import { request } from "@/tests/support/api";
import { buildBuyer, forgetEvents } from "@/tests/support/payment-events";
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

/** What Stripe ended by itself: what it left unpaid is not paid any more. No worker runs: each step is the test's. */

const api = runApi({ withoutLimits: true });
const sandbox = runSandbox({ stripeWebhook });
beforeEach(() => forgetEvents(sandbox));
afterAll(closeQueues);

const read = (user: TestUser, { id }: SandboxSubscription) => syncSubscription(user.id, id);

/** A renewal of it failed two days ago. */
async function buildUnpaid() {
  const { user, subscription } = await buildBuyer(sandbox, { at: nowS() - 40 * DAY_S });
  const failedAt = nowS() - 2 * DAY_S;
  await act(sandbox, subscription.id, "fail", { at: failedAt });
  await read(user, subscription);
  return { user, subscription, graceEnd: new Date((failedAt + 7 * DAY_S) * 1000) };
}

/** At Stripe, newest first. */
const invoicesOf = async (subscription: SandboxSubscription) =>
  (await truthAt(sandbox, subscription)).invoices.map(({ status }) => status);

/** As we know them, newest first. */
const storedOf = async (user: TestUser) =>
  (
    await rows<{ status: string }>(
      sql`SELECT status FROM billing_invoices WHERE user_id = ${user.id} ORDER BY created_at DESC`,
    )
  ).map(({ status }) => status);

interface Shown {
  history: { status: string; receipt_url: string | null }[];
  past_due: { pro_until: string; pay_url: string | null } | null;
}
const show = async (user: TestUser, path: "history" | "overview") =>
  (await request<Shown>(api, "GET", `/api/billing/${path}`, undefined, user.headers)).body;

test.each([
  ["cancel", "open"],
  ["cancel", "uncollectible"],
  ["cancel_unpaid", "open"],
  ["cancel_unpaid", "uncollectible"],
])(
  "by '%s': its %s invoice takes no money any more, and no screen says where to pay",
  async (action, invoice) => {
    const { user, subscription } = await buildUnpaid();
    if (invoice === "uncollectible") await act(sandbox, subscription.id, "write_off");
    await act(sandbox, subscription.id, action);
    await read(user, subscription);
    expect(await ordersOf(user)).toMatchObject([
      { kind: "cancel", subscription_id: subscription.id, reason: "ended" },
    ]);
    for (const isTold of [false, true]) {
      if (isTold) await carryOutOrders(user);
      expect((await show(user, "history")).history, String(isTold)).toMatchObject([
        { status: "canceled", receipt_url: null },
        { status: "paid", receipt_url: expect.any(String) },
      ]);
      expect((await show(user, "overview")).past_due?.pay_url ?? null).toBeNull();
    }
    expect(await storedOf(user)).toEqual(["void", "paid"]);
    // As if its page was still open.
    await act(sandbox, subscription.id, "settle");
    await read(user, subscription);
    expect(await invoicesOf(subscription)).toEqual(["void", "paid"]);
    expect(await ordersOf(user)).toHaveLength(1);
  },
);

test("after failed payments: PRO stays for the days of grace, and a new purchase is no second one", async () => {
  const { user, subscription, graceEnd } = await buildUnpaid();
  await act(sandbox, subscription.id, "cancel_unpaid");
  await read(user, subscription);
  await carryOutOrders(user);
  await read(user, subscription);
  expect(await recordsOf(user)).toMatchObject([
    { status: "canceled", gives_pro: true, pro_until: graceEnd },
  ]);
  expect(await planOf(user)).toBe("pro");
  expect((await show(user, "overview")).past_due).toEqual({
    pro_until: graceEnd.toISOString(),
    pay_url: null,
  });
  const next = await checkout(sandbox, { reference: String(user.id) });
  await read(user, next);
  await carryOutOrders(user);
  const { subscription: bought, payments } = await truthAt(sandbox, next);
  expect(bought.status).toBe("active");
  expect(payments).toMatchObject([{ refundedCents: 0 }]);
  expect((await show(user, "overview")).past_due).toBeNull();
});

test("a reading from before the invoice was voided is not written after it", async () => {
  const { user, subscription } = await buildUnpaid();
  await act(sandbox, subscription.id, "cancel_unpaid");
  await read(user, subscription);
  await sandbox.control("POST", "/faults", {
    ...{ target: "stripe", kind: "late-answer", path: "/invoices", delayMs: 1_000, times: 1 },
  });
  const early = read(user, subscription);
  // Its answer is made, and on its way.
  await expect
    .poll(async () => (await sandbox.control<unknown[]>("GET", "/faults")).length)
    .toBe(1);
  await carryOutOrders(user);
  await early;
  expect(await storedOf(user)).toEqual(["void", "paid"]);
});

test("before it was asked of Stripe at once: the nightly comparison finds it, and says nothing", async () => {
  const { user, subscription } = await buildUnpaid();
  await act(sandbox, subscription.id, "cancel");
  await read(user, subscription);
  await execute(sql`DELETE FROM billing_orders WHERE user_id = ${user.id}`);
  await execute(
    sql`UPDATE billings SET compared_at = now() - interval '2 days' WHERE user_id = ${user.id}`,
  );
  await compareWithProvider.run();
  await carryOutOrders(user);
  expect(await invoicesOf(subscription)).toEqual(["void", "paid"]);
  expect(await alertsOf(subscription.id)).toEqual([]);
});

test("for a closed account too", async () => {
  const { user, subscription } = await buildUnpaid();
  await execute(sql`UPDATE accounts SET is_active = false WHERE id = ${user.id}`);
  await act(sandbox, subscription.id, "cancel");
  await read(user, subscription);
  await carryOutOrders(user);
  expect(await invoicesOf(subscription)).toEqual(["void", "paid"]);
});

test("what is paid, and what another product sells, is left alone", async () => {
  const { user, subscription } = await buildBuyer(sandbox);
  await act(sandbox, subscription.id, "cancel");
  await read(user, subscription);
  const buyer = { reference: String(user.id), at: nowS() - 40 * DAY_S };
  const other = await checkout(sandbox, { ...buyer, plan: "other" });
  for (const action of ["fail", "cancel"]) await act(sandbox, other.id, action);
  await read(user, other);
  expect(await ordersOf(user)).toEqual([]);
  expect(await invoicesOf(other)).toEqual(["open", "paid"]);
});
