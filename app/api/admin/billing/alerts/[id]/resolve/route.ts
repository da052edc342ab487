import { billingAdmin } from "@/lib/contracts/billing/billing-admin";
import { resolveAlert } from "@/server/billing/billing/alerts.service";
import { route } from "@/server/platform/http/route";

export const POST = route(billingAdmin.resolveAlert, ({ actor, params }) =>
  resolveAlert(actor, params.id),
);
