import { activities } from "@/lib/contracts/activities";
import { getResults } from "@/server/campaign-results/results.service";
import { route } from "@/server/http/route";

export const GET = route(activities.results, ({ actor, params, query }) =>
  getResults(actor, params.id, query),
);
