import type { Metadata } from "next";
import { cookies } from "next/headers";
import { dashboardQueries } from "@/components/insights/dashboard/dashboard.queries";
import { DashboardScreen } from "@/components/insights/dashboard/dashboard-screen";
import { FIRST_STEPS_COOKIE } from "@/components/insights/dashboard/first-steps-cookie";
import { leadQueries } from "@/components/leads/leads/leads.queries";
import { stageQueries } from "@/components/leads/leads/stages.queries";
import { PageData } from "../../page-data";

export const metadata: Metadata = { title: "Dashboard" };

export default async function Page() {
  const closedFor = Number((await cookies()).get(FIRST_STEPS_COOKIE)?.value);
  return (
    <PageData
      read={(client) => [
        client.prefetchQuery(leadQueries.stats()),
        client.prefetchQuery(dashboardQueries.activity()),
        client.prefetchQuery(dashboardQueries.period(7)),
        client.prefetchQuery(dashboardQueries.forecast()),
        client.prefetchQuery(stageQueries.list()),
      ]}
    >
      <DashboardScreen firstStepsClosedFor={closedFor || null} />
    </PageData>
  );
}
