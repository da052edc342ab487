import { billingAdmin } from "@/lib/contracts/billing-admin";
import { listStuckEvents } from "@/server/billing-events/billing-events.service";
import { route } from "@/server/http/route";

export const GET = route(billingAdmin.events, () => listStuckEvents());
