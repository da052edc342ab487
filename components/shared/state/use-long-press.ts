"use client";

import { type MouseEvent, type PointerEvent, useEffect, useRef } from "react";

const HELD_MS = 450;
/** A finger that moves further than this scrolls. */
const MOST_MOVED_PX = 10;

/** Handlers for a finger that rests on an element. The click that lifting it makes is swallowed. */
export function useLongPress(onHeld: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef<{ x: number; y: number }>(undefined);
  const held = useRef(false);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown(event: PointerEvent) {
      held.current = false;
      if (event.pointerType !== "touch") return;
      start.current = { x: event.clientX, y: event.clientY };
      stop();
      timer.current = setTimeout(() => {
        held.current = true;
        navigator.vibrate?.(10);
        onHeld();
      }, HELD_MS);
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = start.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > MOST_MOVED_PX) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onClickCapture(event: MouseEvent) {
      // A click by keyboard, with a count of 0, does not come from the finger.
      if (!held.current || event.detail === 0) return;
      held.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onContextMenu(event: MouseEvent) {
      // The browser's own menu would cover the selection.
      if (held.current) event.preventDefault();
    },
  };
}
