import { RESULTS_PER_PAGE, SEARCH_LAST_PAGE } from "@/lib/domain/searches/search";
import { AppError } from "@/lib/errors";
import { checkCredits } from "@/server/accounts/credits/credits.service";
import { type FoundCompany, findErasedCompanies } from "@/server/leads/leads/found-leads.service";
import { sellerOf } from "@/server/leads/leads/lead-sellers.service";
import { addListMembers } from "@/server/leads/lists/list-members.service";
import type { Actor } from "@/server/platform/actor";
import { afterCommit, transaction } from "@/server/platform/db/transaction";
import { isSeen } from "@/server/platform/sight/unseen.service";
import { CREDITS_USED_UP, saveAndCharge } from "./charged-leads.service";
import * as repository from "./elsewhere.repository";
import { publishProgress } from "./search-run.service";
import { findSearch, type SearchRow } from "./searches.repository";

const MOST = SEARCH_LAST_PAGE * RESULTS_PER_PAGE;

/**
 * The companies that a search for a town found in other towns, and that are not leads of it.
 * @throws AppError not_found
 */
export async function listElsewhere(actor: Actor, searchId: number) {
  if (!(await findSearch(actor.ownerId, searchId))) throw new AppError("not_found");
  return { companies: await repository.findElsewhere(actor.ownerId, searchId, MOST) };
}

/**
 * Turns a company found elsewhere into a lead of the search's list, for a credit. Repeated calls return the same lead;
 * one that was a lead before, and is out of sight, is told without its id.
 * @throws AppError not_found, insufficient_credits, quota_reached
 */
export function includeElsewhere(actor: Actor, resultId: number) {
  const ownerId = actor.ownerId;
  return transaction(async () => {
    const result = await repository.lockResult(ownerId, resultId);
    if (!result) throw new AppError("not_found");
    if (result.company === null) {
      const { lead_id } = result;
      if (lead_id === null || !(await isSeen(actor, "lead", lead_id))) {
        throw new AppError("not_found");
      }
      return { lead_id, created: false };
    }
    const { search_id: id, list_id: listId, kind } = result;
    const company = result.company as FoundCompany;
    if ((await findErasedCompanies(ownerId, [company])).size > 0) {
      throw new AppError("person_erased");
    }
    const { saved, limit } = await saveAndCharge(
      { id, ownerId, listId, kind, sellerId: sellerOf(actor) },
      [company],
    );
    const [lead] = saved;
    if (!lead) {
      if (limit !== CREDITS_USED_UP) throw new AppError("quota_reached", limit);
      await checkCredits(ownerId, 1);
      throw new AppError("insufficient_credits");
    }
    await repository.setIncluded(ownerId, resultId, lead);
    await addListMembers(ownerId, listId, [lead.leadId]);
    afterCommit(() => publishProgress({ id, ownerId }));
    const isTold = await isSeen(actor, "lead", lead.leadId);
    return { lead_id: isTold ? lead.leadId : null, created: lead.created };
  });
}

const INCLUDED_AT_ONCE = 50;

/**
 * Turns the companies that a search found elsewhere into leads of its list, as many as credits and plan allow, in the
 * order found. Companies included before are not charged again. Returns how many became leads, how many already were
 * leads, and how many are left, with the reason; `limit` is null when none is left.
 * @throws AppError not_found
 */
export async function includeAllElsewhere(actor: Actor, searchId: number) {
  const ownerId = actor.ownerId;
  const search = await findSearch(ownerId, searchId);
  if (!search) throw new AppError("not_found");
  const total = { created: 0, linked: 0 };
  let limit: string | null = null;
  for (let seen = 0; seen < MOST && limit === null; seen += INCLUDED_AT_ONCE) {
    const batch = await includeBatch(search, actor);
    total.created += batch.created;
    total.linked += batch.linked;
    limit = batch.limit;
    if (batch.size < INCLUDED_AT_ONCE) break;
  }
  await publishProgress({ id: searchId, ownerId });
  const left = await repository.countElsewhere(ownerId, searchId);
  return { ...total, left, limit: left > 0 ? limit : null };
}

/** Each batch is one transaction, so that every charge has its lead. */
function includeBatch(
  { id, list_id: listId, kind }: Pick<SearchRow, "id" | "list_id" | "kind">,
  actor: Actor,
) {
  const { ownerId } = actor;
  return transaction(async () => {
    const results = await repository.lockElsewhere(ownerId, id, INCLUDED_AT_ONCE);
    const companies = results.map(({ company }) => company as FoundCompany);
    const erased = await findErasedCompanies(ownerId, companies);
    const gone = results.filter((_, at) => erased.has(companies[at] as FoundCompany));
    await repository.setLeftOut(
      ownerId,
      gone.map((result) => result.id),
    );
    const wanted = results.filter((result) => !gone.includes(result));
    const { saved, limit } = await saveAndCharge(
      { id, ownerId, listId, kind, sellerId: sellerOf(actor) },
      wanted.map(({ company }) => company as FoundCompany),
    );
    const leads = saved.filter((lead) => lead !== null);
    for (const [at, lead] of saved.entries()) {
      const result = wanted[at];
      if (lead && result) await repository.setIncluded(ownerId, result.id, lead);
    }
    await addListMembers(
      ownerId,
      listId,
      leads.map(({ leadId }) => leadId),
    );
    const created = leads.filter((lead) => lead.created).length;
    return {
      size: results.length,
      created,
      linked: leads.length - created,
      limit: leads.length < wanted.length ? limit : null,
    };
  });
}
