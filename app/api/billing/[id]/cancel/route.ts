import { billing } from "@/lib/contracts/billing/billing";
import { cancelSubscription } from "@/server/billing/billing/subscription.service";
import { route } from "@/server/platform/http/route";

export const POST = route(billing.cancel, ({ actor, params }) =>
  cancelSubscription(actor, params.id),
);
