import { billingAdmin } from "@/lib/contracts/billing/billing-admin";
import { retryEvent } from "@/server/billing/billing-events/billing-events.service";
import { route } from "@/server/platform/http/route";

export const POST = route(billingAdmin.retryEvent, ({ actor, params }) =>
  retryEvent(actor, params.id),
);
