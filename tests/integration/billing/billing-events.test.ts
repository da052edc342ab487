import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { PaymentEvent } from "@/lib/domain/billing/readings";
import { linkCustomer } from "@/server/billing/billing/accounts.repository";
import * as repository from "@/server/billing/billing-events/billing-events.repository";
import {
  linkEvent,
  listStuckEvents,
  matchWaitingEvents,
  receiveEvent,
  retryEvent,
} from "@/server/billing/billing-events/billing-events.service";
import { billingEventWork } from "@/server/billing/billing-events/event-work.service";
import { trimTable } from "@/server/custody/trimming/trimming.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { actorOf, buildUser } from "@/tests/factories/users";
import {
  ageUnmatched,
  buildBuyer,
  eventOf,
  forgetEvents,
  NOBODYS,
  receive,
  stateOf,
} from "@/tests/support/payment-events";
import { alertsOf, checkout, planOf, stripeWebhook } from "@/tests/support/payments";
import { runSandbox } from "@/tests/support/running";

const sandbox = runSandbox({ stripeWebhook });
beforeEach(() => forgetEvents(sandbox));
afterAll(closeQueues);

const buyer = () => buildBuyer(sandbox);

describe("whose an event is", () => {
  test.each([
    ["subscriptionId", ({ subscription }) => subscription.id],
    ["reference", ({ user }) => String(user.id)],
    ["paymentIntent", ({ paymentIntent }) => paymentIntent],
    ["customerId", ({ subscription }) => subscription.customer],
  ] as [keyof PaymentEvent, (of: Awaited<ReturnType<typeof buyer>>) => string][])(
    "is known by its %s",
    async (key, pick) => {
      const [own, other] = [await buyer(), await buyer()];
      const id = await receive({ [key]: pick(own) });
      expect(await eventOf(id)).toMatchObject({ state: "pending", user_id: own.user.id });
      // What says more of the account comes first.
      const keys = ["subscriptionId", "reference", "paymentIntent", "customerId"] as const;
      const later = keys.slice(keys.indexOf(key as (typeof keys)[number]) + 1);
      const picks = {
        subscriptionId: other.subscription.id,
        reference: String(other.user.id),
        paymentIntent: other.paymentIntent,
        customerId: other.subscription.customer,
      };
      const mixed = Object.fromEntries(later.map((each) => [each, picks[each]]));
      const second = await receive({ ...mixed, [key]: pick(own) });
      expect((await eventOf(second))?.user_id).toBe(own.user.id);
    },
  );

  test("is nobody's where its reference is no number of an account", async () => {
    for (const reference of ["0", "99999999999", "2147483648", "-1", "a", "1x", ""]) {
      expect(await stateOf(await receive({ reference }))).toBe("unmatched");
    }
  });
});

