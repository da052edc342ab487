import { webhooks } from "@/lib/contracts/integrations/webhooks";
import {
  createWebhook,
  listWebhooks,
} from "@/server/integrations/webhook-endpoints/webhook-endpoints.service";
import { route } from "@/server/platform/http/route";

export const GET = route(webhooks.list, ({ actor }) => listWebhooks(actor));
export const POST = route(webhooks.create, ({ actor, body }) => createWebhook(actor, body));
