"use client";

import { cloneElement, type KeyboardEvent, useState } from "react";
import type { DropdownMenuProps } from "./menu-entry";
import { useLoaded } from "./use-loaded";

const loadPanel = () => import("./dropdown-menu-panel");
/** Ahead of the click. Where it fails, the click tries again. */
const prefetchPanel = () => void loadPanel().catch(() => undefined);

/** The panel and its positioning code are loaded on demand: prefetched on hover or focus, rendered when opened. */
export function DropdownMenu(props: DropdownMenuProps) {
  const [reached, setReached] = useState(false);
  const Panel = useLoaded(loadPanel, reached)?.default;
  const waiting = cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: prefetchPanel,
    onFocus: prefetchPanel,
    onClick: () => setReached(true),
    onKeyDown: (event: KeyboardEvent) => event.key === "ArrowDown" && setReached(true),
  });
  return Panel ? <Panel {...props} /> : waiting;
}
