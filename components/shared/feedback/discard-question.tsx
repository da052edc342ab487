import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";

interface DiscardQuestionProps {
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asked at the foot of a dialog. Initial focus is on the answer that loses nothing. */
export function DiscardQuestion({ onKeep, onDiscard }: DiscardQuestionProps) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div
      role="alertdialog"
      aria-label="Descartar alterações?"
      className="flex shrink-0 flex-wrap items-center justify-between gap-3 border-border border-t bg-card px-5 py-3"
    >
      <p className="font-medium text-sm">Descartar alterações?</p>
      <div className="flex gap-2">
        <Button ref={keep} variant="outline" size="sm" onClick={onKeep}>
          Continuar editando
        </Button>
        <Button variant="danger" size="sm" onClick={onDiscard}>
          Descartar
        </Button>
      </div>
    </div>
  );
}
