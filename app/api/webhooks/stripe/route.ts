import { stripeWebhookRoute } from "@/server/billing-events/stripe-webhook.route";

export const POST = stripeWebhookRoute;
