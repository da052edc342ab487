import type { FirstAnswers } from "@/components/shared/state/first-answers";
import { teamQueries } from "./team.queries";

export const readTeam: FirstAnswers = (client) => [client.prefetchQuery(teamQueries.people())];
