import type Stripe from "stripe";
import {
  type Checkout,
  type Customer,
  type Invoice,
  type Mandate,
  type Payment,
  PLANS,
  type PlanName,
  type Subscription,
} from "../store/stripe-objects";
import { isPix } from "./ids";

/**
 * The kept objects as Stripe's, of the API version that the installed SDK is made for: `satisfies` makes the compiler
 * check every field that is written against its published shape. Fields that say nothing of what is kept are left out.
 */

export const API_VERSION = "2026-10-28.endive";
const COMMON = { livemode: false, metadata: {} };
const CURRENCY = "brl";

type Wire<T> = T extends object ? { [Field in keyof T]?: Wire<T[Field]> } : T;

export function toPrice(plan: PlanName, { price, cents }: { price: string; cents: number }) {
  const { label, months } = PLANS[plan];
  return {
    ...COMMON,
    id: price,
    object: "price",
    active: true,
    currency: CURRENCY,
    nickname: `PRO ${label}`,
    product: "prod_pro",
    recurring: {
      interval: months === 12 ? "year" : "month",
      interval_count: months === 12 ? 1 : months,
    },
    type: "recurring",
    unit_amount: cents,
  } satisfies Wire<Stripe.Price>;
}

export function toCustomer({ id, email, paymentMethod, created, deleted }: Customer) {
  if (deleted) return { id, object: "customer", deleted: true } satisfies Stripe.DeletedCustomer;
  return {
    ...COMMON,
    id,
    object: "customer",
    created,
    email,
    invoice_settings: { default_payment_method: paymentMethod },
  } satisfies Wire<Stripe.Customer>;
}

export function toPaymentMethod(id: string, customer: string) {
  const common = { ...COMMON, id, object: "payment_method" as const, customer };
  if (isPix(id)) return { ...common, type: "pix", pix: {} } satisfies Wire<Stripe.PaymentMethod>;
  return {
    ...common,
    type: "card",
    card: { brand: "visa", country: "BR", exp_month: 12, exp_year: 2034, last4: id.slice(-4) },
  } satisfies Wire<Stripe.PaymentMethod>;
}

export function toMandate({ id, paymentMethod, status }: Mandate) {
  return {
    id,
    object: "mandate",
    livemode: false,
    payment_method: paymentMethod,
    payment_method_details: { type: "pix", pix: { amount_type: "maximum" } },
    status,
    type: "multi_use",
  } satisfies Wire<Stripe.Mandate>;
}

export function toSubscription(
  subscription: Subscription,
  customer: Customer,
  latestInvoice: string | null,
  expand: readonly string[] = [],
) {
  const { id, plan, periodStart, periodEnd, endedAt, paymentMethod } = subscription;
  return {
    ...COMMON,
    id,
    object: "subscription",
    billing_mode: { type: subscription.flexible ? "flexible" : "classic" },
    cancel_at: subscription.cancelAtPeriodEnd ? periodEnd : (subscription.cancelAt ?? null),
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: subscription.endingSince ?? endedAt,
    cancellation_details: { reason: subscription.endReason },
    collection_method: "charge_automatically",
    created: subscription.created,
    currency: CURRENCY,
    customer: expand.includes("customer") ? toCustomer(customer) : customer.id,
    default_payment_method:
      paymentMethod !== null && expand.includes("default_payment_method")
        ? toPaymentMethod(paymentMethod, customer.id)
        : paymentMethod,
    ended_at: endedAt,
    items: {
      object: "list",
      data: [
        {
          id: `si_${id.slice(4)}`,
          object: "subscription_item",
          current_period_end: periodEnd,
          current_period_start: periodStart,
          price: toPrice(plan, subscription),
          quantity: 1,
          subscription: id,
        },
      ],
      has_more: false,
    },
    latest_invoice: latestInvoice,
    pause_collection: subscription.paused ? { behavior: "void", resumes_at: null } : null,
    start_date: subscription.created,
    status: subscription.status,
  } satisfies Wire<Stripe.Subscription>;
}

/** The lines are the refund for the previous plan, if any, and the paid plan. */
export function toInvoice(
  invoice: Invoice,
  { payment, baseUrl }: { payment: Payment; baseUrl: string },
  expand: readonly string[] = [],
) {
  const { id, cents, status, created, credit, periodStart, periodEnd } = invoice;
  const isPaid = status === "paid";
  const isFirst = invoice.reason === "subscription_create";
  const charged = {
    object: "line_item" as const,
    amount: cents + (credit?.cents ?? 0),
    description: `1 × Garimpo PRO ${PLANS[invoice.plan].label}`,
    period: { start: periodStart, end: periodEnd },
  };
  const back = credit && {
    object: "line_item" as const,
    amount: -credit.cents,
    description: "Unused time",
    period: { start: credit.start, end: credit.end },
  };
  return {
    ...COMMON,
    id,
    object: "invoice",
    amount_due: cents,
    amount_paid: isPaid ? cents : 0,
    amount_remaining: isPaid ? 0 : cents,
    attempt_count: invoice.attempts,
    auto_advance: status === "open",
    billing_reason: invoice.reason,
    created,
    currency: CURRENCY,
    customer: invoice.customer,
    hosted_invoice_url: `${baseUrl}/pay/invoices/${id}`,
    lines: { object: "list", data: back ? [back, charged] : [charged], has_more: false },
    parent: {
      subscription_details: { metadata: {}, subscription: invoice.subscription },
      type: "subscription_details",
    },
    ...(expand.includes("data.payments") && {
      payments: {
        object: "list" as const,
        // A free invoice needs no payment.
        data: cents > 0 ? [toInvoicePayment(invoice, payment)] : [],
        has_more: false,
      },
    }),
    // For a renewal this is the previous period: the paid period is on the lines.
    period_end: isFirst ? created : periodStart,
    period_start: isFirst ? created : 2 * periodStart - periodEnd,
    status,
    status_transitions: { finalized_at: created, paid_at: invoice.paidAt },
    total: cents,
  } satisfies Wire<Stripe.Invoice>;
}