describe("an event of nobody", () => {
  test("is stored once and waits quietly; after ten minutes it is told, once", async () => {
    const event = { ...NOBODYS, eventId: "evt_nobody", type: "invoice.paid", customerId: "cus_no" };
    for (let delivery = 0; delivery < 2; delivery += 1) await receiveEvent(event);
    expect(await rows(sql`SELECT state FROM billing_events`)).toEqual([{ state: "unmatched" }]);
    const alerts = () => rows(sql`SELECT kind, subject, user_id, detail FROM billing_alerts`);
    for (const minutes of [0, 9]) {
      await ageUnmatched(minutes);
      await matchWaitingEvents.run();
      expect(await alerts(), `${minutes} minutes`).toEqual([]);
    }
    for (const minutes of [10, 30]) {
      await ageUnmatched(minutes);
      await matchWaitingEvents.run();
      expect(await alerts(), `${minutes} minutes`).toEqual([
        {
          kind: "unmatched_event",
          subject: "evt_nobody",
          user_id: null,
          detail: "O aviso invoice.paid não corresponde a nenhuma conta.",
        },
      ]);
    }
  });

  test("is nobody's though its e-mail is an account's: anybody may type it", async () => {
    const { email } = await buildUser();
    expect(await stateOf(await receive({ email }))).toBe("unmatched");
  });

  test("is matched when it comes again and its account is there", async () => {
    const customerId = `cus_${randomUUID()}`;
    const event = { ...NOBODYS, eventId: `evt_${randomUUID()}`, customerId };
    const id = await receive(event);
    await ageUnmatched(11);
    await matchWaitingEvents.run();
    const user = await buildUser();
    await linkCustomer(user.id, customerId);
    await receiveEvent(event);
    expect(await eventOf(id)).toMatchObject({ state: "pending", user_id: user.id });
    expect(await alertsOf(event.eventId)).toEqual([{ kind: "unmatched_event", resolved: true }]);
    // Known and matched: nothing is left to do.
    await receiveEvent(event);
    expect(await stateOf(id)).toBe("pending");
  });

  test("is of no interest where its subscription was ended with its account, but for a dispute", async () => {
    const { user, subscription, paymentIntent } = await buyer();
    const about = { customerId: null, subscriptionId: subscription.id };
    await execute(sql`DELETE FROM accounts WHERE id = ${user.id}`);
    const early = await receive({ ...about, type: "customer.subscription.deleted" });
    await matchWaitingEvents.run();
    // The order is not carried out yet: it may still have charged.
    expect(await stateOf(early)).toBe("unmatched");
    await execute(sql`UPDATE billing_orders SET done_at = now() WHERE user_id = ${user.id}`);
    const dispute = await receive({ type: "charge.dispute.created", paymentIntent });
    await ageUnmatched(11);
    await matchWaitingEvents.run();
    expect(await stateOf(early)).toBe("ignored");
    expect(await stateOf(dispute)).toBe("unmatched");
    expect(await rows(sql`SELECT kind FROM billing_alerts`)).toEqual([{ kind: "unmatched_event" }]);
    const stranger = await receive({ ...about, subscriptionId: "sub_of_nobody" });
    await matchWaitingEvents.run();
    expect(await stateOf(stranger)).toBe("unmatched");
  });

  test("of another product is of no interest either, and told once for the product", async () => {
    const sold = [
      await checkout(sandbox, { plan: "other" }),
      await checkout(sandbox, { plan: "other" }),
    ];
    const ids = [];
    for (const { id } of sold) ids.push(await receive({ subscriptionId: id }));
    const pro = await checkout(sandbox, {});
    ids.push(await receive({ subscriptionId: pro.id }));
    await matchWaitingEvents.run();
    expect(await Promise.all(ids.map(stateOf))).toEqual(Array(3).fill("unmatched"));
    await ageUnmatched(11);
    await matchWaitingEvents.run();
    expect(await Promise.all(ids.map(stateOf))).toEqual(["ignored", "ignored", "unmatched"]);
    expect(await rows(sql`SELECT kind FROM billing_alerts ORDER BY kind`)).toEqual([
      { kind: "other_product" },
      { kind: "unmatched_event" },
    ]);
    // A provider that does not answer hides nothing.
    const hidden = await receive({ subscriptionId: pro.id });
    await sandbox.control("POST", "/faults", { target: "stripe", kind: "status", status: 500 });
    await ageUnmatched(11);
    await matchWaitingEvents.run();
    const { event_id = "" } = (await eventOf(hidden)) ?? {};
    expect(await alertsOf(event_id)).toEqual([{ kind: "unmatched_event", resolved: false }]);
  });

  test("is looked for again, in pauses that grow with its age", async () => {
    const ids = [await receive({ customerId: "cus_1" }), await receive({ customerId: "cus_2" })];
    const [young = 0, old = 0] = ids;
    await execute(
      sql`UPDATE billing_events SET received_at = now() - interval '3 minutes' WHERE id = ${old}`,
    );
    await matchWaitingEvents.run();
    const pauseOf = async (id: number) =>
      ((await eventOf(id))?.resume_at?.getTime() ?? 0) - Date.now();
    expect(await pauseOf(young)).toBeGreaterThan(3_000);
    expect(await pauseOf(young)).toBeLessThan(6_000);
    expect(await pauseOf(old)).toBeGreaterThan(170_000);
    expect(await pauseOf(old)).toBeLessThan(181_000);
    // Not past the time at which it has to be reported; then every ten minutes.
    await ageUnmatched(9);
    await matchWaitingEvents.run();
    expect(await pauseOf(old)).toBeGreaterThan(50_000);
    expect(await pauseOf(old)).toBeLessThan(61_000);
    await ageUnmatched(60);
    await matchWaitingEvents.run();
    expect(await pauseOf(old)).toBeGreaterThan(590_000);
    expect(await pauseOf(old)).toBeLessThan(601_000);
    const user = await buildUser();
    await execute(
      sql`INSERT INTO billing_customers (customer_id, user_id) VALUES ('cus_1', ${user.id}), ('cus_2', ${user.id})`,
    );
    // Neither is due yet.
    await matchWaitingEvents.run();
    expect(await stateOf(young)).toBe("unmatched");
    await execute(
      sql`UPDATE billing_events SET resume_at = now() - interval '1 second',
            received_at = CASE WHEN id = ${old} THEN now() - interval '1 day' ELSE received_at END`,
    );
    expect((await repository.claimUnmatched(1)).map(({ id }) => id)).toEqual([young]);
    expect((await repository.claimUnmatched(5)).map(({ id }) => id)).toEqual([old]);
    const longest = await pauseOf(old);
    expect(longest).toBeGreaterThan(590_000);
    expect(longest).toBeLessThan(601_000);
    await execute(sql`UPDATE billing_events SET resume_at = NULL`);
    await matchWaitingEvents.run();
    expect(await rows(sql`SELECT state, resume_at FROM billing_events`)).toEqual(
      Array(2).fill({ state: "pending", resume_at: null }),
    );
    expect(await repository.claimUnmatched(5)).toEqual([]);
  });

  test("of a dispute is known by its payment's subscription, and one that fails holds up no other", async () => {
    const { user, subscription, paymentIntent } = await buyer();
    await execute(
      sql`UPDATE billing_invoices SET payment_intent = NULL WHERE user_id = ${user.id}`,
    );
    const unreadable = await receive({ type: "charge.dispute.created", paymentIntent: "pi_none" });
    const dispute = await receive({ type: "charge.dispute.created", paymentIntent });
    expect(await stateOf(dispute)).toBe("unmatched");
    await sandbox.control("POST", "/faults", {
      ...{ target: "stripe", kind: "status", status: 500, path: "pi_none" },
    });
    await matchWaitingEvents.run();
    expect(await stateOf(unreadable)).toBe("unmatched");
    expect(await eventOf(dispute)).toMatchObject({ state: "pending", user_id: user.id });
    // With a customer there is nothing to ask for.
    const known = await receive({ customerId: "cus_later", subscriptionId: null, paymentIntent });
    await execute(
      sql`INSERT INTO billing_customers (customer_id, user_id) VALUES ('cus_later', ${user.id})`,
    );
    await sandbox.control("POST", "/faults", { target: "stripe", kind: "status", status: 500 });
    await matchWaitingEvents.run();
    expect(await stateOf(known)).toBe("pending");
    expect(subscription.id).toMatch(/^sub_/);
  });

  test("of the other mode is kept without effect", async () => {
    const { user, subscription } = await buyer();
    const id = await receive({ isForeignMode: true, subscriptionId: subscription.id });
    expect(await eventOf(id)).toMatchObject({ state: "ignored", user_id: null });
    expect(await rows(sql`SELECT 1 FROM billing_alerts`)).toEqual([]);
    expect(await planOf(user)).toBe("pro");
  });
});

