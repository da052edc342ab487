import type { WaitingChat } from "@/lib/contracts/insights/today";
import { findWaitingChats } from "@/server/messaging/messages/chat-list.repository";
import type { UserId } from "@/server/platform/actor";
import { toChat } from "./chat.mapper";

/** The first `limit` of those who wait for an answer, the longest wait first, with how many there are, counted up to `most`. */
export async function listWaitingChats(
  ownerId: UserId,
  { limit, most }: { limit: number; most: number },
): Promise<{ chats: WaitingChat[]; count: number; capped: boolean }> {
  const { chats, total } = await findWaitingChats(ownerId, { limit, most: most + 1 });
  return {
    chats: chats.map((row) => ({ ...toChat(row), waiting_since: row.waiting_since.toISOString() })),
    count: Math.min(total, most),
    capped: total > most,
  };
}
