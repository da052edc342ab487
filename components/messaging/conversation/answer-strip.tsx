"use client";

import { useQuery } from "@tanstack/react-query";
import { AnswerDue } from "@/components/leads/answers/answer-due";
import { AnswerMark } from "@/components/leads/answers/answer-mark";
import { AnswerMenu } from "@/components/leads/answers/answer-menu";
import { Button } from "@/components/ui/button";
import type { Chat } from "@/lib/contracts/messaging/chat";
import { optOutReviewQuery } from "./opt-out-review.queries";

/** The meaning of the unanswered messages, to correct, and its consequence; the question about an opt-out comes first. */
export function AnswerStrip({ to, chat }: { to: string; chat: Chat }) {
  const decided = useQuery(optOutReviewQuery(to)).data;
  const { intent, waiting } = chat;
  if (!waiting || !intent || !decided || decided.review || decided.blocked) return null;
  const isForLater = intent.task !== null || ["not_now", "meeting"].includes(intent.kind);
  return (
    <section
      aria-label="O que a resposta diz"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-border border-t bg-card px-4 py-1.5 text-sm"
    >
      <AnswerMark kind={intent.kind} />
      {intent.words !== "" && (
        <q className="min-w-0 max-w-96 truncate text-muted-foreground">{intent.words}</q>
      )}
      <AnswerMenu
        chat={chat}
        trigger={
          <Button variant="ghost" size="sm">
            Corrigir
          </Button>
        }
      />
      {isForLater && (
        <div className="sm:ml-auto">
          <AnswerDue chat={chat} />
        </div>
      )}
    </section>
  );
}
