import type { UserId } from "@/server/auth/actor";
import { transaction } from "@/server/db/transaction";
import * as repository from "./lead-membership.repository";

/** How many leads a list has to itself, and how many belong to another list too. */
export function countLeadsOfList(ownerId: UserId, listId: number) {
  return repository.countMembers(ownerId, listId);
}

/**
 * Takes the next leads off a list and deletes those that are on no other. `last` is where to go on; null when none is
 * left. Call inside a transaction.
 */
export async function removeLeadsOfList(
  ownerId: UserId,
  listId: number,
  batch: { after: number; limit: number },
): Promise<{ deleted: number; kept: number; last: number | null }> {
  const leadIds = await repository.lockMembers(ownerId, listId, batch);
  const removed = await repository.removeMembers(ownerId, listId, leadIds);
  return { ...removed, last: leadIds.length < batch.limit ? null : (leadIds.at(-1) ?? null) };
}

/** A lead may be deleted between being found and being linked; it is then created once more. */
const MOST_ROUNDS = 3;

/**
 * Puts contacts on a list, each number once: as the lead it already is, or as a new one, which costs nothing. Answers
 * how many leads that made and how many are on the list.
 */
export function addContactsToList(
  ownerId: UserId,
  listId: number,
  source: string,
  contacts: repository.ContactLead[],
): Promise<{ created: number; linked: number }> {
  const keys = contacts.map(({ whatsappKey }) => whatsappKey);
  return transaction(async () => {
    let created = 0;
    for (let round = 1; ; round += 1) {
      created += await repository.insertMissing(ownerId, source, contacts);
      const linked = await repository.linkByKeys(ownerId, listId, keys);
      if (linked === keys.length || round === MOST_ROUNDS) return { created, linked };
    }
  });
}
