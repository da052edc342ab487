import { webhooks } from "@/lib/contracts/webhooks";
import { route } from "@/server/http/route";
import { listDeliveries } from "@/server/webhook-deliveries/webhook-deliveries.service";

export const GET = route(webhooks.deliveries, ({ actor, params, query }) =>
  listDeliveries(actor, params.id, query),
);
