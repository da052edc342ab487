import type { z } from "zod/mini";
import { Batcher } from "@/lib/batcher";
import type { ActivityProgress } from "@/lib/contracts/campaigns/activities";
import type { ActivityStatus } from "@/lib/domain/campaigns/campaign";
import { findNextOpening } from "@/lib/domain/campaigns/pacing";
import {
  type ActivityRow,
  findActivitiesOfRuns,
  findActivity,
} from "@/server/campaigns/campaigns/activities.repository";
import { getPolicy } from "@/server/campaigns/campaigns/gates/pacing.service";
import { type OwnerId, ownerOfRow } from "@/server/platform/actor";
import { publish } from "@/server/platform/live/publish";

/** Publishes a campaign's progress to its owner's screens. */
export async function publishProgress(ownerId: OwnerId, campaignId: number): Promise<void> {
  const row = await findActivity(ownerId, campaignId);
  if (row) publish(ownerId, "campaign.progress", describeProgress(row));
}

const runsInProgress = new Batcher<number, void>(
  async (runIds) => {
    for (const row of await findActivitiesOfRuns(runIds)) {
      publish(ownerOfRow(row.owner_id), "campaign.progress", describeProgress(row));
    }
    return [];
  },
  { size: 50, lingerMs: 50 },
);

/** Publishes the progress of a run's campaign, together with what other runs report at the same time. */
export function publishRunProgress(runId: number): Promise<void> {
  return runsInProgress.add(runId);
}

/** The part of an activity that changes while it runs. */
export function describeProgress(row: ActivityRow): z.input<typeof ActivityProgress> {
  const status = toStatus(row);
  const active = status === "pending" || status === "running";
  return {
    id: row.id,
    status,
    // Before its first run a campaign shows the requested number of leads.
    total_leads: row.run_status === null ? row.num_leads : row.total,
    leads_processed: row.processed,
    sent: row.sent,
    failed: row.failed,
    skipped: row.skipped,
    unknown: row.unknown,
    answered: row.answered,
    not_reached: active ? 0 : row.not_reached,
    stopping: active && row.stop_at !== null,
    paused: active && row.paused_at !== null,
    waits_for: active ? row.wait_cause : null,
    notice: active ? row.notice : null,
    following: active && row.following,
    next_send_at: findNextSend(row, active),
    error_message: active ? null : row.error_message,
    scheduled_datetime: row.next_run_at ?? row.scheduled_at,
    completed_at: row.next_run_at || active ? null : (row.completed_at ?? row.cancelled_at),
    by_number: row.by_number,
  };
}

/**
 * A run checks again at midnight, when its caps are reset, or after a pause that ends in the night. The time shown is
 * therefore the first moment of its window from then on. Null while it is paused.
 */
function findNextSend(row: ActivityRow, active: boolean): Date | null {
  const at = active ? row.next_send_at : row.next_run_at;
  if (at === null || (active && row.paused_at !== null)) return null;
  return findNextOpening(getPolicy(row.pacing), at) ?? at;
}

function toStatus(row: ActivityRow): ActivityStatus {
  if (row.run_status === "pending" || row.run_status === "running") return row.run_status;
  if (row.next_run_at) return "scheduled";
  if (row.cancelled_at) return "stopped";
  // Nobody was written to at the only scheduled time.
  if (row.run_status === "missed") return "error";
  return row.run_status ?? "pending";
}
