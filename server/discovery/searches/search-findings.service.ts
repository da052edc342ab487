import type { Place } from "@/server/discovery/places/places.gateway";
import { type FoundCompany, findErasedCompanies } from "@/server/leads/leads/found-leads.service";
import { addListMembers } from "@/server/leads/lists/list-members.service";
import { logger } from "@/server/platform/logger";
import { BUDGET_USED_UP, CREDITS_USED_UP, saveAndCharge } from "./charged-leads.service";
import {
  countCreated,
  isRejectedValue,
  lockPendingResults,
  markRestLeftOut,
  type SearchResultRow,
  type Settled,
  settleResults,
} from "./search-results.repository";
import { endInTransaction, type Run, withLease } from "./search-run.service";
import type { SearchRow } from "./searches.repository";

export type Result = SearchResultRow<Place>;

/** The outcome of processing a result: a company, or why there is none. */
export interface Finding {
  result: Result;
  found:
    | { company: FoundCompany }
    | { outcome: "failed" | "empty" | "not_visited"; detail?: string };
}

/**
 * 'limit reached': there are no credits left, or no room for leads; the search has ended and the remaining results are
 * left out. 'not held': the lease was lost and nothing was written.
 */
export type Settlement = "settled" | "limit reached" | "not held";

/**
 * Settles a group of findings in one transaction: leads, their charge, their list membership and the outcomes. If the
 * database rejects a value, the group is halved until only the rejected finding fails.
 */
export async function settleGroup(
  run: Run,
  search: SearchRow,
  group: readonly Finding[],
): Promise<Settlement> {
  const inOrder = group.toSorted((one, other) => one.result.id - other.result.id);
  try {
    return (await withLease(run, () => settleInTransaction(run, search, inOrder))) ?? "not held";
  } catch (error) {
    if (!isRejectedValue(error)) throw error;
    logger.warn({ searchId: run.id, findings: group.length, err: error }, "findings refused");
  }
  const [single] = inOrder;
  if (single && inOrder.length === 1) {
    const found = { outcome: "failed", detail: "cannot be stored" } as const;
    return settleGroup(run, search, [{ result: single.result, found }]);
  }
  const half = Math.ceil(inOrder.length / 2);
  const first = await settleGroup(run, search, inOrder.slice(0, half));
  return first === "settled" ? settleGroup(run, search, inOrder.slice(half)) : first;
}

async function settleInTransaction(
  run: Run,
  search: SearchRow,
  group: readonly Finding[],
): Promise<Settlement> {
  const pending = await lockPendingResults(
    run.id,
    group.map(({ result }) => result.id),
  );
  const knownLeads = new Map(pending.map(({ id, known_lead_id }) => [id, known_lead_id]));
  const settled: Settled[] = [];
  const companies: { id: number; company: FoundCompany }[] = [];
  const erased = await findErasedCompanies(
    run.ownerId,
    group.flatMap(({ found }) => ("company" in found ? found.company : [])),
  );
  for (const { result, found } of group) {
    const known = knownLeads.get(result.id);
    if (known === undefined) continue;
    if ("outcome" in found) settled.push({ id: result.id, ...found });
    else if (erased.has(found.company)) settled.push({ id: result.id, outcome: "left_out" });
    else if (known) settled.push({ id: result.id, outcome: "linked", leadId: known });
    else if (isUnwantedPlace(search, found.company)) {
      settled.push({ id: result.id, outcome: "elsewhere", company: found.company });
    } else companies.push({ id: result.id, company: found.company });
  }
  const kept = await saveCompanies(run, search, companies);
  settled.push(...kept.settled);
  const leadIds = settled.flatMap(({ leadId }) => leadId ?? []);
  if (leadIds.length > 0) await addListMembers(run.ownerId, search.list_id, leadIds);
  if (settled.length > 0) await settleResults(run, settled);
  if (kept.settled.length === companies.length) return "settled";
  await endAtLimit(run, kept.limit);
  return "limit reached";
}

/** A company of another town becomes a lead, and costs a credit, only where the user wants it. */
function isUnwantedPlace({ kind, other_cities }: SearchRow, company: FoundCompany): boolean {
  return kind === "pages" && !other_cities && Boolean(company.search_remark);
}

/** Returns the companies that are leads now, and which limit kept out the others. */
async function saveCompanies(
  { id, ownerId }: Run,
  search: SearchRow,
  companies: readonly { id: number; company: FoundCompany }[],
): Promise<{ settled: Settled[]; limit: string }> {
  if (companies.length === 0) return { settled: [], limit: CREDITS_USED_UP };
  const { list_id: listId, kind } = search;
  const { saved, limit } = await saveAndCharge(
    { id, ownerId, listId, kind, sellerId: search.seller_id },
    companies.map(({ company }) => company),
    await findBudgetLeft(search),
  );
  const settled = companies.flatMap(({ id }, index): Settled[] => {
    const lead = saved[index];
    return lead ? [{ id, outcome: lead.created ? "created" : "linked", leadId: lead.leadId }] : [];
  });
  return { settled, limit };
}

/** How many credits the radar that started a search may still spend: each new lead costs one. */
async function findBudgetLeft({ id, credit_limit }: SearchRow): Promise<number> {
  if (credit_limit === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, credit_limit - (await countCreated(id)));
}

async function endAtLimit(run: Run, limit: string) {
  const leftOut = await markRestLeftOut(run.id);
  const results = leftOut === 1 ? "resultado ficou" : "resultados ficaram";
  await endInTransaction(
    run,
    "completed",
    limit === CREDITS_USED_UP || limit === BUDGET_USED_UP
      ? `${limit}: ${leftOut} ${results} de fora.`
      : `${leftOut} ${results} de fora. ${limit}`,
  );
}
