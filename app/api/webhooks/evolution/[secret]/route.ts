import { evolutionWebhookRoute } from "@/server/inbox/webhook.route";

export const POST = evolutionWebhookRoute;
