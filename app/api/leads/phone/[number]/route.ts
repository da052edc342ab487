import { leads } from "@/lib/contracts/leads";
import { route } from "@/server/http/route";
import { findLeadByNumber } from "@/server/leads/leads.service";

export const GET = route(leads.byPhone, ({ actor, params }) =>
  findLeadByNumber(actor, params.number),
);
