import { billing } from "@/lib/contracts/billing/billing";
import { deleteBilling, getBilling } from "@/server/billing/billing/billing.service";
import { changePaymentMethod } from "@/server/billing/billing/subscription.service";
import { route } from "@/server/platform/http/route";

export const GET = route(billing.one, ({ actor, params }) => getBilling(actor, params.id));
export const PUT = route(billing.update, ({ actor, params, body }) =>
  changePaymentMethod(actor, params.id, body.payment_method),
);
export const DELETE = route(billing.remove, ({ actor, params }) => deleteBilling(actor, params.id));
