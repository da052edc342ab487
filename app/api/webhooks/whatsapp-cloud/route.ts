import {
  cloudSubscriptionRoute,
  cloudWebhookRoute,
} from "@/server/inbound/inbox/cloud-webhook.route";

export const GET = cloudSubscriptionRoute;
export const POST = cloudWebhookRoute;
