import { queueVisits } from "@/server/discovery/site-checks/site-checks.service";
import * as leads from "@/server/leads/leads/lead-deletions.service";
import type { Actor } from "@/server/platform/actor";
import { restoreDenials } from "@/server/registry/lead-questions/lead-questions.service";
import { returnResults } from "./search-results.repository";

/**
 * Undoes a deletion of leads. The search results that found them, the denied companies and the waiting visits of their
 * sites are restored, too.
 * @throws AppError as restoreLeads of leads
 */
export function restoreLeads(actor: Actor, deletionId: number) {
  const { ownerId } = actor;
  return leads.restoreLeads(actor, deletionId, async (restored) => {
    await returnResults(ownerId, restored);
    await restoreDenials(ownerId, restored);
    const waiting = restored.filter(({ waits_for_visit }) => waits_for_visit);
    await queueVisits(
      ownerId,
      waiting.map(({ lead_id }) => lead_id),
    );
  });
}
