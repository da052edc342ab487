import { nameChatOf } from "@/lib/domain/messages/chat-key";
import { requireSameAccount } from "@/server/accounts/users/people.service";
import { giveInTurn } from "@/server/messaging/messages/assignments.service";
import type { Actor, OwnerId, PersonId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { publish } from "@/server/platform/live/publish";
import { logger } from "@/server/platform/logger";
import * as repository from "./turns.repository";

const OWNERS_AT_ONCE = 100;
const CHATS_AT_ONCE = 50;

export async function listTurns({ ownerId }: Actor) {
  return { turns: await repository.findTurns(ownerId) };
}

/** @throws AppError not_found */
export async function setTurn(
  { ownerId }: Actor,
  id: number,
  { most_waiting }: { most_waiting: number | null },
): Promise<{ success: true }> {
  const person = await requireSameAccount(ownerId, id);
  await repository.setTurn(ownerId, person.id, most_waiting);
  return { success: true };
}

/**
 * Gives conversations that wait and nobody answers to those who take part and are here, who were not given one for the
 * longest time first. Whoever has as many waiting as they may is passed over: one person who answers slowly does not
 * hold what others could answer.
 */
export const dealConversations = defineDuty({
  name: "deal conversations",
  everyS: 5,
  run: async () => {
    for (const { owner_id: ownerId } of await repository.findOwnersToDeal(OWNERS_AT_ONCE)) {
      await deal(ownerId).catch((error: unknown) =>
        logger.error({ ownerId, err: error }, "conversations not dealt"),
      );
    }
  },
});

async function deal(ownerId: OwnerId): Promise<void> {
  await transaction(async () => {
    const takers = await repository.lockTakers(ownerId);
    if (takers.every(({ room }) => room <= 0)) return;
    const last = new Set<PersonId>();
    for (const chat of await repository.lockUntaken(ownerId, CHATS_AT_ONCE)) {
      const place = takers.findIndex(({ room }) => room > 0);
      const [taker] = place < 0 ? [] : takers.splice(place, 1);
      if (!taker) break;
      const { person_id } = taker;
      takers.push({ ...taker, room: taker.room - 1 });
      // Moves to the end.
      last.delete(person_id);
      last.add(person_id);
      await giveInTurn(ownerId, chat, person_id);
      const address = nameChatOf(chat.chat_id, chat.number_id);
      publish(ownerId, "chat.assigned", { chat: address, person_id, by_id: null });
    }
    await repository.endTurns(ownerId, [...last]);
  });
}
