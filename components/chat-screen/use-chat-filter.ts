"use client";

import { useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { CHAT_FILTERS, type ChatFilter } from "@/lib/domain/messages/chat-message";
import { CHAT_FILTER_PARAMETER } from "@/lib/paths";

const DEFAULT_FILTER: ChatFilter = "all";

/** Which conversations are listed, in the URL: a reload keeps it and a link may name it. */
export function useChatFilter(): [ChatFilter, (filter: ChatFilter) => void] {
  const named = useSearchParams().get(CHAT_FILTER_PARAMETER) as ChatFilter;
  const change = useCallback((filter: ChatFilter) => {
    const url = new URL(window.location.href);
    if (filter === DEFAULT_FILTER) url.searchParams.delete(CHAT_FILTER_PARAMETER);
    else url.searchParams.set(CHAT_FILTER_PARAMETER, filter);
    // A filter is no place to return to: Back leads out of the open conversation, or of the screen.
    window.history.replaceState(null, "", url);
  }, []);
  return [CHAT_FILTERS.includes(named) ? named : DEFAULT_FILTER, change];
}
