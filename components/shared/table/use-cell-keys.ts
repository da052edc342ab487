"use client";

import { type RefObject, useEffect, useRef } from "react";
import { isTyping } from "@/components/shared/state/is-typing";

/** A cell of a table by the ids of its row and column. */
export interface CellPlace {
  rowId: string;
  columnId: string;
}

/** Handles a key that was pressed in a row; false leaves the key to the browser. */
export type OnCellKey = (key: string, place: CellPlace) => boolean;

/** Rows down, columns to the right. */
const STEPS: Record<string, [number, number]> = {
  j: [1, 0],
  k: [-1, 0],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/**
 * Moves the focus between cells by arrows, or J and K between rows, and gives other keys to `onKey`. J reaches the first
 * row from anywhere on the screen.
 */
export function useCellKeys(region: RefObject<HTMLElement | null>, onKey: OnCellKey | undefined) {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  const isActive = onKey !== undefined;
  useEffect(() => {
    if (!isActive) return;
    function onKeyDown(event: KeyboardEvent) {
      const { key, target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(target) || !(target instanceof HTMLElement) || target.closest("[role=menu]")) {
        return;
      }
      const cell = findCell(region.current, target);
      if (!cell) {
        if (key === "j" && focusFirst(region.current)) event.preventDefault();
        return;
      }
      const step = STEPS[key];
      // A button in a cell keeps its own Enter and Space.
      const isOwn = (key === "Enter" || key === " ") && target !== cell;
      if (isOwn) return;
      const handled = step ? focusNeighbour(cell, step) : latest.current?.(key, placeOf(cell));
      if (handled) event.preventDefault();
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [region, isActive]);
}

/** Puts the focus on a cell. */
export function focusCell(region: HTMLElement | null, place: CellPlace): void {
  findCellAt(region, place)?.focus();
}

export function findCellAt(
  region: HTMLElement | null,
  { rowId, columnId }: CellPlace,
): HTMLElement | null {
  const row = region?.querySelector(`tr[data-row="${CSS.escape(rowId)}"]`);
  return row?.querySelector<HTMLElement>(`td[data-column="${CSS.escape(columnId)}"]`) ?? null;
}

/** The cell that contains an element; for a row's checkbox, the row's first cell. */
export function findCell(region: HTMLElement | null, target: Element): HTMLElement | null {
  if (!region?.contains(target)) return null;
  const row = target.closest("tr[data-row]");
  return (
    target.closest<HTMLElement>("td[data-column]") ?? row?.querySelector("td[data-column]") ?? null
  );
}

export function placeOf(cell: HTMLElement): CellPlace {
  const row = cell.closest<HTMLElement>("tr[data-row]");
  return { rowId: row?.dataset["row"] ?? "", columnId: cell.dataset["column"] ?? "" };
}

function focusFirst(region: HTMLElement | null): boolean {
  const first = region?.querySelector<HTMLElement>("tr[data-row] td[data-title]");
  first?.focus();
  return first !== null && first !== undefined;
}

function focusNeighbour(cell: HTMLElement, [rows, columns]: [number, number]): boolean {
  const row = cell.closest("tr");
  const next = rows > 0 ? row?.nextElementSibling : rows < 0 ? row?.previousElementSibling : row;
  const at = cellsOf(row).indexOf(cell) + columns;
  const found = cellsOf(next ?? null)[at];
  found?.focus();
  // At an edge the page does not scroll instead.
  return true;
}

function cellsOf(row: Element | null): HTMLElement[] {
  return row ? [...row.querySelectorAll<HTMLElement>("td[data-column]")] : [];
}
