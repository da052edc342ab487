import type { FirstAnswers } from "@/components/shared/state/first-answers";
import { readMonthParameter } from "./month-parameter";
import { teamResultsQuery } from "./team-results.queries";

export const readTeamResults: FirstAnswers = (client, params) => [
  client.prefetchQuery(teamResultsQuery(readMonthParameter(params))),
];
