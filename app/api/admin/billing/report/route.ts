import { billingAdmin } from "@/lib/contracts/billing-admin";
import { readBillingReport } from "@/server/billing/report.service";
import { route } from "@/server/http/route";

export const GET = route(billingAdmin.report, () => readBillingReport());
