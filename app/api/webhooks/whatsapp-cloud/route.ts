import { cloudSubscriptionRoute, cloudWebhookRoute } from "@/server/inbox/cloud-webhook.route";

export const GET = cloudSubscriptionRoute;
export const POST = cloudWebhookRoute;
