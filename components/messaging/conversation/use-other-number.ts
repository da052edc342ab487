"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { chatQueries } from "@/components/messaging/chat/chat.queries";
import {
  findOpenRow,
  type OpenChat,
  type OpenChatRow,
} from "@/components/messaging/chat/use-open-chat";
import { useOwnNumbers } from "@/components/messaging/numbers/own-numbers.queries";
import { getContactKey } from "@/lib/domain/messages/chat-key";

/**
 * An address without a number means the default one, or else whichever has a conversation with the contact, as the server
 * reads it: that one's address then takes its place, so that the screen shows by which number one speaks.
 */
export function useOtherNumber(
  openChat: OpenChat | null,
  chat: OpenChatRow,
  replace: (contactNumber: string) => void,
): void {
  const { isSeveral } = useOwnNumbers();
  const isOpen = openChat !== null && openChat.numberId === null && openChat.number !== null;
  const found = useInfiniteQuery({
    ...chatQueries.list("all", openChat?.number ?? ""),
    enabled: isSeveral && isOpen && chat === null,
  });
  const rows = found.data?.pages[0]?.chats ?? [];
  const other =
    isSeveral && isOpen && chat === null && !findOpenRow(rows, openChat)
      ? rows.find(({ contactNumber }) => getContactKey(contactNumber) === openChat.contactKey)
      : undefined;
  const address = other?.contactNumber;
  useEffect(() => {
    if (address) replace(address);
  }, [address, replace]);
}
