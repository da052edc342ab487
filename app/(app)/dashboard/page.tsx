import type { Metadata } from "next";
import { cookies } from "next/headers";
import { DashboardScreen } from "@/components/dashboard/dashboard-screen";
import { FIRST_STEPS_COOKIE } from "@/components/dashboard/first-steps-cookie";

export const metadata: Metadata = { title: "Dashboard" };

export default async function Page() {
  const closedFor = Number((await cookies()).get(FIRST_STEPS_COOKIE)?.value);
  return <DashboardScreen firstStepsClosedFor={closedFor || null} />;
}
