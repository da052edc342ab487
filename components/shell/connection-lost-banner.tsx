"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { whatsappQueries } from "@/components/whatsapp/whatsapp.queries";

const WaitingCampaigns = dynamic(
  async () => (await import("@/components/campaigns/waiting-campaigns")).WaitingCampaigns,
  { ssr: false },
);

/** On every screen while WhatsApp is not connected and a campaign should send. */
export function ConnectionLostBanner() {
  const { data } = useQuery(whatsappQueries.instance());
  return <div role="alert">{data?.connected === false && <WaitingCampaigns />}</div>;
}
