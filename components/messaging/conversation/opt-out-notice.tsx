"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BellOff } from "lucide-react";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { ErasureLink } from "./erasure-link";
import { optOutReviewMutations, optOutReviewQuery } from "./opt-out-review.queries";

/** Asks whether the contact's words ask for no more messages; renders nothing when there is nothing to decide. */
export function OptOutNotice({ to }: { to: string }) {
  const client = useQueryClient();
  const review = useQuery(optOutReviewQuery(to)).data?.review;
  const decision = useMutation(optOutReviewMutations.decide(client, to));
  if (!review) return null;

  const decide = (isOptOut: boolean) =>
    decision.mutate(isOptOut, {
      onSuccess: () =>
        notifySuccess(
          isOptOut
            ? "Número bloqueado: campanhas não escrevem mais para ele."
            : "Este contato continua nas campanhas.",
        ),
    });

  return (
    <section
      aria-label="Possível pedido para sair"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-border border-t bg-primary-soft px-4 py-2.5 text-sm"
    >
      <div className="flex min-w-56 flex-1 items-start gap-2">
        <BellOff className="mt-0.5 size-4 shrink-0" aria-hidden />
        <p className="min-w-0">
          <span className="block font-semibold">Possível pedido para sair</span>
          <q className="line-clamp-2 break-words">{review.words}</q>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ErasureLink to={to} />
        <Button
          variant="outline"
          size="sm"
          disabled={decision.isPending}
          onClick={() => decide(false)}
        >
          Não é isso
        </Button>
        <Button
          variant="danger"
          size="sm"
          disabled={decision.isPending}
          onClick={() => decide(true)}
        >
          Não escrever mais
        </Button>
      </div>
    </section>
  );
}
