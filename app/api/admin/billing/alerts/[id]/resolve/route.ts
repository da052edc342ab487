import { billingAdmin } from "@/lib/contracts/billing-admin";
import { resolveAlert } from "@/server/billing/alerts.service";
import { route } from "@/server/http/route";

export const POST = route(billingAdmin.resolveAlert, ({ actor, params }) =>
  resolveAlert(actor, params.id),
);
