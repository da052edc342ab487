"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MessageSquareQuote, UserRoundCheck } from "lucide-react";
import { useSessionUser } from "@/components/session/session-context";
import { useTeam } from "@/components/session/team.queries";
import { Button } from "@/components/ui/button";
import type { Chat } from "@/lib/contracts/messaging/chat";
import { assignmentMutations, assignmentQueries } from "./assignments.queries";

/** Above the composer: that a colleague answers the conversation, or what one said who gave it to the user. */
export function SellerStrip({ chat }: { chat: Chat }) {
  const me = useSessionUser().id;
  const { people, isTeam } = useTeam();
  if (!isTeam || chat.sellerId === null) return null;
  if (chat.sellerId === me) return <GivenNote number={chat.contactNumber} />;
  const holder = people.find(({ id }) => id === chat.sellerId);
  return holder && holder.suspended_at === null ? (
    <TakeOver chat={chat} holder={holder} me={me} />
  ) : null;
}

interface TakeOverProps {
  chat: Chat;
  holder: { id: number; name: string };
  me: number;
}

function TakeOver({ chat: { contactNumber }, holder, me }: TakeOverProps) {
  const { mutate, isPending } = useMutation(assignmentMutations.assign(useQueryClient()));
  return (
    <p
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-x-3 border-border border-t bg-muted px-4 py-1.5 text-sm"
    >
      <UserRoundCheck className="size-4 shrink-0 text-muted-foreground" aria-hidden />
      <span className="min-w-0 break-words">{holder.name} está atendendo.</span>
      <Button
        variant="link"
        size="inline"
        className="min-h-10"
        loading={isPending}
        onClick={() =>
          mutate({ contactNumber, seller_id: me, expected_seller_id: holder.id, note: null })
        }
      >
        Assumir
      </Button>
    </p>
  );
}

function GivenNote({ number }: { number: string }) {
  const latest = useQuery(assignmentQueries.list(number)).data?.[0];
  if (!latest?.to_me || latest.note === null) return null;
  return (
    <p className="flex shrink-0 items-start gap-3 border-border border-t bg-muted px-4 py-2 text-sm">
      <MessageSquareQuote className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden />
      <span className="min-w-0 break-words">
        <span className="font-medium">{latest.by ?? "Alguém"} passou para você:</span> {latest.note}
      </span>
    </p>
  );
}
