import { createContext, use, useMemo, useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;
const TICK_MS = 1_000;

/** When the server rendered the page, in milliseconds since 1970; 0 outside the signed-in shell. */
export const RenderedAt = createContext(0);

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time that is shown, by its unit: the same for everybody until it is older than that. */
const shown = new Map<number, number>();

function readTime(unit: number): number {
  const before = shown.get(unit) ?? 0;
  const now = Date.now();
  if (Math.abs(now - before) < unit) return before;
  shown.set(unit, now);
  return now;
}

/**
 * The time, to the minute or another unit in milliseconds: what is shown relative to it changes with it. Until React has
 * hydrated the page it is the server's, whose words it would otherwise throw away.
 */
export function useNow(unit = MINUTE_MS): Date {
  const rendered = use(RenderedAt);
  const time = useSyncExternalStore(
    subscribe,
    () => readTime(unit),
    () => rendered || readTime(unit),
  );
  return useMemo(() => new Date(time), [time]);
}
