import { RESULTS_PER_PAGE, SEARCH_LAST_PAGE } from "@/lib/domain/searches/search";
import { AppError } from "@/lib/errors";
import { checkCredits } from "@/server/accounts/credits/credits.service";
import { type FoundCompany, findErasedCompanies } from "@/server/leads/leads/found-leads.service";
import { addListMembers } from "@/server/leads/lists/list-members.service";
import type { Actor } from "@/server/platform/actor";
import { afterCommit, transaction } from "@/server/platform/db/transaction";
import { CREDITS_USED_UP, saveAndCharge } from "./charged-leads.service";
import * as repository from "./elsewhere.repository";
import { publishProgress } from "./search-run.service";
import { findSearch } from "./searches.repository";

const MOST = SEARCH_LAST_PAGE * RESULTS_PER_PAGE;

/** The companies that a search for a town found in others, and that are no leads of it. @throws AppError not_found */
export async function listElsewhere(actor: Actor, searchId: number) {
  if (!(await findSearch(actor.userId, searchId))) throw new AppError("not_found");
  return { companies: await repository.findElsewhere(actor.userId, searchId, MOST) };
}

/**
 * Makes a company that was found elsewhere a lead of the search's list, for a credit. Once: asked again, it answers
 * with the same lead.
 * @throws AppError not_found, insufficient_credits, quota_reached
 */
export function includeElsewhere(actor: Actor, resultId: number) {
  const ownerId = actor.userId;
  return transaction(async () => {
    const result = await repository.lockResult(ownerId, resultId);
    if (!result) throw new AppError("not_found");
    if (result.company === null) {
      if (result.lead_id === null) throw new AppError("not_found");
      return { lead_id: result.lead_id, created: false };
    }
    const { search_id: id, list_id: listId, kind } = result;
    const company = result.company as FoundCompany;
    if ((await findErasedCompanies(ownerId, [company])).size > 0) {
      throw new AppError("person_erased");
    }
    const { saved, limit } = await saveAndCharge({ id, ownerId, listId, kind }, [company]);
    const [lead] = saved;
    if (!lead) {
      if (limit !== CREDITS_USED_UP) throw new AppError("quota_reached", limit);
      await checkCredits(ownerId, 1);
      throw new AppError("insufficient_credits");
    }
    await repository.setIncluded(ownerId, resultId, lead);
    await addListMembers(ownerId, listId, [lead.leadId]);
    afterCommit(() => void publishProgress({ id, ownerId }));
    return { lead_id: lead.leadId, created: lead.created };
  });
}
