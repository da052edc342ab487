"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { chatMutations, type MessageHistory } from "@/components/messaging/chat/chat.queries";
import { showMessage } from "@/components/messaging/messages/show-message";
import { notifyError } from "@/components/shared/feedback/notify";

/** Page size on the way to a found message: as large as the server allows. */
const MAX_PAGES = 20;
const PAGE_SIZE = 500;

/** Loads the conversation back to a message that a search found, and shows it. */
export function useFoundMessage(
  chatKey: string,
  history: MessageHistory | undefined,
  messageId: number | null,
): void {
  const { mutate, isPending, isError } = useMutation(
    chatMutations.loadEarlier(useQueryClient(), chatKey, PAGE_SIZE),
  );
  /** The progress on the way to the latest found message. */
  const way = useRef({ to: null as number | null, loaded: 0, ended: true });
  const first = history?.messages[0]?.id;
  const isHere = history?.messages.some(({ id }) => id === messageId) ?? false;
  const hasMore = history?.has_more ?? false;

  useEffect(() => {
    if (way.current.to !== messageId) {
      way.current = { to: messageId, loaded: 0, ended: messageId === null };
    }
    if (messageId === null || way.current.ended || first === undefined || isPending) return;
    if (!isHere && hasMore && !isError && way.current.loaded < MAX_PAGES) {
      way.current.loaded += 1;
      mutate(first);
      return;
    }
    way.current.ended = true;
    if (!isHere || !showMessage(messageId)) {
      notifyError("Não foi possível chegar até a mensagem.");
    }
  }, [messageId, first, isHere, hasMore, isPending, isError, mutate]);
}
