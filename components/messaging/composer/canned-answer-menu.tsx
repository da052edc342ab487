"use client";

import { useQuery } from "@tanstack/react-query";
import { Loader2 } from "lucide-react";
import { cannedAnswersQuery } from "@/components/messaging/canned-answers/canned-answers.queries";
import { CannedFileName } from "@/components/messaging/canned-answers/canned-file-name";
import { useOptionMenu } from "@/components/shared/forms/use-option-menu";
import type { CannedAnswer } from "@/lib/contracts/messaging/canned-answers";
import { findCannedAnswers, readShortcut } from "@/lib/domain/messages/canned-answer";

const NO_ANSWERS: never[] = [];

interface CannedPicking {
  pick: (answer: CannedAnswer) => void;
  /** The chosen answer is still being prepared: no other one can be chosen. */
  filling: boolean;
  cancel: () => void;
}

/** A menu of canned answers over the input, while the draft is '/' and the beginning of a shortcut. */
export function useCannedAnswerMenu(draft: string, { pick, filling, cancel }: CannedPicking) {
  const typed = readShortcut(draft);
  const answers = useQuery({ ...cannedAnswersQuery(), enabled: typed !== null }).data ?? NO_ANSWERS;
  return useOptionMenu({
    label: "Respostas prontas",
    text: draft,
    typed,
    busy: filling,
    options: typed === null ? NO_ANSWERS : findCannedAnswers(answers, typed),
    onPick: pick,
    onEscape: cancel,
    children: (answer, isActive) => (
      <>
        <p className="flex items-center gap-2 truncate font-medium text-sm">
          /{answer.shortcut}
          {filling && isActive && <Loader2 className="size-4 animate-spin" aria-hidden />}
        </p>
        <p className="truncate text-[0.8125rem] text-muted-foreground">{answer.text}</p>
        {answer.file && <CannedFileName name={answer.file.file_name} />}
      </>
    ),
  });
}
