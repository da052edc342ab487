import { webhooks } from "@/lib/contracts/integrations/webhooks";
import { testWebhook } from "@/server/integrations/webhook-deliveries/webhook-deliveries.service";
import { route } from "@/server/platform/http/route";

export const POST = route(webhooks.test, ({ actor, params }) => testWebhook(actor, params.id));
