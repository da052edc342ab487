import type { Faults } from "../faults/faults";
import type { Store } from "../store/store";
import {
  type Checkout,
  type Customer,
  type Invoice,
  type Mandate,
  type Offer,
  type Payment,
  PLANS,
  type PlanName,
  type StripeObject,
  type Subscription,
} from "../store/stripe-objects";
import type { Timers } from "../timers";
import { createCheckouts, isOpen } from "./checkouts";
import { createEnds } from "./ends";
import { createStripeEvents, type StripeEvents } from "./events";
import { isPix, newId, now } from "./ids";
import { createReversals } from "./reversals";
import { toCustomer, toInvoice, toMandate, toSubscription } from "./wire";
import { toCheckoutSession } from "./wire-payments";

/** The life of subscriptions at the sandbox's Stripe: each change is followed by its events. */

interface Needs {
  store: Store;
  faults: Faults;
  timers: Timers;
  options: { webhookRetryMs: number };
  webhook: { url: string; secret: string } | null;
  baseUrl: () => string;
}

export type Payments = ReturnType<typeof createPayments>;

export const CARD_OK = "pm_card_visa4242";
export const CARD_REFUSED = "pm_card_refused0002";

/** Also an invoice that Stripe no longer collects. */
export function isPayable({ status }: Pick<Invoice, "status">): boolean {
  return status === "open" || status === "uncollectible";
}

