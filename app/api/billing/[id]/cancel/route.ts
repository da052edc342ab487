import { billing } from "@/lib/contracts/billing";
import { cancelSubscription } from "@/server/billing/subscription.service";
import { route } from "@/server/http/route";

export const POST = route(billing.cancel, ({ actor, params }) =>
  cancelSubscription(actor, params.id),
);
