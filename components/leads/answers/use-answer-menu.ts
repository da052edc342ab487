"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { rememberChange } from "@/components/shared/state/undo-stack";
import type { MenuEntry } from "@/components/ui/menu-entry";
import type { Chat } from "@/lib/contracts/messaging/chat";
import { ANSWER_LABEL } from "@/lib/domain/answers/answer-groups";
import { ANSWER_KINDS, type AnswerKind } from "@/lib/domain/answers/answer-kinds";
import { labelOf } from "@/lib/domain/text/known-words";
import { answerMutations } from "./answers.queries";

/** Long enough to read it and to undo it. */
const UNDO_MS = 7_000;

/**
 * The entries of a menu that sets the meaning of a contact's latest words, and a function for buttons. Its promise
 * settles when the lists are refreshed; true on success.
 */
export function useAnswerMenu({ contactNumber, name, intent }: AnsweredChat): {
  entries: MenuEntry[];
  settle: (kind: AnswerKind) => Promise<boolean>;
  isPending: boolean;
} {
  const client = useQueryClient();
  const { mutate, mutateAsync, isPending } = useMutation(answerMutations.settle(client));
  const unblocking = useMutation(answerMutations.unblock(client));
  const before = intent?.kind;

  async function settle(kind: AnswerKind): Promise<boolean> {
    let blocked = false;
    try {
      ({ blocked } = await mutateAsync({ number: contactNumber, intent: kind }));
    } catch {
      return false;
    }
    const leaves = kind === "opt_out";
    const takeBack = () => {
      const back = { number: contactNumber, intent: before ?? "unclear" } as const;
      // A number that was blocked before stays blocked.
      if (blocked) unblocking.mutate(back);
      else mutate(back);
    };
    // If it was an opt-out before, an undo would block the number again: there is none.
    const undo = before === "opt_out" ? null : rememberChange(takeBack).undo;
    notifySuccess(
      leaves
        ? "Número bloqueado: campanhas não escrevem mais para ele."
        : `${name}: ${labelOf(ANSWER_LABEL, kind).toLowerCase()}.`,
      {
        id: "answer",
        duration: UNDO_MS,
        ...(undo && { action: { label: "Desfazer", onClick: undo } }),
      },
    );
    return true;
  }

  return {
    entries: [
      { kind: "label", label: "O que a resposta diz?" },
      ...ANSWER_KINDS.map((kind) => ({
        kind: "action" as const,
        label: ANSWER_LABEL[kind],
        ...(kind === before && { hint: "agora" }),
        onSelect: () => void settle(kind),
      })),
    ],
    settle,
    isPending,
  };
}

export type AnsweredChat = Pick<Chat, "contactNumber" | "name" | "intent">;
