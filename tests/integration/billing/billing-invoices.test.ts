import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { syncSubscription } from "@/server/billing/billing/subscription-sync.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildUser, type TestUser } from "@/tests/factories/users";
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
import { runSandbox } from "@/tests/support/running";

/** Facts about a subscription from its invoices. Nothing is delivered and no worker runs: the test starts each reading. */
const sandbox = runSandbox({ stripeWebhook });
beforeEach(async () => {
  await sandbox.control("DELETE", "/faults");
  await sandbox.control("POST", "/faults", { target: "stripe", kind: "lost-webhooks" });
});
afterAll(closeQueues);

async function buy(
  user: TestUser,
  bought: { plan?: string; at?: number; flexible?: boolean } = {},
) {
  const subscription = await checkout(sandbox, { reference: String(user.id), ...bought });
  const result = await syncSubscription(user.id, subscription.id);
  return { subscription, result };
}

describe("after a change from the annual to the monthly plan", () => {
  async function changeToMonthly() {
    const user = await buildUser();
    const { subscription } = await buy(user, { plan: "annual", at: nowS() - 60 * DAY_S });
    await act(sandbox, subscription.id, "change_to_monthly", { at: nowS() - 35 * DAY_S });
    await syncSubscription(user.id, subscription.id);
    return { user, subscription };
  }

  test("a renewal that fails leaves PRO for the days of grace", async () => {
    const { user, subscription } = await changeToMonthly();
    const failedAt = nowS() - 2 * DAY_S;
    await act(sandbox, subscription.id, "fail", { at: failedAt });
    await syncSubscription(user.id, subscription.id);
    expect(await recordsOf(user)).toMatchObject([
      {
        ...{ plan: "monthly", status: "past_due", gives_pro: true },
        pro_until: new Date((failedAt + 7 * DAY_S) * 1000),
      },
    ]);
    expect(await planOf(user)).toBe("pro");
  });

  test("a pause ends PRO with the month", async () => {
    const { user, subscription } = await changeToMonthly();
    const { periodEnd } = await act(sandbox, subscription.id, "renew", { at: nowS() - 4 * DAY_S });
    await act(sandbox, subscription.id, "pause");
    await syncSubscription(user.id, subscription.id);
    expect(await recordsOf(user)).toMatchObject([{ pro_until: new Date(periodEnd * 1000) }]);
  });

  test("the month that was given back in full ends it", async () => {
    const { user, subscription } = await changeToMonthly();
    await act(sandbox, subscription.id, "renew", { at: nowS() - 4 * DAY_S });
    await act(sandbox, subscription.id, "refund");
    await syncSubscription(user.id, subscription.id);
    expect(await recordsOf(user)).toMatchObject([{ status: "active", gives_pro: false }]);
    expect(await planOf(user)).toBe("free");
  });
});

describe("an invoice that is paid after its subscription ended", () => {
  async function buyUnpaid() {
    const user = await buildUser();
    const { subscription } = await buy(user, { at: nowS() - 40 * DAY_S });
    await act(sandbox, subscription.id, "fail", { at: nowS() - 2 * DAY_S });
    await act(sandbox, subscription.id, "cancel_unpaid");
    await syncSubscription(user.id, subscription.id);
    const [open] = await rows<{ id: string }>(
      sql`SELECT id FROM billing_invoices WHERE user_id = ${user.id} AND status = 'open'`,
    );
    return { user, subscription, invoice: open?.id ?? "" };
  }

  /** Stripe's times are whole seconds. */
  async function pay({ id }: SandboxSubscription) {
    await sleep(1_100);
    await act(sandbox, id, "settle");
  }

  test("gives nothing, and the administrator is told once", async () => {
    const { user, subscription, invoice } = await buyUnpaid();
    expect(await alertsOf(invoice)).toEqual([]);
    await pay(subscription);
    await syncSubscription(user.id, subscription.id);
    expect(await planOf(user)).toBe("free");
    expect(await alertsOf(invoice)).toEqual([{ kind: "paid_after_end", resolved: false }]);
    await execute(sql`UPDATE billing_alerts SET resolved_at = now() WHERE subject = ${invoice}`);
    await syncSubscription(user.id, subscription.id);
    expect(await alertsOf(invoice)).toEqual([{ kind: "paid_after_end", resolved: true }]);
  });

  test("is no news where it was given back, or another subscription gives access", async () => {
    const { user, subscription, invoice } = await buyUnpaid();
    await pay(subscription);
    await act(sandbox, subscription.id, "refund");
    await syncSubscription(user.id, subscription.id);
    expect(await alertsOf(invoice)).toEqual([]);

    const other = await buyUnpaid();
    await buy(other.user);
    await pay(other.subscription);
    await syncSubscription(other.user.id, other.subscription.id);
    expect(await alertsOf(other.invoice)).toEqual([]);
    expect(await planOf(other.user)).toBe("pro");
  });
});
