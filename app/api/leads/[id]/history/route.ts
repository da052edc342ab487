import { leadHistory } from "@/lib/contracts/leads/lead-history";
import { getLeadHistory } from "@/server/leads/leads/lead-history.service";
import { route } from "@/server/platform/http/route";

export const GET = route(leadHistory.list, ({ actor, params, query }) =>
  getLeadHistory(actor, params.id, query),
);
