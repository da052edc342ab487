"use client";

import { cloneElement, type KeyboardEvent, lazy, Suspense, useState } from "react";
import type { DropdownMenuProps } from "./menu-entry";

const loadPanel = () => import("./dropdown-menu-panel");
const Panel = lazy(loadPanel);

/** The panel and its positioning code are loaded on demand: prefetched on hover or focus, rendered when opened. */
export function DropdownMenu(props: DropdownMenuProps) {
  const [reached, setReached] = useState(false);
  const waiting = cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: loadPanel,
    onFocus: loadPanel,
    onClick: () => setReached(true),
    onKeyDown: (event: KeyboardEvent) => event.key === "ArrowDown" && setReached(true),
  });
  if (!reached) return waiting;
  return (
    <Suspense fallback={waiting}>
      <Panel {...props} />
    </Suspense>
  );
}
