import type { Plan } from "@/lib/domain/plans/plan";
import { describeQuota, getQuota } from "@/lib/domain/plans/quotas";
import { AppError } from "@/lib/errors";
import type { OwnerId } from "@/server/platform/actor";
import { countLeads, lockAndCountLeads } from "./lead-quota.repository";

/**
 * More leads than one owner's transactions insert at the same time. This far below the quota, no transaction has to
 * wait until another one is counted.
 */
const MARGIN = 10_000;

/** How many more leads the owner's plan allows. Near the quota, the owner's other transactions wait for this one. */
export async function findLeadRoom(ownerId: OwnerId): Promise<{ room: number; plan: Plan }> {
  const seen = await countLeads(ownerId);
  const far = getQuota(seen.plan, "leads") - seen.leads > MARGIN;
  const { plan, leads } = far ? seen : await lockAndCountLeads(ownerId);
  return { plan, room: Math.max(0, getQuota(plan, "leads") - leads) };
}

/**
 * Call in the transaction that inserted leads, after the insert: not more of them than the plan allows may be
 * committed.
 * @throws AppError quota_reached
 */
export async function requireLeadQuota(ownerId: OwnerId): Promise<void> {
  const seen = await countLeads(ownerId);
  if (getQuota(seen.plan, "leads") - seen.leads > MARGIN) return;
  const { plan, leads } = await lockAndCountLeads(ownerId);
  if (leads > getQuota(plan, "leads")) {
    throw new AppError("quota_reached", describeQuota(plan, "leads"));
  }
}