describe("what is stuck", () => {
  test("is listed, newest first, without what goes on", async () => {
    const { subscription } = await buyer();
    const failed = await receive({ subscriptionId: subscription.id, email: "ana@teste.example" });
    await repository.failEvent(failed);
    const unmatched = await receive({ type: "invoice.paid", customerId: "cus_nobody" });
    await receive({ subscriptionId: subscription.id });
    await receive({ isForeignMode: true });
    const { events } = await listStuckEvents();
    expect(events).toEqual([
      expect.objectContaining({
        id: unmatched,
        event_id: expect.stringMatching(/^evt_/),
        type: "invoice.paid",
        state: "unmatched",
        customer_id: "cus_nobody",
        email: null,
        created_at: expect.any(Date),
      }),
      expect.objectContaining({ id: failed, state: "failed", email: "ana@teste.example" }),
    ]);
  });

  test("is tried again on request", async () => {
    const admin = await buildUser();
    const { user, subscription } = await buyer();
    const audited = () =>
      rows(
        sql`SELECT action, target_user_id FROM audit_entries WHERE actor_id = ${admin.id} ORDER BY id`,
      );
    const failed = await receive({ subscriptionId: subscription.id });
    const gone = {
      code: "not_found",
      message: "Este aviso não está mais parado.",
    };
    await expect(retryEvent(actorOf(admin), failed)).rejects.toMatchObject(gone);
    await expect(retryEvent(actorOf(admin), 2_000_000_000)).rejects.toMatchObject(gone);
    await execute(sql`UPDATE billing_events SET attempts = 10 WHERE id = ${failed}`);
    await workOnRow(billingEventWork, failed, new AbortController().signal);
    const { event_id = "" } = (await eventOf(failed)) ?? {};
    expect(await alertsOf(event_id)).toEqual([{ kind: "failed_event", resolved: false }]);
    expect(await retryEvent(actorOf(admin), failed)).toEqual({ success: true });
    expect(await eventOf(failed)).toMatchObject({ state: "pending", attempts: 0, resume_at: null });
    expect(await alertsOf(event_id)).toEqual([{ kind: "failed_event", resolved: true }]);
    expect(await audited()).toEqual([{ action: "billing.event_retried", target_user_id: user.id }]);

    const unmatched = await receive({ customerId: "cus_unknown" });
    await expect(retryEvent(actorOf(admin), unmatched)).rejects.toMatchObject({
      code: "conflict",
      message: "Nenhuma conta corresponde a este pagamento. Ligue-o à conta de quem pagou.",
    });
    expect(await audited()).toHaveLength(1);
    await execute(
      sql`INSERT INTO billing_customers (customer_id, user_id) VALUES ('cus_unknown', ${user.id})`,
    );
    await retryEvent(actorOf(admin), unmatched);
    expect(await stateOf(unmatched)).toBe("pending");
    expect(await repository.reopenEvent(unmatched)).toBe(false);
  });

  test("is linked to the account of who paid", async () => {
    const admin = await buildUser();
    const person = await buildUser();
    const unmatched = await receive({ customerId: "cus_of_a_friend" });
    await expect(linkEvent(actorOf(admin), unmatched, 2_000_000_000)).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await stateOf(unmatched)).toBe("unmatched");
    expect(await linkEvent(actorOf(admin), unmatched, person.id)).toEqual({ success: true });
    expect(await stateOf(unmatched)).toBe("pending");
    const trail = await rows(
      sql`SELECT action, target_user_id FROM audit_entries WHERE actor_id = ${admin.id}`,
    );
    expect(trail).toEqual([{ action: "billing.event_linked", target_user_id: person.id }]);
    // What the customer pays later is the account's too.
    expect(await stateOf(await receive({ customerId: "cus_of_a_friend" }))).toBe("pending");

    await expect(linkEvent(actorOf(admin), unmatched, person.id)).rejects.toMatchObject({
      code: "not_found",
    });
    const nameless = await receive({ email: "ninguem@teste.example" });
    await expect(linkEvent(actorOf(admin), nameless, person.id)).rejects.toMatchObject({
      code: "conflict",
    });
  });
});

test("old events that are over are deleted, the oldest first", async () => {
  const { subscription } = await buyer();
  const build = async (state: string, days: number) => {
    const id = await receive({ subscriptionId: subscription.id });
    await execute(
      sql`UPDATE billing_events SET state = ${state}, received_at = now() - make_interval(days => ${days}) WHERE id = ${id}`,
    );
    return id;
  };
  const [young, failed, pending] = [
    await build("done", 399),
    await build("failed", 500),
    await build("pending", 500),
  ];
  await build("done", 401);
  await build("ignored", 402);
  const left = async () =>
    (await rows<{ id: number }>(sql`SELECT id FROM billing_events ORDER BY id`)).map(
      ({ id }) => id,
    );
  expect(await trimTable("billing_events")).toBe(2);
  expect(await left()).toEqual([young, failed, pending]);
});
