import Stripe from "stripe";
import type { Debit } from "@/lib/domain/billing/pro-access";
import type { InvoiceReading, PaymentReading } from "@/lib/domain/billing/readings";
import { BILLING_PERIODS, type BillingPeriod } from "@/lib/domain/plans/plan-catalogue";
import { nullIfMissing, withOurErrors } from "./calls.stripe";
import { createCheckouts } from "./checkout.stripe";
import type { Offer, Offers, PaymentsGateway } from "./payments.gateway";
import { findPeriod, idOf, toInvoice, toSubscription } from "./readings.stripe";

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
    const charge = await findCharge(paymentIntent);
    return {
      amount: charge?.paid ? charge.amount : 0,
      refundedCents: charge?.amount_refunded ?? 0,
      dispute: charge?.disputed ? await readDispute(paymentIntent) : null,
    };
  }

  async function findCharge(paymentIntent: string): Promise<Stripe.Charge | null> {
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(paymentIntent, {
      expand: ["latest_charge"],
    });
    return typeof charge === "string" ? null : charge;
  }

  /** What pays: the subscription's own way comes before its customer's. */
  async function findMethod({ default_payment_method: own, customer }: Stripe.Subscription) {
    if (own !== null && typeof own === "object") return own;
    if (typeof customer === "string" || customer.deleted) return null;
    const { default_payment_method: chosen } = customer.invoice_settings;
    return typeof chosen === "string" ? stripe.paymentMethods.retrieve(chosen) : chosen;
  }

  /**
   * A renewal by Pix is debited days after the bank was asked, and the buyer may end the debits in the bank's app: no
   * object of the subscription says so, but the mandate that a payment made or used. Renewals may not name it.
   */
  async function readDebit(
    method: Stripe.PaymentMethod | null,
    invoices: InvoiceReading[],
  ): Promise<Debit> {
    if (method !== null && method.type !== "pix") return null;
    const open = invoices.find(({ status }) => status === "open")?.paymentIntent;
    if (open && (await stripe.paymentIntents.retrieve(open)).status === "processing") {
      return "processing";
    }
    const paid = invoices.flatMap(({ status, paymentIntent }) =>
      status === "paid" && paymentIntent !== null ? [paymentIntent] : [],
    );
    for (const paymentIntent of new Set([...paid.slice(0, 1), ...paid.slice(-1)])) {
      const charge = await findCharge(paymentIntent);
      const mandate = charge?.payment_method_details?.pix?.mandate;
      if (!mandate || (method !== null && method.id !== charge.payment_method)) continue;
      const { status } = await stripe.mandates.retrieve(mandate);
      return status === "inactive" ? "ended" : null;
    }
    return null;
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
  async function readInvoices(
    subscription: string,
    named: string | null,
  ): Promise<InvoiceReading[]> {
    const { data } = await stripe.invoices.list({
      subscription,
      limit: INVOICES,
      expand: ["data.payments"],
    });
    const invoices = data.map(toInvoice);
    if (named === null || invoices.some(({ paymentIntent }) => paymentIntent === named)) {
      return invoices;
    }
    const older = await findInvoiceOf(named);
    return older ? [...invoices, { ...toInvoice(older), paymentIntent: named }] : invoices;
  }

  return withOurErrors<PaymentsGateway>({
    readSubscription: async (id, paymentIntent) => {
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
      const method = await findMethod(subscription);
      const debit = await readDebit(method, invoices);
      return toSubscription(subscription, { invoices, proPrices, method, debit });
    },

    findSubscriptionOfPayment: async (paymentIntent) => {
      const invoice = await findInvoiceOf(paymentIntent);
      return idOf(invoice?.parent?.subscription_details?.subscription);
    },

    findCustomerOfMethod: async (method) => {
      const found = await nullIfMissing(() => stripe.paymentMethods.retrieve(method));
      return idOf(found?.customer);
    },

    setEnding: async (id, ends, key) => {
      const found = ends ? null : await stripe.subscriptions.retrieve(id);
      // In the flexible mode the portal sets a date and does not change the flag.
      const isDated = found && found.cancel_at !== null && !found.cancel_at_period_end;
      const end = isDated ? ({ cancel_at: "" } as const) : { cancel_at_period_end: ends };
      await stripe.subscriptions.update(id, end, { idempotencyKey: key });
    },

    cancelNow: async (id, key) => {
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
    },

    refundPayment: async (paymentIntent, key) => {
      const { amount, refundedCents, dispute } = await readPayment(paymentIntent);
      if (refundedCents >= amount || dispute === "open" || dispute === "lost") return 0;
      const refund = await stripe.refunds.create(
        { payment_intent: paymentIntent, reason: "duplicate" },
        { idempotencyKey: key },
      );
      return refund.amount;
    },

    setPaymentMethod: async (id, default_payment_method, key) => {
      await stripe.subscriptions.update(id, { default_payment_method }, { idempotencyKey: key });
    },

    readOffers: async () => {
      const offers: Offers = {};
      for (const period of BILLING_PERIODS) {
        const priceId = prices[period];
        if (priceId !== undefined) offers[period] = await readOffer(period, priceId);
      }
      return offers;
    },

    ...createCheckouts(stripe, proPrices),

    openPortal: async ({ customerId, subscriptionId, change, backUrl }, key) => {
      const after_completion = { type: "redirect", redirect: { return_url: backUrl } };
      const flows = {
        plan: {
          type: "subscription_update",
          subscription_update: { subscription: subscriptionId },
          after_completion,
        },
        payment_method: { type: "payment_method_update", after_completion },
      };
      const session = await stripe.billingPortal.sessions.create(
        {
          customer: customerId,
          return_url: backUrl,
          ...(change !== undefined && { flow_data: flows[change] }),
        },
        { idempotencyKey: key },
      );
      return session.url;
    },
  });
}
