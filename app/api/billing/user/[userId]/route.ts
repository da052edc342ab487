import { billing } from "@/lib/contracts/billing/billing";
import { listBillingsOf } from "@/server/billing/billing/billing.service";
import { route } from "@/server/platform/http/route";

export const GET = route(billing.ofUser, ({ actor, params }) =>
  listBillingsOf(actor, params.userId),
);
