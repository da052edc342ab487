import { billingAdmin } from "@/lib/contracts/billing/billing-admin";
import { listAlerts } from "@/server/billing/billing/alerts.service";
import { route } from "@/server/platform/http/route";

export const GET = route(billingAdmin.alerts, () => listAlerts());
