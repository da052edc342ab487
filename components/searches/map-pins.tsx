"use client";

import type { CircleMarker as LeafletCircleMarker } from "leaflet";
import Link from "next/link";
import { memo, useEffect, useRef } from "react";
import { CircleMarker, Popup } from "react-leaflet";
import type { PlaceResult } from "@/lib/contracts/discovery/searches";
import { leadPath } from "@/lib/paths";
import { describeOutcome } from "./place-outcome";

/** A popup opens beside the map's buttons, not below them. */
const BESIDE_CONTROLS: [number, number] = [56, 12];

interface MapPinsProps {
  places: PlaceResult[];
  /** The place whose popup opens. A new object opens it again. */
  opened: { id: number } | null;
}

/** Memoised: what is pointed at changes often, the pins seldom. */
export const MapPins = memo(function DrawnPins({ places, opened }: MapPinsProps) {
  const pins = useRef(new Map<number, LeafletCircleMarker>());
  useEffect(() => {
    if (opened) pins.current.get(opened.id)?.openPopup();
  }, [opened]);
  return places.map((place) => (
    <CircleMarker
      key={`${place.id} ${place.outcome}`}
      ref={(pin) => {
        if (!pin) return;
        pins.current.set(place.id, pin);
        return () => void pins.current.delete(place.id);
      }}
      center={[place.latitude, place.longitude]}
      radius={7}
      className={`search-map-place search-map-${place.outcome}`}
    >
      <Popup maxWidth={240} autoPanPaddingTopLeft={BESIDE_CONTROLS}>
        <strong>{place.name}</strong>
        {place.address && <span className="block">{place.address}</span>}
        <span className="block">{describeOutcome(place)}</span>
        {place.lead_id !== null && <Link href={leadPath(place.lead_id)}>Ver lead</Link>}
      </Popup>
    </CircleMarker>
  ));
});
