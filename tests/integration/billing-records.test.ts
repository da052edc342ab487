import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { InvoiceReading, SubscriptionReading } from "@/lib/domain/billing/readings";
import * as repository from "@/server/billing/subscriptions.repository";
import { execute, rows, sql } from "@/server/db/sql";
import { closeQueues } from "@/server/jobs/enqueue";
import { buildUser, type TestUser } from "../factories/users";
import { hoursAhead, storedRecords, writeRecord } from "../support/billing-records";

/** What the SQL of records and invoices keeps apart: accounts, records, and what an administrator wrote. */

afterAll(closeQueues);

let user: TestUser;
let stranger: TestUser;
beforeEach(async () => {
  await execute(sql`DELETE FROM billings`);
  await execute(sql`DELETE FROM billing_events`);
  [user, stranger] = [await buildUser(), await buildUser()];
});

const newId = (kind: string) => `${kind}_${randomUUID()}`;
const daysAhead = (days: number) => hoursAhead(days * 24);

function readSubscription(id: string, changes: Partial<SubscriptionReading> = {}) {
  const reading: SubscriptionReading = {
    id,
    customerId: "cus_read",
    plan: "monthly",
    priceCents: 9_700,
    status: "active",
    startedAt: daysAhead(-1),
    periodEnd: daysAhead(29),
    endsAt: null,
    canceledAt: null,
    isPaused: false,
    isCustomerDeleted: false,
    endedByFailedPayment: false,
    paymentMethod: null,
    invoices: [],
    ...changes,
  };
  return reading;
}

function readInvoice(changes: Partial<InvoiceReading> = {}): InvoiceReading {
  return {
    id: newId("in"),
    status: "paid",
    amountCents: 9_700,
    periodStart: daysAhead(-1),
    periodEnd: daysAhead(29),
    createdAt: daysAhead(-1),
    finalizedAt: null,
    paidAt: null,
    receiptUrl: null,
    paymentIntent: null,
    payment: null,
    ...changes,
  };
}

describe("a subscription's record", () => {
  test("is the account's own: what another account has of the same name is left", async () => {
    const subscription = newId("sub");
    const theirs = await writeRecord(stranger, { subscription, source: "admin" });
    const another = await writeRecord(user);
    const made = await repository.keepSubscription(
      user.id,
      readSubscription(subscription),
      "active",
    );
    expect(made.before).toBeNull();
    const again = await repository.keepSubscription(
      user.id,
      readSubscription(subscription, { customerId: "cus_now" }),
      "past_due",
    );
    expect(again).toMatchObject({ id: made.id, before: { id: made.id, status: "active" } });
    expect(await storedRecords(user)).toMatchObject([
      { id: another, status: "active", stripe_customer_id: "cus_x" },
      { id: made.id, source: "stripe", status: "past_due", stripe_customer_id: "cus_now" },
    ]);
    expect(await storedRecords(stranger)).toMatchObject([
      { id: theirs, source: "admin", status: "active", stripe_customer_id: "cus_x" },
    ]);
  });

  test("is the one that Stripe's was before one written by hand, and the first of those", async () => {
    const subscription = newId("sub");
    const first = await writeRecord(user, { subscription, source: "admin" });
    const second = await writeRecord(user, { subscription, source: "admin" });
    const reading = readSubscription(subscription);
    expect((await repository.keepSubscription(user.id, reading, "active")).id).toBe(first);
    expect(await storedRecords(user)).toMatchObject([{ source: "stripe" }, { source: "admin" }]);
    await execute(sql`UPDATE billings SET source = 'admin' WHERE id = ${first}`);
    await execute(sql`UPDATE billings SET source = 'stripe' WHERE id = ${second}`);
    expect((await repository.keepSubscription(user.id, reading, "active")).id).toBe(second);
  });

  test("that Stripe does not know ends once, and no other with it", async () => {
    const subscription = newId("sub");
    const failing = { givesPro: true, proUntil: daysAhead(3) };
    const id = await writeRecord(user, { subscription, ...failing });
    await execute(sql`UPDATE billings SET failed_at = now() WHERE id = ${id}`);
    const byHand = await writeRecord(user, { subscription, source: "admin", ...failing });
    const other = await writeRecord(user, failing);
    const theirs = await writeRecord(stranger, { subscription, source: "admin", ...failing });
    expect(await repository.endUnknown(stranger.id, subscription)).toBeNull();
    expect(await repository.endUnknown(user.id, subscription)).toBe(id);
    const ended = { status: "canceled", gives_pro: false, pro_until: null, failed_at: null };
    const running = { status: "active", gives_pro: true, pro_until: failing.proUntil };
    const records = await storedRecords(user);
    expect(records).toMatchObject([
      { id, ...ended, canceled_at: expect.any(Date) },
      { id: byHand, ...running },
      { id: other, ...running },
    ]);
    expect(await storedRecords(stranger)).toMatchObject([{ id: theirs, ...running }]);
    expect(await repository.endUnknown(user.id, subscription)).toBeNull();

    const canceledAt = daysAhead(-5);
    const ending = newId("sub");
    await writeRecord(user, { subscription: ending, canceledAt });
    await repository.endUnknown(user.id, ending);
    expect((await storedRecords(user)).at(-1)).toMatchObject({ ...ended, canceled_at: canceledAt });
  });

  test("takes its access and its first purchase alone", async () => {
    const [id, other] = [await writeRecord(user), await writeRecord(user)];
    const access = { pro: true, until: daysAhead(2), failedAt: null };
    await repository.setAccess(id, access, daysAhead(-1));
    await repository.markCheckout(id, daysAhead(-1));
    const first = daysAhead(-2);
    await repository.markCheckout(id, first);
    await repository.markCheckout(id, daysAhead(-1));
    expect(await storedRecords(user)).toMatchObject([
      { id, gives_pro: true, pro_until: access.until, checkout_at: first },
      { id: other, gives_pro: false, pro_until: null, failed_at: null, checkout_at: null },
    ]);
  });
});

