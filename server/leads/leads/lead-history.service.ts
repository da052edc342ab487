import type { LeadHistoryEntry } from "@/lib/contracts/leads/lead-history";
import { AppError } from "@/lib/errors";
import type { Actor } from "@/server/platform/actor";
import { findHistory } from "./lead-history.repository";
import { toHistoryEntry } from "./leads.mapper";
import { findLead } from "./leads.repository";

const MOST_ENTRIES = 100;

/**
 * The newest hundred history entries of a lead.
 * @throws AppError not_found
 */
export async function getLeadHistory(
  actor: Actor,
  leadId: number,
): Promise<{ history: LeadHistoryEntry[] }> {
  const lead = await findLead(actor.userId, leadId);
  if (!lead) throw new AppError("not_found");
  const rows = await findHistory(
    actor.userId,
    {
      id: leadId,
      phoneKey: lead.phone_key,
      createdAt: lead.created_at,
      source: lead.source,
    },
    MOST_ENTRIES,
  );
  return { history: rows.map(toHistoryEntry) };
}
