import type { Metadata } from "next";
import { radarQueries } from "@/components/radar/radars.queries";
import { RadarsScreen } from "@/components/radar/radars-screen";
import { PageData } from "../../page-data";

export const metadata: Metadata = { title: "Radar" };

export default function Page() {
  return (
    <PageData read={(client) => [client.prefetchQuery(radarQueries.list())]}>
      <RadarsScreen />
    </PageData>
  );
}
