import { deals } from "@/lib/contracts/insights/deals";
import { reportOutcomes } from "@/server/insights/deals/deals.service";
import { route } from "@/server/platform/http/route";

export const GET = route(deals.outcomes, ({ actor, query }) => reportOutcomes(actor, query));
