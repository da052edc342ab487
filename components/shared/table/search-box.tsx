"use client";

import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { isTyping } from "@/components/shared/state/is-typing";
import { Input } from "@/components/ui/input";

const DEBOUNCE_MS = 500;

interface SearchBoxProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
  debounceMs?: number;
}

/** A debounced search field. Pressing / anywhere on the screen focuses it. */
export function SearchBox({ label, value, onSearch, debounceMs = DEBOUNCE_MS }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Requested texts that have not come back as `value` yet, oldest first. */
  const awaited = useRef<string[]>([]);
  const requested = useRef(value);
  const input = useRef<HTMLInputElement>(null);

  // `value` echoes our own requests, trimmed and late: they must not overwrite newer typing.
  useEffect(() => {
    const echo = awaited.current.indexOf(value);
    if (echo >= 0) return void awaited.current.splice(0, echo + 1);
    if (value === requested.current) return;
    awaited.current = [];
    requested.current = value;
    clearTimeout(timer.current);
    setTyped(value);
  }, [value]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  function type(text: string, delayMs: number) {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const search = text.trim();
      if (search === requested.current) return;
      requested.current = search;
      awaited.current.push(search);
      onSearch(search);
    }, delayMs);
  }

  return (
    <search className="relative block print:hidden min-w-0 flex-1 sm:max-w-80">
      <Search
        className="pointer-events-none absolute top-3 left-3 size-4 text-muted-foreground"
        aria-hidden
      />
      <Input
        ref={input}
        role="searchbox"
        aria-keyshortcuts="/"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={200}
        onChange={(event) => type(event.target.value, debounceMs)}
        onKeyDown={(event) => event.key === "Enter" && type(typed, 0)}
        className="pr-9 pl-9"
      />
      {typed !== "" && (
        <button
          type="button"
          aria-label="Limpar busca"
          onClick={() => type("", 0)}
          className="absolute top-0 right-0 grid size-10 place-items-center rounded-lg text-muted-foreground hover:text-foreground"
        >
          <X className="size-4" aria-hidden />
        </button>
      )}
    </search>
  );
}
