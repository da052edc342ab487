import Stripe from "stripe";
import { AppError } from "@/lib/errors";
import { logger } from "@/server/platform/logger";
import { nullIfMissing } from "./calls.stripe";
import type { CheckoutRequest, PaymentsGateway } from "./payments.gateway";

/** More than a customer has at once. */
const LISTED = 20;
/** A payment page is given up after this time; Stripe's least is half an hour, and its own default a day. */
const CHECKOUT_S = 3_600;
/** An open page is used again while it stays open for longer than this. */
const REUSED_S = 900;
/** How often a mandate of Pix Automático is charged. Its default, monthly, could not renew the other plans. */
const PIX_SCHEDULES = { monthly: "monthly", quarterly: "quarterly", annual: "yearly" } as const;

/** Customers and their payment pages. `proPrices` tells a subscription of ours from what else the account sells. */
export function createCheckouts(
  stripe: Stripe,
  proPrices: readonly string[],
): Pick<
  PaymentsGateway,
  "createCustomer" | "hasCustomer" | "findSubscriptions" | "keepOneCheckout" | "openCheckout"
> {
  return {
    createCustomer: async ({ ownerId, email }, key) => {
      const customer = await stripe.customers.create(
        { ...(email && { email }), metadata: { account: String(ownerId) } },
        { idempotencyKey: key },
      );
      return customer.id;
    },

    hasCustomer: async (id) => {
      const customer = await nullIfMissing(() => stripe.customers.retrieve(id));
      return customer !== null && !customer.deleted;
    },

    findSubscriptions: async (customer) => {
      // Without a status Stripe leaves out those that were cancelled.
      const { data } = await stripe.subscriptions.list({ customer, limit: LISTED });
      return data
        .filter(({ status, items }) => {
          const isPro = items.data.some(({ price }) => proPrices.includes(price.id));
          return isPro && status !== "canceled" && status !== "incomplete_expired";
        })
        .map(({ id }) => id);
    },

    keepOneCheckout: async (customers, priceId) => {
      let kept: string | null = null;
      for (const customer of customers) {
        const { data } = await stripe.checkout.sessions.list({
          customer,
          status: "open",
          limit: LISTED,
        });
        for (const { id, url, metadata, expires_at } of data) {
          // Checkout sessions of other shops that share this Stripe account are not ours.
          if (metadata?.["price"] === undefined) continue;
          const isSame = metadata["price"] === priceId;
          if (isSame && kept === null && expires_at - Date.now() / 1000 > REUSED_S) kept = url;
          else await stripe.checkout.sessions.expire(id).catch(refuseIfPaid);
        }
      }
      return kept;
    },

    openCheckout: async (wanted, key) => {
      const page = describeCheckout(wanted);
      const pix = { mandate_options: toMandate(wanted) };
      const { url } = await stripe.checkout.sessions
        .create({ ...page, payment_method_options: { pix } }, { idempotencyKey: key })
        .catch((error: unknown) => {
          // A Stripe account that does not take Pix may refuse its options.
          if (!isRefusal(error)) throw error;
          logger.warn({ err: error }, "payment page refused with its Pix mandate");
          return stripe.checkout.sessions.create(page, { idempotencyKey: `${key}-without-pix` });
        });
      if (url === null) throw new AppError("unavailable");
      return url;
    },
  };
}

function describeCheckout(wanted: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { ownerId, customerId, offer, paidUrl, leftUrl } = wanted;
  return {
    mode: "subscription",
    customer: customerId,
    client_reference_id: String(ownerId),
    line_items: [{ price: offer.priceId, quantity: 1 }],
    metadata: { price: offer.priceId },
    success_url: paidUrl,
    cancel_url: leftUrl,
    locale: "pt-BR",
    expires_at: Math.floor(Date.now() / 1000) + CHECKOUT_S,
  };
}

/** The default mandate allows R$ 400 a month at most, which a year's price exceeds. */
function toMandate({ period, offer }: CheckoutRequest) {
  return {
    amount: offer.priceCents,
    amount_type: "maximum" as const,
    payment_schedule: PIX_SCHEDULES[period],
    reference: "Garimpo PRO",
  };
}

/** A page cannot be closed once it is paid: opening another one would sell a second subscription. */
function refuseIfPaid(error: unknown): never {
  if (!isRefusal(error)) throw error;
  throw new AppError("conflict", "Seu pagamento está sendo confirmado. Aguarde um instante.");
}

function isRefusal(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}
