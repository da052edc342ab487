import type { LeadOverwrite, StoredValues } from "@/lib/domain/leads/lead-restore";
import type { Doer, OwnerId, PassedOn, PersonId } from "@/server/platform/actor";
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

/** Leads of a person, counted up to `most`. */
export function countLeadsOf(ownerId: OwnerId, personId: PersonId, most: number): Promise<number> {
  return repository.countLeadsOf(ownerId, personId, most);
}

/** Gives a part of a person's leads to others in turn. Returns their ids. Call inside a transaction. */
export async function handOverLeads(by: Doer, passed: PassedOn, begun: number): Promise<number[]> {
  const moved = await repository.handOverLeads(by.ownerId, passed, begun);
  await repository.insertSellerEvents(by, moved);
  return moved.map(({ id }) => id);
}

/** Gives back those that nobody else was given since. Returns how many. Call inside a transaction. */
export async function returnLeads(
  by: Doer,
  passed: PassedOn,
  ids: readonly number[],
  begun: number,
): Promise<number> {
  const moved = await repository.returnLeads(by.ownerId, passed, ids, begun);
  await repository.insertSellerEvents(by, moved);
  return moved.length;
}
