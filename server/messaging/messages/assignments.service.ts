import { AppError } from "@/lib/errors";
import type { Doer, OwnerId, PassedOn, PersonId } from "@/server/platform/actor";
import * as repository from "./assignments.repository";
import type { Conversation } from "./chats.repository";

/**
 * Gives a conversation to somebody, or to nobody. Returns whether that changes anything. Joins the current transaction.
 * @throws AppError conversation_taken when somebody else than `expected` answers it
 */
export async function giveConversation(
  ownerId: OwnerId,
  { id, phone_key }: Conversation,
  given: { to: PersonId | null; expected: number | null; by: PersonId; note: string | null },
): Promise<boolean> {
  const { to, expected, by, note } = given;
  const found = await repository.setSeller(ownerId, id, { sellerId: to, expected });
  if (!found) throw await nameHolder(ownerId, phone_key);
  if (found.held_by === to) return false;
  const reason = to === by ? "taken" : "given";
  await repository.insertAssignment(ownerId, id, { from: found.held_by, to, by, reason, note });
  return true;
}

/** Why a person may not answer a conversation now: who answers it. */
export async function nameHolder(ownerId: OwnerId, phoneKey: string): Promise<AppError> {
  const holder = await repository.findHolder(ownerId, phoneKey);
  return new AppError(
    "conversation_taken",
    `${holder?.name ?? "Outra pessoa"} está atendendo esta conversa.`,
    { existingId: holder?.id },
  );
}

/** Conversations that a person answers, counted up to `most`. */
export function countConversationsOf(
  ownerId: OwnerId,
  personId: PersonId,
  most: number,
): Promise<number> {
  return repository.countConversationsOf(ownerId, personId, most);
}

/** Gives a part of a person's conversations to others in turn. Returns their ids. Call inside a transaction. */
export async function handOverConversations(
  by: Doer,
  passed: PassedOn,
  begun: number,
): Promise<number[]> {
  const moved = await repository.handOverConversations(by.ownerId, passed, begun);
  await repository.insertAssignments(by, moved);
  return moved.map(({ id }) => id);
}

/** Gives back those that nobody else was given since. Returns how many. Call inside a transaction. */
export async function returnConversations(
  by: Doer,
  passed: PassedOn,
  ids: readonly number[],
  begun: number,
): Promise<number> {
  const moved = await repository.returnConversations(by.ownerId, passed, ids, begun);
  await repository.insertAssignments(by, moved);
  return moved.length;
}
