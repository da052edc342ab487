import { leadHistory } from "@/lib/contracts/lead-history";
import { route } from "@/server/http/route";
import { getLeadHistory } from "@/server/leads/lead-history.service";

export const GET = route(leadHistory.list, ({ actor, params }) => getLeadHistory(actor, params.id));