export function toInvoicePayment(
  invoice: Invoice,
  payment: Payment,
  expanded?: Wire<Stripe.Invoice>,
) {
  return {
    id: `inpay_${payment.id.slice(3)}`,
    object: "invoice_payment",
    amount_paid: payment.paid ? payment.cents : null,
    amount_requested: payment.cents,
    invoice: expanded ?? invoice.id,
    payment: { type: "payment_intent", payment_intent: payment.id },
    status: payment.paid ? "paid" : "open",
  } satisfies Wire<Stripe.InvoicePayment>;
}

export function toPaymentIntent(payment: Payment, expand: readonly string[] = []) {
  const { id, cents, paid, processing, customer, created } = payment;
  return {
    ...COMMON,
    id,
    object: "payment_intent",
    amount: cents,
    amount_received: paid ? cents : 0,
    created,
    currency: CURRENCY,
    customer,
    latest_charge: expand.includes("latest_charge") ? toCharge(payment) : payment.charge,
    status: paid ? "succeeded" : processing ? "processing" : "requires_payment_method",
  } satisfies Wire<Stripe.PaymentIntent>;
}

export function toCharge(payment: Payment) {
  const { cents, paid, processing, refundedCents, paymentMethod, mandate } = payment;
  const pix = mandate === null ? {} : { mandate };
  return {
    ...COMMON,
    id: payment.charge,
    object: "charge",
    amount: cents,
    amount_captured: paid ? cents : 0,
    amount_refunded: refundedCents,
    created: payment.created,
    currency: CURRENCY,
    customer: payment.customer,
    disputed: payment.dispute !== null,
    paid,
    payment_intent: payment.id,
    payment_method: paymentMethod,
    payment_method_details: isPix(paymentMethod) ? { type: "pix", pix } : { type: "card" },
    refunded: refundedCents >= cents,
    status: paid ? "succeeded" : processing ? "pending" : "failed",
  } satisfies Wire<Stripe.Charge>;
}

/** A dispute names no customer: only its payment does. */
export function toDispute(payment: Payment) {
  const { id = "", status = "lost", created = 0 } = payment.dispute ?? {};
  return {
    ...COMMON,
    id,
    object: "dispute",
    amount: payment.cents,
    charge: payment.charge,
    created,
    currency: CURRENCY,
    payment_intent: payment.id,
    reason: "fraudulent",
    status,
  } satisfies Wire<Stripe.Dispute>;
}

export function toRefund(payment: Payment, id: string, cents: number) {
  return {
    id,
    object: "refund",
    amount: cents,
    charge: payment.charge,
    created: payment.created,
    currency: CURRENCY,
    payment_intent: payment.id,
    reason: "duplicate",
    status: "succeeded",
  } satisfies Wire<Stripe.Refund>;
}

/** `url`: null once it is paid or closed. */
export function toCheckoutSession(
  checkout: Checkout,
  { email, url }: { email: string; url: string | null },
) {
  const { cents, bought, metadata } = checkout;
  const pending = url === null ? "expired" : "open";
  return {
    id: checkout.id,
    object: "checkout.session",
    amount_total: cents,
    cancel_url: checkout.cancelUrl,
    client_reference_id: checkout.reference,
    created: checkout.created,
    currency: CURRENCY,
    customer: checkout.customer,
    customer_details: { email },
    expires_at: checkout.expiresAt,
    invoice: bought?.invoice ?? null,
    livemode: false,
    metadata,
    mode: "subscription",
    payment_status: bought ? "paid" : "unpaid",
    status: bought ? "complete" : pending,
    subscription: bought?.subscription ?? null,
    success_url: checkout.successUrl,
    url,
  } satisfies Wire<Stripe.Checkout.Session>;
}

export function toPortalSession(customer: string, returnUrl: string | null, url: string) {
  return {
    id: `bps_${customer.slice(4)}`,
    object: "billing_portal.session",
    created: Math.floor(Date.now() / 1000),
    customer,
    livemode: false,
    return_url: returnUrl,
    url,
  } satisfies Wire<Stripe.BillingPortal.Session>;
}
