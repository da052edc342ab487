"use client";

import { cn } from "@/components/ui/cn";
import type { ChatMessage } from "@/lib/contracts/messaging/chat";
import { DELETED, describeKind } from "@/lib/domain/messages/message-kind";
import { showMessage } from "./show-message";

type Quoted = NonNullable<ChatMessage["quoted"]>;

interface QuotedMessageProps {
  quoted: Quoted;
  /** The other side's name. */
  contactName: string;
}

const classes =
  "mb-1.5 block w-full min-w-40 rounded-lg border-current/50 border-l-3 bg-current/8 px-2.5 py-1.5 text-left text-[0.8125rem]";

/** The message that another one answers; a click leads to it where it is loaded. */
export function QuotedMessage({ quoted, contactName }: QuotedMessageProps) {
  const { id } = quoted;
  if (id === null) return <p className={cn(classes, "italic")}>Mensagem anterior</p>;
  return (
    <button
      type="button"
      onClick={() => showMessage(id)}
      className={cn(classes, "cursor-pointer hover:bg-current/12")}
    >
      <span className="sr-only">Em resposta a </span>
      <span className="block font-semibold">{quoted.mine ? "Você" : contactName}</span>
      <span className="wrap-anywhere line-clamp-2">{describeQuoted(quoted)}</span>
    </button>
  );
}

export function describeQuoted({
  deleted,
  content,
  kind,
}: Pick<Quoted, "deleted" | "content" | "kind">): string {
  return deleted ? describeKind(DELETED) : (content ?? describeKind(kind));
}
