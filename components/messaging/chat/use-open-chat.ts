"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useRef } from "react";
import { stepBack } from "@/components/ui/use-close-on-back";
import type { Chat } from "@/lib/contracts/messaging/chat";
import { getChatNumber, parseChatTarget } from "@/lib/domain/messages/chat-key";
import { CHAT_PARAMETER } from "@/lib/paths";

export interface OpenChat {
  /** The conversation as the URL names it. */
  contactNumber: string;
  key: string;
  /** Digits with country code; null for an opaque id. */
  number: string | null;
}

/** Its row in the list; undefined while the list loads, null for one without a row in what is loaded. */
export type OpenChatRow = Chat | null | undefined;

/** The open conversation is in the URL: Back closes it, a reload keeps it, a link opens it. */
export function useOpenChat(): {
  openChat: OpenChat | null;
  open: (contactNumber: string) => void;
  close: () => void;
} {
  const contactNumber = useSearchParams().get(CHAT_PARAMETER) ?? "";
  /** Whether the list is the history entry before this one. */
  const openedFromList = useRef(false);

  const open = useCallback((next: string) => {
    const url = new URL(window.location.href);
    const fromList = !url.searchParams.has(CHAT_PARAMETER);
    url.searchParams.set(CHAT_PARAMETER, next);
    if (url.href === window.location.href) return;
    openedFromList.current = fromList;
    window.history.pushState(null, "", url);
  }, []);

  /** Like Back where the conversation was opened from the list; one opened by a link gives way to the list. */
  const close = useCallback(() => {
    if (openedFromList.current) {
      stepBack();
      return;
    }
    const url = new URL(window.location.href);
    url.searchParams.delete(CHAT_PARAMETER);
    window.history.replaceState(null, "", url);
  }, []);

  return { openChat: parseOpenChat(contactNumber), open, close };
}

/** Returns null for what is neither a number nor a chat. */
function parseOpenChat(contactNumber: string): OpenChat | null {
  const target = parseChatTarget(contactNumber);
  if ("problem" in target) return null;
  return { contactNumber, key: target.keys[0], number: getChatNumber(target.chatId) };
}
