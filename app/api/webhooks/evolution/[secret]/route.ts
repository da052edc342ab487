import { evolutionWebhookRoute } from "@/server/inbound/inbox/webhook.route";

export const POST = evolutionWebhookRoute;
