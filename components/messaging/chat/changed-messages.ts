import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { findChangedPart, replaceMessages } from "@/lib/domain/messages/message-history";
import {
  changeHistory,
  fetchMessages,
  MESSAGES_PER_PAGE,
  type MessageHistory,
} from "./chat.queries";

/** The ids of messages that changed while others are being fetched. */
const waiting = new WeakMap<QueryClient, Set<number>>();

/**
 * Fetches a changed message again if it is in a loaded history before the latest page; the latest page is fetched after
 * every change anyway. Failures are ignored: the message then keeps its old content.
 */
export function refreshEarlierMessage(client: QueryClient, id: number): void {
  const ids = waiting.get(client);
  if (ids) return void ids.add(id);
  const changed = new Set([id]);
  waiting.set(client, changed);
  void refreshAll(client, changed).finally(() => waiting.delete(client));
}

/** Ids that arrive while a request runs are handled by the next one, so that there is never more than one. */
async function refreshAll(client: QueryClient, waitingIds: Set<number>): Promise<void> {
  while (waitingIds.size > 0) {
    const ids = new Set(waitingIds);
    waitingIds.clear();
    const queryKey = [...queryKeys.chat, "messages"];
    for (const query of client.getQueryCache().findAll({ queryKey })) {
      const earlier = findEarlier(query.state.data as MessageHistory | undefined, ids);
      if (earlier.size === 0) continue;
      // A conversation that is not open is loaded again when it is opened.
      if (query.isActive()) await refreshIn(client, query.queryKey, earlier);
      else client.removeQueries({ queryKey: query.queryKey, exact: true });
    }
  }
}

/** Half a page is left to the latest one: messages that are not loaded yet may have moved its beginning. */
function findEarlier(history: MessageHistory | undefined, ids: ReadonlySet<number>): Set<number> {
  const messages = history?.messages.slice(0, -MESSAGES_PER_PAGE / 2) ?? [];
  return new Set(messages.map(({ id }) => id).filter((id) => ids.has(id)));
}

async function refreshIn(client: QueryClient, queryKey: QueryKey, ids: Set<number>) {
  const chatKey = String(queryKey.at(-1));
  while (ids.size > 0) {
    const history = client.getQueryData<MessageHistory>(queryKey);
    const part = history && findChangedPart(history, ids, MESSAGES_PER_PAGE);
    if (!part) return;
    const { before, size } = part;
    const current = await fetchMessages(chatKey, { before, pageSize: size }).catch(() => null);
    if (!current) return;
    changeHistory(client, chatKey, (known) => replaceMessages(known, current.messages));
    for (const id of part.ids) ids.delete(id);
  }
}
