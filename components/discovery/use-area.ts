"use client";

import { useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { MapsSearch } from "@/lib/contracts/discovery/searches";
import type { Point } from "@/lib/domain/geo/geo-distance";
import { AREA_MAX_POINTS, AREA_MIN_POINTS } from "@/lib/domain/searches/advanced-search";
import { fitCircle, toCorners } from "@/lib/domain/searches/drawn-area";
import { MAPS_RADIUS_MAX_KM } from "@/lib/domain/searches/maps-search";

export type MapsForm = UseFormReturn<MapsSearch, unknown, MapsSearch>;

export type AreaDrawing = ReturnType<typeof useArea>;

/** The area of the next search, and its points while it is drawn. Its circle fills the form's. */
export function useArea(form: MapsForm) {
  const [points, showPoints] = useState<Point[] | null>(null);
  /** The points as they are by now: a second click may come before the first one's is drawn. */
  const drawn = useRef(points);
  const setPoints = (next: Point[] | null) => {
    drawn.current = next;
    showPoints(next);
  };
  const [problem, setProblem] = useState<string>();
  const area = form.watch("area") ?? null;

  /** Returns whether the points form an area; shows the reason when they do not. */
  function set(chosen: readonly Point[]): boolean {
    const corners = toCorners(chosen);
    if (corners.length < AREA_MIN_POINTS || corners.length > AREA_MAX_POINTS) {
      setProblem(`Uma área tem de ${AREA_MIN_POINTS} a ${AREA_MAX_POINTS} pontos.`);
      return false;
    }
    const circle = fitCircle(corners);
    if (circle === null) {
      setProblem(`A área é grande demais: cabe em um círculo de até ${MAPS_RADIUS_MAX_KM} km.`);
      return false;
    }
    form.setValue("area", corners, { shouldDirty: true });
    form.setValue("place", "");
    for (const name of ["raio", "latitude", "longitude"] as const) {
      form.setValue(name, circle[name], { shouldDirty: true });
    }
    form.clearErrors();
    setPoints(null);
    setProblem(undefined);
    return true;
  }

  return {
    area,
    /** The points so far; null while none is drawn. */
    points,
    problem,
    set,
    start() {
      form.setValue("area", undefined);
      setProblem(undefined);
      setPoints([]);
    },
    /** `isSame`: whether the point before it is the same corner. */
    add(point: Point, isSame: (before: Point) => boolean) {
      const before = drawn.current;
      const last = before?.at(-1);
      if (!before || before.length >= AREA_MAX_POINTS || (last && isSame(last))) return;
      setProblem(undefined);
      setPoints([...before, point]);
    },
    undo: () => setPoints(drawn.current?.slice(0, -1) ?? null),
    finish: () => drawn.current && set(drawn.current),
    cancel() {
      setPoints(null);
      setProblem(undefined);
    },
    clear() {
      form.setValue("area", undefined, { shouldDirty: true });
      setProblem(undefined);
    },
  };
}
