import { stageQueries } from "@/components/leads/leads/stages.queries";
import type { FirstAnswers } from "@/components/shared/state/first-answers";
import { todayQuery } from "./today.queries";

export const readToday: FirstAnswers = (client) => [
  client.prefetchQuery(todayQuery()),
  client.prefetchQuery(stageQueries.list()),
];
