"use client";

import "leaflet/dist/leaflet.css";
import "./search-map.css";
import { divIcon, type LatLngBoundsLiteral, type LatLngTuple } from "leaflet";
import { useEffect, useRef } from "react";
import {
  AttributionControl,
  Circle,
  CircleMarker,
  MapContainer,
  Marker,
  Popup,
  TileLayer,
  useMap,
  useMapEvents,
  ZoomControl,
} from "react-leaflet";
import { cn } from "@/components/ui/cn";
import type { PlaceResult } from "@/lib/contracts/discovery/searches";
import type { Area } from "@/lib/domain/geo/area";
import type { Point } from "@/lib/domain/geo/geo-distance";
import {
  MAPS_DEFAULT_CENTRE,
  MAPS_DEFAULT_ZOOM,
  MAPS_FOUND_ZOOM,
} from "@/lib/domain/searches/maps-search";
import { DrawArea, type DrawnArea, ShownArea } from "./map-area";
import { MapPins } from "./map-pins";

export interface SearchMapProps {
  tiles: { tile_url: string; attribution: string };
  /** The point chosen for the next search, or null. */
  selected: Point | null;
  /** Radius of the next search; 0 draws no circle. */
  radiusKm: number;
  /** Where the map flies to. A new object flies again, even to the same point. */
  target: Point | null;
  /** The area of the next search, which replaces its circle. */
  area: Area | null;
  drawing: DrawnArea;
  /** The circle of the latest search, running or finished, or its area. */
  shown: { centre: Point; radiusKm: number; area: Area | null } | null;
  places: PlaceResult[];
  /** The place that is marked. */
  pointed: PlaceResult | null;
  /** The place whose popup opens. A new object opens it again. */
  opened: { id: number } | null;
  className?: string;
  onSelect: (point: Point) => void;
}

const PIN = divIcon({ className: "search-map-pin", iconSize: [22, 22], iconAnchor: [11, 11] });
const SAO_PAULO = toTuple(MAPS_DEFAULT_CENTRE);

export default function SearchMap(props: SearchMapProps) {
  const { tiles, radiusKm, target, area, drawing, shown, places, pointed, opened } = props;
  const isDrawn = area !== null || drawing.points !== null;
  const selected = isDrawn ? null : props.selected;
  return (
    <MapContainer
      center={SAO_PAULO}
      zoom={MAPS_DEFAULT_ZOOM}
      scrollWheelZoom
      attributionControl={false}
      zoomControl={false}
      className={cn("search-map w-full", props.className)}
    >
      <ZoomControl zoomInTitle="Aproximar" zoomOutTitle="Afastar" />
      <AttributionControl prefix={false} />
      <TileLayer url={tiles.tile_url} attribution={tiles.attribution} maxZoom={19} />
      {drawing.points ? (
        <DrawArea drawing={drawing} points={drawing.points} />
      ) : (
        !area && <Clicks onSelect={props.onSelect} />
      )}
      <Size />
      <View target={target} selected={selected} radiusKm={radiusKm} shown={shown} />
      {shown?.area && <ShownArea area={shown.area} />}
      {shown && !shown.area && (
        <Circle
          center={toTuple(shown.centre)}
          radius={shown.radiusKm * 1000}
          className="search-map-circle"
          interactive={false}
        />
      )}
      <MapPins places={places} opened={opened} />
      {pointed && (
        <CircleMarker
          key={pointed.id}
          center={toTuple(pointed)}
          radius={13}
          className="search-map-pointed"
          interactive={false}
        />
      )}
      {area && <ShownArea area={area} next />}
      {selected && radiusKm > 0 && (
        <Circle
          center={toTuple(selected)}
          radius={radiusKm * 1000}
          className="search-map-next"
          interactive={false}
        />
      )}
      {selected && <Selected point={selected} />}
    </MapContainer>
  );
}

function Clicks({ onSelect }: Pick<SearchMapProps, "onSelect">) {
  useMapEvents({
    click({ latlng }) {
      const { lat, lng } = latlng.wrap();
      onSelect({ latitude: lat, longitude: lng });
    },
  });
  return null;
}

/** Leaflet measures its box only once, so it is notified of every later change. */
function Size() {
  const map = useMap();
  useEffect(() => {
    const observer = new ResizeObserver(() => map.invalidateSize());
    observer.observe(map.getContainer());
    return () => observer.disconnect();
  }, [map]);
  return null;
}

/** Remounted at every new point, which opens its popup. */
function Selected({ point }: { point: Point }) {
  return (
    <Marker
      key={`${point.latitude} ${point.longitude}`}
      position={toTuple(point)}
      icon={PIN}
      alt="Ponto selecionado"
      eventHandlers={{ add: ({ target }) => target.openPopup() }}
    >
      <Popup autoPan={false} className="search-map-chosen">
        Você selecionou este ponto
      </Popup>
    </Marker>
  );
}

/**
 * Flies to a new target; otherwise moves only when the circle of the next search would not be all in view. Shows the
 * circle of a search that has just started.
 */
function View({
  target,
  selected,
  radiusKm,
  shown,
}: Pick<SearchMapProps, "target" | "selected" | "radiusKm" | "shown">) {
  const map = useMap();
  const reached = useRef<Point | null>(null);
  useEffect(() => {
    if (target && target !== reached.current) {
      reached.current = target;
      map.flyToBounds(boundsOf({ centre: target, radiusKm }), { maxZoom: MAPS_FOUND_ZOOM });
      return;
    }
    if (!selected || radiusKm <= 0) return;
    const circle = boundsOf({ centre: selected, radiusKm });
    if (!map.getBounds().contains(circle)) map.flyToBounds(circle, { maxZoom: map.getZoom() });
  }, [map, target, selected, radiusKm]);
  useEffect(() => {
    if (shown) map.fitBounds(boundsOf(shown));
  }, [map, shown]);
  return null;
}

/** A Leaflet circle has bounds only once it is on a map, so compute them: a degree of latitude is 111 km. */
function boundsOf({ centre, radiusKm }: { centre: Point; radiusKm: number }): LatLngBoundsLiteral {
  const { latitude, longitude } = centre;
  const vertical = radiusKm / 111;
  const horizontal = vertical / Math.cos((latitude * Math.PI) / 180);
  return [
    [latitude - vertical, longitude - horizontal],
    [latitude + vertical, longitude + horizontal],
  ];
}

function toTuple({ latitude, longitude }: Point): LatLngTuple {
  return [latitude, longitude];
}
