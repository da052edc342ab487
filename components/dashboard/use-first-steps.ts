"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { campaignQueries } from "@/components/campaigns/campaigns.queries";
import { leadQueries } from "@/components/leads/leads.queries";
import { useSessionUser } from "@/components/session/session-context";
import { userQueries } from "@/components/session/users.queries";
import { whatsappQueries } from "@/components/whatsapp/whatsapp.queries";
import { saveFirstStepsClosed } from "./first-steps-cookie";

export const FIRST_STEPS = ["whatsapp", "leads", "campaign", "profile"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

export interface FirstSteps {
  /** Whether they are shown, and which are done, may still change. */
  isLoading: boolean;
  /** Neither finished nor put away. */
  open: boolean;
  /** Null while it is unknown. */
  done: ReadonlySet<FirstStep> | null;
  putAway: () => void;
}

/**
 * How far a new account has come. `closedFor` is the id of the account that has finished or put away its first steps in
 * this browser: it asks the server for nothing.
 */
export function useFirstSteps(closedFor: number | null): FirstSteps {
  const { id } = useSessionUser();
  const [open, setOpen] = useState(closedFor !== id);
  const whatsapp = useQuery({ ...whatsappQueries.instance(), enabled: open });
  const leads = useQuery({ ...leadQueries.stats(), enabled: open });
  const activities = useQuery({ ...campaignQueries.activities(), enabled: open });
  const user = useQuery({ ...userQueries.me(), enabled: open });
  const isKnown = Boolean(whatsapp.data && leads.data && activities.data && user.data);
  const isDone: Record<FirstStep, boolean> = {
    whatsapp: whatsapp.data?.connected === true,
    leads: (leads.data?.total ?? 0) > 0,
    campaign: (activities.data?.length ?? 0) > 0,
    profile: Boolean(user.data?.business_name && user.data.business_description),
  };
  // Who has leads and a campaign knows the way, whether or not the phone is connected right now.
  const isFinished = isKnown && isDone.leads && isDone.campaign;

  useEffect(() => {
    if (isFinished) saveFirstStepsClosed(id);
  }, [isFinished, id]);

  const all = [whatsapp, leads, activities, user];
  return {
    open: open && !isFinished,
    isLoading: all.some((query) => query.isLoading),
    done: isKnown ? new Set(FIRST_STEPS.filter((step) => isDone[step])) : null,
    putAway: () => {
      saveFirstStepsClosed(id);
      setOpen(false);
    },
  };
}
