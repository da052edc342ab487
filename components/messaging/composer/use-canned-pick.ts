"use client";

import { useMutation } from "@tanstack/react-query";
import { fetchCannedFile } from "@/components/messaging/canned-answers/canned-answers.queries";
import { type Attachment, readAttachment } from "@/components/messaging/chat/attachment.queries";
import { notifyError } from "@/components/shared/feedback/notify";
import { readStoredState } from "@/components/shared/state/use-stored-state";
import type { CannedAnswer } from "@/lib/contracts/messaging/canned-answers";
import { getDraftKey } from "./use-send";

interface CannedPick {
  chatKey: string;
  draft: string;
  sendsFiles: boolean;
  /** Fills the variables of a canned answer. */
  fillAnswer: (text: string) => Promise<string>;
  onFilled: (text: string, file: Attachment | null) => void;
}

/**
 * Prepares a canned answer for sending: its text, and its file. Until both are loaded no other answer can be chosen, and
 * a draft that was changed meanwhile is not replaced.
 */
export function useCannedPick({ chatKey, draft, sendsFiles, fillAnswer, onFilled }: CannedPick): {
  pick: (answer: CannedAnswer) => void;
  filling: boolean;
  cancel: () => void;
} {
  const { mutate, isPending, variables, reset } = useMutation({
    mutationFn: async ({ answer }: { answer: CannedAnswer; draft: string }) => {
      const [text, file] = await Promise.all([
        fillAnswer(answer.text),
        sendsFiles && answer.file
          ? fetchCannedFile(answer.id, answer.file.file_name).then(readAttachment, () => null)
          : undefined,
      ]);
      return { text, file };
    },
    meta: { failure: () => "Não foi possível preencher a resposta" },
    // Its file is large.
    gcTime: 0,
  });
  const filling = isPending && variables.draft === draft;

  function pick(answer: CannedAnswer) {
    if (filling) return;
    // Handlers of the call, not of the mutation: they do not run once another conversation is open.
    mutate(
      { answer, draft },
      {
        onSuccess: ({ text, file }) => {
          if (readStoredState(getDraftKey(chatKey), "") !== draft) return;
          onFilled(text, file ?? null);
          if (file === null) {
            notifyError("Não foi possível anexar o arquivo da resposta", {
              description: answer.file?.file_name,
            });
          }
        },
      },
    );
  }

  return { pick, filling, cancel: reset };
}
