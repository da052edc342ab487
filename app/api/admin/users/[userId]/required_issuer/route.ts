import { billingAdmin } from "@/lib/contracts/billing/billing-admin";
import { liftPersonIssuer } from "@/server/backoffice/admin/people.service";
import { route } from "@/server/platform/http/route";

export const DELETE = route(billingAdmin.liftIssuer, ({ actor, params }) =>
  liftPersonIssuer(actor, params.userId),
);
