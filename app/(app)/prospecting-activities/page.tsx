import type { Metadata } from "next";
import { ActivitiesScreen } from "@/components/campaigns/activities/activities-screen";

export const metadata: Metadata = { title: "Atividades de prospecção" };

export default function Page() {
  return <ActivitiesScreen />;
}
