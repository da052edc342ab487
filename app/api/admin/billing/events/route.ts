import { billingAdmin } from "@/lib/contracts/billing/billing-admin";
import { listStuckEvents } from "@/server/billing/billing-events/billing-events.service";
import { route } from "@/server/platform/http/route";

export const GET = route(billingAdmin.events, () => listStuckEvents());
