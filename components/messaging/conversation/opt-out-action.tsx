"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { optOutMutations } from "@/components/messaging/opt-outs/opt-outs.queries";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { getChatNumber } from "@/lib/domain/messages/chat-key";
import { optOutReviewQuery } from "./opt-out-review.queries";

/** In the place of replies, for a contact that asks for no more messages: blocks its number. */
export function OptOutAction({ to, blocked }: { to: string; blocked: boolean }) {
  const addition = useMutation(optOutMutations.add(useQueryClient()));
  // The notice above the strip asks the same.
  const isAsked = Boolean(useQuery(optOutReviewQuery(to)).data?.review);
  // An opaque chat has no number to block.
  const canBlock = getChatNumber(to) !== null && !blocked && !isAsked;

  function block() {
    addition.mutate(to, {
      onSuccess: () => notifySuccess("Número bloqueado: campanhas não escrevem mais para ele."),
    });
  }

  return (
    <>
      <p className="min-w-40 text-muted-foreground">
        O contato pediu para não receber mensagens.{blocked && " O número está bloqueado."}
      </p>
      {canBlock && (
        <Button variant="danger" size="sm" disabled={addition.isPending} onClick={block}>
          Não escrever mais
        </Button>
      )}
    </>
  );
}
