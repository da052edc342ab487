import {
  type Invoice,
  type Payment,
  PLANS,
  type PlanName,
  type Subscription,
} from "../store/stripe-objects";
import { createCheckouts } from "./checkouts";
import { createCore, type Needs } from "./core";
import { createDebits } from "./debits";
import { createEnds } from "./ends";
import { CARD_OK, CARD_REFUSED, isPix, newId, now } from "./ids";
import { createReversals } from "./reversals";

/** The life of subscriptions at the sandbox's Stripe: each change is followed by its events. */

export type Payments = ReturnType<typeof createPayments>;

/** Also an invoice that Stripe no longer collects. */
export function isPayable({ status }: Pick<Invoice, "status">): boolean {
  return status === "open" || status === "uncollectible";
}

export function createPayments(needs: Needs) {
  const core = createCore(needs);
  const { events, save, get, invoicesOf, paymentOf, writeInvoice, offerOf, change } = core;
  const debits = createDebits(core);

  function bill(
    subscription: Subscription,
    bill: Pick<Invoice, "reason" | "cents"> & { at: number; credit?: Invoice["credit"] },
  ) {
    const { reason, cents, at, credit = null } = bill;
    const paymentMethod = debits.methodOf(subscription);
    const mandate = isPix(paymentMethod) ? debits.mandateOf(paymentMethod) : undefined;
    const isFirst = reason === "subscription_create";
    const processing = mandate?.status === "active" && !isFirst && cents > 0;
    const isRefused = paymentMethod === CARD_REFUSED || mandate?.status === "inactive";
    const payment: Payment = {
      kind: "payment",
      id: newId("pi"),
      charge: newId("ch"),
      invoice: newId("in"),
      customer: subscription.customer,
      paymentMethod,
      mandate: isFirst ? (mandate?.id ?? null) : null,
      cents,
      refundedCents: 0,
      paid: cents === 0 || !(processing || isRefused),
      processing,
      created: at,
      dispute: null,
    };
    const invoice: Invoice = {
      kind: "invoice",
      id: payment.invoice,
      subscription: subscription.id,
      customer: subscription.customer,
      plan: subscription.plan,
      status: payment.paid ? "paid" : "open",
      reason,
      cents,
      attempts: 1,
      created: at,
      periodStart: subscription.periodStart,
      periodEnd: subscription.periodEnd,
      paidAt: payment.paid ? at : null,
      credit,
      payment: payment.id,
    };
    save(payment);
    save(invoice);
    const outcome = payment.paid ? "paid" : "payment_failed";
    if (!processing) events.emit(`invoice.${outcome}`, writeInvoice(invoice), at);
    return { invoice, hasFailed: !payment.paid && !processing };
  }

  function subscribe(
    customer: string,
    { plan, at, flexible, pix }: { plan: PlanName; at: number; flexible: boolean; pix: boolean },
  ) {
    const subscription: Subscription = {
      kind: "subscription",
      id: newId("sub"),
      customer,
      plan,
      status: "active",
      created: at,
      periodStart: at,
      periodEnd: addMonths(at, PLANS[plan].months),
      flexible,
      cancelAtPeriodEnd: false,
      cancelAt: null,
      endedAt: null,
      endReason: null,
      paused: false,
      paymentMethod: pix ? debits.allowPix(customer) : CARD_OK,
      ...offerOf(plan),
      endingSince: null,
    };
    save(subscription);
    const { cents } = subscription;
    const { invoice } = bill(subscription, { reason: "subscription_create", cents, at });
    return { subscription, invoice: invoice.id };
  }

  return {
    ...core,
    ...createCheckouts(core, subscribe),
    ...createEnds(core),
    ...createReversals(core),
    ...debits,

    findPlan: (price: string) =>
      (Object.keys(PLANS) as PlanName[]).find((plan) => offerOf(plan).price === price),

    /** Changes the price of a plan. */
    reprice(plan: PlanName, offer: { price?: string; cents?: number }) {
      save({ kind: "offer", id: `offer_${plan}`, ...offerOf(plan), ...offer });
    },

    /** The next period begins: its invoice is paid, or a bank debits it, or its payment fails. */
    renew(id: string, { fails = false, at = now() } = {}) {
      const before = get("subscription", id);
      if (before.status === "canceled") return before;
      if (before.cancelAtPeriodEnd || before.cancelAt) {
        const endReason = "cancellation_requested" as const;
        return change(id, { status: "canceled", endedAt: at, endReason }, at);
      }
      const own = before.paymentMethod === CARD_REFUSED ? CARD_OK : before.paymentMethod;
      const renewed = {
        ...before,
        paymentMethod: fails ? CARD_REFUSED : own,
        periodStart: before.periodEnd,
        periodEnd: addMonths(before.periodEnd, PLANS[before.plan].months),
      };
      const { cents } = before;
      const { hasFailed } = bill(renewed, { reason: "subscription_cycle", cents, at });
      return change(id, { ...renewed, status: hasFailed ? "past_due" : "active" }, at);
    },

    /** Pays what is open, also what a bank debits. */
    settle(id: string, at = now()) {
      const { status } = get("subscription", id);
      for (const invoice of invoicesOf(id).filter(isPayable)) {
        const attempts = invoice.attempts + 1;
        const paid: Invoice = { ...invoice, status: "paid", paidAt: at, attempts };
        save({ ...paymentOf(invoice), paid: true, processing: false });
        save(paid);
        events.emit("invoice.paid", writeInvoice(paid), at);
      }
      // A payment revives an unpaid subscription, but not an ended one.
      if (status !== "canceled") change(id, { status: "active" }, at);
    },

    /** Changes the plan and charges the difference, if any; nothing changes when the card is refused. */
    changePlan(id: string, plan: PlanName, at = now()) {
      const before = get("subscription", id);
      if (before.paymentMethod === CARD_REFUSED) return;
      const offer = offerOf(plan);
      const changed = {
        ...before,
        ...offer,
        plan,
        periodStart: at,
        periodEnd: addMonths(at, PLANS[plan].months),
      };
      const cents = Math.max(0, offer.cents - before.cents);
      const credit = { cents: before.cents, start: at, end: before.periodEnd };
      bill(changed, { reason: "subscription_update", cents, at, credit });
      change(id, changed, at);
    },

    clear: () => events.clear(),
  };
}

function addMonths(at: number, months: number): number {
  const date = new Date(at * 1000);
  date.setUTCMonth(date.getUTCMonth() + months);
  return Math.floor(date.getTime() / 1000);
}
