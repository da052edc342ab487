import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";

export interface CloseQuestion {
  text: string;
  keep: string;
  discard: string;
  /** Closing loses nothing that the user created here. */
  isHarmless?: true;
}

const DISCARD: CloseQuestion = {
  text: "Descartar alterações?",
  keep: "Continuar editando",
  discard: "Descartar",
};

interface DiscardQuestionProps {
  question?: CloseQuestion | undefined;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asked at the foot of a dialog. Initial focus is on the answer that loses nothing. */
export function DiscardQuestion({ question = DISCARD, onKeep, onDiscard }: DiscardQuestionProps) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div
      role="alertdialog"
      aria-label={question.text}
      className="flex shrink-0 flex-wrap items-center justify-between gap-3 border-border border-t bg-card px-5 py-3"
    >
      <p className="font-medium text-sm">{question.text}</p>
      <div className="flex gap-2">
        <Button ref={keep} variant="outline" size="sm" onClick={onKeep}>
          {question.keep}
        </Button>
        <Button variant={question.isHarmless ? "outline" : "danger"} size="sm" onClick={onDiscard}>
          {question.discard}
        </Button>
      </div>
    </div>
  );
}
