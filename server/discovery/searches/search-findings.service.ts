import { describeQuota } from "@/lib/domain/plans/quotas";
import { NOTHING_TOLD } from "@/lib/domain/webhooks/told-lead";
import { AppError } from "@/lib/errors";
import { openCreditDay, spendCreditsOnLeads } from "@/server/accounts/credits/credits.service";
import type { Place } from "@/server/discovery/places/places.gateway";
import { recordEvents } from "@/server/integrations/events/events.service";
import { type FoundCompany, saveFoundCompanies } from "@/server/leads/leads/found-leads.service";
import { findLeadRoom } from "@/server/leads/leads/lead-quota.service";
import { addListMembers } from "@/server/leads/lists/list-members.service";
import { logger } from "@/server/platform/logger";
import {
  countCreated,
  isRejectedValue,
  lockPendingResults,
  markRestLeftOut,
  type SearchResultRow,
  type Settled,
  settleResults,
} from "./search-results.repository";
import { endInTransaction, type Run, SOURCES, withLease } from "./search-run.service";
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
  for (const { result, found } of group) {
    const known = knownLeads.get(result.id);
    if (known === undefined) continue;
    if ("outcome" in found) settled.push({ id: result.id, ...found });
    else if (known) settled.push({ id: result.id, outcome: "linked", leadId: known });
    else companies.push({ id: result.id, company: found.company });
  }
  const kept = await saveAndCharge(run, search, companies);
  settled.push(...kept.settled);
  const leadIds = settled.flatMap(({ leadId }) => leadId ?? []);
  if (leadIds.length > 0) await addListMembers(run.ownerId, search.list_id, leadIds);
  if (settled.length > 0) await settleResults(run, settled);
  if (kept.settled.length === companies.length) return "settled";
  await endAtLimit(run, kept.limit);
  return "limit reached";
}

/** Returns the companies that are leads now, and what the others had no place for: no credit, or no room. */
async function saveAndCharge(
  run: Run,
  search: SearchRow,
  companies: readonly { id: number; company: FoundCompany }[],
): Promise<{ settled: Settled[]; limit: string }> {
  if (companies.length === 0) return { settled: [], limit: CREDITS_USED_UP };
  // Lock the day before looking up existing leads, which serialises two searches of one owner.
  const { day, spendable } = await openCreditDay(run.ownerId, run.id);
  const budget = await findBudgetLeft(search);
  const { room, plan } = await findLeadRoom(run.ownerId);
  const kept = await saveFoundCompanies(
    run.ownerId,
    companies.map(({ company }) => company),
    Math.min(spendable, budget, room),
  );
  const leadIds = kept.flatMap((each) => (each?.created ? each.leadId : []));
  if (leadIds.length > 0) {
    const source = SOURCES[search.kind];
    const spend = { day, searchId: run.id, leadIds, action: `${source}_search` };
    if (!(await spendCreditsOnLeads(run.ownerId, spend))) {
      throw new AppError("insufficient_credits");
    }
    await recordEvents(
      run.ownerId,
      "lead_created",
      leadIds.map((leadId) => ({
        creditsUsed: 1,
        metadata: { lead_id: leadId, source, list_id: search.list_id },
        told: NOTHING_TOLD,
      })),
    );
  }
  const settled = companies.flatMap(({ id }, index): Settled[] => {
    const lead = kept[index];
    return lead ? [{ id, outcome: lead.created ? "created" : "linked", leadId: lead.leadId }] : [];
  });
  const credits = budget < spendable ? BUDGET_USED_UP : CREDITS_USED_UP;
  const isFull = room < Math.min(spendable, budget);
  return { settled, limit: isFull ? describeQuota(plan, "leads") : credits };
}

/** What the radar that started a search lets it spend yet: each new lead is one credit. */
async function findBudgetLeft({ id, credit_limit }: SearchRow): Promise<number> {
  if (credit_limit === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, credit_limit - (await countCreated(id)));
}

const CREDITS_USED_UP = "Seus créditos acabaram";
const BUDGET_USED_UP = "O limite de créditos do radar acabou";

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
