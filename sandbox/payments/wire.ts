import type Stripe from "stripe";
import {
  type Customer,
  type Invoice,
  type Mandate,
  type Payment,
  PLANS,
  type PlanName,
  type Subscription,
} from "../store/stripe-objects";
import { isPix } from "./ids";
import { toLines } from "./wire-lines";

/**
 * The kept objects as Stripe's, of the API version that the installed SDK is made for: `satisfies` makes the compiler
 * check every field against its published shape.
 */

export const API_VERSION = "2026-10-28.endive";
const CURRENCY = "brl";
const COMMON = { livemode: false, metadata: {} };

export function toPrice(plan: PlanName, { price, cents }: { price: string; cents: number }) {
  const { label, months } = PLANS[plan];
  return {
    ...COMMON,
    id: price,
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: 1_760_000_000,
    currency: CURRENCY,
    custom_unit_amount: null,
    lookup_key: null,
    nickname: `PRO ${label}`,
    product: "prod_pro",
    recurring: {
      interval: months === 12 ? "year" : "month",
      interval_count: months === 12 ? 1 : months,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "recurring",
    unit_amount: cents,
    unit_amount_decimal: null,
  } satisfies Stripe.Price;
}

function toPlan({ plan, price, cents }: Subscription) {
  const { label, months } = PLANS[plan];
  return {
    ...COMMON,
    id: price,
    object: "plan",
    active: true,
    amount: cents,
    amount_decimal: null,
    billing_scheme: "per_unit",
    created: 1_760_000_000,
    currency: CURRENCY,
    interval: months === 12 ? "year" : "month",
    interval_count: months === 12 ? 1 : months,
    meter: null,
    nickname: `PRO ${label}`,
    product: "prod_pro",
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  } satisfies Stripe.Plan;
}

export function toCustomer({ id, email, paymentMethod, created, deleted }: Customer) {
  if (deleted) return { id, object: "customer", deleted: true } satisfies Stripe.DeletedCustomer;
  return {
    ...COMMON,
    id,
    object: "customer",
    address: null,
    balance: 0,
    created,
    default_source: null,
    delinquent: false,
    description: null,
    email,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: paymentMethod,
      footer: null,
      rendering_options: null,
    },
    name: null,
    phone: null,
    shipping: null,
  } satisfies Stripe.Customer;
}

export function toPaymentMethod(id: string, customer: string) {
  const common = {
    ...COMMON,
    id,
    object: "payment_method" as const,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    created: 1_760_000_000,
    customer,
    customer_account: null,
  };
  if (isPix(id)) return { ...common, type: "pix", pix: {} } satisfies Stripe.PaymentMethod;
  return {
    ...common,
    card: {
      brand: "visa",
      checks: null,
      country: "BR",
      display_brand: "visa",
      exp_month: 12,
      exp_year: 2034,
      funding: "credit",
      generated_from: null,
      last4: id.slice(-4),
      networks: null,
      regulated_status: "unregulated",
      three_d_secure_usage: null,
      wallet: null,
    },
    type: "card",
  } satisfies Stripe.PaymentMethod;
}

export function toMandate({ id, paymentMethod, status }: Mandate) {
  return {
    id,
    object: "mandate",
    customer_acceptance: { accepted_at: null, type: "online" },
    livemode: false,
    multi_use: {},
    payment_method: paymentMethod,
    payment_method_details: { type: "pix", pix: { amount_type: "maximum" } },
    status,
    type: "multi_use",
  } satisfies Stripe.Mandate;
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
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: subscription.created,
    billing_cycle_anchor_config: null,
    billing_mode: subscription.flexible
      ? { flexible: { proration_discounts: "included" }, type: "flexible" }
      : { flexible: null, type: "classic" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: subscription.cancelAtPeriodEnd ? periodEnd : (subscription.cancelAt ?? null),
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: subscription.endingSince ?? endedAt,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: subscription.endReason,
    },
    collection_method: "charge_automatically",
    created: subscription.created,
    currency: CURRENCY,
    customer: expand.includes("customer") ? toCustomer(customer) : customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method:
      paymentMethod !== null && expand.includes("default_payment_method")
        ? toPaymentMethod(paymentMethod, customer.id)
        : paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: endedAt,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: {
      object: "list",
      data: [
        {
          id: `si_${id.slice(4)}`,
          object: "subscription_item",
          billing_thresholds: null,
          created: subscription.created,
          current_period_end: periodEnd,
          current_period_start: periodStart,
          current_trial: null,
          discounts: [],
          metadata: {},
          plan: toPlan(subscription),
          price: toPrice(plan, subscription),
          quantity: 1,
          subscription: id,
          tax_rates: [],
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: latestInvoice,
    managed_payments: null,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: subscription.paused ? { behavior: "void", resumes_at: null } : null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: subscription.created,
    status: subscription.status,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  } satisfies Stripe.Subscription;
}

export function toInvoice(
  invoice: Invoice,
  { customer, payment, baseUrl }: { customer: Customer; payment: Payment; baseUrl: string },
  expand: readonly string[] = [],
) {
  const { id, cents, status, created } = invoice;
  const isPaid = status === "paid";
  return {
    ...COMMON,
    id,
    object: "invoice",
    account_country: "BR",
    account_name: "Garimpo",
    account_tax_ids: null,
    amount_due: cents,
    amount_overpaid: 0,
    amount_paid: isPaid ? cents : 0,
    amount_remaining: isPaid ? 0 : cents,
    amount_shipping: 0,
    application: null,
    attempt_count: invoice.attempts,
    attempted: invoice.attempts > 0,
    auto_advance: status === "open",
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: null,
    billing_reason: invoice.reason,
    collection_method: "charge_automatically",
    created,
    currency: CURRENCY,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: created,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: `${baseUrl}/pay/invoices/${id}`,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: "list",
      data: toLines(invoice),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    next_payment_attempt: status === "open" ? created + 259_200 : null,
    number: `G-${id.slice(-6).toUpperCase()}`,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: {}, subscription: invoice.subscription },
      type: "subscription_details",
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    ...(expand.includes("data.payments") && {
      payments: {
        object: "list" as const,
        // A free invoice needs no payment.
        data: cents > 0 ? [toInvoicePayment(invoice, payment)] : [],
        has_more: false,
        url: "/v1/invoice_payments",
      },
    }),
    // For a renewal this is the previous period: the paid period is on the lines.
    period_end: invoice.reason === "subscription_create" ? created : invoice.periodStart,
    period_start:
      invoice.reason === "subscription_create"
        ? created
        : 2 * invoice.periodStart - invoice.periodEnd,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status,
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: invoice.paidAt,
      voided_at: status === "void" ? created : null,
    },
    subtotal: cents,
    subtotal_excluding_tax: cents,
    test_clock: null,
    total: cents,
    total_discount_amounts: [],
    total_excluding_tax: cents,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  } satisfies Stripe.Invoice;
}

export function toInvoicePayment(invoice: Invoice, payment: Payment, expanded?: Stripe.Invoice) {
  return {
    id: `inpay_${payment.id.slice(3)}`,
    object: "invoice_payment",
    amount_paid: payment.paid ? payment.cents : null,
    amount_requested: payment.cents,
    created: payment.created,
    currency: CURRENCY,
    invoice: expanded ?? invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: "payment_intent", payment_intent: payment.id },
    status: payment.paid ? "paid" : "open",
    status_transitions: { canceled_at: null, paid_at: invoice.paidAt },
  } satisfies Stripe.InvoicePayment;
}
