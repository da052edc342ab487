import { webhooks } from "@/lib/contracts/integrations/webhooks";
import { replayDelivery } from "@/server/integrations/webhook-deliveries/webhook-deliveries.service";
import { route } from "@/server/platform/http/route";

export const POST = route(webhooks.replay, ({ actor, params }) => replayDelivery(actor, params.id));
