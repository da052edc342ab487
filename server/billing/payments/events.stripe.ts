import Stripe from "stripe";
import { z } from "zod";
import type { PaymentEvent } from "@/lib/domain/billing/readings";
import { AppError } from "@/lib/errors";

/** Older signatures may belong to a recorded copy of a request; a clock may be this much ahead. */
const TOLERANCE_S = 300;

type Ids = Partial<Omit<PaymentEvent, "eventId" | "type" | "createdAt" | "isForeignMode">>;

/** A signed body that is no known event: its content is lost unless a person reads it. */
export class UnreadableEvent extends AppError {
  constructor(cause: unknown) {
    super("invalid_input", "O aviso não tem a forma esperada.", { cause });
  }
}

// PostgreSQL's text cannot contain NUL. Stripe's ids have at most 255 characters.
const text = z.string().regex(/^[^\0]*$/);
const Id = text.min(1).max(255);
/** An object, or only its id; deleted objects and null occur too. */
const Reference = z
  .union([Id, z.object({ id: Id }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null);

const Envelope = z.object({
  id: Id,
  type: text.min(1).max(120),
  /** Seconds, to the year 2100. */
  created: z.number().int().min(0).max(4_102_444_800),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
});

const Session = z.object({
  mode: z.string(),
  customer: Reference,
  subscription: Reference,
  client_reference_id: text.max(255).nullish(),
  customer_details: z.object({ email: text.max(1_000).nullish() }).nullish(),
});
const Invoice = z.object({
  id: Id,
  customer: Reference,
  parent: z
    .object({ subscription_details: z.object({ subscription: Reference }).nullish() })
    .nullish(),
});
const Subscription = z.object({ id: Id, customer: Reference });
const Customer = z.object({ id: Id });
const Charge = z.object({ customer: Reference, payment_intent: Reference });
const Dispute = z.object({ payment_intent: Reference });
const Mandate = z.object({ status: text, payment_method: Reference });

/**
 * Verifies a webhook over its bytes and returns the events that concern us; null for all others.
 * @throws AppError invalid_input for a bad or old signature; UnreadableEvent for a signed body that is no event
 */
export function readStripeEvent(
  body: Buffer,
  signature: string | null,
  { secretKey, webhookSecret }: { secretKey: string; webhookSecret: string },
): PaymentEvent | null {
  verify(body, signature ?? "", webhookSecret);
  try {
    const event = Envelope.parse(JSON.parse(body.toString("utf8")));
    const ids = findIds(event.type, event.data.object);
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
  } catch (cause) {
    throw new UnreadableEvent(cause);
  }
}

/** The SDK only compares ages, so it accepts an invalid time, and one in the future. */
function verify(body: Buffer, signature: string, secret: string): void {
  try {
    const times = signature.split(",").filter((part) => part.startsWith("t="));
    const [, seconds] = /^t=(\d{1,12})$/.exec(times[0] ?? "") ?? [];
    if (times.length !== 1 || seconds === undefined) throw new Error("no time was signed");
    if (Number(seconds) - Date.now() / 1000 > TOLERANCE_S) throw new Error("signed in the future");
    const { signature: signatures } = Stripe.webhooks;
    if (!signatures?.verifyHeader(body, signature, secret, TOLERANCE_S))
      throw new Error("unsigned");
  } catch (cause) {
    throw new AppError("invalid_input", "A assinatura do aviso não confere.", { cause });
  }
}

function findIds(type: string, object: unknown): Ids | null {
  switch (type) {
    case "checkout.session.completed": {
      const session = Session.parse(object);
      if (session.mode !== "subscription") return null;
      return {
        customerId: session.customer,
        subscriptionId: session.subscription,
        reference: session.client_reference_id ?? null,
        email: session.customer_details?.email ?? null,
      };
    }
    case "invoice.paid":
    case "invoice.payment_failed": {
      const { id, customer, parent } = Invoice.parse(object);
      const subscriptionId = parent?.subscription_details?.subscription ?? null;
      return subscriptionId ? { customerId: customer, subscriptionId, invoiceId: id } : null;
    }
    case "customer.subscription.updated":
    case "customer.subscription.deleted": {
      const { id, customer } = Subscription.parse(object);
      return { customerId: customer, subscriptionId: id };
    }
    case "customer.updated":
    case "customer.deleted":
      return { customerId: Customer.parse(object).id };
    case "charge.refunded": {
      const { customer, payment_intent } = Charge.parse(object);
      return payment_intent ? { customerId: customer, paymentIntent: payment_intent } : null;
    }
    case "charge.dispute.created":
    case "charge.dispute.closed": {
      const { payment_intent } = Dispute.parse(object);
      return payment_intent ? { paymentIntent: payment_intent } : null;
    }
    case "mandate.updated": {
      const { status, payment_method } = Mandate.parse(object);
      return status === "inactive" ? { reference: payment_method } : null;
    }
    default:
      return null;
  }
}
