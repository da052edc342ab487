import { webhooks } from "@/lib/contracts/webhooks";
import { route } from "@/server/http/route";
import { createWebhook, listWebhooks } from "@/server/webhook-endpoints/webhook-endpoints.service";

export const GET = route(webhooks.list, ({ actor }) => listWebhooks(actor));
export const POST = route(webhooks.create, ({ actor, body }) => createWebhook(actor, body));
