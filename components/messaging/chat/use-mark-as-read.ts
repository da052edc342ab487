"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { whatsappQueries } from "@/components/messaging/whatsapp/whatsapp.queries";
import { chatMutations } from "./chat.queries";
import type { OpenChat, OpenChatRow } from "./use-open-chat";
import { usePageVisible } from "./use-page-visible";

/** Marks the open conversation as read while somebody can see it and WhatsApp is connected. */
export function useMarkAsRead(openChat: OpenChat | null, chat: OpenChatRow): void {
  const connected = useQuery(whatsappQueries.instance(openChat?.numberId)).data?.connected === true;
  const { mutate } = useMutation(chatMutations.markAsRead(useQueryClient()));
  const visible = usePageVisible();
  const contactNumber = chat?.contactNumber ?? openChat?.contactNumber;
  const unread = chat ? chat.unreadCount > 0 : chat === null;
  useEffect(() => {
    if (connected && visible && unread && contactNumber) mutate(contactNumber);
  }, [connected, visible, unread, contactNumber, mutate]);
}
