import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountActions } from "@/lib/contracts/accounts/account-actions";
import { billing } from "@/lib/contracts/billing/billing";
import { billingAdmin } from "@/lib/contracts/billing/billing-admin";
import { subscription } from "@/lib/contracts/billing/subscription";
import { until } from "@/sandbox/testing";
import { syncSubscription } from "@/server/billing/billing/subscription-sync.service";
import { firstRow, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import {
  act,
  checkout,
  daysAhead,
  historyOf,
  planOf,
  recordsOf,
  type SandboxSubscription,
  stripeWebhook,
  untilPlan,
  writeBilling,
} from "@/tests/support/payments";
import { runApi, runSandbox, runWorkers } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
const sandbox = runSandbox({ stripeWebhook });
runWorkers();
afterAll(closeQueues);

let boss: TestUser;
beforeAll(async () => {
  boss = await buildUser({ id: 4 });
});

const writeRecord = (user: TestUser) => writeBilling(api, boss, user);

describe("a record written by hand", () => {
  test("gives PRO to its period's end, and takes it when it is deleted", async () => {
    const user = await buildUser();
    const { body } = await writeRecord(user);
    expect(await planOf(user)).toBe("pro");
    await callApi(api, billing.remove, { params: { id: body.billing_id } }, boss.headers);
    expect(await planOf(user)).toBe("free");
  });

  test("never takes a plan that no record gave", async () => {
    const user = await buildUser({ plan: "pro" });
    const { body } = await writeRecord(user);
    await callApi(api, billing.remove, { params: { id: body.billing_id } }, boss.headers);
    expect(await planOf(user)).toBe("pro");
  });

  test("is cancelled and changed by its owner without the provider", async () => {
    const user = await buildUser();
    const { body } = await writeRecord(user);
    const params = { id: body.billing_id };
    const paid = await callApi(
      api,
      billing.update,
      { params, body: { payment_method: "boleto" } },
      user.headers,
    );
    expect(paid.body.billing.payment_method).toBe("boleto");
    const ended = await callApi(api, billing.cancel, { params }, user.headers);
    expect(ended.body.billing.cancel_at_period_end).toBe(true);
    expect(await historyOf(user)).toEqual(["pro_started", "subscription_canceled"]);
    const kept = await callApi(api, accountActions.list, { query: {} }, user.headers);
    expect(kept.body.actions.map(({ action }) => action)).toEqual([
      "subscription_changed",
      "subscription_changed",
    ]);
  });

  test("is the administrator's alone to write and to read of others", async () => {
    const [user, stranger] = [await buildUser(), await buildUser()];
    const { body } = await writeRecord(user);
    const full = await request(
      api,
      "POST",
      "/api/billing",
      {
        user_id: stranger.id,
        stripe_customer_id: "x",
        stripe_subscription_id: "x",
        plan: "x",
        price: 1,
        status: "active",
        start_date: daysAhead(-1),
        current_period_end: daysAhead(1),
      },
      stranger.headers,
    );
    expect(full.status).toBe(403);
    expect(await recordsOf(stranger)).toEqual([]);
    for (const [reader, status] of [
      [user, 200],
      [boss, 200],
      [stranger, 404],
    ] as const) {
      const one = await callApi(
        api,
        billing.one,
        { params: { id: body.billing_id } },
        reader.headers,
      );
      const many = await callApi(
        api,
        billing.ofUser,
        { params: { userId: user.id } },
        reader.headers,
      );
      expect([one.status, many.status]).toEqual([status, status]);
    }
    for (const wrong of [
      { plan: "monthly" },
      { cancel_at_period_end: "sim" },
      { payment_method: "" },
    ]) {
      const answer = await request(api, "POST", "/api/billing", wrong, user.headers);
      expect(answer.status, JSON.stringify(wrong)).toBe(400);
    }
  });
});

async function subscribe() {
  const user = await buildUser();
  const bought = await checkout(sandbox, { reference: String(user.id) });
  await untilPlan(user, "pro");
  const row = await firstRow<{ id: number }>(
    sql`SELECT id FROM billings WHERE user_id = ${user.id}`,
  );
  return { user, bought, billingId: row?.id ?? 0 };
}

describe("its owner's changes of a subscription", () => {
  test("reach Stripe: its end and back, what pays", async () => {
    const { user, bought, billingId } = await subscribe();
    const change = (body: { cancel_at_period_end: boolean }) =>
      callApi(api, billing.create, { body }, user.headers);
    const before = await callApi(api, subscription.overview, {}, user.headers);
    expect(before.body).toMatchObject({ has_portal: true, past_due: null, debit: null });
    expect(await change({ cancel_at_period_end: true })).toMatchObject({
      status: 200,
      body: { billing_id: billingId, billing: { cancel_at_period_end: true } },
    });
    expect((await change({ cancel_at_period_end: false })).body.billing?.cancel_at_period_end).toBe(
      false,
    );
    const { subscription: truth } = await sandbox.control<{
      subscription: SandboxSubscription & { cancelAtPeriodEnd: boolean };
    }>("GET", `/stripe/subscriptions/${bought.id}`);
    expect(truth).toMatchObject({ cancelAtPeriodEnd: false });
    const params = { id: billingId };
    const good = { params, body: { payment_method: "pm_card_other1111" } };
    expect(
      (await callApi(api, billing.update, good, user.headers)).body.billing.payment_method,
    ).toBe("Visa •••• 1111");
    const bad = { params, body: { payment_method: "unknown" } };
    expect((await callApi(api, billing.update, bad, user.headers)).status).toBe(400);
    const portal = await callApi(api, subscription.portal, { body: {} }, user.headers);
    expect(portal.body.url).toContain(bought.customer);
    expect(await historyOf(user)).toEqual([
      ...["pro_started", "subscription_canceled", "subscription_resumed"],
    ]);
  });

  test("say so when Stripe does not answer, and change nothing", async () => {
    const { user, billingId } = await subscribe();
    await sandbox.control("POST", "/faults", { target: "stripe", kind: "status", status: 503 });
    const answer = await callApi(api, billing.cancel, { params: { id: billingId } }, user.headers);
    await sandbox.control("DELETE", "/faults");
    expect(answer).toMatchObject({ status: 503 });
    expect(await recordsOf(user)).toMatchObject([{ cancel_at_period_end: false }]);
  });

  test("an answer that was lost is asked for again under the same key", async () => {
    const { user, bought } = await subscribe();
    await sandbox.control("POST", "/faults", {
      target: "stripe",
      kind: "lost-answer",
      path: bought.id,
      times: 1,
    });
    const answer = await callApi(
      api,
      billing.create,
      { body: { cancel_at_period_end: true } },
      user.headers,
    );
    expect(answer.body.billing?.cancel_at_period_end).toBe(true);
  });
});

describe("the administrator", () => {
  test("cannot delete the record of a subscription that Stripe still runs", async () => {
    const { user, bought, billingId } = await subscribe();
    const remove = () => callApi(api, billing.remove, { params: { id: billingId } }, boss.headers);
    const refused = {
      status: 409,
      body: { error: expect.stringContaining("Cancele-a primeiro no painel do Stripe.") },
    };
    expect(await remove()).toMatchObject(refused);
    await act(sandbox, bought.id, "fail");
    await until(async () => (await recordsOf(user))[0]?.status === "past_due", "the failure");
    expect(await remove()).toMatchObject(refused);
    expect(await planOf(user)).toBe("pro");
    await act(sandbox, bought.id, "cancel");
    await until(async () => (await recordsOf(user))[0]?.status === "canceled", "the end");
    expect((await remove()).status).toBe(200);
    expect(await recordsOf(user)).toEqual([]);
  });

  test("can delete the record of a subscription that Stripe does not find", async () => {
    const { user, bought, billingId } = await subscribe();
    const missing = { target: "stripe", kind: "missing", path: bought.id };
    await sandbox.control("POST", "/faults", missing);
    await syncSubscription(user.id, bought.id);
    await sandbox.control("DELETE", "/faults");
    const params = { id: billingId };
    expect((await callApi(api, billing.remove, { params }, boss.headers)).status).toBe(200);
    expect(await planOf(user)).toBe("free");
  });

  test("ties a payment of nobody to an account by a record, and tries it again", async () => {
    const bought = await checkout(sandbox, { email: `${randomUUID()}@teste.example` });
    const find = async () => {
      const { body } = await callApi(api, billingAdmin.events, {}, boss.headers);
      return body.events.find(
        ({ customer_id, type }) => customer_id === bought.customer && type.startsWith("checkout"),
      );
    };
    const event = await until(find, "the event");
    const retry = () =>
      callApi(api, billingAdmin.retryEvent, { params: { id: event.id } }, boss.headers);
    expect(await retry()).toMatchObject({ status: 409 });
    const user = await buildUser();
    await request(
      api,
      "POST",
      "/api/billing",
      {
        user_id: user.id,
        stripe_customer_id: bought.customer,
        stripe_subscription_id: bought.id,
        plan: "monthly",
        price: 97,
        status: "active",
        start_date: daysAhead(-1),
        current_period_end: daysAhead(30),
      },
      boss.headers,
    );
    // The worker may have been quicker.
    expect([200, 404]).toContain((await retry()).status);
    await until(async () => (await find()) === undefined, "the event to be matched");
    await until(
      async () => (await recordsOf(user))[0]?.pro_until === null,
      "the record to be Stripe's",
    );
    expect(await recordsOf(user)).toHaveLength(1);
  });

  test("closes alerts, and reads a person and the report", async () => {
    const { user, bought } = await subscribe();
    await act(sandbox, bought.id, "dispute");
    const alert = await until(async () => {
      const { body } = await callApi(api, billingAdmin.alerts, {}, boss.headers);
      return body.alerts.find(({ account }) => account?.id === user.id);
    }, "the alert");
    const params = { id: alert.id };
    expect((await callApi(api, billingAdmin.resolveAlert, { params }, boss.headers)).status).toBe(
      200,
    );
    expect((await callApi(api, billingAdmin.resolveAlert, { params }, boss.headers)).status).toBe(
      404,
    );
    const person = await callApi(
      api,
      billingAdmin.person,
      { params: { userId: user.id } },
      boss.headers,
    );
    expect(person.body).toMatchObject({
      plan: "pro",
      leads: 0,
      billings: [{ price: 97, status: "active" }],
    });
    const nobody = await callApi(
      api,
      billingAdmin.person,
      { params: { userId: 2_147_483_647 } },
      boss.headers,
    );
    expect(nobody.status).toBe(404);
    const { body } = await callApi(api, billingAdmin.report, {}, boss.headers);
    expect(body.months).toHaveLength(12);
    const paid = await firstRow<{ reais: number }>(
      sql`SELECT sum(amount_cents - refunded_cents)::float8 / 100 AS reais FROM billing_invoices
          WHERE plan = 'monthly' AND status = 'paid'`,
    );
    const [month] = body.months.slice(-1);
    expect(month?.revenue).toContainEqual({ plan: "monthly", amount: paid?.reais });
    expect(month?.started).toBeGreaterThan(0);
    expect(month?.active).toBeGreaterThan(0);
  });
});
