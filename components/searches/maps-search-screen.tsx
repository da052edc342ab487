"use client";

import { useQuery } from "@tanstack/react-query";
import { MapPin, X } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { creditQueries } from "@/components/credits/credits.queries";
import { CreditsBanner } from "@/components/credits/credits-banner";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { useSchemaForm } from "@/components/shared/forms/form";
import { Page } from "@/components/shared/layout/page";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { MapsSearch } from "@/lib/contracts/discovery/searches";
import type { Point } from "@/lib/domain/geo/geo-distance";
import { COORDINATE_DECIMALS, MAPS_PLACE_MAX } from "@/lib/domain/searches/maps-search";
import { geoQueries } from "./geo.queries";
import { type FoundLocation, LocationSearch } from "./location-search";
import { MapsSearchForm } from "./maps-search-form";
import { RecentSearches } from "./recent-searches";
import { searchQueries } from "./searches.queries";
import { useRepeatedSearch } from "./use-repeated-search";

const loadMap = () => import("./search-map");
// Its code comes while the page does, and not after the answer that says where its pictures are.
if (typeof window !== "undefined") loadMap().catch(() => undefined);

const SearchMap = dynamic(loadMap, {
  ssr: false,
  loading: () => <Skeleton className="h-[400px] w-full" />,
});

const EMPTY = {
  query: "",
  raio: 5,
  latitude: Number.NaN,
  longitude: Number.NaN,
  place: "",
};

export function MapsSearchScreen() {
  const { data: credits } = useQuery(creditQueries.status());
  const tiles = useQuery(geoQueries.map());
  const form = useSchemaForm(MapsSearch, EMPTY);
  const { raio, latitude, longitude } = form.watch();
  /** Increments with every started search, to reset the location field by its key. */
  const [resetCount, setResetCount] = useState(0);
  const [found, setFound] = useState<FoundLocation | null>(null);
  /** Where the map flies to. */
  const [target, setTarget] = useState<Point | null>(null);
  const selected = useMemo(
    () =>
      Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude } : null,
    [latitude, longitude],
  );
  const { shown, places } = useLatestMapsSearch();

  /** `place`: what the point is called, if anything. */
  function select(point: Point, place = "") {
    form.setValue("place", place.slice(0, MAPS_PLACE_MAX));
    for (const name of ["latitude", "longitude"] as const) {
      const value = Number(point[name].toFixed(COORDINATE_DECIMALS));
      form.setValue(name, value, { shouldValidate: true, shouldDirty: true });
    }
  }

  function clear() {
    form.reset(EMPTY);
    setFound(null);
    setResetCount(resetCount + 1);
  }

  useRepeatedSearch("maps", ({ query, radius_km, latitude, longitude, place_name }) => {
    form.reset({ ...EMPTY, query, raio: radius_km ?? EMPTY.raio });
    if (latitude === null || longitude === null) return;
    const point = { latitude, longitude };
    select(point, place_name ?? "");
    setTarget(point);
  });

  return (
    <Page
      title="Busca Google Maps"
      description="Escolha um ponto no mapa e um raio: os negócios encontrados viram leads enquanto você acompanha."
    >
      <CreditsBanner credits={credits} />
      <div className="grid items-start gap-4 lg:grid-cols-[24rem_minmax(0,1fr)]">
        <Card aria-label="Nova busca" className="p-5">
          <MapsSearchForm form={form} credits={credits} onStarted={clear}>
            <LocationSearch
              key={resetCount}
              onFound={(location) => {
                select(location, location.address);
                setFound(location);
                setTarget(location);
              }}
              onOwnLocation={(point) => {
                select(point, "Minha localização");
                setFound(null);
                setTarget(point);
              }}
            />
          </MapsSearchForm>
        </Card>
        <div className="min-w-0 space-y-4">
          {found && <FoundAddress location={found} onClose={() => setFound(null)} />}
          <Card aria-label="Mapa" className="overflow-hidden">
            {tiles.data ? (
              <SearchMap
                tiles={tiles.data}
                selected={selected}
                radiusKm={Number.isFinite(raio) ? raio : 0}
                target={target}
                shown={shown}
                places={places}
                onSelect={(point) => {
                  setFound(null);
                  select(point);
                }}
              />
            ) : tiles.isError ? (
              <ErrorState
                title="Não foi possível carregar o mapa"
                onRetry={tiles.refetch}
                retrying={tiles.isFetching}
                className="h-[400px]"
              />
            ) : (
              <Skeleton className="h-[400px] w-full" />
            )}
          </Card>
          <RecentSearches />
        </div>
      </div>
    </Page>
  );
}

/** Returns the latest maps search with its places, so that results appear on the map as they arrive. */
function useLatestMapsSearch() {
  const recent = useQuery(searchQueries.recent());
  const search = recent.data?.find(({ kind }) => kind === "maps");
  const { id, status = "completed", latitude, longitude, radius_km } = search ?? {};
  const places = useQuery({ ...searchQueries.places({ id: id ?? 0, status }), enabled: !!id });
  const shown = useMemo(
    () =>
      latitude != null && longitude != null && radius_km != null
        ? { centre: { latitude, longitude }, radiusKm: radius_km }
        : null,
    [latitude, longitude, radius_km],
  );
  return { shown, places: (id && places.data) || [] };
}

function FoundAddress({ location, onClose }: { location: FoundLocation; onClose: () => void }) {
  return (
    <Card aria-label="Endereço encontrado" className="flex items-start gap-3 p-4">
      <MapPin className="mt-0.5 size-4 shrink-0 text-primary-text" aria-hidden />
      <div className="min-w-0 flex-1 text-sm">
        <p className="text-pretty font-medium">{location.address}</p>
        <p className="mt-0.5 text-muted-foreground tabular-nums">
          {location.latitude.toFixed(COORDINATE_DECIMALS)},{" "}
          {location.longitude.toFixed(COORDINATE_DECIMALS)}
        </p>
      </div>
      <Button variant="ghost" size="icon" aria-label="Fechar endereço" onClick={onClose}>
        <X aria-hidden />
      </Button>
    </Card>
  );
}
