"use client";

import { ExternalLink, ListCollapse } from "lucide-react";
import { useRouter } from "next/navigation";
import { RowMenu } from "@/components/shared/table/table-cells";
import { Button } from "@/components/ui/button";
import type { Activity } from "@/lib/contracts/campaigns/activities";
import { campaignPath } from "@/lib/paths";
import { getActivityName } from "./activity-name";
import { useActivityActions } from "./use-activity-actions";

interface ActivityRowActionsProps {
  activity: Activity;
  onDetails: (activity: Activity) => void;
}

/** The urgent action as a button, and the others in a menu. */
export function ActivityRowActions({ activity, onDetails }: ActivityRowActionsProps) {
  const router = useRouter();
  const actions = useActivityActions(activity);
  const name = getActivityName(activity);
  const [first] = actions;
  const urgent = first?.key === "pause" || first?.key === "resume" ? first : undefined;
  return (
    <div className="flex items-center justify-end gap-1">
      {urgent && (
        <Button
          variant="outline"
          size="sm"
          loading={urgent.pending}
          aria-label={`${urgent.label} ${name}`}
          onClick={urgent.onSelect}
        >
          {urgent.label}
        </Button>
      )}
      <RowMenu
        name={name}
        actions={[
          {
            label: "Ver campanha",
            icon: ExternalLink,
            onSelect: () => router.push(campaignPath(activity.id)),
          },
          { label: "Detalhes", icon: ListCollapse, onSelect: () => onDetails(activity) },
          ...actions.filter((action) => action !== urgent),
        ]}
      />
    </div>
  );
}
