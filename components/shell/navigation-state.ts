/** The screen that the router is fetching, or null. Set by instrumentation-client.ts, outside React. */
let target: string | null = null;
const listeners = new Set<() => void>();

/** `url` may be relative to the current page. */
export function beginNavigation(url: string): void {
  const { origin, pathname, search } = new URL(url, window.location.href);
  const isHere =
    pathname === window.location.pathname &&
    search === window.location.search &&
    origin === window.location.origin;
  // No event would report its end.
  if (!isHere) setTarget(url);
}

export function endNavigation(): void {
  setTarget(null);
}

export function getNavigationTarget(): string | null {
  return target;
}

export function subscribeToNavigation(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => void listeners.delete(onChange);
}

function setTarget(next: string | null): void {
  if (next === target) return;
  target = next;
  for (const onChange of listeners) onChange();
}
