"use client";

import { RotateCw } from "lucide-react";
import { memo } from "react";
import { Sender } from "@/components/messaging/sellers/sender";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { ChatMessage } from "@/lib/contracts/messaging/chat";
import { formatMessageTime } from "@/lib/domain/messages/chat-times";
import { EarlierTexts } from "./earlier-texts";
import { MessageActions, type MessageHandlers } from "./message-actions";
import { MessageContent } from "./message-content";
import { MessageStatusMark } from "./message-status-mark";

interface MessageBubbleProps {
  message: ChatMessage;
  /** The other side's name. */
  contactName: string;
  onResend: (message: ChatMessage) => void;
  /** Null while nothing can be sent. */
  handlers: MessageHandlers | null;
}

export const MessageBubble = memo(function MessageBubble({
  message,
  contactName,
  onResend,
  handlers,
}: MessageBubbleProps) {
  const { sender, timestamp, status, failure, charge, edited, earlier, deleted, reactions } =
    message;
  const mine = sender === "me";
  if (message.kind === "notice" && !deleted) return <Notice message={message} />;
  // A message that is not stored, or not known to have arrived, cannot be answered.
  const canAct = message.id > 0 && !deleted && !["sending", "unknown", "failed"].includes(status);
  const problem = mine && (status === "failed" || status === "unknown");
  return (
    <li
      data-message={message.id}
      // A quote leads here.
      tabIndex={-1}
      className={cn("group flex flex-col", mine ? "items-end" : "items-start")}
    >
      <div className={cn("flex w-full gap-1", mine && "flex-row-reverse")}>
        <div
          className={cn(
            "w-fit min-w-0 max-w-[85%] rounded-2xl px-3 pt-2 pb-1.5 shadow-card @2xl:max-w-[75%]",
            mine ? "rounded-br-md bg-bubble text-bubble-foreground" : "rounded-bl-md bg-popover",
          )}
        >
          <span className="sr-only">{mine ? "Você:" : "Recebida:"}</span>
          <MessageContent message={message} contactName={contactName} />
          <p
            className={cn(
              "mt-0.5 flex items-center justify-end gap-1 text-[0.6875rem] leading-4",
              mine ? "text-bubble-muted" : "text-muted-foreground",
            )}
          >
            {mine && <Sender personId={message.personId} />}
            {edited && !deleted && <EarlierTexts earlier={earlier} />}
            <time dateTime={timestamp} className="tabular-nums">
              {formatMessageTime(timestamp)}
            </time>
            {mine && <MessageStatusMark status={status} charge={charge} />}
          </p>
        </div>
        {handlers && canAct && <MessageActions message={message} {...handlers} />}
      </div>
      {reactions.length > 0 && !deleted && <Reactions reactions={reactions} />}
      {problem && (
        <p className="mt-0.5 flex items-center gap-2 text-danger-text text-xs">
          {status === "failed" ? (failure ?? "Não enviada") : "Envio sem confirmação"}
          <Button variant="ghost" size="sm" onClick={() => onResend(message)}>
            <RotateCw aria-hidden />
            Reenviar
          </Button>
        </p>
      )}
    </li>
  );
});

/** An event without an author: a line like those of the days. */
function Notice({ message: { id, content, timestamp } }: { message: ChatMessage }) {
  return (
    <li data-message={id} tabIndex={-1} className="py-1 text-center text-muted-foreground text-xs">
      {content}, <time dateTime={timestamp}>{formatMessageTime(timestamp)}</time>
    </li>
  );
}

/** Over the lower edge of the bubble, as in WhatsApp. */
function Reactions({ reactions }: { reactions: ChatMessage["reactions"] }) {
  return (
    <ul aria-label="Reações" className="z-1 -mt-1.5 flex gap-1 px-2">
      {reactions.map(({ emoji, mine }) => (
        <li
          key={mine ? "mine" : "theirs"}
          className="rounded-full border border-border bg-popover px-1.5 py-0.5 text-sm leading-5 shadow-card"
        >
          <span className="sr-only">{mine ? "Você reagiu com " : "O contato reagiu com "}</span>
          {emoji}
        </li>
      ))}
    </ul>
  );
}
