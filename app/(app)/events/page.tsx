import type { Metadata } from "next";
import { readEvents } from "@/components/insights/events/events-answers";
import { EventsScreen } from "@/components/insights/events/events-screen";
import { ForWholeView } from "@/components/session/for-role";
import { PageData } from "../../page-data";
import type { SearchParams } from "../../search-params";

export const metadata: Metadata = { title: "Eventos" };

export default function Page({ searchParams }: { searchParams: SearchParams }) {
  return (
    <PageData read={readEvents} searchParams={searchParams}>
      <ForWholeView title="Eventos">
        <EventsScreen />
      </ForWholeView>
    </PageData>
  );
}
