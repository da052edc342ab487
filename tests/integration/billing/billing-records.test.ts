import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { InvoiceReading, SubscriptionReading } from "@/lib/domain/billing/readings";
import * as repository from "@/server/billing/billing/subscriptions.repository";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { hoursAhead, storedRecords, writeRecord } from "@/tests/support/billing-records";

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
    isPro: true,
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
    debit: null,
    paymentMethod: null,
    invoices: [],
    ...changes,
  };
  return reading;
}

/** One moment for all: periods are compared. */
const BEGAN = daysAhead(-1);

function readInvoice(changes: Partial<InvoiceReading> = {}): InvoiceReading {
  return {
    id: newId("in"),
    status: "paid",
    amountCents: 9_700,
    currency: "BRL",
    periodStart: BEGAN,
    periodEnd: daysAhead(29),
    createdAt: daysAhead(-1),
    finalizedAt: null,
    paidAt: null,
    receiptUrl: null,
    paymentIntent: null,
    isFirst: false,
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

  test("that Stripe does not know is marked since the first time, and no other with it", async () => {
    const subscription = newId("sub");
    const failing = { givesPro: true, proUntil: daysAhead(3) };
    const id = await writeRecord(user, { subscription, ...failing });
    await execute(sql`UPDATE billings SET failed_at = now() WHERE id = ${id}`);
    const byHand = await writeRecord(user, { subscription, source: "admin", ...failing });
    const other = await writeRecord(user, failing);
    const theirs = await writeRecord(stranger, { subscription, source: "admin", ...failing });
    expect(await repository.markUnknown(stranger.id, subscription)).toBeNull();
    expect(await repository.markUnknown(user.id, subscription)).toBe(id);
    const running = { status: "active", gives_pro: true, pro_until: failing.proUntil };
    const records = await storedRecords(user);
    const unknown = { unknown_since: expect.any(Date) };
    expect(records).toMatchObject([
      { id, ...running, ...unknown },
      { id: byHand, ...running, unknown_since: null },
      { id: other, ...running, unknown_since: null },
    ]);
    expect(await storedRecords(stranger)).toMatchObject([
      { id: theirs, ...running, unknown_since: null },
    ]);
    expect(await repository.markUnknown(user.id, subscription)).toBe(id);
    expect(await storedRecords(user)).toEqual(records);
    // Found again; and what is over is left.
    await repository.keepSubscription(user.id, readSubscription(subscription), "canceled");
    expect(await repository.markUnknown(user.id, subscription)).toBeNull();
    expect((await storedRecords(user))[0]).toMatchObject({ id, unknown_since: null });
  });

  test("takes its access alone", async () => {
    const [id, other] = [await writeRecord(user), await writeRecord(user)];
    const access = {
      ...{ pro: true, until: daysAhead(2), failedAt: daysAhead(-1) },
      ...{ canCharge: true, debit: null },
    };
    await repository.setAccess(id, access);
    const none = { gives_pro: false, pro_until: null, failed_at: null };
    expect(await storedRecords(user)).toMatchObject([
      {
        ...{ id, gives_pro: true, pro_until: access.until, failed_at: access.failedAt },
        can_charge: true,
      },
      { id: other, ...none, can_charge: false },
    ]);
  });

  test("remembers when its owner took back its end, and of what product it is", async () => {
    const subscription = newId("sub");
    const keep = async (changes: Partial<SubscriptionReading>) => {
      await repository.keepSubscription(user.id, readSubscription(subscription, changes), "active");
      return (await storedRecords(user))[0];
    };
    const ending = { endsAt: daysAhead(29) };
    expect(await keep({})).toMatchObject({ resumed_at: null, is_pro: true });
    expect(await keep({})).toMatchObject({ resumed_at: null });
    expect(await keep(ending)).toMatchObject({ resumed_at: null });
    const resumed = await keep({});
    expect(resumed?.resumed_at?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect((await keep({}))?.resumed_at).toEqual(resumed?.resumed_at);
    const id = resumed?.id ?? 0;
    await repository.setAccess(id, {
      ...{ pro: true, until: null, failedAt: null, canCharge: true, debit: null },
    });
    // What is another product's gives nothing from the first moment on.
    expect(await keep({ isPro: false })).toMatchObject({
      ...{ is_pro: false, gives_pro: false, can_charge: false },
    });
  });
});

describe("an invoice", () => {
  const stored = (id: string) =>
    rows<{ billing_id: number; refunded_cents: number; dispute: string | null; status: string }>(
      sql`SELECT billing_id, refunded_cents, dispute, status FROM billing_invoices WHERE id = ${id}`,
    );

  test("stays with its record, and keeps what became of its payment where nobody asked", async () => {
    const [id, other] = [await writeRecord(user), await writeRecord(user)];
    const record = { id, ownerId: user.id, plan: "monthly" };
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

  /** The facts of a record with these invoices; a second record has paid for longer and owes for longer. */
  async function readFacts(...invoices: Partial<InvoiceReading>[]) {
    const [id, other] = [await writeRecord(user), await writeRecord(user)];
    const record = { ownerId: user.id, plan: "monthly" };
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
    // A dispute ends months later: also of an earlier period, but not where nothing was paid.
    const lost = { payment: { refundedCents: 0, dispute: "lost" as const } };
    expect(await isTakenBack({ periodEnd: daysAhead(-1), ...lost }, PAID)).toBe(true);
    expect(await isTakenBack({ periodEnd: daysAhead(-1), status: "void", ...lost }, PAID)).toBe(
      false,
    );
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
    // Invoices that are free or not paid do not count as the last payment.
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
    // Voided because its subscription has ended, it leaves the days of grace.
    const ended = await writeRecord(user, { status: "canceled" });
    await repository.keepInvoices({ id: ended, ownerId: user.id, plan: "monthly" }, [
      readInvoice(PAID),
      readInvoice({ ...open, status: "void" }),
    ]);
    expect((await repository.readInvoiceFacts(ended)).first_failed_at).toEqual(created);
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
  test("those that charge are Stripe's, and not ordered to end", async () => {
    const charging = async () =>
      (await repository.findCharging(user.id)).map((row) => [row.stripe_subscription_id, row.runs]);
    const write = (subscription: string, written: Parameters<typeof writeRecord>[1] = {}) =>
      writeRecord(user, { subscription, canCharge: true, ...written });
    await write("sub_runs", { givesPro: true });
    await write("sub_trial", { givesPro: true, status: "trial", proUntil: daysAhead(1) });
    await write("sub_lapsed", { givesPro: true, proUntil: daysAhead(-1) });
    await write("sub_due", { givesPro: true, status: "past_due" });
    await write("sub_nothing");
    await write("sub_ending", { givesPro: true, canCharge: false });
    await write("sub_hand", { source: "admin" });
    await writeRecord(stranger, { subscription: "sub_theirs", canCharge: true });
    for (const [subscription, failedAt] of [
      ["sub_ordered", null],
      ["sub_failed", new Date()],
    ] as const) {
      await write(subscription);
      await execute(
        sql`INSERT INTO billing_orders (kind, user_id, subscription_id, reason, failed_at)
            VALUES ('cancel', ${user.id}, ${subscription}, 'taken_back', ${failedAt})`,
      );
    }
    expect(await charging()).toEqual([
      ["sub_runs", true],
      ["sub_trial", true],
      ["sub_lapsed", false],
      ["sub_due", false],
      ["sub_nothing", false],
      ["sub_failed", false],
    ]);
  });

  test("those that run have not ended: Stripe's, then those that an administrator named, but not another's", async () => {
    await writeRecord(user, { subscription: "sub_run" });
    await writeRecord(user, { subscription: "sub_due", status: "past_due" });
    await writeRecord(user, { subscription: "sub_over", status: "canceled" });
    await writeRecord(user, { subscription: "sub_hand", source: "admin" });
    await writeRecord(user, { subscription: "sub_run", source: "admin" });
    await writeRecord(user, { subscription: "by hand", source: "admin" });
    await writeRecord(user, { subscription: "sub_hand_over", source: "admin", status: "canceled" });
    await writeRecord(user, { subscription: "sub_other_product", isPro: false });
    await writeRecord(stranger, { subscription: "sub_theirs" });
    for (const [first, then] of [
      [stranger, user],
      [user, stranger],
    ] as const) {
      await writeRecord(first, { subscription: `sub_given_to_${then.id}`, source: "admin" });
      await writeRecord(then, { subscription: `sub_given_to_${then.id}`, source: "admin" });
    }
    await writeRecord(user, { subscription: "sub_theirs", source: "admin" });
    expect(await repository.findRunning(user.id)).toEqual([
      { stripe_subscription_id: "sub_run", is_known: true },
      { stripe_subscription_id: "sub_due", is_known: true },
      { stripe_subscription_id: `sub_given_to_${user.id}`, is_known: false },
      { stripe_subscription_id: "sub_hand", is_known: false },
    ]);
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
    // What has ended is compared again while something of it is unpaid.
    const end = async (invoice: Partial<InvoiceReading>, isPro = true) => {
      const ended = { createdAt: at(-9_000), comparedAt: at(-500), status: "canceled", isPro };
      const id = await writeRecord(user, ended);
      const record = { id, ownerId: user.id, plan: "monthly" };
      await repository.keepInvoices(record, [readInvoice(), readInvoice(invoice)]);
      return id;
    };
    const owing = [await end({ status: "open" }), await end({ status: "uncollectible" })];
    await end({ status: "void" });
    await end({ status: "open" }, false);
    const claim = async (limit: number) =>
      (await repository.claimComparisons(limit)).map(({ id }) => id).sort((a, b) => a - b);
    expect(await claim(1)).toEqual([never]);
    expect(await claim(1)).toEqual([longAgo]);
    expect(await claim(100)).toEqual([yesterday, ...owing]);
    expect(await claim(100)).toEqual([]);
  });
});
