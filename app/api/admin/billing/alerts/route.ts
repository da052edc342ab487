import { billingAdmin } from "@/lib/contracts/billing-admin";
import { listAlerts } from "@/server/billing/alerts.service";
import { route } from "@/server/http/route";

export const GET = route(billingAdmin.alerts, () => listAlerts());
