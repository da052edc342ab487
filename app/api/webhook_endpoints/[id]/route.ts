import { webhooks } from "@/lib/contracts/webhooks";
import { route } from "@/server/http/route";
import { deleteWebhook, updateWebhook } from "@/server/webhook-endpoints/webhook-endpoints.service";

export const PUT = route(webhooks.update, ({ actor, params, body }) =>
  updateWebhook(actor, params.id, body),
);
export const DELETE = route(webhooks.remove, ({ actor, params }) =>
  deleteWebhook(actor, params.id),
);
