import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { compareWithProvider } from "@/server/billing/billing/comparison.service";
import { syncSubscription } from "@/server/billing/billing/subscription-sync.service";
import { getPayments } from "@/server/billing/payments/payments.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildUser, type TestUser } from "@/tests/factories/users";
import {
  act,
  alertsOf,
  checkout,
  DAY_S,
  historyOf,
  nowS,
  planOf,
  recordsOf,
  type SandboxSubscription,
  stripeWebhook,
} from "@/tests/support/payments";
import { runSandbox } from "@/tests/support/running";

/** Nothing is delivered and no worker runs: the test itself starts each reading. */
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

const detailOf = async ({ id }: SandboxSubscription) => {
  await execute(sql`UPDATE billings SET compared_at = now() - interval '2 days'`);
  await compareWithProvider.run();
  return (
    await firstRow<{ detail: string }>(
      sql`SELECT detail FROM billing_alerts WHERE kind = 'record_mended' AND subject = ${id}`,
    )
  )?.detail;
};

test("a comparison says what it mended, and nothing where nothing differs", async () => {
  const user = await buildUser();
  const { subscription, result } = await buy(user);
  expect(result).toEqual({ differences: null });
  expect(await detailOf(subscription)).toBeUndefined();

  await act(sandbox, subscription.id, "cancel");
  expect(await detailOf(subscription)).toBe("status: active → canceled; PRO: sim → não");
  expect(await planOf(user)).toBe("free");

  const other = await buildUser();
  const renewed = await buy(other);
  const before = (await recordsOf(other))[0]?.current_period_end;
  const { periodEnd } = await act(sandbox, renewed.subscription.id, "renew");
  const after = new Date(periodEnd * 1000);
  expect(await detailOf(renewed.subscription)).toBe(
    `fim do período: ${before?.toISOString()} → ${after.toISOString()}`,
  );
  await execute(
    sql`UPDATE billings SET plan = 'annual', gives_pro = false WHERE user_id = ${other.id}`,
  );
  await execute(sql`DELETE FROM billing_alerts`);
  expect(await detailOf(renewed.subscription)).toBe("plano: annual → monthly; PRO: não → sim");
});

describe("a subscription that Stripe does not know", () => {
  test("keeps its record and the access, is told, and is compared until it is found again", async () => {
    const user = await buildUser();
    const { subscription } = await buy(user);
    const compare = async () => {
      await execute(sql`UPDATE billings SET compared_at = now() - interval '2 days'`);
      await compareWithProvider.run();
      return alertsOf(subscription.id);
    };
    // As with the key of another account, or of the test mode.
    await sandbox.control("POST", "/faults", {
      ...{ target: "stripe", kind: "missing", path: subscription.id },
    });
    for (let night = 0; night < 2; night += 1) {
      expect(await compare()).toEqual([{ kind: "unknown_subscription", resolved: false }]);
    }
    expect(await recordsOf(user)).toMatchObject([{ status: "active", gives_pro: true }]);
    expect(await planOf(user)).toBe("pro");
    expect(await syncSubscription(user.id, subscription.id)).toEqual({
      ...{ differences: "", isUnknown: true },
    });

    await sandbox.control("DELETE", "/faults");
    await act(sandbox, subscription.id, "cancel");
    expect(await compare()).toEqual([
      { kind: "unknown_subscription", resolved: true },
      { kind: "record_mended", resolved: false },
    ]);
    expect(await planOf(user)).toBe("free");
  });

  test("and that nobody has a record of, is no success of what goes alongside", async () => {
    const user = await buildUser();
    let calls = 0;
    const alongside = async () => {
      calls += 1;
      return true;
    };
    const id = `sub_${randomUUID()}`;
    expect(await syncSubscription(user.id, id, { alongside })).toEqual({
      ...{ differences: "", isUnknown: true },
    });
    expect(calls).toBe(0);
    expect(await alertsOf(id)).toEqual([]);
  });
});

test("what goes alongside a reading undoes it, by its answer or by its failure", async () => {
  const user = await buildUser();
  const { id } = await checkout(sandbox, { reference: String(user.id) });
  expect(await syncSubscription(user.id, id, { alongside: async () => false })).toEqual({
    differences: "",
  });
  const failing = syncSubscription(user.id, id, {
    alongside: () => Promise.reject(new Error("failed alongside")),
  });
  await expect(failing).rejects.toThrow("failed alongside");
  expect(await recordsOf(user)).toEqual([]);
  expect(await planOf(user)).toBe("free");
  await syncSubscription(user.id, id, { alongside: async () => true });
  expect(await planOf(user)).toBe("pro");
});

test("what changed of a subscription is in the account's history, once", async () => {
  const user = await buildUser();
  const { subscription } = await buy(user);
  const sync = async () => {
    await syncSubscription(user.id, subscription.id);
    await syncSubscription(user.id, subscription.id);
  };
  await act(sandbox, subscription.id, "fail");
  await sync();
  await act(sandbox, subscription.id, "unpaid");
  await sync();
  await act(sandbox, subscription.id, "settle");
  await sync();
  await getPayments().setEnding(subscription.id, true, randomUUID());
  await sync();
  await getPayments().setEnding(subscription.id, false, randomUUID());
  await sync();
  await getPayments().setEnding(subscription.id, true, randomUUID());
  await act(sandbox, subscription.id, "cancel");
  await sync();
  expect(await historyOf(user)).toEqual([
    ...["pro_started", "payment_failed"],
    ...["subscription_canceled", "subscription_resumed", "pro_ended"],
  ]);
  const events = await rows<{ metadata: object }>(
    sql`SELECT metadata FROM events WHERE owner_id = ${user.id} AND event_type LIKE '%ed' AND event_type NOT LIKE 'pro%'`,
  );
  expect(events.map(({ metadata }) => metadata)).toEqual(Array(3).fill({ plan: "monthly" }));
});

