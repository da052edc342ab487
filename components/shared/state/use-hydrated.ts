"use client";

import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => undefined;

/**
 * Returns false until React has hydrated the page. A form submitted before that would be a plain GET, with everything typed
 * in the URL, so submit buttons wait for this.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
