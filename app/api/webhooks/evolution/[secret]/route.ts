import { evolutionWebhookRoute } from "@/server/whatsapp/webhook.route";

export const POST = evolutionWebhookRoute;
