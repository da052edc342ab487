import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { syncSubscription } from "@/server/billing/billing/subscription-sync.service";
import * as repository from "@/server/billing/billing-events/billing-events.repository";
import { billingEventWork } from "@/server/billing/billing-events/event-work.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { buildUser } from "@/tests/factories/users";
import { refuseAlerts } from "@/tests/support/billing-records";
import {
  buildBuyer,
  eventOf,
  forgetEvents,
  receive,
  stateOf,
} from "@/tests/support/payment-events";
import {
  act,
  alertsOf,
  checkout,
  DAY_S,
  nowS,
  planOf,
  recordsOf,
  stripeWebhook,
} from "@/tests/support/payments";
import { runSandbox } from "@/tests/support/running";

const sandbox = runSandbox({ stripeWebhook });
const never = new AbortController().signal;
beforeEach(() => forgetEvents(sandbox));
afterAll(closeQueues);

/** Stripe answers so, and delivers nothing. */
async function answerBy(status: number) {
  await sandbox.control("DELETE", "/faults");
  for (const fault of [{ kind: "lost-webhooks" }, { kind: "status", status }]) {
    await sandbox.control("POST", "/faults", { target: "stripe", ...fault });
  }
}

const buyer = (bought = {}) => buildBuyer(sandbox, bought);
/** Somebody with two subscriptions that run, both read. */
async function buyTwice() {
  const first = await buyer({ at: nowS() - DAY_S });
  // Set to end: what is bought then is no mistake.
  await act(sandbox, first.subscription.id, "end_with_period");
  const second = await checkout(sandbox, { reference: String(first.user.id), plan: "annual" });
  await syncSubscription(first.user.id, second.id);
  return { ...first, second };
}

const work = (id: number) => workOnRow(billingEventWork, id, never);

test("an event reads its subscription, and ends with it what else only says that it changed", async () => {
  const { user, subscription } = await buyer();
  const other = await buyer();
  const about = {
    ...{ subscriptionId: subscription.id, customerId: subscription.customer },
    ...{ email: user.email, reference: "7" },
  };
  const id = await receive(about);
  const same = await receive(about);
  const bought = await receive({ ...about, type: "checkout.session.completed" });
  const elsewhere = await receive({ ...about, subscriptionId: "sub_elsewhere" });
  const others = await receive({ subscriptionId: other.subscription.id });
  await act(sandbox, subscription.id, "cancel");
  await work(id);
  expect(await planOf(user)).toBe("free");
  expect(await eventOf(id)).toMatchObject({ state: "done", email: null, reference: null });
  expect(await stateOf(same)).toBe("done");
  for (const waiting of [bought, elsewhere, others]) {
    expect(await stateOf(waiting)).toBe("pending");
  }
});

test("an event ends none that came after it was read or is worked on, nor any without its lease", async () => {
  const { user, subscription } = await buyer();
  const leased = await receive({ subscriptionId: subscription.id });
  await execute(
    sql`UPDATE billing_events SET lease_until = now() + interval '1 hour' WHERE id = ${leased}`,
  );
  const id = await receive({ subscriptionId: subscription.id });
  const later = await receive({ subscriptionId: subscription.id });
  const of = { id, leaseNo: 0, ownerId: user.id };
  const read = { subscriptionId: subscription.id, upTo: id };
  expect(await repository.endEvents({ ...of, leaseNo: 5 }, read)).toBe(false);
  expect(await stateOf(id)).toBe("pending");
  expect(await repository.endEvents(of, read)).toBe(true);
  expect(await stateOf(id)).toBe("done");
  expect([await stateOf(leased), await stateOf(later)]).toEqual(["pending", "pending"]);
  expect(await repository.endEvents(of, read)).toBe(false);
  await repository.failEvent(id);
  expect(await stateOf(id)).toBe("done");
  expect(await repository.findNewestEventId(user.id)).toBe(later);
  expect(await repository.findNewestEventId((await buildUser()).id)).toBe(0);
});

