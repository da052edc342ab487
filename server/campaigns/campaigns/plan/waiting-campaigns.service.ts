import type { z } from "zod/mini";
import type { WaitingCampaign } from "@/lib/contracts/insights/today";
import type { WaitingReason } from "@/lib/domain/campaigns/campaign";
import type { WaitCause } from "@/lib/domain/campaigns/wait-cause";
import { findWaitingRuns } from "@/server/campaigns/campaigns/activities.repository";
import type { Reader } from "@/server/platform/actor";

const REASONS: Partial<Record<WaitCause, WaitingReason>> = {
  person: "paused",
  guard: "paused",
  disconnected: "disconnected",
  restricted: "restricted",
  templates: "templates",
};

/** The reader's running campaigns that send nothing until the user acts, the longest wait first. */
export async function listWaitingCampaigns(
  reader: Reader,
  limit: number,
): Promise<z.input<typeof WaitingCampaign>[]> {
  const found = await findWaitingRuns(reader, limit);
  return found.map(({ paused, cause, ...run }) => ({
    ...run,
    reason: paused ? "paused" : ((cause && REASONS[cause]) ?? "unreachable"),
  }));
}
