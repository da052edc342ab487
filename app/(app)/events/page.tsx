import type { Metadata } from "next";
import { readEventChoice } from "@/components/insights/events/event-params";
import { eventQueries } from "@/components/insights/events/events.queries";
import { EventsScreen } from "@/components/insights/events/events-screen";
import { PageData } from "../../page-data";
import { readSearchParams, type SearchParams } from "../../search-params";

export const metadata: Metadata = { title: "Eventos" };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { period, query } = readEventChoice(await readSearchParams(searchParams));
  return (
    <PageData
      read={(client) => [
        client.prefetchQuery(eventQueries.summary(period)),
        client.prefetchQuery(eventQueries.report(period)),
        client.prefetchQuery(eventQueries.funnel(period)),
        client.prefetchQuery(eventQueries.deals({ ...period, by: "source" })),
        client.prefetchQuery(eventQueries.sources(period)),
        client.prefetchQuery(eventQueries.story(query)),
      ]}
    >
      <EventsScreen />
    </PageData>
  );
}
