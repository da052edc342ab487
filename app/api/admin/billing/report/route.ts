import { billingAdmin } from "@/lib/contracts/billing/billing-admin";
import { readBillingReport } from "@/server/billing/billing/report.service";
import { route } from "@/server/platform/http/route";

export const GET = route(billingAdmin.report, () => readBillingReport());
