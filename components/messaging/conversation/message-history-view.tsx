"use client";

import { type UseQueryResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowDown } from "lucide-react";
import { useCallback, useMemo } from "react";
import { chatMutations, type MessageHistory } from "@/components/messaging/chat/chat.queries";
import { toOwnFile, toOwnMessage } from "@/components/messaging/chat/own-message";
import type { SentMessage } from "@/components/messaging/composer/use-send";
import type { MessageHandlers } from "@/components/messaging/messages/message-actions";
import { MessageBubble } from "@/components/messaging/messages/message-bubble";
import { NoteBubble } from "@/components/messaging/notes/note-bubble";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { confirmToast } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { ChatMessage } from "@/lib/contracts/messaging/chat";
import type { ConversationNote } from "@/lib/contracts/messaging/chat-notes";
import { formatHistoryDay, groupByDay } from "@/lib/domain/messages/chat-times";
import { findUnstored } from "@/lib/domain/messages/message-history";
import { weaveNotes } from "@/lib/domain/messages/timeline";
import { errorText, INVALID_WHATSAPP_TEXT, isError } from "@/lib/error-text";
import { countOf } from "@/lib/format";
import { EarlierMessages } from "./earlier-messages";
import { useHistoryScroll } from "./use-history-scroll";

const NO_MESSAGES: ChatMessage[] = [];

interface MessageHistoryViewProps {
  chatKey: string;
  contactName: string;
  history: UseQueryResult<MessageHistory>;
  submissions: SentMessage[];
  /** The oldest first. */
  notes: readonly ConversationNote[];
  /** How the conversation's notes are asked for. */
  contactNumber: string;
  /** Null while nothing can be sent. */
  handlers: MessageHandlers | null;
}

export function MessageHistoryView({
  chatKey,
  contactName,
  history,
  submissions,
  notes,
  contactNumber,
  handlers,
}: MessageHistoryViewProps) {
  const stored = history.data?.messages ?? NO_MESSAGES;
  const shown = useMemo(
    () => [...stored, ...findUnstored(submissions, stored).map(toTemporaryMessage)],
    [stored, submissions],
  );
  const { scroller, content, unseen, onScroll, jumpToLatest } = useHistoryScroll(stored, shown);
  const resend = useResend(chatKey);
  const hasEarlier = history.data?.has_more ?? true;
  const groups = useMemo(() => {
    const dated = notes.map((note) => ({ note, timestamp: note.created_at }));
    return groupByDay(weaveNotes(shown, dated, hasEarlier));
  }, [shown, notes, hasEarlier]);
  const now = new Date();

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {/* Reversed, so that its scroll position counts from the latest message: earlier ones appear above without a jump. */}
      <section
        ref={scroller}
        onScroll={onScroll}
        data-history
        aria-label="Mensagens"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="relative flex min-h-0 flex-1 flex-col-reverse overflow-y-auto [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div ref={content} className="px-3 pt-3 pb-4 @2xl:px-6">
          {history.isPending && <Skeletons />}
          {history.isError && !history.data && (
            <ErrorState
              title="Erro ao carregar mensagens"
              detail={describeFailure(history.error)}
              onRetry={history.refetch}
              retrying={history.isFetching}
            />
          )}
          {history.data?.has_more && <EarlierMessages chatKey={chatKey} first={stored[0]} />}
          {history.data && shown.length === 0 && (
            <p className="py-6 text-center text-muted-foreground">
              Nenhuma mensagem ainda. Escreva a primeira.
            </p>
          )}
          {groups.map(({ day, messages }) => (
            <section key={day} aria-label={formatHistoryDay(day, now)}>
              <p className="sticky top-2 z-10 mx-auto my-3 w-fit rounded-md bg-popover px-2.5 py-1 text-muted-foreground text-xs shadow-card">
                {formatHistoryDay(day, now)}
              </p>
              <ol className="space-y-1">
                {messages.map((each) =>
                  "note" in each ? (
                    <NoteBubble
                      key={`note ${each.note.id}`}
                      note={each.note}
                      contactNumber={contactNumber}
                    />
                  ) : (
                    <MessageBubble
                      key={each.id}
                      message={each}
                      contactName={contactName}
                      onResend={resend}
                      handlers={handlers}
                    />
                  ),
                )}
              </ol>
            </section>
          ))}
        </div>
      </section>
      {unseen > 0 && (
        <Button
          variant="outline"
          size="sm"
          className="absolute bottom-3 left-1/2 -translate-x-1/2"
          onClick={jumpToLatest}
        >
          <ArrowDown aria-hidden />
          {countOf(unseen, "nova mensagem", "novas mensagens")}
        </Button>
      )}
    </div>
  );
}

function Skeletons() {
  return (
    <div className="space-y-3" aria-busy>
      <span className="sr-only">Carregando mensagens</span>
      <Skeleton className="h-12 w-56" />
      <Skeleton className="ml-auto h-16 w-64" />
      <Skeleton className="h-9 w-40" />
      <Skeleton className="ml-auto h-9 w-48" />
    </div>
  );
}

/** The API words an invalid number in English. */
function describeFailure(error: unknown): string {
  return isError(error, "invalid_whatsapp_number") ? INVALID_WHATSAPP_TEXT : errorText(error);
}

/** Ids of stored messages are positive. */
function toTemporaryMessage(
  { text, sentAt, quoted, file }: SentMessage,
  index: number,
): ChatMessage {
  return toOwnMessage({
    id: -1 - index,
    content: text === "" ? null : text,
    timestamp: sentAt,
    status: "sending",
    quoted,
    ...(file && toOwnFile(file, "pending")),
  });
}

function useResend(chatKey: string): (message: ChatMessage) => void {
  const client = useQueryClient();
  const { mutate } = useMutation(chatMutations.resend(client, chatKey));
  return useCallback(
    (message) => {
      if (message.status !== "unknown") return mutate(message);
      confirmToast("Esta mensagem pode já ter chegado. Enviar de novo?", () => mutate(message));
    },
    [mutate],
  );
}
