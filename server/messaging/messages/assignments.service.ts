import { AppError } from "@/lib/errors";
import type { OwnerId, PersonId } from "@/server/platform/actor";
import * as repository from "./assignments.repository";
import type { Conversation } from "./chats.repository";

export { conversationsOfSellers } from "./assignments.repository";

/**
 * Gives a conversation to somebody, or to nobody. Returns whether that changes anything. Joins the current transaction.
 * @throws AppError conversation_taken when somebody else than `expected` answers it
 */
export async function giveConversation(
  ownerId: OwnerId,
  { id, phone_key, instance_id }: Conversation,
  given: { to: PersonId | null; expected: number | null; by: PersonId; note: string | null },
): Promise<boolean> {
  const { to, expected, by, note } = given;
  const found = await repository.setSeller(ownerId, id, { sellerId: to, expected });
  if (!found) throw await nameHolder(ownerId, { phoneKey: phone_key, instanceId: instance_id });
  if (found.held_by === to) return false;
  const reason = to === by ? "taken" : "given";
  await repository.insertAssignment(ownerId, id, { from: found.held_by, to, by, reason, note });
  return true;
}

/** Gives a conversation that the current transaction has locked to whose turn it is. */
export async function giveInTurn(
  ownerId: OwnerId,
  { id, seller_id: from }: { id: number; seller_id: PersonId | null },
  to: PersonId,
): Promise<void> {
  await repository.setSeller(ownerId, id, { sellerId: to, expected: from });
  await repository.insertAssignment(ownerId, id, {
    from,
    to,
    by: null,
    reason: "turn",
    note: null,
  });
}

/** Why a person may not answer a conversation now: who answers it. */
export async function nameHolder(
  ownerId: OwnerId,
  chat: { phoneKey: string; instanceId: number | null },
): Promise<AppError> {
  const holder = await repository.findHolder(ownerId, chat);
  return new AppError(
    "conversation_taken",
    `${holder?.name ?? "Outra pessoa"} está atendendo esta conversa.`,
    { existingId: holder?.id },
  );
}
