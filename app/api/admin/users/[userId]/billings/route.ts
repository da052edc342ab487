import { billingAdmin } from "@/lib/contracts/billing/billing-admin";
import { writeManualRecord } from "@/server/billing/billing/manual-records.service";
import { route } from "@/server/platform/http/route";

export const POST = route(billingAdmin.createRecord, ({ actor, params, body }) =>
  writeManualRecord(actor, params.userId, body),
);
