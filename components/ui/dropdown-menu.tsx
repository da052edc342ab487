"use client";

import type { LucideIcon } from "lucide-react";
import {
  cloneElement,
  type KeyboardEvent,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from "react";

export type MenuEntry =
  | { kind: "label"; label: string }
  | { kind: "separator" }
  | { kind: "link"; link: ReactElement }
  | { kind: "action"; label: string; icon?: LucideIcon; hint?: ReactNode; onSelect: () => void }
  | { kind: "check"; label: string; checked: boolean; onChange: (checked: boolean) => void }
  | { kind: "choice"; label: string; icon: LucideIcon; chosen: boolean; onChoose: () => void };

type TriggerProps = { [name: string]: unknown };

export interface DropdownMenuProps {
  /** A button; the menu gives it its behaviour. */
  trigger: ReactElement<TriggerProps>;
  entries: readonly MenuEntry[];
  side?: "top" | "bottom";
  align?: "start" | "end";
  /** Width of the panel. */
  className?: string;
  /** Where the focus goes when an action was chosen, in place of the trigger. */
  focusAfterAction?: () => void;
}

const loadPanel = () => import("./dropdown-menu-panel");
const Panel = lazy(loadPanel);

/** The panel and what places it on screen are fetched when somebody reaches for the trigger. */
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
