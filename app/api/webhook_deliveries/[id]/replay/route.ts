import { webhooks } from "@/lib/contracts/webhooks";
import { route } from "@/server/http/route";
import { replayDelivery } from "@/server/webhook-deliveries/webhook-deliveries.service";

export const POST = route(webhooks.replay, ({ actor, params }) => replayDelivery(actor, params.id));
