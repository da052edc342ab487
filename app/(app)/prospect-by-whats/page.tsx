import type { Metadata } from "next";
import { NewCampaignScreen } from "@/components/campaigns/new-campaign-screen";

export const metadata: Metadata = { title: "Prospecção pelo WhatsApp" };

export default function Page() {
  return <NewCampaignScreen />;
}
