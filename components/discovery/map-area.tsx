"use client";

import { latLngBounds } from "leaflet";
import { useEffect } from "react";
import { CircleMarker, Polygon, useMap, useMapEvents } from "react-leaflet";
import { isTyping } from "@/components/shared/state/is-typing";
import type { Area } from "@/lib/domain/geo/area";
import type { Point } from "@/lib/domain/geo/geo-distance";

export interface DrawnArea {
  /** The points of an area that is being drawn; null while none is. */
  points: Point[] | null;
  add: (point: Point, isSame: (before: Point) => boolean) => void;
  undo: () => void;
  finish: () => void;
  cancel: () => void;
}

/** An area as the map shows it: of a search that ran, or of the next one, which is brought into view. */
export function ShownArea({ area, next = false }: { area: Area; next?: boolean }) {
  const map = useMap();
  const corners = JSON.stringify(toPositions(area));
  useEffect(() => {
    const bounds = latLngBounds(JSON.parse(corners) as [number, number][]);
    if (next && !map.getBounds().contains(bounds)) map.flyToBounds(bounds);
  }, [map, next, corners]);
  return (
    <Polygon
      positions={toPositions(area)}
      className={next ? "search-map-next" : "search-map-circle"}
      interactive={false}
    />
  );
}

const SAME_CORNER_PX = 8;

/** Draws an area point by point: a double click closes it, Backspace takes the last point back. */
export function DrawArea({ drawing, points }: { drawing: DrawnArea; points: Point[] }) {
  const map = useMap();
  const { undo, finish, cancel } = drawing;
  useMapEvents({
    click({ latlng, containerPoint }) {
      const { lat, lng } = latlng.wrap();
      // The second click of a double click is not another corner.
      drawing.add({ latitude: lat, longitude: lng }, ({ latitude, longitude }) => {
        const before = map.latLngToContainerPoint([latitude, longitude]);
        return before.distanceTo(containerPoint) < SAME_CORNER_PX;
      });
    },
    dblclick: () => finish(),
  });
  useEffect(() => {
    const container = map.getContainer();
    map.doubleClickZoom.disable();
    container.classList.add("search-map-drawing");
    return () => {
      map.doubleClickZoom.enable();
      container.classList.remove("search-map-drawing");
    };
  }, [map]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target)) return;
      const act = { Backspace: undo, Escape: cancel }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [undo, cancel]);
  return (
    <>
      {points.length > 1 && (
        <Polygon positions={toPositions(points)} className="search-map-next" interactive={false} />
      )}
      {points.map((point, index) => (
        <CircleMarker
          // biome-ignore lint/suspicious/noArrayIndexKey: A corner is its place in the order.
          key={index}
          center={[point.latitude, point.longitude]}
          radius={index === 0 ? 9 : 6}
          className="search-map-corner"
          bubblingMouseEvents={false}
          interactive={index === 0}
          eventHandlers={index === 0 ? { click: finish } : {}}
        />
      ))}
    </>
  );
}

function toPositions(area: Area): [number, number][] {
  return area.map(({ latitude, longitude }) => [latitude, longitude]);
}
