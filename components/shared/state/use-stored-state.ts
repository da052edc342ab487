"use client";

import { useCallback, useMemo, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/** State kept in localStorage and shared between tabs. The server renders `fallback`; the stored value follows on hydration. */
export function useStoredState<T>(key: string, fallback: T): [T, (value: T) => void] {
  const stored = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => null,
  );
  const value = useMemo(() => parse(stored, fallback), [stored, fallback]);
  const store = useCallback((next: T) => storeState(key, next), [key]);
  return [value, store];
}

/** Sets the state from outside a component. */
export function storeState<T>(key: string, next: T): void {
  write(key, JSON.stringify(next));
  for (const listener of listeners) listener();
}

export function readStoredState<T>(key: string, fallback: T): T {
  return parse(read(key), fallback);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Values that storage refused, blocked or full: they last until the page is left, and override stored ones. */
const inMemory = new Map<string, string>();

function read(key: string): string | null {
  const kept = inMemory.get(key);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    inMemory.delete(key);
  } catch {
    inMemory.set(key, value);
  }
}

function parse<T>(stored: string | null, fallback: T): T {
  if (stored === null) return fallback;
  try {
    return JSON.parse(stored) as T;
  } catch {
    return fallback;
  }
}
