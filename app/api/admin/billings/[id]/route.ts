import { billingAdmin } from "@/lib/contracts/billing/billing-admin";
import { changeManualRecord } from "@/server/billing/billing/manual-records.service";
import { route } from "@/server/platform/http/route";

export const PUT = route(billingAdmin.updateRecord, ({ actor, params, body }) =>
  changeManualRecord(actor, params.id, body),
);