test("an event of a customer alone reads all that run, and ends with the last", async () => {
  const { user, subscription, second } = await buyTwice();
  await act(sandbox, subscription.id, "cancel");
  await act(sandbox, second.id, "cancel");
  const id = await receive({ customerId: subscription.customer });
  await work(id);
  expect((await recordsOf(user)).map(({ status }) => status)).toEqual(["canceled", "canceled"]);
  expect(await stateOf(id)).toBe("done");
  // Nothing runs any more: there is nothing to read.
  const last = await receive({ customerId: subscription.customer });
  await work(last);
  expect(await stateOf(last)).toBe("done");
});

test("an event of a customer alone goes on until the last was read", async () => {
  const { subscription, second } = await buyTwice();
  // Whichever of the two is read last.
  for (const { id: failing } of [subscription, second]) {
    await forgetEvents(sandbox);
    await sandbox.control("POST", "/faults", {
      ...{ target: "stripe", kind: "status", status: 500, path: `/subscriptions/${failing}` },
    });
    const id = await receive({ customerId: subscription.customer });
    await work(id);
    expect(await stateOf(id)).toBe("pending");
  }
});

test("an event of a subscription reads the account's others too: what is to end is decided over all", async () => {
  const { user, subscription, second } = await buyTwice();
  await act(sandbox, subscription.id, "cancel");
  await act(sandbox, second.id, "cancel");
  await work(await receive({ subscriptionId: subscription.id }));
  expect((await recordsOf(user)).map(({ status }) => status)).toEqual(["canceled", "canceled"]);
});

test("an event of a subscription that Stripe does not find with our key waits for the right key", async () => {
  const user = await buildUser();
  const { id: subscriptionId } = await checkout(sandbox, { reference: String(user.id) });
  await sandbox.control("POST", "/faults", { target: "stripe", kind: "missing" });
  const id = await receive({ subscriptionId, reference: String(user.id) });
  await work(id);
  expect(await stateOf(id)).toBe("pending");
  await sandbox.control("DELETE", "/faults");
  await execute(sql`UPDATE billing_events SET resume_at = NULL WHERE id = ${id}`);
  await work(id);
  expect(await stateOf(id)).toBe("done");
  expect(await planOf(user)).toBe("pro");
});

test("an event of a payment reads the subscription that it was for", async () => {
  const { user, subscription, paymentIntent } = await buyer();
  await act(sandbox, subscription.id, "cancel");
  const unknown = await receive({
    paymentIntent: "pi_unknown",
    customerId: subscription.customer,
  });
  await work(unknown);
  expect(await stateOf(unknown)).toBe("done");
  expect((await recordsOf(user)).map(({ status }) => status)).toEqual(["active"]);
  await work(await receive({ type: "charge.refunded", paymentIntent }));
  expect((await recordsOf(user)).map(({ status }) => status)).toEqual(["canceled"]);
});

test("an event tells how a dispute stands", async () => {
  const { user, subscription, paymentIntent } = await buyer();
  const about = { subscriptionId: subscription.id, paymentIntent };
  const told = () =>
    rows(
      sql`SELECT kind, user_id, detail, resolved_at IS NOT NULL AS resolved FROM billing_alerts
          WHERE subject = ${paymentIntent} ORDER BY id`,
    );
  const opened = {
    kind: "dispute_opened",
    user_id: user.id,
    detail: "Um pagamento foi contestado. Responda no painel do Stripe.",
  };
  await act(sandbox, subscription.id, "dispute");
  // Another type says nothing of it.
  await work(await receive({ ...about, type: "charge.refunded" }));
  await work(await receive({ type: "charge.dispute.created", subscriptionId: subscription.id }));
  expect(await told()).toEqual([]);
  await work(await receive({ ...about, type: "charge.dispute.created" }));
  expect(await told()).toEqual([{ ...opened, resolved: false }]);
  await act(sandbox, subscription.id, "dispute_won");
  await work(await receive({ ...about, type: "charge.dispute.closed" }));
  expect(await told()).toEqual([{ ...opened, resolved: true }]);
  await act(sandbox, subscription.id, "dispute_lost");
  await work(await receive({ ...about, type: "charge.dispute.closed" }));
  expect(await told()).toEqual([
    { ...opened, resolved: true },
    {
      kind: "dispute_lost",
      user_id: user.id,
      detail: "A contestação de um pagamento foi perdida: o plano PRO dele terminou.",
      resolved: false,
    },
  ]);
  expect(await planOf(user)).toBe("free");
});

