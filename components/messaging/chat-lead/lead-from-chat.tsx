"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { chatQueries } from "@/components/messaging/chat/chat.queries";
import { chatLeadMutations } from "@/components/messaging/chat/chat-lead.queries";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import type { ChatMessage } from "@/lib/contracts/messaging/chat";
import type { LeadStatus } from "@/lib/domain/leads/lead-status";

interface LeadFromChatProps {
  chatKey: string;
  name: string;
  /** Null while only an opaque id is known: a lead needs a number. */
  number: string | null;
}

/** Shown for a conversation without a lead, which one click creates. */
export function LeadFromChat({ chatKey, name, number }: LeadFromChatProps) {
  const client = useQueryClient();
  const messages = useQuery(chatQueries.messages(chatKey)).data?.messages;
  const creation = useMutation(chatLeadMutations.create(client));

  return (
    <div className="py-8 text-center">
      <p className="font-medium">Lead not found.</p>
      {number !== null && messages && (
        <>
          <p className="mt-1 text-pretty text-muted-foreground">
            Esta pessoa ainda não está entre os seus leads.
          </p>
          <Button
            size="sm"
            className="mt-4"
            loading={creation.isPending}
            onClick={() =>
              creation.mutate(
                { name, number, status: getStatus(messages) },
                { onSuccess: () => notifySuccess("Lead criado com sucesso!") },
              )
            }
          >
            {!creation.isPending && <UserPlus aria-hidden />}
            Criar lead
          </Button>
        </>
      )}
    </div>
  );
}

function getStatus(messages: readonly ChatMessage[]): LeadStatus {
  if (messages.some(({ sender }) => sender !== "me")) return "answered";
  return messages.length > 0 ? "contacted" : "pending";
}
