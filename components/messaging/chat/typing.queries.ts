import { type QueryClient, queryOptions, skipToken } from "@tanstack/react-query";
import { getContactKey } from "@/lib/domain/messages/chat-key";

/** WhatsApp repeats that a contact is typing; when it stops doing so, the contact has stopped. */
const SHOWN_MS = 12_000;

/** Whether a contact is typing, to whichever of the account's numbers. Only the stream sets it. */
export function typingQuery(contactKey: string) {
  return queryOptions<boolean>({
    queryKey: ["chat-typing", contactKey],
    queryFn: skipToken,
    initialData: false,
    gcTime: SHOWN_MS,
  });
}

/** The id of the colleague who is typing to a contact; null for nobody. Only the stream sets it. */
export function colleagueQuery(contactKey: string) {
  return queryOptions<number | null>({
    queryKey: ["chat-colleague", contactKey],
    queryFn: skipToken,
    initialData: null,
    gcTime: SHOWN_MS,
  });
}

const timers = new Map<string, ReturnType<typeof setTimeout>>();

export function showTyping(client: QueryClient, chat: string, typing: boolean): void {
  const { queryKey } = typingQuery(getContactKey(chat) ?? chat);
  showForAWhile(queryKey, typing, (shown) => client.setQueryData(queryKey, shown));
}

export function showColleague(
  client: QueryClient,
  { chat, person_id, typing }: { chat: string; person_id: number; typing: boolean },
): void {
  const { queryKey } = colleagueQuery(getContactKey(chat) ?? chat);
  showForAWhile(queryKey, typing, (shown) =>
    client.setQueryData(queryKey, shown ? person_id : null),
  );
}

function showForAWhile(
  key: readonly unknown[],
  shown: boolean,
  set: (shown: boolean) => void,
): void {
  const name = key.join(" ");
  clearTimeout(timers.get(name));
  timers.delete(name);
  set(shown);
  if (shown)
    timers.set(
      name,
      setTimeout(() => showForAWhile(key, false, set), SHOWN_MS),
    );
}
