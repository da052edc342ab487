"use client";

import { useQuery } from "@tanstack/react-query";
import { whatsappQueries } from "@/components/messaging/whatsapp/whatsapp.queries";
import { useLoaded } from "@/components/ui/use-loaded";

const loadWarning = () => import("@/components/campaigns/activities/waiting-campaigns");

/** On every screen while WhatsApp is not connected and a campaign should send. */
export function ConnectionLostBanner() {
  const { data } = useQuery(whatsappQueries.instance());
  const isLost = data?.connected === false;
  const WaitingCampaigns = useLoaded(loadWarning, isLost)?.WaitingCampaigns;
  return <div role="alert">{isLost && WaitingCampaigns && <WaitingCampaigns />}</div>;
}
