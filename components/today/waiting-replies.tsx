"use client";

import { MessageCircle, Reply } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useRef, useState } from "react";
import { ContactPicture } from "@/components/contacts/contact-picture";
import { latePart } from "@/components/shared/feedback/late-code";
import { OverdueMark } from "@/components/tasks/next-step";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { WaitingChat } from "@/lib/contracts/insights/today";
import { ANSWER_GROUP_LABEL, ANSWER_LABEL } from "@/lib/domain/answers/answer-groups";
import { describeKind } from "@/lib/domain/messages/message-kind";
import { formatTimeAgo } from "@/lib/domain/time/time-ago";
import { formatNumber } from "@/lib/format";
import { chatOfContactPath, chatsPath } from "@/lib/paths";
import { TodaySection } from "./today-section";

const QuickReply = dynamic(
  latePart(async () => (await import("./quick-reply")).QuickReply),
  { ssr: false },
);

/** Who wrote last, by what they say, the latest first; answered in place, or in the chat. */
export function WaitingReplies() {
  return (
    <TodaySection
      title="Respostas que esperam"
      nothing="Ninguém espera por uma resposta."
      errorTitle="Não foi possível carregar as respostas"
      count={({ replies }) => replies}
      action={({ replies }) =>
        replies.groups.some(({ count, chats }) => count > chats.length) && (
          <Button asChild variant="link" size="inline">
            <Link href={chatsPath("unanswered")}>Ver todas</Link>
          </Button>
        )
      }
    >
      {({ replies }) => (
        <div className="space-y-4">
          {replies.groups.map(({ group, count, chats }) => (
            <section key={group} aria-label={ANSWER_GROUP_LABEL[group]}>
              <h3 className="pt-1 font-medium text-[0.8125rem] text-muted-foreground">
                {ANSWER_GROUP_LABEL[group]}{" "}
                <span className="tabular-nums">{formatNumber(count)}</span>
              </h3>
              <ul>
                {chats.map((chat) => (
                  <WaitingReply key={chat.contactNumber} chat={chat} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </TodaySection>
  );
}

function WaitingReply({ chat }: { chat: WaitingChat }) {
  const { name, lastMessage, lastMessageKind, pictureUrl, leadId, intent } = chat;
  const [answering, setAnswering] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <li className="-mx-2 rounded-lg px-2 hover:bg-muted/60">
      <div className="flex items-center gap-3 py-2">
        <ContactPicture key={pictureUrl} url={pictureUrl} name={name} />
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2 text-sm">
            <Link
              href={chatOfContactPath(chat.contactNumber)}
              className="min-w-0 truncate rounded font-medium underline-offset-4 hover:underline"
            >
              {name}
            </Link>
            {leadId !== null && <OverdueMark leadId={leadId} />}
            {intent && <Badge tone="neutral">{ANSWER_LABEL[intent.kind]}</Badge>}
            <time
              dateTime={chat.waiting_since}
              className="ml-auto shrink-0 text-muted-foreground text-xs tabular-nums"
            >
              <span className="sr-only">Espera </span>
              {formatTimeAgo(chat.waiting_since, new Date())}
            </time>
          </p>
          <p className="truncate text-[0.8125rem] text-muted-foreground">
            {lastMessage ?? describeKind(lastMessageKind)}
          </p>
        </div>
        <div className="flex shrink-0 items-center">
          <Button
            ref={opener}
            variant="ghost"
            size="icon"
            aria-label={`Responder a ${name}`}
            title="Responder aqui"
            aria-expanded={answering}
            onClick={() => setAnswering(!answering)}
          >
            <Reply aria-hidden />
          </Button>
          <Button asChild variant="ghost" size="icon">
            <Link
              href={chatOfContactPath(chat.contactNumber)}
              aria-label={`Abrir a conversa com ${name}`}
              title="Abrir a conversa"
            >
              <MessageCircle aria-hidden />
            </Link>
          </Button>
        </div>
      </div>
      {answering && (
        <QuickReply
          chat={chat}
          onClose={() => {
            setAnswering(false);
            opener.current?.focus();
          }}
        />
      )}
    </li>
  );
}
