import { webhooks } from "@/lib/contracts/webhooks";
import { route } from "@/server/http/route";
import { testWebhook } from "@/server/webhook-deliveries/webhook-deliveries.service";

export const POST = route(webhooks.test, ({ actor, params }) => testWebhook(actor, params.id));
