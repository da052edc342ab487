import type { LeadOverwrite } from "@/lib/domain/leads/lead-restore";
import type { Doer, PersonId } from "@/server/platform/actor";
import { publish } from "@/server/platform/live/publish";
import * as repository from "./lead-sellers.repository";

/** Gives leads that the current transaction has locked to a seller, or to nobody. Returns what changed. */
export async function assignLeads(
  by: Doer,
  leadIds: readonly number[],
  sellerId: PersonId | null,
): Promise<LeadOverwrite[]> {
  const changes = await repository.setSeller(by, leadIds, sellerId);
  if (changes.length === 0) return [];
  await repository.recordSellers(by, changes);
  publish(by.ownerId, "leads.changed", {});
  return changes;
}
