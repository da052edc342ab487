"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * False in the page as the server sent it. A form that is sent before its code is there goes to the address bar, with
 * everything that was typed into it: its button waits for this.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
