import { queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { suggestions } from "@/lib/contracts/messaging/suggestions";
import { toSendAddress } from "@/lib/domain/messages/chat-key";
import { addNinthDigit } from "@/lib/domain/phone/phone";

/** Replies to the latest message of a conversation. Asked once per message; a failure is logged and not retried. */
export function suggestionsQuery(to: string, lastMessageId: number | null) {
  return queryOptions({
    // Not below the chat's key: changes there must not request new suggestions.
    queryKey: [...queryKeys.suggestions, to, lastMessageId],
    queryFn: ({ signal }) => askForSuggestions(to, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

export function refreshSuggestions(to: string) {
  return askForSuggestions(to, { refresh: true });
}

async function askForSuggestions(to: string, options: { refresh?: true }, signal?: AbortSignal) {
  const body = { phone_number: addNinthDigit(toSendAddress(to)), ...options };
  try {
    return await call(suggestions.get, { body }, signal ? { signal } : {});
  } catch (error) {
    // No error on the screen: people write their answer themselves.
    if (!signal?.aborted) console.warn("As sugestões de resposta falharam.", error);
    throw error;
  }
}
