"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useStatePer } from "@/components/shared/state/use-state-per";
import { cn } from "@/components/ui/cn";

interface OptionMenuProps<T extends { id: number }> {
  /** Names the list. */
  label: string;
  /** The input's whole text: Escape closes the menu until it changes. */
  text: string;
  /** The typed part of an option's name: a different one starts from the first option. */
  typed: string | null;
  options: readonly T[];
  /** The chosen option is still being prepared: no other one can be chosen. */
  busy?: boolean;
  onPick: (option: T) => void;
  onEscape?: () => void;
  children: (option: T, isActive: boolean) => ReactNode;
}

interface OptionMenu {
  /** Attributes of the input that the menu belongs to. */
  inputProps: Record<string, string | undefined>;
  /** Returns true when the menu handled the key. */
  onKeyDown: (event: KeyboardEvent) => boolean;
  /** Null without options. */
  menu: ReactNode;
}

/** Options for what is being typed in an input, which keeps the focus: arrows, Enter or Tab, Escape. */
export function useOptionMenu<T extends { id: number }>({
  label,
  text,
  typed,
  options,
  busy = false,
  onPick,
  onEscape,
  children,
}: OptionMenuProps<T>): OptionMenu {
  const id = useId();
  const [closedAt, setClosedAt] = useState<string | null>(null);
  // Another beginning starts from the first one.
  const [place, setPlace] = useStatePer(typed, 0);
  const list = useRef<HTMLDivElement>(null);
  const found = typed === null || closedAt === text ? [] : options;
  const at = Math.min(place, found.length - 1);

  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);

  if (found.length === 0) return { inputProps: {}, onKeyDown: () => false, menu: null };

  function onKeyDown(event: KeyboardEvent): boolean {
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (next !== undefined) {
      if (!busy) setPlace((next + found.length) % found.length);
    } else if (event.key === "Escape") {
      onEscape?.();
      setClosedAt(text);
    } else if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") {
      const picked = found[at];
      if (picked) onPick(picked);
    } else return false;
    event.preventDefault();
    return true;
  }

  return {
    inputProps: {
      "aria-autocomplete": "list",
      "aria-controls": id,
      "aria-activedescendant": `${id}-${found[at]?.id}`,
      // Escape closes the menu, not the dialog around it.
      "data-list-open": "",
    },
    onKeyDown,
    menu: (
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        aria-busy={busy || undefined}
        className="mb-2 max-h-56 overflow-y-auto rounded-lg border border-border bg-popover p-1 shadow-card"
      >
        {found.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, which names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
          <div
            key={option.id}
            id={`${id}-${option.id}`}
            role="option"
            aria-selected={index === at}
            // The input keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              if (!busy) setPlace(index);
              onPick(option);
            }}
            className={cn(
              "cursor-pointer rounded-md px-2.5 py-2",
              index === at ? "bg-accent" : "hover:bg-muted",
              busy && index !== at && "pointer-events-none opacity-50",
            )}
          >
            {children(option, index === at)}
          </div>
        ))}
      </div>
    ),
  };
}
