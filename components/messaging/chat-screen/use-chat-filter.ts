"use client";

import { useSearchParams } from "next/navigation";
import type { ChatChoice } from "@/components/messaging/chat-list/chat-filter-chips";
import { CHAT_ANSWER_PARAMETER, CHAT_FILTER_PARAMETER, CHAT_NUMBER_PARAMETER } from "@/lib/paths";
import { DEFAULT_FILTER, readChatChoice } from "./chat-choice";

/** Which conversations are listed, in the URL: a reload keeps it and a link may name it. */
export function useChatFilter(): [ChatChoice, (choice: Partial<ChatChoice>) => void] {
  return [readChatChoice(useSearchParams()), change];
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
  set(CHAT_NUMBER_PARAMETER, choice.numberId === null ? null : choice.numberId?.toString());
  // A filter is no place to return to: Back leads out of the open conversation, or of the screen.
  window.history.replaceState(null, "", url);
}
