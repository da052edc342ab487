import { afterAll, afterEach, describe, expect, test } from "vitest";
import { subscription } from "@/lib/contracts/billing/subscription";
import { until } from "@/sandbox/testing";
import { endLapsedPlans } from "@/server/billing/billing/plan.service";
import { syncSubscription } from "@/server/billing/billing/subscription-sync.service";
import { matchWaitingEvents } from "@/server/billing/billing-events/billing-events.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { storedRecords } from "@/tests/support/billing-records";
import { ageUnmatched, receive, stateOf } from "@/tests/support/payment-events";
import { truthAt } from "@/tests/support/payment-orders";
import {
  act,
  checkout,
  DAY_S,
  eventsOf,
  historyOf,
  nowS,
  planOf,
  postEvent,
  type SandboxSubscription,
  stripeWebhook,
  untilPlan,
} from "@/tests/support/payments";
import { runApi, runSandbox, runWorkers } from "@/tests/support/running";

/** A subscription that Pix pays: the bank takes days to debit a renewal, and its owner may end the debits there. */

const api = runApi({ withoutLimits: true });
const sandbox = runSandbox({ stripeWebhook });
runWorkers();
afterAll(closeQueues);
afterEach(() => sandbox.control("DELETE", "/faults"));

async function subscribe(bought: { at?: number } = {}) {
  const user = await buildUser();
  const bySubscriber = { reference: String(user.id), pix: true, ...bought };
  const paid = await checkout(sandbox, bySubscriber);
  await untilPlan(user, "pro");
  return { user, paid };
}

const readScreen = async ({ headers }: TestUser) =>
  (await callApi(api, subscription.overview, {}, headers)).body;
const readPayments = async ({ headers }: TestUser) =>
  (await callApi(api, subscription.history, {}, headers)).body.history;

const untilDebit = (user: TestUser, debit: string | null) =>
  until(async () => {
    await matchWaitingEvents.run();
    return (await readScreen(user)).debit === debit;
  }, `the debit to be ${debit}`);

/** As the buyer does on the page that a call of ours has opened. */
async function choose(url: string, way: "card" | "pix"): Promise<string | null> {
  const body = new FormData();
  body.set("way", way);
  const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
  return answer.headers.get("location");
}

const endOf = ({ periodEnd }: SandboxSubscription) => new Date(periodEnd * 1000);

describe("a renewal that the bank debits", () => {
  test("is no late payment: PRO goes on and nothing is to be paid, until the money came", async () => {
    const { user, paid } = await subscribe({ at: nowS() - 33 * DAY_S });
    await act(sandbox, paid.id, "renew", { at: nowS() - 2 * DAY_S });
    await untilDebit(user, "processing");
    expect(await readScreen(user)).toMatchObject({
      current: { status: "active", payment_method: "Pix" },
      ...{ past_due: null, pro_until: null },
    });
    const [renewal] = await readPayments(user);
    expect(renewal).toMatchObject({ status: "processing", receipt_url: null });
    await endLapsedPlans.run();
    expect(await planOf(user)).toBe("pro");
    await act(sandbox, paid.id, "settle");
    await untilDebit(user, null);
    expect((await readPayments(user)).map(({ status }) => status)).toEqual(["paid", "paid"]);
    expect(await historyOf(user)).toEqual(["pro_started"]);
  });

  test("gives its seven days of grace from its failure, also before that is told", async () => {
    const { user, paid } = await subscribe({ at: nowS() - 40 * DAY_S });
    await act(sandbox, paid.id, "renew", { at: nowS() - 9 * DAY_S });
    await untilDebit(user, "processing");
    const lost = { target: "stripe", kind: "lost-webhooks", path: "invoice.payment_failed" };
    await sandbox.control("POST", "/faults", lost);
    const failedAt = nowS() - 2 * DAY_S;
    await act(sandbox, paid.id, "refuse_debit", { at: failedAt });
    const late = await until(async () => {
      const { past_due } = await readScreen(user);
      return past_due;
    }, "the failure");
    const graceEndsAt = new Date(late.pro_until).getTime();
    expect(graceEndsAt).toBeGreaterThan(Date.now() + 6 * DAY_S * 1000);
    expect(late.pay_url).not.toBeNull();
    expect(await planOf(user)).toBe("pro");
    const [told = ""] = await eventsOf(sandbox, "invoice.payment_failed", paid.id);
    expect(await postEvent(told)).toBe(200);
    const isExact = async () => {
      const [record] = await storedRecords(user);
      return record?.pro_until?.getTime() === (failedAt + 7 * DAY_S) * 1000;
    };
    await until(isExact, "the time of the failure");
  });
});

