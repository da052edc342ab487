"use client";

import type { CircleMarker as LeafletCircleMarker } from "leaflet";
import { memo, useEffect, useRef } from "react";
import { CircleMarker, Popup } from "react-leaflet";
import Link from "@/components/ui/link";
import type { PlaceResult } from "@/lib/contracts/discovery/searches";
import { leadPath } from "@/lib/paths";
import { describeOutcome } from "./place-outcome";

interface MapPinsProps {
  places: PlaceResult[];
  /** The place whose popup opens. A new object opens it again. */
  opened: { id: number } | null;
}

/** Memoised: the marked place changes often, the pins seldom. */
export const MapPins = memo(function DrawnPins({ places, opened }: MapPinsProps) {
  return places.map((place) => (
    <Pin key={place.id} place={place} opened={opened?.id === place.id ? opened : null} />
  ));
});

/** A popup opens next to the map's buttons, not below them. */
const BESIDE_CONTROLS: [number, number] = [56, 12];

function Pin({ place, opened }: { place: PlaceResult; opened: MapPinsProps["opened"] }) {
  const { name, address, outcome, lead_id, latitude, longitude } = place;
  const pin = useRef<LeafletCircleMarker>(null);
  // Leaflet reads a class once. Another pin in its place would close a popup that is being read.
  useEffect(() => {
    const classes = pin.current?.getElement()?.classList;
    classes?.add(`search-map-${outcome}`);
    return () => classes?.remove(`search-map-${outcome}`);
  }, [outcome]);
  useEffect(() => {
    if (opened) pin.current?.openPopup();
  }, [opened]);
  return (
    <CircleMarker ref={pin} center={[latitude, longitude]} radius={7} className="search-map-place">
      <Popup maxWidth={240} autoPanPaddingTopLeft={BESIDE_CONTROLS}>
        <strong>{name}</strong>
        {address && <span className="block">{address}</span>}
        <span className="block">{describeOutcome(place)}</span>
        {lead_id !== null && <Link href={leadPath(lead_id)}>Ver lead</Link>}
      </Popup>
    </CircleMarker>
  );
}
