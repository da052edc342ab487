"use client";

import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import type { Today } from "@/lib/contracts/insights/today";
import { ANSWER_GROUP_LABEL, type AnswerGroup } from "@/lib/domain/answers/answer-groups";
import { labelOf } from "@/lib/domain/text/known-words";
import { formatNumber } from "@/lib/format";
import { chatsPath, paths } from "@/lib/paths";
import { TodaySection } from "./today-section";
import { useAnswerActions } from "./use-answer-actions";
import { useAnswerKeys } from "./use-answer-keys";
import { WaitingReply } from "./waiting-reply";

/** Contacts who wrote last, by the meaning of their words, the latest first; handled in place, or in the chat. */
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
      {({ replies }) => <AnswerGroups replies={replies} />}
    </TodaySection>
  );
}

/** Groups with several kinds of answers. */
const MIXED: readonly AnswerGroup[] = ["talk", "decide"];

function AnswerGroups({ replies }: { replies: Today["replies"] }) {
  const actions = useAnswerActions(replies);
  const [showsAutomatic, setShowsAutomatic] = useState(false);
  const groups = replies.groups
    .map(({ group, count, chats }) => {
      const left = chats.filter((chat) => !actions.isHandled(chat));
      const isFolded = group === "automatic" && !showsAutomatic;
      return { group, count: count - chats.length + left.length, chats: isFolded ? [] : left };
    })
    .filter(({ count }) => count > 0);
  const { region, tabbable, onFocus } = useAnswerKeys(
    groups.flatMap(({ chats }) => chats.map(({ contactNumber }) => contactNumber)),
  );
  return (
    <section ref={region} data-answers aria-label="Respostas" onFocus={onFocus}>
      <KeyHints />
      <div className="space-y-4">
        {groups.map(({ group, count, chats }) => (
          <section key={group} aria-label={labelOf(ANSWER_GROUP_LABEL, group)}>
            <div className="flex items-center gap-2 pt-1 text-[0.8125rem] text-muted-foreground">
              <h3 className="font-medium">
                {group === "automatic" ? (
                  <button
                    type="button"
                    aria-expanded={showsAutomatic}
                    onClick={() => setShowsAutomatic(!showsAutomatic)}
                    className="-ml-1 flex min-h-8 items-center gap-1 rounded px-1 hover:text-foreground max-md:min-h-11"
                  >
                    <ChevronRight
                      className={cn("size-4 transition-transform", showsAutomatic && "rotate-90")}
                      aria-hidden
                    />
                    {ANSWER_GROUP_LABEL.automatic}
                  </button>
                ) : (
                  labelOf(ANSWER_GROUP_LABEL, group)
                )}
              </h3>
              <span className="tabular-nums">{formatNumber(count)}</span>
              {group === "later" && (
                <Link
                  href={paths.blockedNumbers}
                  className="ml-auto rounded underline-offset-4 hover:text-foreground hover:underline"
                >
                  Tarefas automáticas
                </Link>
              )}
            </div>
            <ul>
              {chats.map((chat) => (
                <WaitingReply
                  key={chat.contactNumber}
                  chat={chat}
                  isMarked={MIXED.includes(group)}
                  tabbable={chat.contactNumber === tabbable}
                  actions={actions}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

const HINTS = [
  ["J", "K", "andar"],
  ["R", "responder"],
  ["E", "arquivar"],
  ["D", "adiar"],
  ["C", "corrigir"],
] as const;

/** Shown to users with a keyboard. */
function KeyHints() {
  return (
    <p className="hidden flex-wrap gap-x-3 pb-1 text-muted-foreground text-xs lg:pointer-fine:flex">
      {HINTS.map((hint) => (
        <span key={hint[0]} className="flex items-center gap-1">
          {hint.slice(0, -1).map((key) => (
            <kbd key={key} className="rounded border border-border bg-accent px-1 font-sans">
              {key}
            </kbd>
          ))}
          {hint.at(-1)}
        </span>
      ))}
    </p>
  );
}
