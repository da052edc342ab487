import Stripe from "stripe";
import type { PaymentEvent } from "@/lib/domain/billing/readings";
import { AppError } from "@/lib/errors";

/** Older signatures may be copies of a request that somebody recorded. */
const TOLERANCE_S = 300;

type Ids = Partial<Omit<PaymentEvent, "eventId" | "type" | "createdAt" | "isForeignMode">>;

/**
 * Verifies a webhook over its bytes and returns what concerns us; null for all other events.
 * @throws AppError invalid_input for a bad signature, an old one, or a body that is no event
 */
export function readStripeEvent(
  body: Buffer,
  signature: string | null,
  { secretKey, webhookSecret }: { secretKey: string; webhookSecret: string },
): PaymentEvent | null {
  const event = verify(body, signature ?? "", webhookSecret);
  const ids = findIds(event);
  if (ids === null) return null;
  return {
    eventId: event.id,
    type: event.type,
    createdAt: new Date(event.created * 1000),
    isForeignMode: event.livemode !== /^[sr]k_live_/.test(secretKey),
    customerId: null,
    subscriptionId: null,
    invoiceId: null,
    paymentIntent: null,
    reference: null,
    email: null,
    ...ids,
  };
}

function verify(body: Buffer, signature: string, secret: string): Stripe.Event {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_S);
  } catch (cause) {
    throw new AppError("invalid_input", "A assinatura do aviso não confere.", { cause });
  }
}

function findIds(event: Stripe.Event): Ids | null {
  switch (event.type) {
    case "checkout.session.completed": {
      const session = event.data.object;
      if (session.mode !== "subscription") return null;
      return {
        customerId: idOf(session.customer),
        subscriptionId: idOf(session.subscription),
        reference: session.client_reference_id,
        email: session.customer_details?.email ?? null,
      };
    }
    case "invoice.paid":
    case "invoice.payment_failed": {
      const { id, customer, parent } = event.data.object;
      const subscriptionId = idOf(parent?.subscription_details?.subscription ?? null);
      return subscriptionId ? { customerId: idOf(customer), subscriptionId, invoiceId: id } : null;
    }
    case "customer.subscription.updated":
    case "customer.subscription.deleted": {
      const { id, customer } = event.data.object;
      return { customerId: idOf(customer), subscriptionId: id };
    }
    case "customer.deleted":
      return { customerId: event.data.object.id };
    case "charge.refunded": {
      const { customer, payment_intent } = event.data.object;
      return payment_intent
        ? { customerId: idOf(customer), paymentIntent: idOf(payment_intent) }
        : null;
    }
    case "charge.dispute.created":
    case "charge.dispute.closed": {
      const { payment_intent } = event.data.object;
      return payment_intent ? { paymentIntent: idOf(payment_intent) } : null;
    }
    default:
      return null;
  }
}

function idOf(object: string | { id: string } | null): string | null {
  return typeof object === "object" ? (object?.id ?? null) : object;
}
