import { stripeWebhookRoute } from "@/server/billing/billing-events/stripe-webhook.route";

export const POST = stripeWebhookRoute;
