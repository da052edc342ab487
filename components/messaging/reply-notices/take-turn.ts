"use client";

/** Replies within this time make one sound, and no other tab announces the same. */
export const QUIET_MS = 2_000;

/** Within this time a visible tab has taken its turn, or has said that the user saw it there. */
const TABS_AGREE_MS = 400;

/** A hidden tab waits, so that the one that is looked at comes first. */
export async function letVisibleTabFirst(): Promise<void> {
  if (document.hidden) await new Promise((resolve) => setTimeout(resolve, TABS_AGREE_MS));
}

/**
 * Of several tabs that would announce at the same instant, one gets the turn, and no other for a while: a stored value
 * would reach the other tabs too late. Without locks in the browser, as on an insecure address, every tab may announce.
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
