"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { SendHorizontal } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { UNCONFIRMED_TEXT } from "@/components/composer/use-send";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { queryKeys } from "@/components/shared/state/query-keys";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { call } from "@/lib/api/client";
import { createIdempotencyKey } from "@/lib/api/idempotency-key";
import type { WaitingChat } from "@/lib/contracts/insights/today";
import { chat as chatApi } from "@/lib/contracts/messaging/chat";
import { MESSAGE_MAX_LENGTH } from "@/lib/domain/messages/message-limits";
import { errorText, isError } from "@/lib/error-text";
import { AppError } from "@/lib/errors";

/** Answers a conversation without opening it. */
export function QuickReply({ chat, onClose }: { chat: WaitingChat; onClose: () => void }) {
  const client = useQueryClient();
  const [text, setText] = useState("");
  const kept = useRef({ key: "", content: "" });
  const sending = useMutation({
    mutationFn: ({ key, content }: { key: string; content: string }) =>
      call(chatApi.send, { body: { to: chat.contactNumber, content } }, { idempotencyKey: key }),
    onSuccess: () => notifySuccess(`Mensagem enviada para ${chat.name}.`),
    onError: (error) => {
      // Without an answer it may have gone out: sent again it is the same message.
      const isOpen = error instanceof AppError && error.unanswered;
      if (!isOpen) kept.current = { key: "", content: "" };
      if (isOpen || isError(error, "outcome_unknown")) {
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
    if (kept.current.content !== text) {
      kept.current = { key: createIdempotencyKey(), content: text };
    }
    sending.mutate(kept.current, { onSuccess: onClose });
  }

  /** As in the chat: Enter sends, Shift and Enter begins a line. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && text.trim() === "") onClose();
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
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
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" size="lg" loading={sending.isPending} disabled={text.trim() === ""}>
        {!sending.isPending && <SendHorizontal aria-hidden />}
        Enviar
      </Button>
    </form>
  );
}
