import { activities } from "@/lib/contracts/campaigns/activities";
import { getResults } from "@/server/campaigns/campaign-results/results.service";
import { route } from "@/server/platform/http/route";

export const GET = route(activities.results, ({ actor, params, query }) =>
  getResults(actor, params.id, query),
);
