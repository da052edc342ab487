import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { campaignQueries } from "@/components/campaigns/activities/campaigns.queries";
import { Pacing } from "@/lib/contracts/campaigns/message-fields";
import { CAMPAIGN_MIN_LEADS } from "@/lib/domain/campaigns/campaign";
import { parseScheduledTime } from "@/lib/domain/campaigns/recurrence";
import { useAudienceChoice } from "./use-audience-choice";
import type { CampaignForm } from "./use-campaign-form";

const DEBOUNCE_MS = 400;

/** The number of recipients for the values in the form, counted by the server after a debounce. */
export function useAudience(form: CampaignForm) {
  const choice = useAudienceChoice(form);
  const [number_ids, pacing, scheduled, scheduled_datetime] = useWatch({
    control: form.control,
    name: ["number_ids", "pacing", "scheduled", "scheduled_datetime"],
  });
  const startsAt = scheduled ? parseScheduledTime(scheduled_datetime) : null;
  const validPacing = z.safeParse(Pacing, pacing);
  const wanted = JSON.stringify({
    ...choice,
    number_ids,
    num_leads: choice.num_leads >= CAMPAIGN_MIN_LEADS ? choice.num_leads : null,
    pacing: validPacing.success ? validPacing.data : {},
    starts_at: startsAt?.toISOString() ?? null,
  });
  const [settled, setSettled] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const body = JSON.parse(settled);
  return useQuery({
    ...campaignQueries.audience(body),
    enabled: body.num_leads !== null,
    placeholderData: keepPreviousData,
  });
}

export type AudienceQuery = ReturnType<typeof useAudience>;
