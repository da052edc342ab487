"use client";

/** Replies that come together make one sound, and no other tab announces the same for as long. */
export const QUIET_MS = 2_000;

/**
 * Of tabs that would announce at the same instant one may, and no other for a while: what one of them stores reaches the
 * others too late. Every tab may where the browser has no locks, as on an insecure address.
 */
export function takeTurn(name: string): Promise<boolean> {
  if (!("locks" in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null);
      if (lock) await new Promise((release) => setTimeout(release, QUIET_MS));
    });
  });
}
