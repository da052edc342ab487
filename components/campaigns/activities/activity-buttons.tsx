"use client";

import { Button } from "@/components/ui/button";
import type { Activity } from "@/lib/contracts/campaigns/activities";
import { useActivityActions } from "./use-activity-actions";

interface ActivityButtonsProps {
  activity: Activity;
  onAsk?: () => void;
  onRemoved?: () => void;
}

/** Everything that can be done with a campaign, as buttons. */
export function ActivityButtons({ activity, onAsk, onRemoved }: ActivityButtonsProps) {
  const actions = useActivityActions(activity, { onAsk, onRemoved });
  return actions.map(({ key, label, icon: Icon, onSelect, pending }) => (
    <Button key={key} variant="outline" size="sm" loading={pending} onClick={onSelect}>
      {!pending && <Icon aria-hidden />}
      {label}
    </Button>
  ));
}
