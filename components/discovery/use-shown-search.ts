"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { PlaceResult, Search } from "@/lib/contracts/discovery/searches";
import type { Point } from "@/lib/domain/geo/geo-distance";
import { searchQueries } from "./searches.queries";

const NONE: Search[] = [];
const NO_PLACES: PlaceResult[] = [];

/** The maps search that the map shows, the newest unless another was chosen, with its places as they are found. */
export function useShownSearch() {
  const recent = useQuery(searchQueries.recent());
  const [chosen, setChosen] = useState<number>();
  const searches = useMemo(
    () => recent.data?.filter(({ kind }) => kind === "maps") ?? NONE,
    [recent.data],
  );
  const search = searches.find(({ id }) => id === chosen) ?? searches[0];
  const { id, status = "completed", latitude, longitude, radius_km } = search ?? {};
  // A search that is fetched again has equal points: the map moves when they are others.
  const corners = JSON.stringify(search?.advanced?.area ?? null);
  const places = useQuery({ ...searchQueries.places({ id: id ?? 0, status }), enabled: !!id });
  const circle = useMemo(
    () =>
      latitude != null && longitude != null && radius_km != null
        ? {
            centre: { latitude, longitude } satisfies Point,
            radiusKm: radius_km,
            area: JSON.parse(corners) as Point[] | null,
          }
        : null,
    [latitude, longitude, radius_km, corners],
  );
  return {
    searches,
    search,
    circle,
    places: (id && places.data) || NO_PLACES,
    /** It is known whether there is any. */
    settled: !recent.isPending,
    loading: recent.isPending || (places.isPending && !!id),
    /** None shows the newest. */
    show: setChosen,
  };
}
