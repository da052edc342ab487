import type { WaitingCampaign } from "@/lib/contracts/insights/today";
import type { WaitingReason } from "@/lib/domain/campaigns/campaign";
import type { UserId } from "@/server/platform/actor";
import { findWaitingRuns } from "./activities.repository";
import { TROUBLE } from "./run-waits.service";

/** Troubles that pass in a moment: nobody has to do anything about them. */
const PASSING = [TROUBLE.not_taken, TROUBLE.unclear];

const REASONS = new Map<string | null, WaitingReason>([
  [TROUBLE.disconnected, "disconnected"],
  [TROUBLE.restricted, "restricted"],
  [TROUBLE.templates, "templates"],
  [TROUBLE.no_templates, "templates"],
]);

/** The owner's running campaigns that send nothing until a person does something, the longest wait first. */
export async function listWaitingCampaigns(
  ownerId: UserId,
  limit: number,
): Promise<WaitingCampaign[]> {
  const found = await findWaitingRuns(ownerId, PASSING, limit);
  return found.map(({ id, name, notice, paused, since }) => ({
    ...{ id, name, notice },
    reason: paused ? "paused" : (REASONS.get(notice) ?? "unreachable"),
    since: since.toISOString(),
  }));
}
