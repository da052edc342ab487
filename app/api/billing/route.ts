import { billing } from "@/lib/contracts/billing/billing";
import { readBilling, writeBilling } from "@/server/billing/billing/billing.service";
import { route } from "@/server/platform/http/route";

export const GET = route(billing.read, ({ actor, query }) => readBilling(actor, query));
export const POST = route(billing.create, ({ actor, body }) => writeBilling(actor, body));
