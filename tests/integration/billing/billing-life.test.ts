import { afterAll, afterEach, describe, expect, test } from "vitest";
import type { BillingEntry } from "@/lib/contracts/billing/subscription";
import { until } from "@/sandbox/testing";
import { endLapsedPlans } from "@/server/billing/billing/plan.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { closeHub } from "@/server/platform/live/hub";
import { publish } from "@/server/platform/live/publish";
import { buildCampaign } from "@/tests/factories/campaigns";
import type { TestUser } from "@/tests/factories/users";
import { request } from "@/tests/support/api";
import { openStream } from "@/tests/support/event-stream";
import { truthAt } from "@/tests/support/payment-orders";
import {
  act,
  alertsOf,
  checkout,
  DAY_S,
  historyOf,
  nowS,
  planOf,
  recordsOf,
  stripeWebhook,
  subscribe,
  untilPlan,
  untilQuiet,
} from "@/tests/support/payments";
import { runApi, runSandbox, runWorkers } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
const sandbox = runSandbox({ stripeWebhook });
runWorkers();
afterAll(closeQueues);
afterAll(closeHub);
afterEach(() => sandbox.control("DELETE", "/faults"));

const entriesOf = async (user: TestUser) =>
  (
    await request<{ history: BillingEntry[] }>(
      api,
      "GET",
      "/api/billing/history",
      undefined,
      user.headers,
    )
  ).body.history;

describe("the life of a subscription", () => {
  test("is bought, renewed, failed, recovered, cancelled and over", async () => {
    const { user, subscription } = await subscribe(sandbox, { plan: "quarterly" });
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
    const failedAt = nowS() - 2 * DAY_S;
    await act(sandbox, id, "fail", { at: failedAt });
    const late = await until(async () => {
      const [record] = await recordsOf(user);
      return record?.status === "past_due" && record;
    }, "the failure");
    expect(late.pro_until).toEqual(new Date((failedAt + 7 * DAY_S) * 1000));
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
    expect(await historyOf(user)).toEqual([
      ...["pro_started", "payment_failed", "subscription_canceled", "pro_ended"],
    ]);
  });

  test("refunds: a partial one changes nothing, a full one ends PRO and the subscription, the next purchase brings it back", async () => {
    const { user, subscription } = await subscribe(sandbox);
    await act(sandbox, subscription.id, "refund_half");
    await untilQuiet(user, 3);
    expect(await planOf(user)).toBe("pro");
    const [half] = await entriesOf(user);
    expect(half).toMatchObject({
      status: "paid",
      currency: "BRL",
      refunded: (half?.price ?? 0) / 2,
    });
    await act(sandbox, subscription.id, "refund_half");
    await untilPlan(user, "free");
    expect((await entriesOf(user))[0]?.status).toBe("refunded");
    await until(async () => (await recordsOf(user))[0]?.status === "canceled", "the end");
    await checkout(sandbox, { reference: String(user.id) });
    await untilPlan(user, "pro");
  });

  test("disputes: open and won change nothing but tell the administrator, a lost one ends PRO", async () => {
    const { user, subscription } = await subscribe(sandbox);
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
    const { user, subscription } = await subscribe(sandbox);
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
    const { user, subscription } = await subscribe(sandbox);
    const nextRunAt = new Date(Date.now() + DAY_S * 1000);
    const campaign = await buildCampaign(user, { nextRunAt });
    const tab = await openStream(api, user);
    // The first stream makes the server listen to the database, which may take a moment.
    await until(() => {
      publish(user.id, "lists.changed", {});
      return tab.text.includes("lists.changed");
    }, "the server to listen");
    await act(sandbox, subscription.id, "cancel");
    await untilPlan(user, "free");
    const told = '{"plan":"free","stopped_campaigns":1}';
    await until(
      () => tab.text.includes(told) && tab.text.includes("credits.changed"),
      "the open tab to be told",
    );
    tab.close();
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
    const { user, subscription } = await subscribe(sandbox, { at: nowS() - 40 * DAY_S });
    const failedAt = nowS() - 6 * DAY_S;
    await act(sandbox, subscription.id, "fail", { at: failedAt });
    await act(sandbox, subscription.id, "unpaid");
    await until(async () => (await recordsOf(user))[0]?.status === "unpaid", "unpaid");
    expect((await recordsOf(user))[0]?.pro_until).toEqual(new Date((failedAt + 7 * DAY_S) * 1000));
    await act(sandbox, subscription.id, "cancel_unpaid");
    await until(async () => (await recordsOf(user))[0]?.status === "canceled", "the end");
    expect(await planOf(user)).toBe("pro");
    await until(async () => {
      const { invoices } = await truthAt(sandbox, subscription);
      return invoices[0]?.status === "void";
    }, "the invoice to take no money any more");
    await untilQuiet(user, 4);
    expect((await recordsOf(user))[0]?.pro_until).toEqual(new Date((failedAt + 7 * DAY_S) * 1000));
    await execute(
      sql`UPDATE billings SET pro_until = now() - interval '1 second' WHERE user_id = ${user.id}`,
    );
    await endLapsedPlans.run();
    expect(await planOf(user)).toBe("free");
    // Unpaid invoices of an ended subscription are no longer demanded.
    expect((await entriesOf(user))[0]?.status).toBe("canceled");
  });

  test("is over for a failure of more than seven days ago", async () => {
    const { user, subscription } = await subscribe(sandbox, { at: nowS() - 40 * DAY_S });
    await act(sandbox, subscription.id, "fail", { at: nowS() - 8 * DAY_S });
    await untilPlan(user, "free");
    await act(sandbox, subscription.id, "settle");
    await untilPlan(user, "pro");
  });
});
