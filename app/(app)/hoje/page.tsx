import type { Metadata } from "next";
import { readToday } from "@/components/insights/today/today-answers";
import { TodayScreen } from "@/components/insights/today/today-screen";
import { PageData } from "../../page-data";

export const metadata: Metadata = { title: "Hoje" };

export default function Page() {
  return (
    <PageData read={readToday}>
      <TodayScreen />
    </PageData>
  );
}
