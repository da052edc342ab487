"use client";

import { useQuery } from "@tanstack/react-query";
import { useLoaded } from "@/components/ui/use-loaded";
import { whatsappQueries } from "@/components/whatsapp/whatsapp.queries";

const loadWarning = () => import("@/components/campaigns/waiting-campaigns");

/** On every screen while WhatsApp is not connected and a campaign should send. */
export function ConnectionLostBanner() {
  const { data } = useQuery(whatsappQueries.instance());
  const isLost = data?.connected === false;
  const WaitingCampaigns = useLoaded(loadWarning, isLost)?.WaitingCampaigns;
  return <div role="alert">{isLost && WaitingCampaigns && <WaitingCampaigns />}</div>;
}
