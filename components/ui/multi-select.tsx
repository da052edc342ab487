"use client";

import { Check, ChevronDown } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { holdsWords } from "@/lib/domain/text/fold-text";
import { cn } from "./cn";
import { inputClasses } from "./input";

export interface SelectOption {
  value: string;
  label: string;
}

interface MultiSelectProps {
  id: string;
  options: readonly SelectOption[];
  chosen: readonly string[];
  /** The most that can be chosen. */
  most: number;
  /** Shown while nothing is chosen. */
  placeholder: string;
  emptyText: string;
  /** Receives the typed text, for options that are requested by it. */
  onType?: ((typed: string) => void) | undefined;
  onChange: (chosen: string[]) => void;
}

/** Several choices from many options, filtered by typing. The list stays open: Enter or a click takes an option in or out. */
export function MultiSelect({
  id,
  options,
  chosen,
  most,
  placeholder,
  emptyText,
  onType,
  onChange,
}: MultiSelectProps) {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const matches = options.filter(({ label }) => holdsWords(label, typed));
  const isFull = chosen.length >= most;

  function move(step: number) {
    if (!open) return setOpen(true);
    const next = Math.min(matches.length - 1, Math.max(0, active + step));
    setActive(next);
    list.current?.children[next]?.scrollIntoView({ block: "nearest" });
  }

  function toggle(option: SelectOption | undefined) {
    if (!option) return;
    const { value } = option;
    if (chosen.includes(value)) onChange(chosen.filter((each) => each !== value));
    else if (!isFull) onChange([...chosen, value]);
  }

  function close() {
    setOpen(false);
    setTyped("");
    onType?.("");
    setActive(0);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter" && open) toggle(matches[active]);
    else if (event.key === "Escape" && open) close();
    else return;
    event.preventDefault();
  }

  return (
    <div className="relative">
      <input
        id={id}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-expanded={open}
        data-list-open={open || undefined}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && matches[active] ? `${listId}-${active}` : undefined}
        placeholder={nameChosen(options, chosen) || placeholder}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          onType?.(event.target.value);
          setActive(0);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onBlur={close}
        className={cn(
          inputClasses,
          "h-10 truncate pr-9 pl-3",
          // What is chosen is no hint.
          chosen.length > 0 && "placeholder:text-foreground!",
        )}
      />
      <ChevronDown
        className="pointer-events-none absolute top-3 right-3 size-4 text-muted-foreground"
        aria-hidden
      />
      {open && (
        <div className="absolute top-full left-0 z-30 mt-1 w-full animate-appear sm:min-w-48 rounded-xl border border-border bg-popover p-1 shadow-popover">
          <div
            ref={list}
            id={listId}
            role="listbox"
            aria-multiselectable
            aria-label={placeholder}
            tabIndex={-1}
            // Keep the focus in the input: its blur closes the list.
            onMouseDown={(event) => event.preventDefault()}
            className="max-h-64 overflow-y-auto"
          >
            {matches.map((option, index) => {
              const isChosen = chosen.includes(option.value);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
                <div
                  key={option.value}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={isChosen}
                  aria-disabled={(isFull && !isChosen) || undefined}
                  onClick={() => toggle(option)}
                  onPointerMove={() => setActive(index)}
                  className={cn(
                    "flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 text-sm aria-disabled:opacity-50 pointer-coarse:min-h-10",
                    index === active && "bg-accent",
                    isChosen && "font-semibold",
                  )}
                >
                  <Check
                    className={cn("size-4 shrink-0 text-primary-text", !isChosen && "invisible")}
                    aria-hidden
                  />
                  <span className="truncate">{option.label}</span>
                </div>
              );
            })}
          </div>
          {matches.length === 0 && (
            <p className="px-2 py-3 text-muted-foreground text-sm">{emptyText}</p>
          )}
          {isFull && (
            <p className="px-2 py-1.5 text-muted-foreground text-xs">Até {most} escolhas.</p>
          )}
        </div>
      )}
    </div>
  );
}

function nameChosen(options: readonly SelectOption[], chosen: readonly string[]): string {
  return chosen
    .map((value) => options.find((option) => option.value === value)?.label ?? value)
    .join(", ");
}
