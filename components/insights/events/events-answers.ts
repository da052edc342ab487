import type { FirstAnswers } from "@/components/shared/state/first-answers";
import { readEventChoice } from "./event-params";
import { eventQueries } from "./events.queries";

export const readEvents: FirstAnswers = (client, params) => {
  const { period, query } = readEventChoice(params);
  return [
    client.prefetchQuery(eventQueries.summary(period)),
    client.prefetchQuery(eventQueries.report(period)),
    client.prefetchQuery(eventQueries.funnel(period)),
    client.prefetchQuery(eventQueries.deals({ ...period, by: "source" })),
    client.prefetchQuery(eventQueries.sources(period)),
    client.prefetchQuery(eventQueries.story(query)),
  ];
};
