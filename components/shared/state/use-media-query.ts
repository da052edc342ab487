"use client";

import { createContext, use, useCallback, useSyncExternalStore } from "react";

/** The specification's small layout. */
export const SMALL_WINDOW = "(max-width: 768px)";

/** Where the sidebar would take more than a quarter of the window: up to `--breakpoint-rail`. */
export const NARROW_WINDOW = "(max-width: 1100px)";

/** Whether the browser's name is a phone's: what the server takes for a small window. */
export const OnPhone = createContext(false);

/** Whether the query matches; on the server and until React has hydrated the page, a guess. */
export function useMediaQuery(query: string): boolean {
  const guess = use(OnPhone) && query === SMALL_WINDOW;
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => guess,
  );
}
