import { useEffect, useRef } from "react";

/** How to close what is open over the screen, the topmost last. */
const layers: { close: () => void }[] = [];

/**
 * While `active`, Back (the browser's, or the phone's) closes what is open over the screen, with the question that any
 * other closing asks, instead of leaving the screen below it. The history stays as it is: an entry of its own for each
 * dialog would have to go again before the page that a dialog leads to, and would be one more step back from there.
 *
 * Browsers let a page refuse Back once for each touch or key, so that nobody is kept on it: the second Back in a row
 * leaves. Those that do not know the Navigation API leave at the first, as without this.
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
