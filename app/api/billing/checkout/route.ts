import { subscription } from "@/lib/contracts/billing/subscription";
import { openCheckout } from "@/server/billing/billing/checkout.service";
import { route } from "@/server/platform/http/route";

export const POST = route(subscription.checkout, ({ actor, body }) =>
  openCheckout(actor, body.plan),
);
