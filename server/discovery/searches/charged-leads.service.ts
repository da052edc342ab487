import { describeQuota } from "@/lib/domain/plans/quotas";
import { NOTHING_TOLD } from "@/lib/domain/webhooks/told-lead";
import { AppError } from "@/lib/errors";
import { openCreditDay, spendCreditsOnLeads } from "@/server/accounts/credits/credits.service";
import { recordEvents } from "@/server/integrations/events/events.service";
import {
  type FoundCompany,
  type SavedCompany,
  saveFoundCompanies,
} from "@/server/leads/leads/found-leads.service";
import { findLeadRoom } from "@/server/leads/leads/lead-quota.service";
import { assignLeads } from "@/server/leads/leads/lead-sellers.service";
import type { OwnerId, PersonId } from "@/server/platform/actor";
import { SOURCES } from "./search-run.service";
import type { SearchRow } from "./searches.repository";

export const CREDITS_USED_UP = "Seus créditos acabaram";
export const BUDGET_USED_UP = "O limite de créditos do radar acabou";

/**
 * Saves companies as leads and charges one credit for each new one that can be reached; the others cost nothing. Call
 * inside a transaction. `budget`: the most that it may charge. Returns each company's lead, or null for those that were
 * not saved; `limit` is the sentence for these: credits, the radar's budget or the plan's leads are used up.
 */
export async function saveAndCharge(
  search: {
    id: number;
    ownerId: OwnerId;
    listId: number;
    kind: SearchRow["kind"];
    /** Whose the new leads are. */
    sellerId: PersonId | null;
  },
  companies: readonly FoundCompany[],
  budget = Number.POSITIVE_INFINITY,
): Promise<{ saved: (SavedCompany | null)[]; limit: string }> {
  const { ownerId, id: searchId, listId, sellerId } = search;
  // Lock the day before looking up existing leads, which serialises two searches of one owner.
  const { day, spendable } = await openCreditDay(ownerId, searchId);
  const { room, plan } = await findLeadRoom(ownerId);
  const saved = await saveFoundCompanies(ownerId, companies, {
    all: room,
    reachable: Math.min(spendable, budget),
  });
  const created = saved.flatMap((each) => (each?.created ? each : []));
  const source = SOURCES[search.kind];
  const leadIds = created.flatMap(({ leadId, reachable }) => (reachable ? leadId : []));
  if (leadIds.length > 0) {
    const spend = { day, searchId, leadIds, action: `${source}_search` };
    if (!(await spendCreditsOnLeads(ownerId, spend))) throw new AppError("insufficient_credits");
  }
  if (created.length > 0) {
    if (sellerId !== null) {
      const ids = created.map(({ leadId }) => leadId);
      await assignLeads({ ownerId, personId: sellerId }, ids, [sellerId]);
    }
    await recordEvents(
      ownerId,
      "lead_created",
      created.map(({ leadId, reachable }) => ({
        creditsUsed: reachable ? 1 : 0,
        metadata: { lead_id: leadId, source, list_id: listId },
        told: NOTHING_TOLD,
      })),
    );
  }
  if (created.length >= room) return { saved, limit: describeQuota(plan, "leads") };
  return { saved, limit: budget < spendable ? BUDGET_USED_UP : CREDITS_USED_UP };
}
