import type Stripe from "stripe";
import { type Debit, SUBSCRIPTION_STATUSES } from "@/lib/domain/billing/pro-access";
import {
  INVOICE_STATUSES,
  type InvoiceReading,
  type SubscriptionReading,
} from "@/lib/domain/billing/readings";
import {
  BILLING_PERIODS,
  type BillingPeriod,
  PLAN_CATALOGUE,
} from "@/lib/domain/plans/plan-catalogue";

/**
 * Converts Stripe's objects to our readings. Traps of this API version: the period is on the subscription's items, a
 * renewal invoice's own period is the previous one (its lines have the right one), and its payment is a list.
 */

export function toSubscription(
  subscription: Stripe.Subscription,
  read: {
    invoices: InvoiceReading[];
    proPrices: readonly string[];
    method: Stripe.PaymentMethod | null;
    debit: Debit;
  },
): SubscriptionReading {
  const { customer, items, status, cancellation_details } = subscription;
  const pro = items.data.find(({ price }) => read.proPrices.includes(price.id));
  const periodEnd = Math.max(...items.data.map((item) => item.current_period_end), 0);
  return {
    id: subscription.id,
    customerId: typeof customer === "string" ? customer : customer.id,
    isPro: pro !== undefined,
    plan: describePlan((pro ?? items.data[0])?.price, pro !== undefined),
    priceCents: items.data.reduce(
      (sum, { price, quantity = 1 }) => sum + (price.unit_amount ?? 0) * quantity,
      0,
    ),
    // A status that Stripe adds later grants nothing until we know it.
    status: SUBSCRIPTION_STATUSES.find((each) => each === status) ?? "incomplete",
    startedAt: toDate(subscription.start_date),
    periodEnd: toDate(Math.max(periodEnd, subscription.start_date)),
    endsAt: readEnd(subscription, periodEnd),
    canceledAt: toDateOrNull(subscription.ended_at),
    isPaused: subscription.pause_collection !== null,
    isCustomerDeleted: typeof customer === "object" && customer.deleted === true,
    endedByFailedPayment: cancellation_details?.reason === "payment_failed",
    debit: read.debit,
    paymentMethod: read.method && describeMethod(read.method),
    invoices: read.invoices,
  };
}

export function toInvoice(invoice: Stripe.Invoice): InvoiceReading {
  const { created } = invoice;
  // A credit for the previous plan runs to that plan's end: this invoice does not pay for that period.
  const charged = invoice.lines.data.filter(({ amount }) => amount >= 0);
  const lines = (charged.length > 0 ? charged : invoice.lines.data).map(({ period }) => period);
  const periods = lines.length > 0 ? lines : [{ start: created, end: created }];
  const { status_transitions: at } = invoice;
  return {
    id: invoice.id,
    status: INVOICE_STATUSES.find((each) => each === invoice.status) ?? "draft",
    amountCents: invoice.status === "paid" ? invoice.amount_paid : invoice.amount_due,
    currency: invoice.currency.toUpperCase(),
    periodStart: toDate(Math.min(...periods.map(({ start }) => start))),
    periodEnd: toDate(Math.max(...periods.map(({ end }) => end))),
    createdAt: toDate(created),
    finalizedAt: toDateOrNull(at.finalized_at),
    paidAt: toDateOrNull(at.paid_at),
    isFirst: invoice.billing_reason === "subscription_create",
    receiptUrl: invoice.hosted_invoice_url ?? null,
    paymentIntent: findPaymentIntent(invoice),
    payment: null,
  };
}

/** Customers may also end it on a date that they choose. */
function readEnd(subscription: Stripe.Subscription, periodEnd: number): Date | null {
  const { cancel_at, cancel_at_period_end } = subscription;
  if (cancel_at !== null) return toDate(cancel_at);
  return cancel_at_period_end ? toDate(periodEnd) : null;
}

/** Another product's price is shown under its own name, even with a known interval. */
function describePlan(price: Stripe.Price | undefined, isPro: boolean): string {
  return (isPro && price && findPeriod(price)) || (price?.nickname ?? price?.id ?? "PRO");
}

/** The plan that has the price's interval. */
export function findPeriod({ recurring }: Stripe.Price): BillingPeriod | undefined {
  const { interval, interval_count = 0 } = recurring ?? {};
  const months =
    interval === "year" ? 12 * interval_count : interval === "month" ? interval_count : 0;
  return BILLING_PERIODS.find((each) => PLAN_CATALOGUE[each].months === months);
}

function describeMethod({ card, type }: Stripe.PaymentMethod): string {
  if (card) return `${nameBrand(card.brand)} •••• ${card.last4}`;
  return type === "pix" ? "Pix" : type;
}

const BRANDS: Readonly<Record<string, string>> = {
  amex: "American Express",
  diners: "Diners Club",
  elo: "Elo",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

/** As the card shows it; Stripe's word for others, with a capital. */
function nameBrand(brand: string): string {
  return BRANDS[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);
}

/** The payment that was made; before that, the attempt. */
function findPaymentIntent({ payments }: Stripe.Invoice): string | null {
  const all = payments?.data ?? [];
  const chosen = all.find(({ status }) => status === "paid") ?? all[0];
  return idOf(chosen?.payment.payment_intent);
}

/** What refers to an object is its id, or the object. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return (typeof reference === "object" ? reference?.id : reference) ?? null;
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}

function toDateOrNull(seconds: number | null): Date | null {
  return seconds === null ? null : toDate(seconds);
}
