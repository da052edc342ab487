"use client";

import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { notifyError } from "@/components/shared/notify";
import { readStoredState, storeState } from "@/components/shared/use-stored-state";
import type { ChatMessage } from "@/lib/contracts/chat";
import type { Submission } from "@/lib/domain/messages/message-history";
import { errorText, isError } from "@/lib/error-text";
import {
  chatMutations,
  chatQueries,
  type MessageHistory,
  type SendVariables,
} from "./chat.queries";

export interface SentText extends Submission {
  sentAt: string;
  quoted: ChatMessage["quoted"];
}

/** Sends a text, in answer to a message if one is given. */
export type SendText = (text: string, answered: ChatMessage | null) => void;

function toQuoted({ id, sender, kind, content, deleted }: ChatMessage): ChatMessage["quoted"] {
  return { id, mine: sender === "me", kind, content, deleted };
}

/** Kept per conversation, and removed with the session. */
export function getDraftKey(chatKey: string): string {
  return `whatsappDraft_${chatKey}`;
}

/**
 * Sends texts of one conversation. The handlers belong to the mutation and not to the component: a text that fails after
 * another conversation was opened still goes back into its own input.
 */
export function useSend(chatKey: string, to: string): { submissions: SentText[]; send: SendText } {
  const client = useQueryClient();
  const options = chatMutations.send(client, chatKey);
  const { queryKey } = chatQueries.messages(chatKey);
  const { mutate } = useMutation({
    ...options,
    onError: async (error, variables) => {
      if (isError(error, "unavailable") && (await wentOut(variables))) return;
      restoreDraft(chatKey, variables.text);
      notifyError("Erro ao enviar mensagem", { description: describeFailure(error) });
    },
  });

  /** Without an answer the text may have gone out all the same. */
  async function wentOut({ text, afterId }: SendVariables): Promise<boolean> {
    const history = await client
      .fetchQuery({ ...chatQueries.messages(chatKey), staleTime: 0 })
      .catch(() => null);
    return (history?.messages ?? []).some(
      ({ id, sender, content, status }) =>
        id > afterId && sender === "me" && content === text && status !== "sending",
    );
  }

  const states = useMutationState({
    filters: { mutationKey: options.mutationKey, exact: true },
    select: ({ state }): SentText | null => {
      const variables = state.variables as SendVariables | undefined;
      if (!variables || state.status === "error") return null;
      return { ...variables, pending: state.status === "pending" };
    },
  });
  const submissions = useMemo(() => states.filter((each) => each !== null), [states]);

  const send = useCallback(
    (text: string, answered: ChatMessage | null) => {
      const messages = client.getQueryData<MessageHistory>(queryKey)?.messages;
      const afterId = messages?.reduce((latest, { id }) => Math.max(latest, id), 0);
      mutate({
        to,
        text,
        afterId: afterId ?? Number.MAX_SAFE_INTEGER,
        sentAt: new Date().toISOString(),
        quoted: answered && toQuoted(answered),
      });
    },
    [client, queryKey, to, mutate],
  );

  return { submissions, send };
}

/** What was typed meanwhile stays, below the text. */
function restoreDraft(chatKey: string, text: string): void {
  const key = getDraftKey(chatKey);
  const typed = readStoredState(key, "");
  storeState(key, typed === "" ? text : `${text}\n${typed}`);
}

/** The API words an invalid number in English. */
function describeFailure(error: unknown): string {
  return isError(error, "invalid_whatsapp_number")
    ? "Este número não está no WhatsApp."
    : errorText(error);
}
