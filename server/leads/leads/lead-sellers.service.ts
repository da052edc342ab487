import type { LeadOverwrite, StoredValues } from "@/lib/domain/leads/lead-restore";
import type { Actor, Doer, PersonId } from "@/server/platform/actor";
import { publish } from "@/server/platform/live/publish";
import * as repository from "./lead-sellers.repository";

export { leadsOfSellers } from "./lead-sellers.repository";

/** Whose what a person adds is: a seller's is theirs; who runs the team gives it to somebody. */
export function sellerOf({ role, personId }: Actor): PersonId | null {
  return role === "seller" ? personId : null;
}

/**
 * Gives leads that the current transaction has locked to sellers in turn, beginning after the first `given` turns, or to
 * nobody. Returns what changed.
 */
export async function assignLeads(
  by: Doer,
  leadIds: readonly number[],
  sellers: readonly PersonId[],
  given = 0,
): Promise<LeadOverwrite[]> {
  const changes = await repository.setSellers(by, leadIds, sellers, given);
  if (changes.length === 0) return [];
  await recordSellers(by, changes);
  publish(by.ownerId, "leads.changed", {});
  return changes;
}

/** Adds to the history of leads whose seller they had before, and have since. */
export function recordSellers(
  by: Doer,
  changes: readonly { id: number; before: StoredValues; after: StoredValues }[],
): Promise<void> {
  const toId = (text: string | null | undefined) => (text ? Number(text) : null);
  return repository.insertSellerEvents(
    by,
    changes.flatMap(({ id, before, after }) =>
      after.seller_id === undefined
        ? []
        : [{ id, from: toId(before.seller_id), to: toId(after.seller_id) }],
    ),
  );
}
