import { leads } from "@/lib/contracts/leads";
import { route } from "@/server/http/route";
import { getLeadHistory } from "@/server/leads/lead-history.service";

export const GET = route(leads.history, ({ actor, params }) => getLeadHistory(actor, params.id));
