import { leads } from "@/lib/contracts/leads/leads";
import { findLeadByNumber } from "@/server/leads/leads/leads.service";
import { route } from "@/server/platform/http/route";

export const GET = route(leads.byPhone, ({ actor, params }) =>
  findLeadByNumber(actor, params.number),
);
