"use client";

import type { ExternalToast } from "sonner";
import { Confirmation } from "./confirmation";

const SUCCESS_MS = 3000;
const ERROR_MS = 5000;

type Toast = typeof import("sonner").toast;

/** The toaster comes after the page. What is said before it stands waits for it, or would be lost. */
let announce: (toast: Toast) => void = () => undefined;
const toaster = new Promise<Toast>((resolve) => {
  announce = resolve;
});

export function registerToaster(toast: Toast): void {
  announce(toast);
}

async function whenToasterReady(say: (toast: Toast) => void): Promise<void> {
  say(await toaster);
}

export function notifySuccess(message: string, options: ExternalToast = {}): void {
  void whenToasterReady((toast) => toast.success(message, { duration: SUCCESS_MS, ...options }));
}

export function notifyError(message: string, options: ExternalToast = {}): void {
  void whenToasterReady((toast) => toast.error(message, { duration: ERROR_MS, ...options }));
}

let forNextScreen: (() => void) | null = null;

/** Toasts go when the route changes: this one is said on the screen that comes next. */
export function notifyOnNextScreen(message: string): void {
  forNextScreen = () => notifySuccess(message);
}

/** For the place that watches the route. */
export function replaceToastsOnNavigation(): void {
  void whenToasterReady((toast) => toast.dismiss());
  forNextScreen?.();
  forNextScreen = null;
}

/** Asks before something that cannot be taken back. */
export function confirmToast(question: string, onConfirm: () => void): void {
  const previous = document.activeElement;
  let answered = false;
  void whenToasterReady((toast) =>
    toast.custom(
      (id) => (
        <Confirmation
          question={question}
          onAnswer={(confirmed) => {
            // A double click is one answer: the question is still there while it fades.
            if (answered) return;
            answered = true;
            toast.dismiss(id);
            if (confirmed) onConfirm();
          }}
        />
      ),
      {
        duration: Number.POSITIVE_INFINITY,
        onDismiss: () =>
          previous instanceof HTMLElement && previous.isConnected && previous.focus(),
      },
    ),
  );
}
