"use client";

import { AlarmClock, Archive, MessageCircle, Reply, Tag } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { AnswerMark } from "@/components/leads/answers/answer-mark";
import { AnswerMenu } from "@/components/leads/answers/answer-menu";
import { OverdueMark } from "@/components/leads/tasks/next-step";
import { ContactPicture } from "@/components/messaging/contacts/contact-picture";
import { useNow } from "@/components/shared/state/use-now";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import type { WaitingChat } from "@/lib/contracts/insights/today";
import { describeKind } from "@/lib/domain/messages/message-kind";
import { formatTimeAgo } from "@/lib/domain/time/time-ago";
import { chatOfContactPath } from "@/lib/paths";
import { AnswerQuestion } from "./answer-question";
import { QuickReply } from "./quick-reply";
import type { AnswerActions } from "./use-answer-actions";
import { focusRow, moveFocus } from "./use-answer-keys";

/** Nothing is sent by itself: the text is put into the field. */
const ASK_FOR_ANOTHER = "Obrigado por avisar! Pode me dizer quem cuida disso por aí?";

interface WaitingReplyProps {
  chat: WaitingChat;
  /** Whether its kind is shown; the group's heading may already name it. */
  isMarked: boolean;
  /** Only one row is a tab stop; the arrows lead to the others. */
  tabbable: boolean;
  actions: AnswerActions;
}

/** A contact who waits for an answer: the user answers, files, postpones or corrects it in its row. */
export function WaitingReply({ chat, isMarked, tabbable, actions }: WaitingReplyProps) {
  const now = useNow();
  const { name, lastMessage, lastMessageKind, pictureUrl, leadId, intent } = chat;
  const [answering, setAnswering] = useState(false);
  const [draft, setDraft] = useState<string>();
  const row = useRef<HTMLLIElement>(null);
  const tabIndex = tabbable ? 0 : -1;
  return (
    <li
      ref={row}
      data-answer={chat.contactNumber}
      className="-mx-2 rounded-lg px-2 focus-within:bg-muted/60 hover:bg-muted/60"
    >
      <div className="flex flex-wrap items-center gap-x-3 py-2">
        <ContactPicture key={pictureUrl} url={pictureUrl} name={name} />
        <div className="min-w-0 flex-1 basis-48">
          <p className="flex items-center gap-2 text-sm">
            <Link
              href={chatOfContactPath(chat.contactNumber)}
              tabIndex={tabIndex}
              className="min-w-0 truncate rounded font-medium underline-offset-4 hover:underline"
            >
              {name}
            </Link>
            {leadId !== null && <OverdueMark leadId={leadId} />}
            <time
              dateTime={chat.waiting_since}
              className="ml-auto shrink-0 text-muted-foreground text-xs tabular-nums"
            >
              <span className="sr-only">Espera </span>
              {formatTimeAgo(chat.waiting_since, now)}
            </time>
          </p>
          <p className="flex items-center gap-2 text-[0.8125rem] text-muted-foreground">
            {isMarked && intent && <AnswerMark kind={intent.kind} />}
            <span className="min-w-0 truncate">{lastMessage ?? describeKind(lastMessageKind)}</span>
          </p>
        </div>
        <div className="flex shrink-0 items-center max-md:w-full max-md:pl-9">
          <RowButton
            aria-label={`Responder a ${name}`}
            title="Responder aqui (R)"
            aria-keyshortcuts="R"
            aria-expanded={answering}
            tabIndex={tabIndex}
            onClick={() => setAnswering(!answering)}
          >
            <Reply aria-hidden />
          </RowButton>
          <RowButton
            aria-label={`Arquivar a conversa com ${name}`}
            title="Arquivar (E)"
            aria-keyshortcuts="E"
            tabIndex={tabIndex}
            onClick={() => void actions.archive(chat)}
          >
            <Archive aria-hidden />
          </RowButton>
          <RowButton
            aria-label={`Adiar a resposta a ${name}`}
            title="Adiar para amanhã (D)"
            aria-keyshortcuts="D"
            tabIndex={tabIndex}
            onClick={() => void actions.postpone(chat)}
          >
            <AlarmClock aria-hidden />
          </RowButton>
          <AnswerMenu
            chat={chat}
            onClosed={(chosen) =>
              chosen && row.current ? moveFocus(row.current, 1) : focusRow(row.current)
            }
            trigger={
              <RowButton
                aria-label={`Corrigir o que ${name} diz`}
                title="Corrigir (C)"
                aria-keyshortcuts="C"
                tabIndex={tabIndex}
              >
                <Tag aria-hidden />
              </RowButton>
            }
          />
          <RowButton asChild>
            <Link
              href={chatOfContactPath(chat.contactNumber)}
              aria-label={`Abrir a conversa com ${name}`}
              title="Abrir a conversa (Enter)"
              tabIndex={tabIndex}
            >
              <MessageCircle aria-hidden />
            </Link>
          </RowButton>
        </div>
      </div>
      <div className="pb-2 pl-11 empty:hidden">
        <AnswerQuestion chat={chat} />
      </div>
      {answering && (
        <QuickReply
          chat={chat}
          text={draft ?? (intent?.kind === "wrong_person" ? ASK_FOR_ANOTHER : "")}
          onChange={setDraft}
          onSent={() => actions.hide(chat)}
          onClose={() => {
            setAnswering(false);
            focusRow(row.current);
          }}
        />
      )}
    </li>
  );
}

function RowButton(props: ComponentProps<typeof Button>) {
  return <Button variant="ghost" size="icon" className="max-md:size-11" {...props} />;
}