describe("an invoice", () => {
  const stored = (id: string) =>
    rows<{ billing_id: number; refunded_cents: number; dispute: string | null; status: string }>(
      sql`SELECT billing_id, refunded_cents, dispute, status FROM billing_invoices WHERE id = ${id}`,
    );

  test("stays with its record, and keeps what became of its payment where nobody asked", async () => {
    const [id, other] = [await writeRecord(user), await writeRecord(user)];
    const record = { id, userId: user.id, plan: "monthly" };
    const invoice = readInvoice({ payment: { refundedCents: 100, dispute: "open" } });
    await repository.keepInvoices(record, [invoice]);
    await repository.keepInvoices(record, [{ ...invoice, status: "void", payment: null }]);
    const kept = { billing_id: id, refunded_cents: 100, dispute: "open", status: "void" };
    expect(await stored(invoice.id)).toEqual([kept]);
    const taken = { ...invoice, payment: { refundedCents: 0, dispute: null } };
    await repository.keepInvoices({ ...record, id: other }, [taken]);
    expect(await stored(invoice.id)).toEqual([kept]);
    await repository.keepInvoices(record, [taken]);
    expect(await stored(invoice.id)).toEqual([
      { billing_id: id, refunded_cents: 0, dispute: null, status: "paid" },
    ]);
  });

  /** The facts of a record with these invoices, beside a record that has paid for longer and owes for longer. */
  async function readFacts(...invoices: Partial<InvoiceReading>[]) {
    const [id, other] = [await writeRecord(user), await writeRecord(user)];
    const record = { userId: user.id, plan: "monthly" };
    await repository.keepInvoices({ ...record, id: other }, [
      readInvoice({
        periodEnd: daysAhead(900),
        payment: { refundedCents: 9_700, dispute: "lost" },
      }),
      readInvoice({ periodEnd: daysAhead(990), status: "open", createdAt: daysAhead(-90) }),
    ]);
    await repository.keepInvoices({ ...record, id }, invoices.map(readInvoice));
    return repository.readInvoiceFacts(id);
  }

  const PAID = { periodEnd: daysAhead(29) };
  const refund = (refundedCents: number) => ({ payment: { refundedCents, dispute: null } });

  test("that is paid pays to the end of its period; the last one may be taken back", async () => {
    expect(await readFacts()).toEqual({
      paid_until: null,
      first_failed_at: null,
      is_taken_back: false,
    });
    expect(
      await readFacts(
        PAID,
        { periodEnd: daysAhead(-1) },
        { status: "void", periodEnd: daysAhead(99) },
      ),
    ).toMatchObject({ paid_until: PAID.periodEnd, is_taken_back: false });
    const isTakenBack = async (...invoices: Partial<InvoiceReading>[]) =>
      (await readFacts(...invoices)).is_taken_back;
    expect(await isTakenBack({ ...PAID, ...refund(9_699) })).toBe(false);
    expect(await isTakenBack({ ...PAID, ...refund(9_700) })).toBe(true);
    const dispute = (state: "open" | "lost" | "won") =>
      isTakenBack({ ...PAID, payment: { refundedCents: 0, dispute: state } });
    expect([await dispute("open"), await dispute("won"), await dispute("lost")]).toEqual([
      ...[false, false, true],
    ]);
    // Of an earlier period, or before a new invoice of the same one: it has been paid again.
    expect(await isTakenBack({ periodEnd: daysAhead(-1), ...refund(9_700) }, PAID)).toBe(false);
    const earlier = { ...PAID, createdAt: daysAhead(-3), ...refund(9_700) };
    expect(await isTakenBack(earlier, { ...PAID, createdAt: daysAhead(-2) })).toBe(false);
    const together = { ...PAID, createdAt: daysAhead(-3) };
    expect(
      await isTakenBack(
        { ...together, id: newId("in_a"), ...refund(9_700) },
        { ...together, id: newId("in_b") },
      ),
    ).toBe(false);
    // A discount of everything, and what is not paid, say nothing of the last payment.
    const nothing = { amountCents: 0, periodEnd: daysAhead(59) };
    const open = { status: "open" as const, periodEnd: daysAhead(59) };
    expect(await isTakenBack({ ...PAID, ...refund(9_700) }, nothing, open)).toBe(true);
    expect(await isTakenBack(PAID, nothing)).toBe(false);
  });

  test("that is open since the last paid one has failed when Stripe said so, or when it was tried", async () => {
    const firstFailed = async (...invoices: Partial<InvoiceReading>[]) =>
      (await readFacts(...invoices)).first_failed_at;
    const [created, tried] = [daysAhead(-4), daysAhead(-3)];
    const open = { status: "open" as const, createdAt: created, periodEnd: daysAhead(59) };
    expect(await firstFailed(open)).toEqual(created);
    expect(await firstFailed({ ...open, finalizedAt: tried })).toEqual(tried);
    expect(await firstFailed(PAID, { ...open, status: "uncollectible" })).toEqual(created);
    expect(await firstFailed(PAID, { ...open, status: "void" })).toBeNull();
    // Paid past it, or to its very end: it is owed no longer.
    expect(await firstFailed({ periodEnd: daysAhead(60) }, open)).toBeNull();
    expect(await firstFailed({ periodEnd: open.periodEnd }, open)).toBeNull();
    const later = { ...open, createdAt: daysAhead(-2), periodEnd: daysAhead(89) };
    expect(await firstFailed(later, open)).toEqual(created);
    const together = { ...open, id: newId("in_a"), finalizedAt: tried };
    expect(await firstFailed({ ...open, id: newId("in_b") }, together)).toEqual(tried);
  });

  test("counts as failed by the first notice of that kind, of that invoice, that is ours", async () => {
    const id = newId("in");
    const first = daysAhead(-2);
    const notice = (type: string, state: string, invoice: string, at: Date) =>
      execute(
        sql`INSERT INTO billing_events (event_id, type, state, user_id, invoice_id, created_at)
            VALUES (${newId("evt")}, ${type}, ${state}, ${user.id}, ${invoice}, ${at})`,
      );
    await notice("invoice.payment_failed", "done", id, daysAhead(-1));
    await notice("invoice.payment_failed", "pending", id, first);
    await notice("invoice.payment_failed", "ignored", id, daysAhead(-9));
    await notice("invoice.payment_failed", "done", newId("in"), daysAhead(-8));
    await notice("invoice.paid", "done", id, daysAhead(-7));
    const open = { id, status: "open" as const, createdAt: daysAhead(-4) };
    expect(await readFacts(open)).toMatchObject({ first_failed_at: first });
  });
});

