import { useEffect, useRef } from "react";

/** How to close what is open over the screen, the topmost last. */
const layers: { close: () => void }[] = [];

/**
 * While `active`, Back (the browser's or the phone's) closes what is open over the screen instead of leaving the screen,
 * and asks the same question as any other way of closing. No history entry is pushed for it: such an entry would have to
 * be removed before a link in the dialog is followed, or would cost one more step back later.
 *
 * Browsers let a page cancel Back only once after each touch or key, so that nobody is trapped: a second Back in a row
 * leaves the screen. Browsers without the Navigation API leave it at the first one.
 */
export function useCloseOnBack(active: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!active || !("navigation" in window)) return;
    const layer = { close: () => latest.current() };
    if (layers.length === 0) window.navigation.addEventListener("navigate", onNavigate);
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) window.navigation.removeEventListener("navigate", onNavigate);
    };
  }, [active]);
}

function onNavigate(event: NavigateEvent): void {
  // Our own steps back are meant: a drawer with an address closes by one.
  if (event.navigationType !== "traverse" || !event.userInitiated || !event.cancelable) return;
  event.preventDefault();
  layers.at(-1)?.close();
}
