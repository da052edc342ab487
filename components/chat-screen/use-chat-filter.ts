"use client";

import { useSearchParams } from "next/navigation";
import type { ChatChoice } from "@/components/chat-list/chat-filter-chips";
import { ANSWER_KINDS } from "@/lib/domain/answers/answer-kinds";
import { CHAT_FILTERS, type ChatFilter } from "@/lib/domain/messages/chat-message";
import { CHAT_ANSWER_PARAMETER, CHAT_FILTER_PARAMETER } from "@/lib/paths";

const DEFAULT_FILTER: ChatFilter = "all";

/** Which conversations are listed, in the URL: a reload keeps it and a link may name it. */
export function useChatFilter(): [ChatChoice, (choice: Partial<ChatChoice>) => void] {
  const params = useSearchParams();
  const filter = CHAT_FILTERS.find((each) => each === params.get(CHAT_FILTER_PARAMETER));
  const intent = ANSWER_KINDS.find((each) => each === params.get(CHAT_ANSWER_PARAMETER));
  return [{ filter: filter ?? DEFAULT_FILTER, intent: intent ?? null }, change];
}

function change(choice: Partial<ChatChoice>): void {
  const url = new URL(window.location.href);
  const set = (name: string, value: string | null | undefined) => {
    if (value === undefined) return;
    if (value === null || value === DEFAULT_FILTER) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  };
  set(CHAT_FILTER_PARAMETER, choice.filter);
  set(CHAT_ANSWER_PARAMETER, choice.intent);
  // A filter is no place to return to: Back leads out of the open conversation, or of the screen.
  window.history.replaceState(null, "", url);
}
