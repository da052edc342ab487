import { teamResults } from "@/lib/contracts/insights/team-results";
import { getResults } from "@/server/insights/team-results/team-results.service";
import { route } from "@/server/platform/http/route";

export const GET = route(teamResults.month, ({ actor, query }) => getResults(actor, query));
