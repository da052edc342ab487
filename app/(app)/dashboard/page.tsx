import type { Metadata } from "next";
import { cookies } from "next/headers";
import { readDashboard } from "@/components/insights/dashboard/dashboard-answers";
import { DashboardScreen } from "@/components/insights/dashboard/dashboard-screen";
import { FIRST_STEPS_COOKIE } from "@/components/insights/dashboard/first-steps-cookie";
import { PageData } from "../../page-data";

export const metadata: Metadata = { title: "Dashboard" };

export default async function Page() {
  const closedFor = Number((await cookies()).get(FIRST_STEPS_COOKIE)?.value);
  return (
    <PageData read={readDashboard}>
      <DashboardScreen firstStepsClosedFor={closedFor || null} />
    </PageData>
  );
}
