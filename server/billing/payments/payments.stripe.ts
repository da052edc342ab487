import Stripe from "stripe";
import type { InvoiceReading, PaymentReading } from "@/lib/domain/billing/readings";
import { BILLING_PERIODS, type BillingPeriod } from "@/lib/domain/plans/plan-catalogue";
import { AppError } from "@/lib/errors";
import { nullIfMissing, translateErrors, write } from "./calls.stripe";
import { createCheckouts } from "./checkout.stripe";
import type { Offer, Offers, PaymentsGateway } from "./payments.gateway";
import { findPeriod, toInvoice, toSubscription } from "./readings.stripe";

/** The types read here are those of this API version; the installed SDK has other types. */
const API_VERSION = "2026-10-28.endive";
const TIMEOUT_MS = 10_000;
/** More than two years of monthly invoices; older ones were already stored when they were new. */
const INVOICES = 30;
/** Statuses of a subscription that cannot be cancelled any more. */
const OVER: readonly Stripe.Subscription.Status[] = ["canceled", "incomplete_expired"];
/** Statuses of an inquiry, which takes no money, and of disputes that were not lost. */
const DISPUTE_WON = ["won", "warning_closed", "prevented"];

interface StripeSettings {
  secretKey: string;
  apiUrl: string;
  /** The ids of the prices that are sold. */
  prices: Readonly<Partial<Record<BillingPeriod, string | undefined>>>;
  /** The ids of those sold before, which are PRO too. */
  formerPrices: readonly string[];
}

