"use client";

import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Input } from "@/components/ui/input";

const DEBOUNCE_MS = 500;

interface SearchBoxProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

/** Speaks up once the typing has paused. The key / leads here from anywhere on the screen. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(value);
  const input = useRef<HTMLInputElement>(null);

  // What was asked for here comes back trimmed and late: it must not undo what was typed since.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    clearTimeout(timer.current);
    setTyped(value);
  }, [value]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const writing =
        target instanceof HTMLElement && target.closest("input, textarea, select, [role=dialog]");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || writing) return;
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
      asked.current = text.trim();
      onSearch(asked.current);
    }, delayMs);
  }

  return (
    <search className="relative block min-w-0 flex-1 sm:max-w-80">
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
        onChange={(event) => type(event.target.value, DEBOUNCE_MS)}
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
