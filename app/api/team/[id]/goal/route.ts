import { teamResults } from "@/lib/contracts/insights/team-results";
import { setGoal } from "@/server/insights/team-results/team-results.service";
import { route } from "@/server/platform/http/route";

export const PUT = route(teamResults.setGoal, ({ actor, params, body }) =>
  setGoal(actor, params.id, body),
);