export function createStripe(settings: StripeSettings): PaymentsGateway {
  const { secretKey, apiUrl, prices, formerPrices } = settings;
  const proPrices = [...Object.values(prices).filter((id) => id !== undefined), ...formerPrices];
  const { protocol, hostname, port } = new URL(apiUrl);
  const stripe = new Stripe(secretKey, {
    apiVersion: API_VERSION,
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    ...(port && { port }),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });

  async function readPayment(paymentIntent: string): Promise<PaymentReading & { amount: number }> {
    const { amount_received: amount, latest_charge: charge } = await stripe.paymentIntents.retrieve(
      paymentIntent,
      {
        expand: ["latest_charge"],
      },
    );
    if (!charge || typeof charge === "string") return { amount, refundedCents: 0, dispute: null };
    return {
      amount,
      refundedCents: charge.amount_refunded,
      dispute: charge.disputed ? await readDispute(paymentIntent) : null,
    };
  }

  async function readOffer(period: BillingPeriod, priceId: string): Promise<Offer> {
    const price = await nullIfMissing(() => stripe.prices.retrieve(priceId));
    if (price === null) return { priceId, priceCents: 0, isSold: false };
    const isSold =
      price.active &&
      price.currency === "brl" &&
      findPeriod(price) === period &&
      !!price.unit_amount;
    return { priceId, priceCents: price.unit_amount ?? 0, isSold };
  }

  async function readDispute(paymentIntent: string): Promise<PaymentReading["dispute"]> {
    const { data } = await stripe.disputes.list({ payment_intent: paymentIntent, limit: 1 });
    const status = data[0]?.status;
    if (status === undefined) return null;
    if (status === "lost") return "lost";
    return DISPUTE_WON.includes(status) ? "won" : "open";
  }

  async function findInvoiceOf(paymentIntent: string): Promise<Stripe.Invoice | null> {
    const { data } = await stripe.invoicePayments.list({
      payment: { type: "payment_intent", payment_intent: paymentIntent },
      limit: 1,
      expand: ["data.invoice"],
    });
    const invoice = data[0]?.invoice;
    return invoice && typeof invoice === "object" && !invoice.deleted ? invoice : null;
  }

  /** The latest invoices, and that of the given payment. */
  async function readInvoices(subscription: string, named: string | null) {
    const invoices = await listInvoices(subscription);
    if (named === null || invoices.some(({ paymentIntent }) => paymentIntent === named)) {
      return invoices;
    }
    const older = await findInvoiceOf(named);
    return older ? [...invoices, { ...toInvoice(older), paymentIntent: named }] : invoices;
  }

  async function listInvoices(subscription: string): Promise<InvoiceReading[]> {
    const { data } = await stripe.invoices.list({
      subscription,
      limit: INVOICES,
      expand: ["data.payments"],
    });
    return data.map(toInvoice);
  }

  return {
    readSubscription: (id, paymentIntent) =>
      translateErrors(async () => {
        const subscription = await nullIfMissing(() =>
          stripe.subscriptions.retrieve(id, { expand: ["customer", "default_payment_method"] }),
        );
        if (subscription === null) return null;
        const invoices = await readInvoices(id, paymentIntent);
        const latest = invoices.find(({ status, amountCents }) => status === "paid" && amountCents);
        for (const invoice of invoices) {
          const asked = invoice === latest || invoice.paymentIntent === paymentIntent;
          if (!asked || invoice.paymentIntent === null) continue;
          invoice.payment = await readPayment(invoice.paymentIntent);
        }
        return toSubscription(subscription, invoices, proPrices);
      }),

    findSubscriptionOfPayment: (paymentIntent) =>
      translateErrors(async () => {
        const invoice = await findInvoiceOf(paymentIntent);
        const subscription = invoice?.parent?.subscription_details?.subscription ?? null;
        return typeof subscription === "object" ? (subscription?.id ?? null) : subscription;
      }),

    setEnding: (id, ends, key) =>
      write(async () => {
        const found = ends ? null : await stripe.subscriptions.retrieve(id);
        // In the flexible mode the portal sets a date and does not change the flag.
        const isDated = found && found.cancel_at !== null && !found.cancel_at_period_end;
        const end = isDated ? ({ cancel_at: "" } as const) : { cancel_at_period_end: ends };
        await stripe.subscriptions.update(id, end, { idempotencyKey: key });
      }),

    cancelNow: (id, key) =>
      translateErrors(async () => {
        const found = await nullIfMissing(() => stripe.subscriptions.retrieve(id));
        if (found === null) return false;
        if (!OVER.includes(found.status)) {
          await nullIfMissing(() => stripe.subscriptions.cancel(id, {}, { idempotencyKey: key }));
        }
        // Stripe no longer collects these, but their pages would still take money for nothing.
        for (const status of ["open", "uncollectible"] as const) {
          const { data } = await stripe.invoices.list({
            subscription: id,
            status,
            limit: INVOICES,
          });
          for (const invoice of data) {
            const idempotencyKey = `${key}-${invoice.id}`;
            await stripe.invoices.voidInvoice(invoice.id, {}, { idempotencyKey });
          }
        }
        return true;
      }),

    refundPayment: (paymentIntent, key) =>
      translateErrors(async () => {
        const { amount, refundedCents, dispute } = await readPayment(paymentIntent);
        if (refundedCents >= amount || dispute === "open" || dispute === "lost") return 0;
        const refund = await stripe.refunds.create(
          { payment_intent: paymentIntent, reason: "duplicate" },
          { idempotencyKey: key },
        );
        return refund.amount;
      }),

    changePrice: (id, price, key) =>
      write(async () => {
        const { items } = await stripe.subscriptions.retrieve(id);
        const item = items.data[0];
        if (!item) throw new AppError("conflict");
        // Another update would create an invoice of zero.
        if (item.price.id === price) return;
        await stripe.subscriptions.update(
          id,
          {
            items: [{ id: item.id, price }],
            proration_behavior: "always_invoice",
            // The plan changes only if its price is paid.
            payment_behavior: "error_if_incomplete",
          },
          { idempotencyKey: key },
        );
      }),

    setPaymentMethod: (id, method, key) =>
      write(() =>
        stripe.subscriptions.update(
          id,
          { default_payment_method: method },
          { idempotencyKey: key },
        ),
      ),

    readOffers: () =>
      translateErrors(async () => {
        const offers: Offers = {};
        for (const period of BILLING_PERIODS) {
          const priceId = prices[period];
          if (priceId !== undefined) offers[period] = await readOffer(period, priceId);
        }
        return offers;
      }),

    ...createCheckouts(stripe, proPrices),

    openPortal: (customer, returnUrl, key) =>
      translateErrors(async () => {
        const session = await stripe.billingPortal.sessions.create(
          { customer, return_url: returnUrl },
          { idempotencyKey: key },
        );
        return session.url;
      }),
  };
}