describe("of the records of an account", () => {
  const bought = { givesPro: true, checkoutAt: new Date() };
  const duplicates = async () =>
    (await repository.findDuplicates(user.id)).map((row) => row.stripe_subscription_id).sort();

  test("those bought beside one that runs and renews are duplicates", async () => {
    await writeRecord(user, { ...bought, subscription: "sub_1", startDate: daysAhead(-9) });
    expect(await duplicates()).toEqual([]);
    await writeRecord(user, { ...bought, subscription: "sub_2", startDate: daysAhead(-8) });
    await writeRecord(user, {
      ...bought,
      subscription: "sub_3",
      startDate: daysAhead(-8),
      status: "trial",
    });
    for (const [subscription, changes] of Object.entries({
      sub_ended: { status: "canceled" },
      sub_unpaid: { status: "unpaid" },
      sub_ending: { endsWithPeriod: true },
      sub_renewed: { checkoutAt: null },
      sub_written: { source: "admin" as const },
    })) {
      await writeRecord(user, { ...bought, subscription, startDate: daysAhead(-1), ...changes });
    }
    await writeRecord(stranger, { ...bought, subscription: "sub_4", startDate: daysAhead(-1) });
    expect(await duplicates()).toEqual(["sub_2", "sub_3"]);
  });

  test.each([
    ["of somebody else", {}, true],
    ["that an administrator wrote", { source: "admin" as const }, false],
    ["that has ended", { status: "canceled" }, false],
    ["that ends with its period", { endsWithPeriod: true }, false],
    ["that gives nothing", { givesPro: false }, false],
  ])("one beside an earlier one %s is none", async (_name, changes, ofStranger) => {
    const earlier = { ...bought, startDate: daysAhead(-9), ...changes };
    await writeRecord(ofStranger ? stranger : user, earlier);
    await writeRecord(user, { ...bought, startDate: daysAhead(-8) });
    expect(await duplicates()).toEqual([]);
  });

  test("those bought in the same second are told apart by their names", async () => {
    const startDate = daysAhead(-1);
    await writeRecord(user, { ...bought, subscription: "sub_b", startDate });
    await writeRecord(user, { ...bought, subscription: "sub_a", startDate });
    expect(await duplicates()).toEqual(["sub_b"]);
  });

  test("those that run are Stripe's and have not ended", async () => {
    await writeRecord(user, { subscription: "sub_run" });
    await writeRecord(user, { subscription: "sub_due", status: "past_due" });
    await writeRecord(user, { subscription: "sub_over", status: "canceled" });
    await writeRecord(user, { subscription: "sub_hand", source: "admin" });
    await writeRecord(stranger, { subscription: "sub_theirs" });
    const running = (await repository.findRunning(user.id)).map(
      (row) => row.stripe_subscription_id,
    );
    expect(running.sort()).toEqual(["sub_due", "sub_run"]);
  });

  test("those not compared since three in the morning are, the ones that waited longest first", async () => {
    // São Paulo is three hours behind.
    const three = new Date();
    three.setUTCHours(6, 0, 0, 0);
    if (three.getTime() > Date.now()) three.setUTCDate(three.getUTCDate() - 1);
    const at = (minutes: number) => new Date(three.getTime() + minutes * 60_000);
    const never = await writeRecord(user, { createdAt: at(-2_000) });
    const longAgo = await writeRecord(stranger, { comparedAt: at(-900), createdAt: at(-9_000) });
    const yesterday = await writeRecord(user, { comparedAt: at(-1), createdAt: at(-9_000) });
    await writeRecord(user, { comparedAt: at(1), createdAt: at(-9_000) });
    await writeRecord(user, { comparedAt: three, createdAt: at(-9_000) });
    await writeRecord(user, { createdAt: at(1) });
    await writeRecord(user, { createdAt: at(-9_000), status: "canceled" });
    await writeRecord(user, { createdAt: at(-9_000), source: "admin" });
    const claim = async (limit: number) =>
      (await repository.claimComparisons(limit)).map(({ id }) => id).sort((a, b) => a - b);
    expect(await claim(1)).toEqual([never]);
    expect(await claim(1)).toEqual([longAgo]);
    expect(await claim(100)).toEqual([yesterday]);
    expect(await claim(100)).toEqual([]);
  });
});
