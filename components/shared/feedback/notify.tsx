"use client";

import type { ReactElement } from "react";
import type { ExternalToast } from "sonner";
import { rememberFocus } from "@/components/ui/return-focus";
import { Confirmation, type ConfirmationAnswers } from "./confirmation";

const SUCCESS_MS = 3000;
/** For a schedule: the user has to read its date and time. */
export const SCHEDULED_MS = 7000;
const ERROR_MS = 5000;

type Toast = typeof import("sonner").toast;

/** The toaster is loaded for the first toast, which waits for it with those that follow. */
let resolveToaster: (toast: Toast) => void = () => undefined;
const toaster = new Promise<Toast>((resolve) => {
  resolveToaster = resolve;
});
let requestToaster: () => void = () => undefined;
const toasterRequested = new Promise<void>((resolve) => {
  requestToaster = resolve;
});

export function registerToaster(toast: Toast): void {
  resolveToaster(toast);
}

/** Settles when there is a toast to show. */
export function whenToasterRequested(): Promise<void> {
  return toasterRequested;
}

async function whenToasterReady(show: (toast: Toast) => void): Promise<void> {
  requestToaster();
  show(await toaster);
}

export function notifySuccess(message: string, options: ExternalToast = {}): void {
  void show("success", message, { duration: SUCCESS_MS, ...options });
}

export function notifyError(message: string, options: ExternalToast = {}): void {
  void show("error", message, { duration: ERROR_MS, ...options });
}

export function notifyInfo(message: string, options: ExternalToast = {}): void {
  void show("info", message, { duration: ERROR_MS, ...options });
}

/** The last toast, unless it must be seen or used: it gives way to the next. */
let passing: string | number | undefined;

/**
 * No toast outlives its news: the same words are not stacked, good news gives way to the next, and an error of the lost
 * connection goes with its return.
 */
function show(
  kind: "success" | "error" | "info",
  message: string,
  options: ExternalToast,
): Promise<void> {
  const offline = kind === "error" && !navigator.onLine;
  return whenToasterReady((toast) => {
    const id = toast[kind](message, { id: `${kind}: ${message}`, ...options });
    if (passing !== undefined && passing !== id) toast.dismiss(passing);
    passing = kind === "error" || options.action ? undefined : id;
    if (offline) window.addEventListener("online", () => toast.dismiss(id), { once: true });
  });
}

/** The ids of toasts that belong to no screen. */
const lasting = new Set<string | number>();

/** Shows a custom toast until it is closed, over all screens. The same id is not stacked. */
export function notifyWith(id: string, render: (close: () => void) => ReactElement): void {
  lasting.add(id);
  void whenToasterReady((toast) =>
    toast.custom((shown) => render(() => toast.dismiss(shown)), {
      id,
      duration: Number.POSITIVE_INFINITY,
    }),
  );
}

let forNextScreen: (() => void) | null = null;
let shownOnScreens = 0;

/** Shows the toast after the next navigation, which dismisses all others. */
export function notifyOnNextScreen(message: string, options: ExternalToast = {}): void {
  // A toast with the same id that is still fading out would take this one along.
  shownOnScreens += 1;
  const id = `next ${shownOnScreens}: ${message}`;
  forNextScreen = () => notifySuccess(message, { id, ...options });
}

/** Called when the route has changed. */
export function replaceToastsOnNavigation(): void {
  void toaster.then((toast) => {
    for (const { id } of toast.getToasts()) if (!lasting.has(id)) toast.dismiss(id);
  });
  forNextScreen?.();
  forNextScreen = null;
}

/**
 * Asks for confirmation of an irreversible action. `subject` names what it is about; `answers`: what the buttons say
 * instead of 'Sim' and 'Cancelar'.
 */
export function confirmToast(
  question: string,
  onConfirm: () => void,
  subject?: string,
  answers?: ConfirmationAnswers,
): void {
  const giveFocusBack = rememberFocus();
  let answered = false;
  void whenToasterReady((toast) =>
    toast.custom(
      (id) => (
        <Confirmation
          question={question}
          subject={subject}
          answers={answers}
          onAnswer={(confirmed) => {
            // Ignore a second click: the toast stays clickable while it fades out.
            if (answered) return;
            answered = true;
            toast.dismiss(id);
            if (confirmed) onConfirm();
          }}
        />
      ),
      {
        duration: Number.POSITIVE_INFINITY,
        onDismiss: giveFocusBack,
      },
    ),
  );
}
