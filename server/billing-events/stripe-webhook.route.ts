import { AppError } from "@/lib/errors";
import { env } from "@/server/env";
import { getClientNetwork } from "@/server/http/client-address";
import { createHandler } from "@/server/http/exchange";
import { readBytes } from "@/server/http/read-body";
import { readStripeEvent } from "@/server/payments/events.stripe";
import { receiveEvent } from "./billing-events.service";

/** Stripe's largest events are invoices of many lines, far below this. */
const MAX_WEBHOOK_BYTES = 1_000_000;

/**
 * Stripe's webhook. Answers 200 once the event is stored and its account known, 400 for what Stripe did not sign, and
 * 503 for an event of nobody: Stripe repeats it for three days.
 */
export const stripeWebhookRoute = createHandler("POST /api/webhooks/stripe", async (request) => {
  if (!env.payments) throw new AppError("not_found", "Endereço não encontrado.");
  const holder = getClientNetwork(request.headers);
  const bytes = await readBytes(request, holder, MAX_WEBHOOK_BYTES);
  const event = readStripeEvent(bytes, request.headers.get("stripe-signature"), env.payments);
  if (event) await receiveEvent(event);
  return { status: 200, headers: {}, body: { received: true } };
});
