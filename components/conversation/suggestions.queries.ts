import { queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { suggestions } from "@/lib/contracts/messaging/suggestions";

/** Replies to the latest message of a conversation. Asked once per message; a failure shows nothing and is not retried. */
export function suggestionsQuery(to: string, lastMessageId: number | null) {
  return queryOptions({
    // Not below the chat's: what changes there asks for no new suggestions.
    queryKey: [...queryKeys.suggestions, to, lastMessageId],
    queryFn: ({ signal }) => call(suggestions.get, { body: { phone_number: to } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

export function refreshSuggestions(to: string) {
  return call(suggestions.get, { body: { phone_number: to, refresh: true } });
}
