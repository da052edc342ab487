import { leadQueries } from "@/components/leads/leads/leads.queries";
import { stageQueries } from "@/components/leads/leads/stages.queries";
import { ownNumbersQuery } from "@/components/messaging/numbers/own-numbers.queries";
import type { FirstAnswers } from "@/components/shared/state/first-answers";
import { dashboardQueries } from "./dashboard.queries";

export const readDashboard: FirstAnswers = (client) => [
  client.prefetchQuery(leadQueries.stats()),
  client.prefetchQuery(ownNumbersQuery()),
  client.prefetchQuery(dashboardQueries.activity()),
  client.prefetchQuery(dashboardQueries.period(7)),
  client.prefetchQuery(dashboardQueries.forecast()),
  client.prefetchQuery(stageQueries.list()),
];
