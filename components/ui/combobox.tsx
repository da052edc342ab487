"use client";

import { ChevronDown, Loader2 } from "lucide-react";
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useRef, useState } from "react";
import { foldText } from "@/lib/domain/text/fold-text";
import { cn } from "./cn";
import { inputClasses } from "./input";

interface ComboboxProps {
  id?: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Receives the typed text, for options that are requested by it. */
  onType?: (typed: string) => void;
  /** The key by which an option, or a typed text, is compared. */
  toKeys?: (text: string) => readonly string[];
  options: readonly string[];
  placeholder?: string;
  emptyText: string;
  loading?: boolean;
  disabled?: boolean;
  inputRef?: (element: HTMLInputElement | null) => void;
  "aria-invalid"?: boolean | undefined;
  "aria-describedby"?: string | undefined;
}

/** A single choice from many options, filtered by typing; accents and case are ignored. */
export function Combobox({
  value,
  onChange,
  onBlur,
  onType,
  toKeys = foldWhole,
  options,
  placeholder,
  emptyText,
  loading = false,
  disabled = false,
  inputRef,
  ...input
}: ComboboxProps) {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const search = useDeferredValue(typed ?? "");
  const matches = useMemo(() => filterOptions(options, search, toKeys), [options, search, toKeys]);

  function openList() {
    if (disabled || open) return;
    setActive(typed ? 0 : Math.max(0, options.indexOf(value)));
    setOpen(true);
    requestAnimationFrame(() => scrollTo(typed ? 0 : options.indexOf(value)));
  }

  function scrollTo(index: number) {
    list.current?.children[index]?.scrollIntoView({ block: "nearest" });
  }

  function move(step: number) {
    if (!open) return openList();
    const next = Math.min(matches.length - 1, Math.max(0, active + step));
    setActive(next);
    scrollTo(next);
  }

  function choose(option: string | undefined) {
    setOpen(false);
    setTyped(null);
    if (option !== undefined && option !== value) onChange(option);
  }

  function commitTyped() {
    onType?.("");
    const exact = typed === null ? undefined : findExactMatch(options, typed, toKeys);
    if (typed === "" && value !== "") onChange("");
    choose(exact);
    onBlur?.();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter" && open) choose(matches[active]);
    else if (event.key === "Escape" && open) choose(undefined);
    else return;
    event.preventDefault();
  }

  return (
    <div className="relative">
      <input
        {...input}
        ref={inputRef}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-expanded={open}
        data-list-open={open || undefined}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && matches[active] ? `${listId}-${active}` : undefined}
        placeholder={placeholder}
        disabled={disabled}
        value={typed ?? value}
        onChange={(event) => {
          setTyped(event.target.value);
          onType?.(event.target.value);
          setActive(0);
          setOpen(true);
        }}
        onClick={openList}
        onKeyDown={onKeyDown}
        onBlur={commitTyped}
        className={cn(inputClasses, "h-10 pr-9 pl-3")}
      />
      {loading ? (
        <Loader2
          className="absolute top-3 right-3 size-4 animate-spin text-muted-foreground"
          aria-hidden
        />
      ) : (
        <ChevronDown
          className="pointer-events-none absolute top-3 right-3 size-4 text-muted-foreground"
          aria-hidden
        />
      )}
      {open && (
        <div className="absolute inset-x-0 top-full z-30 mt-1 animate-appear rounded-xl border border-border bg-popover p-1 shadow-popover">
          <div
            ref={list}
            id={listId}
            role="listbox"
            tabIndex={-1}
            // Keep the focus in the input: its blur closes the list.
            onMouseDown={(event) => event.preventDefault()}
            className="max-h-64 overflow-y-auto"
          >
            {matches.map((option, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
              <div
                key={option}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={option === value}
                onClick={() => choose(option)}
                onPointerMove={() => setActive(index)}
                className={cn(
                  "flex min-h-8 cursor-default items-center rounded-md px-2 text-sm pointer-coarse:min-h-10",
                  index === active && "bg-accent",
                  option === value && "font-semibold",
                )}
              >
                {option}
              </div>
            ))}
          </div>
          {matches.length === 0 && (
            <p className="px-2 py-3 text-muted-foreground text-sm">{emptyText}</p>
          )}
        </div>
      )}
    </div>
  );
}

type ToKeys = (text: string) => readonly string[];

const foldWhole: ToKeys = (text) => [foldText(text).trim()];

/** Options that start with the typed text come first. */
function filterOptions(options: readonly string[], typed: string, toKeys: ToKeys) {
  const [wanted = ""] = toKeys(typed);
  if (wanted === "") return options;
  const keyed = options.map((option) => ({ option, keys: toKeys(option) }));
  const found = keyed.filter(({ keys }) => keys.some((key) => key.includes(wanted)));
  const begins = found.filter(({ keys }) => keys.some((key) => key.startsWith(wanted)));
  return [...begins, ...found.filter((each) => !begins.includes(each))].map(({ option }) => option);
}

/** The option that was typed in full, or without what follows a slash ("Campinas" of "Campinas/SP"). */
function findExactMatch(options: readonly string[], typed: string, toKeys: ToKeys) {
  const [wanted = ""] = toKeys(typed);
  if (wanted === "") return undefined;
  return (
    options.find((option) => toKeys(option).includes(wanted)) ??
    options.find((option) => toKeys(option.split("/")[0] ?? "").includes(wanted))
  );
}
