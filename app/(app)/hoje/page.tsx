import type { Metadata } from "next";
import { TodayScreen } from "@/components/today/today-screen";

export const metadata: Metadata = { title: "Hoje" };

export default function Page() {
  return <TodayScreen />;
}
