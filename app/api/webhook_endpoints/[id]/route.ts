import { webhooks } from "@/lib/contracts/integrations/webhooks";
import {
  deleteWebhook,
  updateWebhook,
} from "@/server/integrations/webhook-endpoints/webhook-endpoints.service";
import { route } from "@/server/platform/http/route";

export const PUT = route(webhooks.update, ({ actor, params, body }) =>
  updateWebhook(actor, params.id, body),
);
export const DELETE = route(webhooks.remove, ({ actor, params }) =>
  deleteWebhook(actor, params.id),
);
