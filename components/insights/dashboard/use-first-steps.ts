"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { campaignQueries } from "@/components/campaigns/activities/campaigns.queries";
import { leadQueries } from "@/components/leads/leads/leads.queries";
import { whatsappQueries } from "@/components/messaging/whatsapp/whatsapp.queries";
import { useCan, useSessionUser } from "@/components/session/session-context";
import { userQueries } from "@/components/session/users.queries";
import { useStoredState } from "@/components/shared/state/use-stored-state";
import type { Activity } from "@/lib/contracts/campaigns/activities";
import { saveFirstStepsClosed } from "./first-steps-cookie";

const FIRST_STEPS = ["whatsapp", "leads", "campaign", "profile"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

export interface FirstSteps {
  /** Whether they are shown, and which are done, may still change. */
  isLoading: boolean;
  /** Shown: not closed, not finished before it was ever shown, and loaded or nearly so. */
  open: boolean;
  /** Those that the user may do. */
  steps: readonly FirstStep[];
  /** Null while it is unknown. */
  done: ReadonlySet<FirstStep> | null;
  /** The latest campaign. */
  campaign: Activity | null;
  putAway: () => void;
}

/**
 * The progress of a new account. `closedFor` is the id of the account that finished or closed its first steps in this
 * browser: for it nothing is requested from the server.
 */
export function useFirstSteps(closedFor: number | null): FirstSteps {
  const { id } = useSessionUser();
  const connects = useCan("manager");
  const steps = FIRST_STEPS.filter((step) => step !== "whatsapp" || connects);
  const [open, setOpen] = useState(closedFor !== id);
  const whatsapp = useQuery({ ...whatsappQueries.instance(), enabled: open });
  const leads = useQuery({ ...leadQueries.stats(), enabled: open });
  const activities = useQuery({ ...campaignQueries.activities(), enabled: open });
  const user = useQuery({ ...userQueries.me(), enabled: open });
  const isKnown = Boolean(whatsapp.data && leads.data && activities.data && user.data);
  const isDone: Record<FirstStep, boolean> = {
    // A user with a campaign has been connected, even if the phone is not right now.
    whatsapp: whatsapp.data?.connected === true || (activities.data?.length ?? 0) > 0,
    leads: (leads.data?.total ?? 0) > 0,
    campaign: (activities.data?.length ?? 0) > 0,
    profile: Boolean(user.data?.business_name && user.data.business_description),
  };
  /** Users who have done all steps, or sell already, no longer need them after this visit. */
  const isOver =
    isKnown &&
    (steps.every((step) => isDone[step]) ||
      activities.data?.some(({ answered }) => answered > 0) === true);
  const [isBegun, setIsBegun] = useStoredState(`firstStepsBegun_${id}`, false);

  useEffect(() => {
    if (!open || !isKnown) return;
    if (isOver) saveFirstStepsClosed(id);
    else setIsBegun(true);
  }, [open, isKnown, isOver, setIsBegun, id]);

  const all = [whatsapp, leads, activities, user];
  const isLoading = all.some((query) => query.isLoading);
  return {
    open: open && (isKnown || isLoading) && (!isOver || isBegun),
    isLoading,
    steps,
    done: isKnown ? new Set(steps.filter((step) => isDone[step])) : null,
    campaign: activities.data?.[0] ?? null,
    putAway: () => {
      saveFirstStepsClosed(id);
      setOpen(false);
    },
  };
}
