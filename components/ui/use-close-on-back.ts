import { useEffect, useRef } from "react";

/** The functions that close open layers over the screen, the topmost last. */
const layers: { close: () => void }[] = [];

/**
 * While `active`, Back (the browser's or the phone's) closes what is open over the screen instead of leaving the screen,
 * and asks the same question as any other way of closing. No history entry is pushed for it: such an entry would have to
 * be removed before a link in the dialog is followed, or would cost one more step back later.
 *
 * Browsers let a page cancel Back only once after each touch or key, so that nobody is trapped: a second Back in a row
 * leaves the screen. Without the Navigation API (Safari before 26.2) the step is taken, hidden from the router, and taken
 * back.
 */
export function useCloseOnBack(active: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!active) return;
    const layer = { close: () => latest.current() };
    if (layers.length === 0) listen();
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) stopListening();
    };
  }, [active]);
}

declare global {
  interface Window {
    /** Called by BACK_SCRIPT, while a layer is open. */
    onStepBack?: ((event: PopStateEvent) => void) | undefined;
  }
}

function listen(): void {
  isReturning = false;
  window.onStepBack = onStep;
  // Missing in Safari before 26.2, although the types say otherwise.
  (window as { navigation?: Navigation }).navigation?.addEventListener("navigate", onNavigate);
}

function stopListening(): void {
  window.onStepBack = undefined;
  (window as { navigation?: Navigation }).navigation?.removeEventListener("navigate", onNavigate);
}

function onNavigate(event: NavigateEvent): void {
  // Our own steps back must pass: a drawer with an address closes by one. `userInitiated` cannot distinguish them from
  // the user's steps: in Firefox it is false for its Back button too.
  if (event.navigationType !== "traverse" || isOwnStep || !event.cancelable) return;
  event.preventDefault();
  layers.at(-1)?.close();
}

/** True while the current step back is one of ours. */
let isOwnStep = false;
/** True while we step forward to the screen again: the router must not handle that step either. */
let isReturning = false;

/** A step back that closes nothing: use it instead of `history.back` where something may be open over the screen. */
export function stepBack(): void {
  isOwnStep = true;
  const done = () => {
    isOwnStep = false;
  };
  window.addEventListener("popstate", done, { once: true });
  window.history.back();
}

function onStep(event: PopStateEvent): void {
  if (isOwnStep) return;
  event.stopImmediatePropagation();
  isReturning = !isReturning;
  if (!isReturning) return;
  window.history.forward();
  layers.at(-1)?.close();
}
