"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { describeScheduled } from "@/components/messaging/composer/describe-scheduled";
import { scheduledMutations } from "@/components/messaging/composer/scheduled.queries";
import { queryKeys } from "@/components/shared/state/query-keys";
import { useNow } from "@/components/shared/state/use-now";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import type { UnsentMessage } from "@/lib/contracts/insights/today";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { formatTimeAgo } from "@/lib/domain/time/time-ago";
import { chatOfContactPath } from "@/lib/paths";
import { todayQuery } from "./today.queries";
import { TodaySection } from "./today-section";

/** Scheduled texts that did not go out, each with its reason; nothing at all without any. */
export function UnsentMessages() {
  const { data } = useQuery(todayQuery());
  if (!data || data.unsent.count === 0) return null;
  return (
    <TodaySection
      title="Mensagens que não saíram"
      nothing=""
      errorTitle="Não foi possível carregar as mensagens"
      count={({ unsent }) => unsent}
    >
      {({ unsent }) => (
        <ul>
          {unsent.messages.map((message) => (
            <UnsentLine key={message.id} message={message} />
          ))}
        </ul>
      )}
    </TodaySection>
  );
}

function UnsentLine({ message }: { message: UnsentMessage }) {
  const { id, name, contactNumber, content, send_at } = message;
  const client = useQueryClient();
  const removal = useMutation({
    ...scheduledMutations.remove(client),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.today }),
  });
  const now = useNow();
  return (
    <li className="-mx-2 flex items-start gap-2 rounded-lg px-2 py-2 hover:bg-muted/60">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-sm">
          <Link
            href={chatOfContactPath(contactNumber)}
            className="min-w-0 truncate rounded font-medium underline-offset-4 hover:underline"
          >
            {name ?? formatKeptNumber(contactNumber.split("@")[0])}
          </Link>
          <time
            dateTime={send_at}
            className="ml-auto shrink-0 text-muted-foreground text-xs tabular-nums"
          >
            {formatTimeAgo(send_at, now)}
          </time>
        </p>
        <p className="truncate text-[0.8125rem]">{content}</p>
        <p className="text-pretty text-[0.8125rem] text-muted-foreground">
          {describeScheduled(message, now)}
        </p>
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Dispensar a mensagem que não saiu: ${content}`}
        title="Dispensar"
        loading={removal.isPending}
        onClick={() => removal.mutate(id)}
      >
        {!removal.isPending && <X aria-hidden />}
      </Button>
    </li>
  );
}
