"use client";

import { type RefObject, useEffect, useRef } from "react";

const PAUSE_MS = 500;

interface Waiting<Value> {
  value: Value;
  timer: ReturnType<typeof setTimeout>;
}

interface TypingPauseOptions<Value> {
  onPause: (value: Value) => void;
  /** The page goes away before the pause. */
  onLeave: (value: Value) => void;
}

/** Hands over what was typed last, once: when the typing pauses, or when the page is left. */
export function useDebouncedCallback<Value>(options: TypingPauseOptions<Value>) {
  const latest = useRef(options);
  const waiting = useRef<Waiting<Value> | null>(null);

  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    const leave = () => take(waiting, (value) => latest.current.onLeave(value));
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, []);

  const pause = () => take(waiting, (value) => latest.current.onPause(value));

  return {
    pause,
    typed(value: Value) {
      clearTimeout(waiting.current?.timer);
      waiting.current = { value, timer: setTimeout(pause, PAUSE_MS) };
    },
    forget: () => take(waiting, () => undefined),
  };
}

function take<Value>(
  waiting: RefObject<Waiting<Value> | null>,
  handOver: (value: Value) => void,
): void {
  if (!waiting.current) return;
  const { value, timer } = waiting.current;
  clearTimeout(timer);
  waiting.current = null;
  handOver(value);
}
