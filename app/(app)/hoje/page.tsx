import type { Metadata } from "next";
import { todayQuery } from "@/components/insights/today/today.queries";
import { TodayScreen } from "@/components/insights/today/today-screen";
import { stageQueries } from "@/components/leads/leads/stages.queries";
import { PageData } from "../../page-data";

export const metadata: Metadata = { title: "Hoje" };

export default function Page() {
  return (
    <PageData
      read={(client) => [
        client.prefetchQuery(todayQuery()),
        client.prefetchQuery(stageQueries.list()),
      ]}
    >
      <TodayScreen />
    </PageData>
  );
}
