import { billingAdmin } from "@/lib/contracts/billing-admin";
import { retryEvent } from "@/server/billing-events/billing-events.service";
import { route } from "@/server/http/route";

export const POST = route(billingAdmin.retryEvent, ({ actor, params }) =>
  retryEvent(actor, params.id),
);
