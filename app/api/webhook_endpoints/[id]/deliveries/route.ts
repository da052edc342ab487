import { webhooks } from "@/lib/contracts/integrations/webhooks";
import { listDeliveries } from "@/server/integrations/webhook-deliveries/webhook-deliveries.service";
import { route } from "@/server/platform/http/route";

export const GET = route(webhooks.deliveries, ({ actor, params, query }) =>
  listDeliveries(actor, params.id, query),
);
