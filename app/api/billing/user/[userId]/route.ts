import { billing } from "@/lib/contracts/billing";
import { listBillingsOf } from "@/server/billing/billing.service";
import { route } from "@/server/http/route";

export const GET = route(billing.ofUser, ({ actor, params }) =>
  listBillingsOf(actor, params.userId),
);
