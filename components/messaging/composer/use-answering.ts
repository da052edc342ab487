"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { chatMutations } from "@/components/messaging/chat/chat.queries";
import type { MessageHandlers } from "@/components/messaging/messages/message-actions";
import type { ChatMessage } from "@/lib/contracts/messaging/chat";

/** The message that the next text answers, and the handlers of the messages' bubbles. `onAnswer` stays the same. */
export function useAnswering(onAnswer: () => void): {
  answered: ChatMessage | null;
  cancel: () => void;
  handlers: MessageHandlers;
} {
  const client = useQueryClient();
  const [answered, setAnswered] = useState<ChatMessage | null>(null);
  const { mutate } = useMutation(chatMutations.react(client));
  const handlers = useMemo(
    (): MessageHandlers => ({
      onReply: (message) => {
        setAnswered(message);
        onAnswer();
      },
      onReact: ({ id }, emoji) => mutate({ id, emoji }),
    }),
    [mutate, onAnswer],
  );
  return { answered, cancel: () => setAnswered(null), handlers };
}
