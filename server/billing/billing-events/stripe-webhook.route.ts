import { AppError } from "@/lib/errors";
import { readStripeEvent, UnreadableEvent } from "@/server/billing/payments/events.stripe";
import { env } from "@/server/platform/env";
import { getClientNetwork } from "@/server/platform/http/client-address";
import { createHandler } from "@/server/platform/http/exchange";
import { readBytes } from "@/server/platform/http/read-body";
import { keepUnreadable, receiveEvent } from "./billing-events.service";

/** Stripe's largest events are invoices of many lines, far below this. */
const MAX_WEBHOOK_BYTES = 1_000_000;

/**
 * Stripe's webhook. Answers 200 once the event is stored: an event whose account is not known yet waits in the
 * database. 400 is for bodies that Stripe did not sign, and for signed ones that cannot be read, which are kept.
 */
export const stripeWebhookRoute = createHandler("POST /api/webhooks/stripe", async (request) => {
  if (!env.payments) throw new AppError("not_found", "Endereço não encontrado.");
  const holder = getClientNetwork(request.headers);
  const bytes = await readBytes(request, holder, MAX_WEBHOOK_BYTES);
  try {
    const event = readStripeEvent(bytes, request.headers.get("stripe-signature"), env.payments);
    if (event) await receiveEvent(event);
  } catch (error) {
    if (error instanceof UnreadableEvent) await keepUnreadable(bytes);
    throw error;
  }
  return { status: 200, headers: {}, body: { received: true } };
});
