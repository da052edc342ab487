import type { Metadata } from "next";
import { stageQueries } from "@/components/leads/stages.queries";
import { todayQuery } from "@/components/today/today.queries";
import { TodayScreen } from "@/components/today/today-screen";
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
