import { billingAdmin } from "@/lib/contracts/billing/billing-admin";
import { linkEvent } from "@/server/billing/billing-events/billing-events.service";
import { route } from "@/server/platform/http/route";

export const POST = route(billingAdmin.linkEvent, ({ actor, params, body }) =>
  linkEvent(actor, params.id, body.user_id),
);
