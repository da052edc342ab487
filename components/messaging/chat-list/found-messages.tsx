"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { MouseEvent } from "react";
import { chatQueries } from "@/components/messaging/chat/chat.queries";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { useNow } from "@/components/shared/state/use-now";
import { Skeleton } from "@/components/ui/skeleton";
import type { FoundMessage } from "@/lib/contracts/messaging/chat-search";
import { formatChatTime } from "@/lib/domain/messages/chat-times";
import { errorText } from "@/lib/error-text";
import { CHAT_PARAMETER } from "@/lib/paths";

interface FoundMessagesProps {
  search: string;
  onOpen: (found: FoundMessage) => void;
}

/** The messages that contain the words of a search; each opens its conversation there. */
export function FoundMessages({ search, onOpen }: FoundMessagesProps) {
  const found = useQuery({ ...chatQueries.search(search), placeholderData: keepPreviousData });
  return (
    <section aria-label="Mensagens encontradas" className="mt-3 border-border border-t pt-3">
      <h2 className="px-2 pb-1 font-medium text-muted-foreground text-xs">Mensagens</h2>
      {found.isPending && <Skeleton className="mx-2 mt-2 h-10" />}
      {found.isError && !found.data && (
        <ErrorState
          title="Erro ao buscar mensagens"
          detail={errorText(found.error)}
          onRetry={found.refetch}
          retrying={found.isFetching}
          className="py-4"
        />
      )}
      {found.data?.length === 0 && (
        <p className="px-2 py-2 text-muted-foreground text-sm">
          Nenhuma mensagem com essas palavras.
        </p>
      )}
      <ul>
        {found.data?.map((message) => (
          <FoundMessageRow key={message.id} message={message} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}

function FoundMessageRow({
  message,
  onOpen,
}: {
  message: FoundMessage;
  onOpen: (found: FoundMessage) => void;
}) {
  const now = useNow();
  const { contactNumber, name, sender, excerpt, timestamp } = message;

  function open(event: MouseEvent) {
    // A new tab or window is the browser's to open.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(message);
  }

  return (
    <li>
      <a
        href={`?${CHAT_PARAMETER}=${encodeURIComponent(contactNumber)}`}
        onClick={open}
        className="block rounded-lg px-2 py-2 transition-colors hover:bg-muted focus-visible:-outline-offset-2"
      >
        <span className="flex items-baseline justify-between gap-2">
          <span className="truncate font-medium text-sm">{name}</span>
          <time
            dateTime={timestamp}
            className="shrink-0 text-muted-foreground text-xs tabular-nums"
          >
            {formatChatTime(timestamp, now)}
          </time>
        </span>
        <span className="wrap-anywhere line-clamp-2 text-[0.8125rem] text-muted-foreground">
          {sender === "me" && "Você: "}
          {excerpt}
        </span>
      </a>
    </li>
  );
}