describe("debits that their owner ended at the bank", () => {
  test("leave PRO to the end of what is paid, whatever comes when and how often", async () => {
    const { user, paid } = await subscribe();
    await act(sandbox, paid.id, "end_mandate");
    await untilDebit(user, "ended");
    const told = await readScreen(user);
    expect(told).toMatchObject({ current: { status: "active" }, past_due: null });
    const proUntil = new Date(told.pro_until ?? 0).getTime();
    expect(proUntil - endOf(paid).getTime()).toBe(2 * 3_600_000);
    expect(await planOf(user)).toBe("pro");
    const [ended = ""] = await eventsOf(sandbox, "mandate.updated", "inactive");
    for (const { body } of [
      ...(await eventsOf(sandbox, "invoice.paid", paid.id)),
      ...(await eventsOf(sandbox, "checkout.session.completed", paid.id)),
      ended,
    ].map((body, at) => ({ body: body.replace(/"evt_\w+"/, `"evt_again_${paid.id}_${at}"`) }))) {
      expect(await postEvent(body)).toBe(200);
    }
    await until(async () => {
      await matchWaitingEvents.run();
      const [left] = await rows<{ count: number }>(
        sql`SELECT count(*)::int AS count FROM billing_events
            WHERE event_id LIKE ${`evt_again_${paid.id}%`} AND state = 'done'`,
      );
      return left?.count === 3;
    }, "the repeated events");
    expect(await readScreen(user)).toMatchObject({ debit: "ended", pro_until: told.pro_until });
    expect(await historyOf(user)).toEqual(["pro_started", "debit_ended"]);
    // Nothing is tried, and nothing else is told.
    await execute(sql`UPDATE billings SET pro_until = now() WHERE user_id = ${user.id}`);
    await endLapsedPlans.run();
    expect(await planOf(user)).toBe("free");
  });

  test("fail the next renewal, which gives its days of grace", async () => {
    const { user, paid } = await subscribe();
    await act(sandbox, paid.id, "end_mandate");
    const failedAt = nowS();
    await act(sandbox, paid.id, "renew", { at: failedAt });
    const late = await until(async () => (await readScreen(user)).past_due, "the failure");
    expect(new Date(late.pro_until)).toEqual(new Date((failedAt + 7 * DAY_S) * 1000));
    await untilDebit(user, "ended");
    await act(sandbox, paid.id, "settle");
    await until(async () => (await readScreen(user)).past_due === null, "the payment");
  });

  test.each(["card", "pix"] as const)(
    "are replaced at the portal by a %s, without a charge for the time that is paid",
    async (way) => {
      const { user, paid } = await subscribe();
      await act(sandbox, paid.id, "end_mandate");
      await untilDebit(user, "ended");
      const body = { change: "payment_method" } as const;
      const { url } = (await callApi(api, subscription.portal, { body }, user.headers)).body;
      // Left without a choice, nothing has changed.
      await syncSubscription(user.id, paid.id);
      expect(await readScreen(user)).toMatchObject({ debit: "ended" });
      expect(await choose(url, way)).toBe(`${api.url}/subscription`);
      await untilDebit(user, null);
      expect(await readScreen(user)).toMatchObject({
        pro_until: null,
        current: { payment_method: way === "pix" ? "Pix" : "Visa •••• 4242" },
      });
      expect((await truthAt(sandbox, paid)).invoices).toHaveLength(1);
      await act(sandbox, paid.id, "renew");
      await untilDebit(user, way === "pix" ? "processing" : null);
      const [renewal] = (await truthAt(sandbox, paid)).invoices;
      expect(renewal?.status).toBe(way === "pix" ? "open" : "paid");
    },
  );

  test("of another shop's customer are left alone", async () => {
    const id = await receive({ type: "mandate.updated", reference: "pm_of_another_shop" });
    await ageUnmatched(11);
    await matchWaitingEvents.run();
    expect(await stateOf(id)).toBe("ignored");
  });
});

describe("the plan", () => {
  test("is changed at the portal, in its own step", async () => {
    const { user, paid } = await subscribe();
    const body = { change: "plan" } as const;
    const answer = await callApi(api, subscription.portal, { body }, user.headers);
    const page = new URL(answer.body.url);
    expect(Object.fromEntries(page.searchParams)).toEqual({
      flow: "subscription_update",
      subscription: paid.id,
      return_url: `${api.url}/subscription`,
    });
  });

  test("is not changed where there is no portal: the subscription ends first", async () => {
    const { user } = await subscribe();
    const { payments } = env;
    if (payments) payments.hasPortal = false;
    try {
      const body = { change: "plan" } as const;
      expect((await callApi(api, subscription.portal, { body }, user.headers)).status).toBe(404);
      const other = { plan: "annual" } as const;
      expect(
        await callApi(api, subscription.checkout, { body: other }, user.headers),
      ).toMatchObject({
        status: 409,
        body: {
          error:
            "Sua conta já tem uma assinatura: para mudar de plano, cancele-a na tela Assinatura e assine o outro quando ela terminar.",
        },
      });
    } finally {
      if (payments) payments.hasPortal = true;
    }
  });
});
