import type { z } from "zod/mini";
import type { Activity } from "@/lib/contracts/campaigns/activities";
import type { CampaignTemplate } from "@/lib/domain/campaigns/campaign-template";
import type { ListedActivityRow } from "@/server/campaigns/campaigns/activities.repository";
import { describeProgress } from "@/server/campaigns/campaigns/engine/progress.service";

export function toActivity(row: ListedActivityRow): z.input<typeof Activity> {
  return {
    ...row,
    ...describeProgress(row),
    leads_count: row.total,
    scheduled: row.scheduled_at !== null,
    weekly_scheduled: row.recurrence === "weekly",
    recurrence_type: row.recurrence,
    repeat_count: row.recurrence === "none" ? 1 : 0,
    repeats_completed: row.runs_completed,
    message: JSON.stringify(row.messages),
    templates: row.templates?.map(toTemplate) ?? null,
  };
}

function toTemplate({ content, bindings, ...named }: CampaignTemplate) {
  const { buttons, ...words } = content;
  return {
    ...named,
    content: { ...words, ...(buttons && { buttons: [...buttons] }) },
    bindings: [...bindings],
  };
}
