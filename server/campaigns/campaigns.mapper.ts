import type { Activity } from "@/lib/contracts/campaigns";
import type { StreamEvents } from "@/lib/contracts/stream";
import type { ActivityStatus } from "@/lib/domain/campaigns/campaign";
import type { ActivityRow } from "./campaigns.repository";

export function toActivity(row: ActivityRow): Activity {
  return {
    ...toProgress(row),
    name: row.name,
    num_leads: row.num_leads,
    leads_count: row.total,
    scheduled: row.scheduled_at !== null,
    scheduled_datetime: (row.next_run_at ?? row.scheduled_at)?.toISOString() ?? null,
    weekly_scheduled: row.recurrence === "weekly",
    recurrence_type: row.recurrence,
    repeat_count: row.recurrence === "none" ? 1 : 0,
    repeats_completed: row.runs_completed,
    list_ids: row.list_ids,
    message: JSON.stringify(row.messages),
    error_message: row.error_message,
    created_at: row.created_at.toISOString(),
    completed_at: row.next_run_at ? null : (row.completed_at?.toISOString() ?? null),
  };
}

/** The part of an activity that changes while it runs. */
export function toProgress(row: ActivityRow): StreamEvents["campaign.progress"] {
  return {
    id: row.id,
    status: toStatus(row),
    // Before its first run a campaign counts the leads it was asked for.
    total_leads: row.run_status === null ? row.num_leads : row.total,
    leads_processed: row.processed,
    sent: row.sent,
    failed: row.failed,
    unknown: row.unknown,
    answered: row.answered,
  };
}

function toStatus(row: ActivityRow): ActivityStatus {
  if (row.run_status === "pending" || row.run_status === "running") return row.run_status;
  if (row.next_run_at) return "scheduled";
  return row.run_status ?? "pending";
}
