import type { LucideIcon } from "lucide-react";
import type { ReactElement, ReactNode } from "react";

export type MenuEntry =
  | { kind: "label"; label: string }
  | { kind: "separator" }
  | { kind: "link"; link: ReactElement }
  | { kind: "action"; label: string; icon?: LucideIcon; hint?: ReactNode; onSelect: () => void }
  | { kind: "check"; label: string; checked: boolean; onChange: (checked: boolean) => void }
  | { kind: "choice"; label: string; icon: LucideIcon; chosen: boolean; onChoose: () => void };

type TriggerProps = { [name: string]: unknown };

export interface DropdownMenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement<TriggerProps>;
  entries: readonly MenuEntry[];
  side?: "top" | "bottom";
  align?: "start" | "end";
  /** Width of the panel. */
  className?: string;
  /** Receives the focus after an action, instead of the trigger. */
  focusAfterAction?: () => void;
  /** Receives the focus when the menu has closed, instead of the trigger; an action follows when one was chosen. */
  onClosed?: (chosen: boolean) => void;
}
