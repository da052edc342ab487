import { afterAll, beforeEach, expect, test } from "vitest";
import { matchWaitingEvents } from "@/server/billing/billing-events/billing-events.service";
import { trimTable } from "@/server/custody/trimming/trimming.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import {
  ageUnmatched,
  buildBuyer,
  eventOf,
  forgetEvents,
  receive,
  stateOf,
} from "@/tests/support/payment-events";
import { truthAt } from "@/tests/support/payment-orders";
import { checkout, stripeWebhook } from "@/tests/support/payments";
import { runSandbox } from "@/tests/support/running";

/** Events that name nobody we know, and what becomes of them in the end. */

const sandbox = runSandbox({ stripeWebhook });
beforeEach(() => forgetEvents(sandbox));
afterAll(closeQueues);

const buyer = () => buildBuyer(sandbox);

test("a refund is known by its payment's subscription, though it names a customer", async () => {
  const { user, subscription, paymentIntent } = await buyer();
  await execute(sql`UPDATE billing_invoices SET payment_intent = NULL WHERE user_id = ${user.id}`);
  const about = { type: "charge.refunded", customerId: "cus_of_nobody" };
  const refund = await receive({ ...about, paymentIntent });
  const other = await checkout(sandbox, { plan: "other" });
  const [payment] = (await truthAt(sandbox, other)).payments;
  const others = await receive({ ...about, paymentIntent: payment?.id ?? "" });
  expect([await stateOf(refund), await stateOf(others)]).toEqual(["unmatched", "unmatched"]);
  await ageUnmatched(11);
  await matchWaitingEvents.run();
  expect(await eventOf(refund)).toMatchObject({ state: "pending", user_id: user.id });
  expect(await stateOf(others)).toBe("ignored");
  expect(await rows(sql`SELECT kind FROM billing_alerts`)).toEqual([{ kind: "other_product" }]);
  // What is left of a deleted account is of no interest either.
  await execute(sql`DELETE FROM accounts WHERE id = ${user.id}`);
  await execute(sql`UPDATE billing_orders SET done_at = now() WHERE user_id = ${user.id}`);
  const late = await receive({ ...about, paymentIntent });
  await matchWaitingEvents.run();
  expect(await stateOf(late)).toBe("ignored");
  expect(subscription.id).toMatch(/^sub_/);
});

test("the end of a customer is of no interest once nobody has come for it", async () => {
  const id = await receive({ type: "customer.deleted", customerId: "cus_of_nobody" });
  await matchWaitingEvents.run();
  expect(await stateOf(id)).toBe("unmatched");
  await ageUnmatched(11);
  await matchWaitingEvents.run();
  expect(await stateOf(id)).toBe("ignored");
  expect(await rows(sql`SELECT 1 FROM billing_alerts`)).toEqual([]);
});

test("an event that matches nobody for thirty days is deleted", async () => {
  const [young, first, second] = [
    await receive({ customerId: "cus_a" }),
    await receive({ customerId: "cus_b" }),
    await receive({ customerId: "cus_c" }),
  ];
  const age = (id: number, days: number) =>
    execute(
      sql`UPDATE billing_events SET received_at = now() - make_interval(days => ${days}) WHERE id = ${id}`,
    );
  await age(young, 29);
  for (const id of [first, second]) await age(id, 31);
  const { subscription } = await buyer();
  const matched = await receive({ subscriptionId: subscription.id });
  await age(matched, 31);
  const left = async () =>
    (await rows<{ id: number }>(sql`SELECT id FROM billing_events ORDER BY id`)).map(
      ({ id }) => id,
    );
  expect(await trimTable("billing_events")).toBe(2);
  expect(await left()).toEqual([young, matched]);
});