test.each([true, false])(
  "an end set in the portal is read and taken back (flexible: %s)",
  async (flexible) => {
    const user = await buildUser();
    const { subscription } = await buy(user, { flexible });
    const read = async () => {
      await syncSubscription(user.id, subscription.id);
      return (await recordsOf(user))[0];
    };
    await act(sandbox, subscription.id, "end_with_period");
    const end = new Date(subscription.periodEnd * 1000);
    expect(await read()).toMatchObject({
      ...{ cancel_at_period_end: true, current_period_end: end, pro_until: end, can_charge: false },
    });
    await getPayments().setEnding(subscription.id, false, randomUUID());
    expect(await read()).toMatchObject({
      ...{ cancel_at_period_end: false, pro_until: null, can_charge: true },
    });
    // What renews already stays so.
    await getPayments().setEnding(subscription.id, false, randomUUID());
    expect(await read()).toMatchObject({ cancel_at_period_end: false, can_charge: true });
    await getPayments().setEnding(subscription.id, true, randomUUID());
    expect(await read()).toMatchObject({ cancel_at_period_end: true, pro_until: end });
    await getPayments().setEnding(subscription.id, false, randomUUID());
    expect(await read()).toMatchObject({ cancel_at_period_end: false });
  },
);

test("a reading that a later one overtook is read anew", async () => {
  const user = await buildUser();
  const { subscription } = await buy(user);
  await sandbox.control("POST", "/faults", {
    ...{ target: "stripe", kind: "late-answer", path: `/subscriptions/${subscription.id}` },
    ...{ delayMs: 1_000, times: 1 },
  });
  const early = syncSubscription(user.id, subscription.id);
  await expect
    .poll(async () => (await sandbox.control<unknown[]>("GET", "/faults")).length)
    .toBe(1);
  await act(sandbox, subscription.id, "pause");
  await syncSubscription(user.id, subscription.id);
  expect(await early).toEqual({ differences: "" });
  const [record] = await recordsOf(user);
  expect(record?.pro_until).toEqual(new Date(subscription.periodEnd * 1000));
  const numbers = await firstRow(
    sql`SELECT sync_no, applied_no FROM billing_accounts WHERE user_id = ${user.id}`,
  );
  expect(numbers).toEqual({ sync_no: 4, applied_no: 4 });
});

test("a reading that is overtaken again and again gives up after the fifth", async () => {
  const user = await buildUser();
  const { subscription } = await buy(user);
  // As if another reading began and ended while each of these waits for Stripe.
  await execute(sql`
    CREATE FUNCTION overtake() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.sync_no := NEW.sync_no + 1; NEW.applied_no := NEW.sync_no; RETURN NEW; END $$`);
  await execute(sql`
    CREATE TRIGGER overtake BEFORE UPDATE ON billing_accounts
    FOR EACH ROW WHEN (NEW.sync_no > OLD.sync_no) EXECUTE FUNCTION overtake()`);
  onTestFinished(async () => {
    await execute(sql`DROP FUNCTION overtake CASCADE`);
  });
  await expect(syncSubscription(user.id, subscription.id)).rejects.toMatchObject({
    code: "unavailable",
  });
  const numbers = await firstRow(
    sql`SELECT sync_no FROM billing_accounts WHERE user_id = ${user.id}`,
  );
  expect(numbers).toEqual({ sync_no: 1 + 2 * 5 });
});

test("what became of an earlier payment is read when it is named", async () => {
  const user = await buildUser();
  const { subscription } = await buy(user, { at: nowS() - 31 * DAY_S });
  const invoices = () =>
    rows<{ payment_intent: string; refunded_cents: number }>(
      sql`SELECT payment_intent, refunded_cents FROM billing_invoices WHERE user_id = ${user.id} ORDER BY period_start`,
    );
  const paymentIntent = (await invoices())[0]?.payment_intent ?? "";
  await act(sandbox, subscription.id, "refund_half");
  await act(sandbox, subscription.id, "renew");
  await syncSubscription(user.id, subscription.id);
  expect(await invoices()).toMatchObject([{ refunded_cents: 0 }, { refunded_cents: 0 }]);
  await syncSubscription(user.id, subscription.id, { paymentIntent });
  expect(await invoices()).toMatchObject([{ refunded_cents: 4_850 }, { refunded_cents: 0 }]);
});

test("the first failure is kept while something is unpaid, and no longer", async () => {
  const user = await buildUser();
  const { subscription } = await buy(user, { at: nowS() - 40 * DAY_S });
  const failedAt = async () => {
    await syncSubscription(user.id, subscription.id);
    const row = await firstRow<{ failed_at: Date | null }>(
      sql`SELECT failed_at FROM billings WHERE user_id = ${user.id}`,
    );
    return row?.failed_at ?? null;
  };
  expect(await failedAt()).toBeNull();
  await act(sandbox, subscription.id, "fail", { at: nowS() - DAY_S });
  expect(await failedAt()).not.toBeNull();
  await act(sandbox, subscription.id, "unpaid");
  expect(await failedAt()).not.toBeNull();
  await act(sandbox, subscription.id, "settle");
  expect(await failedAt()).toBeNull();
  await act(sandbox, subscription.id, "fail", { at: nowS() - DAY_S });
  await act(sandbox, subscription.id, "cancel");
  expect(await failedAt()).toBeNull();
});
