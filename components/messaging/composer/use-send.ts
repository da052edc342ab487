"use client";

import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { type Attachment, addAttachments } from "@/components/messaging/chat/attachment.queries";
import {
  chatMutations,
  chatQueries,
  type MessageHistory,
  type SendVariables,
} from "@/components/messaging/chat/chat.queries";
import type { SentFile } from "@/components/messaging/chat/own-message";
import { doubt, keepUnconfirmed } from "@/components/messaging/chat/unconfirmed";
import { notifyError } from "@/components/shared/feedback/notify";
import { readStoredState, storeState } from "@/components/shared/state/use-stored-state";
import { createIdempotencyKey } from "@/lib/api/idempotency-key";
import { CHAT_DRAFT_PREFIX, getPageUserId } from "@/lib/api/session-store";
import type { ChatMessage } from "@/lib/contracts/messaging/chat";
import { takesCaption } from "@/lib/domain/media/sent-media";
import type { Submission } from "@/lib/domain/messages/message-history";
import { errorText, isError } from "@/lib/error-text";

export interface SentMessage extends Submission {
  quoted: ChatMessage["quoted"];
  file: SentFile | null;
}

export const UNCONFIRMED_TEXT =
  "A mensagem pode ter saído. Confira a conversa antes de enviar de novo.";

/** Sends a text, files or both, in answer to a message if one is given. */
export type Send = (
  message: { text: string; files: readonly Attachment[] },
  answered: ChatMessage | null,
) => void;

function toQuoted({ id, sender, kind, content, deleted }: ChatMessage): ChatMessage["quoted"] {
  return { id, mine: sender === "me", kind, content, deleted };
}

/** Kept per conversation and user, and removed when the user logs out. */
export function getDraftKey(chatKey: string): string {
  return `${CHAT_DRAFT_PREFIX}${getPageUserId()}_${chatKey}`;
}

/**
 * Sends texts and files of one conversation. The handlers belong to the mutation and not to the component: a message that
 * fails after another conversation was opened still returns to its own input.
 */
export function useSend(chatKey: string, to: string): { submissions: SentMessage[]; send: Send } {
  const client = useQueryClient();
  const options = chatMutations.send(client, chatKey);
  const { queryKey } = chatQueries.messages(chatKey);
  const { mutate } = useMutation({
    ...options,
    meta: { failure: null },
    onError: (error, { key, text, file }) => {
      if (isError(error, "outcome_unknown")) {
        doubt(chatKey, key, file);
        return notifyError("Envio sem confirmação", { description: UNCONFIRMED_TEXT });
      }
      if (text !== "") restoreDraft(chatKey, text);
      if (file) addAttachments(client, chatKey, [file]);
      notifyError("Erro ao enviar mensagem", { description: describeFailure(error) });
    },
  });

  const states = useMutationState({
    filters: { mutationKey: options.mutationKey, exact: true },
    select: ({ state }): SentMessage | null => {
      const variables = state.variables as SendVariables | undefined;
      if (!variables || state.status === "error") return null;
      return { ...variables, pending: state.status === "pending" };
    },
  });
  const submissions = useMemo(() => states.filter((each) => each !== null), [states]);

  const send = useCallback<Send>(
    ({ text, files }, answered) => {
      const messages = client.getQueryData<MessageHistory>(queryKey)?.messages;
      const afterId = messages?.reduce((latest, { id }) => Math.max(latest, id), 0) ?? null;
      splitMessage(text, files).forEach((part, index) => {
        const key = createIdempotencyKey();
        keepUnconfirmed(chatKey, { key, text: part.text, fileName: part.file?.name ?? null });
        mutate({
          key,
          to,
          ...part,
          afterId,
          sentAt: new Date().toISOString(),
          quoted: index === 0 && answered ? toQuoted(answered) : null,
        });
      });
    },
    [client, chatKey, queryKey, to, mutate],
  );

  return { submissions, send };
}

/** The text goes with the first file that shows words, else after the files. */
function splitMessage(
  text: string,
  files: readonly Attachment[],
): Pick<SendVariables, "text" | "file">[] {
  const captioned = text === "" ? undefined : files.find(({ kind }) => takesCaption(kind));
  const sent = files.map((attachment) => ({
    text: attachment === captioned ? text : "",
    file: { ...attachment, bytes: attachment.file.size },
  }));
  return text === "" || captioned ? sent : [...sent, { text, file: null }];
}

/** Text that was typed meanwhile stays, below the returned text. */
export function restoreDraft(chatKey: string, text: string): void {
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
