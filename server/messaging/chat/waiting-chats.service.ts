import { ANSWER_GROUPS } from "@/lib/domain/answers/answer-groups";
import { findWaitingChats } from "@/server/messaging/messages/chat-list.repository";
import type { Actor } from "@/server/platform/actor";
import { toChat } from "./chat.mapper";

/**
 * Contacts who wait for an answer, grouped by their intent, the warmest group and the latest first: the first `limit`
 * of each group that has any, with how many there are, counted up to `most`.
 */
export async function listWaitingChats(
  actor: Actor,
  { limit, most }: { limit: number; most: number },
) {
  const found = await findWaitingChats(actor, { limit, most: most + 1 });
  const groups = ANSWER_GROUPS.map((group) => {
    const waiting = found.filter(({ answer_group }) => answer_group === group);
    const chats = waiting.map((row) => ({
      ...toChat(row),
      waiting_since: row.waiting_since,
      may_leave: row.may_leave,
    }));
    return { group, count: waiting[0]?.waiting ?? 0, chats };
  }).filter(({ count }) => count > 0);
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  return { count: Math.min(total, most), capped: total > most, groups };
}
