"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo, useRef } from "react";
import { stepBack } from "@/components/ui/use-close-on-back";
import type { Chat } from "@/lib/contracts/messaging/chat";
import {
  getChatKey,
  getChatNumber,
  getContactKey,
  nameChatOf,
  parseChatTarget,
} from "@/lib/domain/messages/chat-key";
import { CHAT_PARAMETER } from "@/lib/paths";

export interface OpenChat {
  /** The conversation as the URL names it. */
  contactNumber: string;
  /** Tells it from all other conversations. */
  key: string;
  /** The same for all conversations with this contact. */
  contactKey: string;
  /** Which of the account's numbers it is with; null where the address does not say: the default one. */
  numberId: number | null;
  /** Digits with country code; null for an opaque id. */
  number: string | null;
}

/** Its row in the list; undefined while the list loads, null for one without a row in what is loaded. */
export type OpenChatRow = Chat | null | undefined;

/** Its row among these. Another number's conversation with the same contact is not the one. */
export function findOpenRow(chats: readonly Chat[], openChat: OpenChat | null): Chat | undefined {
  if (!openChat) return undefined;
  const { key, contactKey, numberId } = openChat;
  return chats.find(({ contactNumber, numberId: id }) =>
    numberId === null
      ? getChatKey(contactNumber) === key
      : id === numberId && getContactKey(contactNumber) === contactKey,
  );
}

/** The open conversation is in the URL: Back closes it, a reload keeps it, a link opens it. */
export function useOpenChat(): {
  openChat: OpenChat | null;
  open: (contactNumber: string) => void;
  /** Opens it in place of the one that is open. */
  replace: (contactNumber: string) => void;
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

  const replace = useCallback((next: string) => {
    const url = new URL(window.location.href);
    url.searchParams.set(CHAT_PARAMETER, next);
    window.history.replaceState(null, "", url);
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

  const openChat = useMemo(() => parseOpenChat(contactNumber), [contactNumber]);
  return { openChat, open, replace, close };
}

/** Returns null for what is neither a number nor a chat. */
export function parseOpenChat(contactNumber: string): OpenChat | null {
  const target = parseChatTarget(contactNumber);
  if ("problem" in target) return null;
  const { numberId, chatId } = target;
  const [contactKey] = target.keys;
  return {
    contactNumber,
    key: nameChatOf(contactKey, numberId),
    contactKey,
    numberId,
    number: getChatNumber(chatId),
  };
}
