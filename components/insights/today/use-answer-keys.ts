"use client";

import { type FocusEvent, useEffect, useRef, useState } from "react";
import { isTyping } from "@/components/shared/state/is-typing";
import { useFocusKept } from "@/components/shared/state/use-focus-kept";

const ROW = "[data-answer]";
const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/**
 * Moves the focus between rows by arrows, or J and K, over all groups; any other key presses the row's button that has it
 * in `aria-keyshortcuts`. J reaches the rows from anywhere on the screen. When the focused row is removed, the next one
 * gets the focus. `keys`: the keys of the shown rows, in their order.
 */
export function useAnswerKeys(keys: readonly string[]) {
  const [current, setCurrent] = useState<string>();
  /** The focused row and its possible successors: the ones below, then the ones above. */
  const successors = useRef<string[]>([]);
  const findPlace = (list: HTMLElement) => {
    const rows = findRows(list);
    const left = successors.current.find((key) => rows.some((row) => keyOf(row) === key));
    return rows.find((row) => keyOf(row) === left) ?? rows[0];
  };
  const region = useFocusKept(keys.join(), (list) => focusRow(findPlace(list)));

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { target, key: typed } = event;
      if (event.defaultPrevented || event.isComposing || !(target instanceof HTMLElement)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (isTyping(target) || target.closest("form, [role=menu]") || !region.current) return;
      const key = typed.length === 1 ? typed.toLowerCase() : typed;
      const row = region.current.contains(target) ? target.closest<HTMLElement>(ROW) : null;
      const step = STEPS[key];
      if (!row) {
        if (key === "j" && focusRow(findRows(region.current)[0])) event.preventDefault();
        // A menu's button has its own arrows, and the keys of a menu that is about to open are the menu's.
      } else if (!target.hasAttribute("aria-haspopup")) {
        if (step ? moveFocus(row, step) : pressButton(row, event, key)) event.preventDefault();
      }
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [region]);

  return {
    region,
    /** The one row that Tab stops at. */
    tabbable: current !== undefined && keys.includes(current) ? current : keys[0],
    onFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
      const row = target.closest<HTMLElement>(ROW);
      if (!row) return;
      const rows = findRows(currentTarget);
      const at = rows.indexOf(row);
      successors.current = [...rows.slice(at), ...rows.slice(0, at).reverse()].map(keyOf);
      setCurrent(keyOf(row));
    },
  };
}

function findRows(region: HTMLElement): HTMLElement[] {
  return [...region.querySelectorAll<HTMLElement>(ROW)];
}

const keyOf = (row: HTMLElement) => row.dataset["answer"] ?? "";

/** Focuses a row: its first link, which Enter follows. */
export function focusRow(row: Element | null | undefined): boolean {
  row?.querySelector("a")?.focus();
  return Boolean(row);
}

/** To a neighbour, in this group or another. At an end the page does not scroll instead. */
export function moveFocus(row: HTMLElement, step: number): boolean {
  const list = row.closest<HTMLElement>("[data-answers]");
  const rows = list ? findRows(list) : [];
  return focusRow(rows[rows.indexOf(row) + step] ?? row);
}

function pressButton(row: HTMLElement, event: KeyboardEvent, key: string): boolean {
  if (key.length > 1) return false;
  const name = CSS.escape(key.toUpperCase());
  const button = row.querySelector<HTMLButtonElement>(`button[aria-keyshortcuts="${name}"]`);
  // A key that stays pressed would go through the whole list.
  if (!button || event.repeat) return false;
  if (!button.hasAttribute("aria-haspopup")) button.click();
  else {
    button.focus();
    button.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
  }
  return true;
}
