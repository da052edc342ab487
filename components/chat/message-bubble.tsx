"use client";

import { RotateCw } from "lucide-react";
import { memo } from "react";
import { WhatsappText } from "@/components/shared/whatsapp-text";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { ChatMessage } from "@/lib/contracts/chat";
import { formatMessageTime } from "@/lib/domain/messages/chat-times";
import { DELETED, describeKind } from "@/lib/domain/messages/message-kind";
import { splitLinks } from "@/lib/domain/messages/message-links";
import { MessageStatusMark } from "./message-status-mark";

interface MessageBubbleProps {
  message: ChatMessage;
  onResend: (message: ChatMessage) => void;
}

export const MessageBubble = memo(function MessageBubble({
  message,
  onResend,
}: MessageBubbleProps) {
  const { sender, kind, content, timestamp, status, edited, deleted } = message;
  const mine = sender === "me";
  const problem = mine && (status === "failed" || status === "unknown");
  return (
    <li
      data-message={message.id}
      className={cn("flex flex-col", mine ? "items-end" : "items-start")}
    >
      <div
        className={cn(
          "w-fit max-w-[85%] rounded-2xl px-3 pt-2 pb-1.5 shadow-card @2xl:max-w-[75%]",
          mine ? "rounded-br-md bg-bubble text-bubble-foreground" : "rounded-bl-md bg-popover",
        )}
      >
        <span className="sr-only">{mine ? "Você:" : "Recebida:"}</span>
        {content === null ? (
          <p className={cn("italic", mine ? "text-bubble-muted" : "text-muted-foreground")}>
            {describeKind(deleted ? DELETED : kind)}
          </p>
        ) : (
          <p className="wrap-anywhere whitespace-pre-wrap">
            <MessageText text={content} />
          </p>
        )}
        <p
          className={cn(
            "mt-0.5 flex items-center justify-end gap-1 text-[0.6875rem] leading-4",
            mine ? "text-bubble-muted" : "text-muted-foreground",
          )}
        >
          {edited && <span>Editada</span>}
          <time dateTime={timestamp} className="tabular-nums">
            {formatMessageTime(timestamp)}
          </time>
          {mine && <MessageStatusMark status={status} />}
        </p>
      </div>
      {problem && (
        <p className="mt-0.5 flex items-center gap-2 text-danger-text text-xs">
          {status === "failed" ? "Não enviada" : "Envio sem confirmação"}
          <Button variant="ghost" size="sm" onClick={() => onResend(message)}>
            <RotateCw aria-hidden />
            Reenviar
          </Button>
        </p>
      )}
    </li>
  );
});

function MessageText({ text }: { text: string }) {
  return splitLinks(text).map(({ text: part, href }, index) =>
    href ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have only their place
        key={index}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        className="wrap-anywhere underline underline-offset-2"
      >
        {part}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have only their place
      <WhatsappText key={index} text={part} />
    ),
  );
}
