"use client";

import { type RefObject, useEffect, useRef } from "react";

const DELAY_MS = 500;

interface Pending<Value> {
  value: Value;
  timer: ReturnType<typeof setTimeout>;
}

interface DebouncedCallbackOptions<Value> {
  onFlush: (value: Value) => void;
  /** Called instead of `onFlush` when the page is left first. */
  onLeave: (value: Value) => void;
}

/** Debounces a callback: it is called once with the last scheduled value, after a pause or when the page is left. */
export function useDebouncedCallback<Value>(options: DebouncedCallbackOptions<Value>) {
  const latest = useRef(options);
  const pending = useRef<Pending<Value> | null>(null);

  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    const leave = () => takePending(pending, (value) => latest.current.onLeave(value));
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, []);

  const flush = () => takePending(pending, (value) => latest.current.onFlush(value));

  return {
    flush,
    schedule(value: Value) {
      clearTimeout(pending.current?.timer);
      pending.current = { value, timer: setTimeout(flush, DELAY_MS) };
    },
    cancel: () => takePending(pending, () => undefined),
  };
}

function takePending<Value>(
  pending: RefObject<Pending<Value> | null>,
  use: (value: Value) => void,
): void {
  if (!pending.current) return;
  const { value, timer } = pending.current;
  clearTimeout(timer);
  pending.current = null;
  use(value);
}
