import { type QueryClient, queryOptions, skipToken } from "@tanstack/react-query";
import { getChatKey } from "@/lib/domain/messages/chat-key";

/** WhatsApp repeats that a contact is typing; when it stops doing so, the contact has stopped. */
const SHOWN_MS = 12_000;

/** Whether the contact of a conversation is typing. Only the stream sets it. */
export function typingQuery(chatKey: string) {
  return queryOptions<boolean>({
    queryKey: ["chat-typing", chatKey],
    queryFn: skipToken,
    initialData: false,
    gcTime: SHOWN_MS,
  });
}

const timers = new Map<string, ReturnType<typeof setTimeout>>();

export function showTyping(client: QueryClient, chat: string, typing: boolean): void {
  const key = getChatKey(chat) ?? chat;
  const { queryKey } = typingQuery(key);
  clearTimeout(timers.get(key));
  timers.delete(key);
  client.setQueryData(queryKey, typing);
  if (!typing) return;
  const hide = () => showTyping(client, chat, false);
  timers.set(key, setTimeout(hide, SHOWN_MS));
}