export function createPayments(needs: Needs) {
  const { store } = needs;
  const events: StripeEvents = createStripeEvents(needs);

  const save = (object: StripeObject) => store.record({ type: "stripe", object });

  function offerOf(plan: PlanName): Pick<Offer, "price" | "cents"> {
    const { price, cents } = find("offer", `offer_${plan}`) ?? PLANS[plan];
    return { price, cents };
  }

  function find<K extends StripeObject["kind"]>(kind: K, id: string) {
    const object = store.stripe.get(id);
    return object?.kind === kind ? (object as Extract<StripeObject, { kind: K }>) : undefined;
  }

  function all<K extends StripeObject["kind"]>(kind: K) {
    return [...store.stripe.values()].filter((each) => each.kind === kind) as Extract<
      StripeObject,
      { kind: K }
    >[];
  }

  /** Newest first. */
  const invoicesOf = (subscription: string) =>
    all("invoice")
      .filter((invoice) => invoice.subscription === subscription)
      .reverse();

  function get<T>(found: T | undefined, id: string): T {
    if (found === undefined) throw new Error(`No such object: ${id}`);
    return found;
  }

  const customerOf = ({ customer }: { customer: string }) =>
    get(find("customer", customer), customer);
  const paymentOf = ({ payment }: Invoice) => get(find("payment", payment), payment);

  const methodOf = (subscription: Subscription) =>
    subscription.paymentMethod ?? customerOf(subscription).paymentMethod;
  const mandateOf = (paymentMethod: string | null) =>
    all("mandate").find((each) => each.paymentMethod === paymentMethod);

  /** A new way to pay by Pix, which its buyer has allowed in the bank's app. */
  function allowPix(customer: string): string {
    const paymentMethod = newId("pm_pix");
    save({ kind: "mandate", id: newId("mandate"), customer, paymentMethod, status: "active" });
    return paymentMethod;
  }

  const writeSubscription = (subscription: Subscription, expand: readonly string[] = []) =>
    toSubscription(
      subscription,
      customerOf(subscription),
      invoicesOf(subscription.id)[0]?.id ?? null,
      expand,
    );
  const writeInvoice = (invoice: Invoice, expand: readonly string[] = []) =>
    toInvoice(
      invoice,
      { customer: customerOf(invoice), payment: paymentOf(invoice), baseUrl: needs.baseUrl() },
      expand,
    );

  function change(id: string, changes: Partial<Subscription>, at = now()): Subscription {
    const subscription = { ...get(find("subscription", id), id), ...changes };
    save(subscription);
    const type = subscription.status === "canceled" ? "deleted" : "updated";
    events.emit(`customer.subscription.${type}`, writeSubscription(subscription), at);
    return subscription;
  }

  function bill(
    subscription: Subscription,
    bill: Pick<Invoice, "reason" | "cents"> & { at: number; credit?: Invoice["credit"] },
  ) {
    const { reason, cents, at, credit = null } = bill;
    const paymentMethod = methodOf(subscription);
    const mandate = isPix(paymentMethod) ? mandateOf(paymentMethod) : undefined;
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

  /** The invoice that was paid last, or one that is open. */
  const latest = (id: string, status: Invoice["status"]) =>
    invoicesOf(id).find((invoice) => invoice.status === status);

  function settle(id: string, at = now()) {
    const { status } = get(find("subscription", id), id);
    for (const invoice of invoicesOf(id).filter(isPayable)) {
      const paid: Invoice = {
        ...invoice,
        status: "paid",
        paidAt: at,
        attempts: invoice.attempts + 1,
      };
      save({ ...paymentOf(invoice), paid: true, processing: false });
      save(paid);
      events.emit("invoice.paid", writeInvoice(paid), at);
    }
    // A payment revives an unpaid subscription, but not an ended one.
    if (status !== "canceled") change(id, { status: "active" }, at);
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
      paymentMethod: pix ? allowPix(customer) : CARD_OK,
      ...offerOf(plan),
      endingSince: null,
    };
    save(subscription);
    const { cents } = subscription;
    const { invoice } = bill(subscription, { reason: "subscription_create", cents, at });
    return { subscription, invoice: invoice.id };
  }

  const writeCheckout = (checkout: Checkout) =>
    toCheckoutSession(checkout, {
      email: customerOf(checkout).email,
      url: isOpen(checkout) ? `${needs.baseUrl()}/pay/checkout/${checkout.id}` : null,
    });

  return {
    events,
    find,
    all,
    save,
    invoicesOf,
    customerOf,
    paymentOf,
    writeSubscription,
    writeInvoice,
    writeCheckout,
    change,
    offerOf,

    findPlan: (price: string) =>
      (Object.keys(PLANS) as PlanName[]).find((plan) => offerOf(plan).price === price),

    /** Changes the price of a plan. */
    reprice(plan: PlanName, offer: { price?: string; cents?: number }) {
      save({ kind: "offer", id: `offer_${plan}`, ...offerOf(plan), ...offer });
    },

    /** The next period begins: its invoice is paid, or its payment fails. */
    renew(id: string, { fails = false, at = now() } = {}) {
      const before = get(find("subscription", id), id);
      if (before.status === "canceled") return before;
      if (before.cancelAtPeriodEnd || before.cancelAt) {
        const endReason = "cancellation_requested" as const;
        return change(id, { status: "canceled", endedAt: at, endReason }, at);
      }
      const own = before.paymentMethod === CARD_REFUSED ? CARD_OK : before.paymentMethod;
      const paymentMethod = fails ? CARD_REFUSED : own;
      const periodStart = before.periodEnd;
      const { months } = PLANS[before.plan];
      const { cents } = before;
      const renewed = {
        ...before,
        paymentMethod,
        periodStart,
        periodEnd: addMonths(periodStart, months),
      };
      const { hasFailed } = bill(renewed, { reason: "subscription_cycle", cents, at });
      return change(id, { ...renewed, status: hasFailed ? "past_due" : "active" }, at);
    },

    /** The bank does not debit what it was asked for. */
    refuseDebit(id: string, at = now()) {
      const invoice = latest(id, "open");
      if (!invoice || !paymentOf(invoice).processing) return;
      save({ ...paymentOf(invoice), processing: false });
      events.emit("invoice.payment_failed", writeInvoice(invoice), at);
      change(id, { status: "past_due" }, at);
    },

    /** The buyer ends the debits in the bank's app. */
    endMandate(id: string, at = now()) {
      const mandate = mandateOf(methodOf(get(find("subscription", id), id)));
      if (!mandate) return;
      const ended: Mandate = { ...mandate, status: "inactive" };
      save(ended);
      events.emit("mandate.updated", toMandate(ended), at);
    },

    /** As the customer portal does: the customer gets the new way to pay, not the subscription. */
    payWith(customerId: string, way: "card" | "pix") {
      const paymentMethod = way === "pix" ? allowPix(customerId) : CARD_OK;
      const customer = { ...get(find("customer", customerId), customerId), paymentMethod };
      save(customer);
      events.emit("customer.updated", toCustomer(customer));
    },

    /** Pays the open invoice. */
    settle,

    /** Changes the plan and charges the difference, if any; nothing changes when the card is refused. */
    changePlan(id: string, plan: PlanName, at = now()) {
      const before = get(find("subscription", id), id);
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

    ...createCheckouts({
      save,
      offerOf,
      subscribe,
      emitCompleted: (checkout, at) =>
        events.emit("checkout.session.completed", writeCheckout(checkout), at),
    }),
    ...createEnds({ change, get, find }),
    ...createReversals({ events, save, get, find, latest, paymentOf, writeInvoice }),

    cancel(id: string, endReason: Subscription["endReason"] = "cancellation_requested") {
      const at = now();
      return change(id, { status: "canceled", endedAt: at, endReason }, at);
    },

    deleteCustomer(id: string) {
      const customer: Customer = { ...get(find("customer", id), id), deleted: true };
      save(customer);
      for (const each of all("subscription")) {
        if (each.customer !== id || each.status === "canceled") continue;
        change(each.id, { status: "canceled", endedAt: now(), endReason: null });
      }
      events.emit("customer.deleted", toCustomer(customer));
    },

    clear: () => events.clear(),
  };
}

function addMonths(at: number, months: number): number {
  const date = new Date(at * 1000);
  date.setUTCMonth(date.getUTCMonth() + months);
  return Math.floor(date.getTime() / 1000);
}
