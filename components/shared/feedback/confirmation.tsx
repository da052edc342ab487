"use client";

import { useEffect, useId, useRef } from "react";
import { Button } from "@/components/ui/button";

export interface ConfirmationAnswers {
  keep: string;
  confirm: string;
}

interface ConfirmationProps {
  question: string;
  subject?: string | undefined;
  answers?: ConfirmationAnswers | undefined;
  onAnswer: (confirmed: boolean) => void;
}

const USUAL = { keep: "Cancelar", confirm: "Sim" };

/**
 * Sonner keeps where the focus came from for what it may dismiss, and gives it back when it makes its list of toasts
 * anew: while a question is asked, if another toast goes in that moment. The question gives it back itself.
 */
const KEEPS_FOCUS = { "data-dismissible": "false" };

/** Initial focus is on Cancel, the answer that changes nothing. */
export function Confirmation({ question, subject, answers = USUAL, onAnswer }: ConfirmationProps) {
  const subjectId = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  return (
    <div
      role="alertdialog"
      aria-label={question}
      aria-describedby={subject && subjectId}
      onKeyDown={(event) => event.key === "Escape" && onAnswer(false)}
      className="pointer-events-auto flex w-[min(22.25rem,calc(100vw-2rem))] flex-col gap-3 rounded-xl border border-border bg-popover p-4 text-foreground shadow-popover"
    >
      <div className="text-sm">
        <p className="text-pretty font-medium">{question}</p>
        {subject && (
          <p id={subjectId} className="mt-1 line-clamp-2 break-words text-muted-foreground">
            {subject}
          </p>
        )}
      </div>
      <div className="flex justify-end gap-2">
        <Button
          ref={cancel}
          variant="outline"
          size="sm"
          onClick={() => onAnswer(false)}
          {...KEEPS_FOCUS}
        >
          {answers.keep}
        </Button>
        <Button variant="danger" size="sm" onClick={() => onAnswer(true)} {...KEEPS_FOCUS}>
          {answers.confirm}
        </Button>
      </div>
    </div>
  );
}
