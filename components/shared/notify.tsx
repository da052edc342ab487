"use client";

import { type KeyboardEvent, useEffect, useRef } from "react";
import { type ExternalToast, toast } from "sonner";
import { Button } from "@/components/ui/button";

const SUCCESS_MS = 3000;
const ERROR_MS = 5000;

export function notifySuccess(message: string, options: ExternalToast = {}): void {
  toast.success(message, { duration: SUCCESS_MS, ...options });
}

export function notifyError(message: string, options: ExternalToast = {}): void {
  toast.error(message, { duration: ERROR_MS, ...options });
}

let forNextScreen: (() => void) | null = null;

/** Toasts go when the route changes: this one is said on the screen that comes next. */
export function notifyOnNextScreen(message: string): void {
  forNextScreen = () => notifySuccess(message);
}

/** For the place that watches the route. */
export function changeScreen(): void {
  toast.dismiss();
  forNextScreen?.();
  forNextScreen = null;
}

/** Asks before something that cannot be taken back. */
export function confirmToast(question: string, onConfirm: () => void): void {
  const previous = document.activeElement;
  toast.custom((id) => <Confirmation id={id} question={question} onConfirm={onConfirm} />, {
    duration: Number.POSITIVE_INFINITY,
    onDismiss: () => previous instanceof HTMLElement && previous.isConnected && previous.focus(),
  });
}

interface ConfirmationProps {
  id: string | number;
  question: string;
  onConfirm: () => void;
}

function Confirmation({ id, question, onConfirm }: ConfirmationProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") toast.dismiss(id);
  }

  return (
    <div
      role="alertdialog"
      aria-label={question}
      onKeyDown={onKeyDown}
      className="pointer-events-auto flex w-[min(22.25rem,calc(100vw-2rem))] flex-col gap-3 rounded-xl border border-border bg-popover p-4 text-foreground shadow-popover"
    >
      <p className="text-pretty font-medium text-sm">{question}</p>
      <div className="flex justify-end gap-2">
        <Button ref={cancel} variant="outline" size="sm" onClick={() => toast.dismiss(id)}>
          Cancelar
        </Button>
        <Button
          variant="danger"
          size="sm"
          onClick={() => {
            toast.dismiss(id);
            onConfirm();
          }}
        >
          Sim
        </Button>
      </div>
    </div>
  );
}
