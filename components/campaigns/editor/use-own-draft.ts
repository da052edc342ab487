import { useEffect, useState } from "react";
import { hasWords } from "./campaign-values";

interface OwnDraft {
  /** The key under which this tab stores the text. */
  key: string;
  /** The earlier text is open in another tab. */
  isApart: boolean;
}

/** This many tabs of one editor get separate drafts. */
const MOST_TABS = 9;
/** A reloaded page may have to wait for its previous instance. */
const RECLAIM_MS = 1_000;

/**
 * Gives this tab a draft that no other open tab writes to. The first tab continues the saved draft, a second one starts
 * another draft, and the next visit continues the draft of a closed tab. Null until the browser's locks have answered.
 */
export function useOwnDraft(key: string): OwnDraft | null {
  const [own, setOwn] = useState<(OwnDraft & { of: string }) | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const left = leaving.signal;
    void holdDraft(key, left).then((held) => {
      if (left.aborted) return;
      rememberHeld(key, held);
      setOwn({ of: key, key: held, isApart: held !== key && hasWords(key) });
    });
    return () => {
      leaving.abort();
      rememberHeld(key, null);
    };
  }, [key]);
  return own?.of === key ? own : null;
}

/** Locks a draft for this tab until the editor is left. Returns its key; `key` itself where the browser has no locks. */
async function holdDraft(key: string, left: AbortSignal): Promise<string> {
  // An effect that React only runs as a trial is cleaned up by then.
  await Promise.resolve();
  // Plain HTTP has no locks.
  if (left.aborted || !("locks" in navigator)) return key;
  try {
    const before = readHeld(key);
    const waiting = { signal: AbortSignal.timeout(RECLAIM_MS) };
    if (before !== null && (await hold(before, left, waiting))) return before;
    const all = Array.from({ length: MOST_TABS }, (_, at) => (at === 0 ? key : `${key}#${at + 1}`));
    for (const each of [...all.filter(hasWords), ...all]) {
      if (await hold(each, left, { ifAvailable: true })) return each;
    }
  } catch {
    // Where storage is blocked, locks are too.
  }
  return key;
}

/** Returns whether the lock was granted. It is held until `left`. */
function hold(name: string, left: AbortSignal, options: LockOptions): Promise<boolean> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, options, (lock) => {
        resolve(lock !== null);
        return lock && !left.aborted ? untilAborted(left) : undefined;
      })
      .catch((error: unknown) => {
        if (error instanceof DOMException && error.name === "TimeoutError") resolve(false);
        else reject(error);
      });
  });
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
}

/** A tab keeps its session storage over a reload. */
const heldKey = (key: string) => `held ${key}`;

function readHeld(key: string): string | null {
  return sessionStorage.getItem(heldKey(key));
}

function rememberHeld(key: string, held: string | null): void {
  try {
    if (held === null) sessionStorage.removeItem(heldKey(key));
    else sessionStorage.setItem(heldKey(key), held);
  } catch {
    // Without it a reload takes the first draft that is free.
  }
}
