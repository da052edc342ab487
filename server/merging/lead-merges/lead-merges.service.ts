import type { MergeBody } from "@/lib/contracts/leads/lead-merges";
import { recipientsOfLead } from "@/server/campaigns/campaigns/merged-recipients.service";
import { resultsOfLead } from "@/server/discovery/searches/merged-results.service";
import * as merges from "@/server/leads/merges/lead-merges.service";
import type { Actor } from "@/server/platform/actor";
import type { LeadFollower } from "@/server/platform/lead-follower";

/** Rows of other areas that follow a merged lead. */
export const FOLLOWERS: readonly LeadFollower[] = [resultsOfLead, recipientsOfLead];

/** @throws AppError not_found; invalid_input under survivor_id or choices.<field> */
export function mergeLeads(actor: Actor, body: MergeBody) {
  return merges.mergeLeads(actor, body, FOLLOWERS);
}

/** @throws AppError not_found; conflict where a later change prevents it; lead_exists; quota_reached */
export function undoMerge(actor: Actor, mergeId: number) {
  return merges.undoMerge(actor, mergeId, FOLLOWERS);
}
