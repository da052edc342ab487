"use client";

import { type KeyboardEvent, useEffect, useRef } from "react";
import { EMOJIS } from "./emojis";

const COLUMNS = 8;

interface EmojiPanelProps {
  id: string;
  onPick: (emoji: string) => void;
  onClose: () => void;
}

/** A grid of emoji above the input: the arrow keys move in it, Escape closes it. It stays open for several. */
export function EmojiPanel({ id, onPick, onClose }: EmojiPanelProps) {
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => focusAt(grid.current, 0), []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") {
      event.preventDefault();
      return onClose();
    }
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...(grid.current?.children ?? [])];
    focusAt(grid.current, buttons.indexOf(document.activeElement as Element) + step);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a group of form fields
    <div
      ref={grid}
      id={id}
      role="group"
      aria-label="Emojis"
      onKeyDown={onKeyDown}
      className="mb-2 grid max-h-44 grid-cols-8 gap-0.5 overflow-y-auto rounded-lg border border-border bg-popover p-1 shadow-card @2xl:w-96"
    >
      {EMOJIS.map(([emoji, name], index) => (
        <button
          key={emoji}
          type="button"
          aria-label={name}
          title={name}
          // One stop of the Tab key for all; the arrow keys reach the others.
          tabIndex={index === 0 ? 0 : -1}
          onClick={() => onPick(emoji)}
          className="h-10 rounded-md text-xl hover:bg-accent"
        >
          {emoji}
        </button>
      ))}
    </div>
  );
}

function focusAt(grid: HTMLElement | null, index: number) {
  const button = grid?.children[index];
  if (button instanceof HTMLElement) button.focus();
}
