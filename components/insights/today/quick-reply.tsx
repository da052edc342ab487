"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { SendHorizontal } from "lucide-react";
import type { FormEvent, KeyboardEvent } from "react";
import { UNCONFIRMED_TEXT } from "@/components/messaging/composer/use-send";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { isComposing } from "@/components/shared/state/is-composing";
import { queryKeys } from "@/components/shared/state/query-keys";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { useCloseOnBack } from "@/components/ui/use-close-on-back";
import { callOnce } from "@/lib/api/until-answered";
import type { WaitingChat } from "@/lib/contracts/insights/today";
import { chat as chatApi } from "@/lib/contracts/messaging/chat";
import { MESSAGE_MAX_LENGTH } from "@/lib/domain/messages/message-limits";
import { errorText, isError } from "@/lib/error-text";

interface QuickReplyProps {
  chat: WaitingChat;
  /** The typed text, which stays when it is closed. */
  text: string;
  onChange: (text: string) => void;
  onSent: () => void;
  onClose: () => void;
}

/** Answers a conversation without opening it. */
export function QuickReply({ chat, text, onChange, onSent, onClose }: QuickReplyProps) {
  const client = useQueryClient();
  useCloseOnBack(true, onClose);
  const sending = useMutation({
    mutationFn: (content: string) =>
      callOnce(chatApi.send, { body: { to: chat.contactNumber, content } }),
    meta: { failure: null },
    onSuccess: () => notifySuccess(`Mensagem enviada para ${chat.name}.`),
    onError: (error) => {
      if (isError(error, "outcome_unknown")) {
        notifyError("Envio sem confirmação", { description: UNCONFIRMED_TEXT });
      } else notifyError("A mensagem não saiu", { description: errorText(error) });
    },
    onSettled: () => {
      for (const queryKey of [queryKeys.chat, queryKeys.today]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });

  function send(event?: FormEvent) {
    event?.preventDefault();
    if (text.trim() === "" || sending.isPending) return;
    sending.mutate(text, { onSuccess: onSent });
  }

  /** As in the chat: Enter sends, Shift and Enter begins a line. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") onClose();
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    send();
  }

  return (
    <form onSubmit={send} className="flex items-end gap-2 pb-3 md:pl-11">
      <Textarea
        aria-label={`Mensagem para ${chat.name}`}
        autoFocus
        rows={2}
        maxLength={MESSAGE_MAX_LENGTH}
        placeholder="Escreva a resposta"
        value={text}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
        // After the prepared text.
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(text.length, text.length)}
      />
      <Button
        type="submit"
        size="lg"
        className="max-md:h-11"
        loading={sending.isPending}
        disabled={text.trim() === ""}
      >
        {!sending.isPending && <SendHorizontal aria-hidden />}
        Enviar
      </Button>
    </form>
  );
}
