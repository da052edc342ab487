"use client";

import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useLayoutEffect,
  useState,
} from "react";
import { cn } from "@/components/ui/cn";
import { type CellPlace, findCell, findCellAt, placeOf } from "./use-cell-keys";

/** The part of a table that scrolls. */
export const TableRegion = createContext<RefObject<HTMLElement | null>>({ current: null });

interface Box {
  top: number;
  left: number;
  width: number;
  height: number;
}

interface CellOverlayProps {
  place: CellPlace;
  className?: string;
  children: ReactNode;
}

/**
 * Covers a cell and scrolls with it. Rows are not rendered again for it, and it stays in place when its row is removed, so
 * that typed text is not lost.
 */
export function CellOverlay({ place, className, children }: CellOverlayProps) {
  const region = use(TableRegion);
  const [box, setBox] = useState<Box | null>(null);
  const { rowId, columnId } = place;
  useLayoutEffect(() => {
    const measure = () => {
      const next = measureCell(region.current, { rowId, columnId });
      if (next) setBox((before) => (before && isSame(before, next) ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    const body = region.current?.querySelector("tbody");
    if (body) observer.observe(body);
    if (region.current) observer.observe(region.current);
    return () => observer.disconnect();
  }, [region, rowId, columnId]);
  if (!box) return null;
  return (
    <div
      className={cn("absolute z-20", className)}
      style={{ top: box.top, left: box.left, width: box.width, minHeight: box.height }}
    >
      {children}
    </div>
  );
}

/** The cell under the mouse, when it may be edited. */
export function useHoveredCell(canEdit: (place: CellPlace) => boolean): CellPlace | null {
  const region = use(TableRegion);
  const [hovered, setHovered] = useState<CellPlace | null>(null);
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    function enter({ target, pointerType }: PointerEvent) {
      if (pointerType !== "mouse" || !(target instanceof Element)) return;
      // The overlay of the cell belongs to it.
      if (!target.closest("table")) return;
      const cell = target.closest("td[data-column]") && findCell(element, target);
      const place = cell ? placeOf(cell) : null;
      setHovered((before) => {
        const next = place && canEdit(place) ? place : null;
        const stays = before?.rowId === next?.rowId && before?.columnId === next?.columnId;
        return stays ? before : next;
      });
    }
    const leave = () => setHovered(null);
    element.addEventListener("pointerover", enter);
    element.addEventListener("pointerleave", leave);
    return () => {
      element.removeEventListener("pointerover", enter);
      element.removeEventListener("pointerleave", leave);
    };
  }, [region, canEdit]);
  return hovered;
}

function measureCell(region: HTMLElement | null, place: CellPlace): Box | null {
  const cell = findCellAt(region, place);
  // A cell is as high as its text; its overlay is as high as the row.
  const row = cell?.closest("tr");
  if (!region || !cell || !row) return null;
  const [outer, inner, line] = [region, cell, row].map((each) => each.getBoundingClientRect());
  if (!outer || !inner || !line) return null;
  return {
    top: line.top - outer.top + region.scrollTop,
    left: inner.left - outer.left + region.scrollLeft,
    width: inner.width,
    height: line.height,
  };
}

function isSame(one: Box, other: Box): boolean {
  return (
    one.top === other.top &&
    one.left === other.left &&
    one.width === other.width &&
    one.height === other.height
  );
}
