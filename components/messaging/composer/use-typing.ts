"use client";

import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { chatMutations } from "@/components/messaging/chat/chat.queries";

/** Providers show it for some seconds; while the user continues to type it is sent again. */
const REPEAT_MS = 3_000;

/** Returns a function to call with the text at each change: the contact sees that the user is typing. */
export function useTyping(contactNumber: string): (text: string) => void {
  const { mutate } = useMutation(chatMutations.showTyping());
  const shownAt = useRef(0);

  const hide = useCallback(() => {
    if (Date.now() - shownAt.current < 2 * REPEAT_MS) mutate({ contactNumber, typing: false });
    shownAt.current = 0;
  }, [contactNumber, mutate]);

  // Leaving the conversation ends it.
  useEffect(() => hide, [hide]);

  return useCallback(
    (text) => {
      // A shortcut of a canned answer is not a message yet.
      if (text.trim() === "" || text.startsWith("/")) return hide();
      if (Date.now() - shownAt.current < REPEAT_MS) return;
      shownAt.current = Date.now();
      mutate({ contactNumber, typing: true });
    },
    [contactNumber, hide, mutate],
  );
}