test("a dispute is told with the end of its event, or the event goes on", async () => {
  const { subscription, paymentIntent } = await buyer();
  await act(sandbox, subscription.id, "dispute");
  const about = { subscriptionId: subscription.id, paymentIntent };
  const id = await receive({ ...about, type: "charge.dispute.created" });
  const allowAlerts = await refuseAlerts();
  onTestFinished(allowAlerts);
  await work(id);
  expect(await stateOf(id)).toBe("pending");
  await allowAlerts();
  await execute(sql`UPDATE billing_events SET resume_at = NULL WHERE id = ${id}`);
  await work(id);
  expect(await stateOf(id)).toBe("done");
  expect(await alertsOf(paymentIntent)).toEqual([{ kind: "dispute_opened", resolved: false }]);
});

test("an event is put off while Stripe does not answer, told after ten minutes, and tried for three days", async () => {
  const { user, subscription } = await buyer();
  const other = await buyer();
  const id = await receive({ subscriptionId: subscription.id, type: "invoice.paid" });
  const told = () =>
    rows(
      sql`SELECT kind, subject, resolved_at IS NOT NULL AS resolved FROM billing_alerts
          WHERE user_id = ${user.id} ORDER BY id`,
    );
  const tryAfter = async (minutes: number) => {
    await execute(
      sql`UPDATE billing_events SET received_at = now() - make_interval(mins => ${minutes}), resume_at = NULL
          WHERE id = ${id}`,
    );
    const turn = await work(id);
    return Math.round(((turn?.resumeAt.getTime() ?? 0) - Date.now()) / 60_000);
  };
  const unreachable = { kind: "provider_unreachable", subject: `conta ${user.id}` };
  for (const status of [500, 401]) {
    await answerBy(status);
    expect(await tryAfter(5), String(status)).toBe(5);
    expect(await eventOf(id)).toMatchObject({ state: "pending", attempts: 0 });
    expect(await told()).toEqual([]);
  }
  for (const minutes of [11, 60, 3 * 1_440 - 1]) {
    expect(await tryAfter(minutes), String(minutes)).toBe(10);
    expect(await told()).toEqual([{ ...unreachable, resolved: false }]);
  }
  // Others of the account do not wait behind it.
  await sandbox.control("DELETE", "/faults");
  await act(sandbox, subscription.id, "cancel");
  await work(await receive({ customerId: subscription.customer }));
  expect(await planOf(user)).toBe("free");
  expect(await planOf(other.user)).toBe("pro");
  expect(await told()).toEqual([{ ...unreachable, resolved: true }]);
  await tryAfter(1_440);
  expect(await stateOf(id)).toBe("done");
});

test("an event that fails for three days is tried a little more, and given up with an alert", async () => {
  const { user, subscription } = await buyer();
  const id = await receive({ subscriptionId: subscription.id, type: "invoice.paid" });
  await execute(
    sql`UPDATE billing_events SET received_at = now() - interval '73 hours' WHERE id = ${id}`,
  );
  await answerBy(500);
  const before = Date.now();
  const turn = await work(id);
  expect(turn?.resumeAt.getTime()).toBeGreaterThan(before + 1_900);
  expect(turn?.resumeAt.getTime()).toBeLessThan(Date.now() + 2_100);
  expect(await eventOf(id)).toMatchObject({ state: "pending", attempts: 1 });
  await execute(sql`UPDATE billing_events SET attempts = 9, resume_at = NULL WHERE id = ${id}`);
  await work(id);
  const event = await eventOf(id);
  expect(event?.state).toBe("failed");
  expect(
    await rows(
      sql`SELECT kind, user_id, detail FROM billing_alerts WHERE subject = ${event?.event_id}`,
    ),
  ).toEqual([
    {
      kind: "failed_event",
      user_id: user.id,
      detail: "O aviso invoice.paid não pôde ser processado: o Stripe não pôde ser lido.",
    },
  ]);
});
