"use client";

import { useQuery } from "@tanstack/react-query";
import { MapPin, X } from "lucide-react";
import dynamic from "next/dynamic";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { creditQueries } from "@/components/accounts/credits/credits.queries";
import { CreditsBanner } from "@/components/accounts/credits/credits-banner";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { latePart } from "@/components/shared/feedback/late-code";
import { useSchemaForm } from "@/components/shared/forms/form";
import { Page } from "@/components/shared/layout/page";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { MapsSearch, type Search } from "@/lib/contracts/discovery/searches";
import type { Point } from "@/lib/domain/geo/geo-distance";
import { type AdvancedSearch as Asked, readAdvanced } from "@/lib/domain/searches/advanced-search";
import { COORDINATE_DECIMALS, MAPS_PLACE_MAX } from "@/lib/domain/searches/maps-search";
import { AdvancedSearch } from "./advanced-search";
import { AreaBar } from "./area-bar";
import { geoQueries } from "./geo.queries";
import { type FoundLocation, LocationSearch } from "./location-search";
import { MapsSearchForm } from "./maps-search-form";
import { RecentSearches } from "./recent-searches";
import { SearchResults } from "./search-results";
import { useArea } from "./use-area";
import { useFormDraft } from "./use-form-draft";
import { useRepeatedSearch } from "./use-repeated-search";
import { useShownSearch } from "./use-shown-search";

const loadMap = async () => (await import("./search-map")).default;
// Its code is loaded together with the page, not after the answer with the addresses of the map's pictures.
if (typeof window !== "undefined") loadMap().catch(() => undefined);

const SearchMap = dynamic(latePart(loadMap), {
  ssr: false,
  loading: () => <Skeleton className="h-full min-h-[400px] w-full" />,
});

const CIRCLE = {
  query: "",
  raio: 5,
  latitude: Number.NaN,
  longitude: Number.NaN,
  place: "",
};

const EMPTY_ADVANCED = {
  area: undefined,
  termos: [],
  com_telefone: false,
  sem_site: false,
  nota_minima: undefined,
  avaliacoes_minimas: undefined,
};

const EMPTY: MapsSearch = { ...CIRCLE, ...EMPTY_ADVANCED };

export function MapsSearchScreen() {
  const { data: credits } = useQuery(creditQueries.status());
  const tiles = useQuery(geoQueries.map());
  const form = useSchemaForm(MapsSearch, EMPTY);
  const values = form.watch();
  const { query, raio, latitude, longitude, place } = values;
  const drawing = useArea(form);
  const mapCard = useRef<HTMLDivElement>(null);
  /** Increments with every started search, to clear the location search by its key. */
  const [resetCount, setResetCount] = useState(0);
  /** The text in the location field. */
  const [locationText, setLocationText] = useState("");
  const [found, setFound] = useState<FoundLocation | null>(null);
  /** Where the map flies to. */
  const [target, setTarget] = useState<Point | null>(null);
  const selected = useMemo(
    () =>
      Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude } : null,
    [latitude, longitude],
  );
  const { searches, search, circle, places, loading, settled, show } = useShownSearch();
  const [pointedId, setPointedId] = useState<number | null>(null);
  const [opened, setOpened] = useState<{ id: number } | null>(null);
  /** Where the form is above the results, it folds to show those of the search that it started. */
  const [folded, setFolded] = useState(false);
  const open = useCallback((id: number) => setOpened({ id }), []);

  /** `place`: the name of the point, if any. An area has its own circle. */
  function select(point: Point, place = "") {
    if (drawing.area) return;
    form.setValue("place", place.slice(0, MAPS_PLACE_MAX));
    for (const name of ["latitude", "longitude"] as const) {
      const value = Number(point[name].toFixed(COORDINATE_DECIMALS));
      form.setValue(name, value, { shouldValidate: true, shouldDirty: true });
    }
  }

  function clear() {
    form.reset(EMPTY);
    drawing.cancel();
    setLocationText("");
    setResetCount(resetCount + 1);
    setFound(null);
    show(undefined);
  }

  const asked = readAdvanced(values);
  useFormDraft(
    "maps-search",
    {
      query,
      raio,
      latitude,
      longitude,
      place: place ?? "",
      locationText,
      advanced: asked ? JSON.stringify(asked) : "",
    },
    { ...CIRCLE, locationText: "", advanced: "" },
    ({ locationText: text, advanced, ...draft }) => {
      form.reset({ ...draft, ...toFields(advanced === "" ? null : JSON.parse(advanced)) });
      setLocationText(text);
      const { latitude, longitude, place: address } = draft;
      if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return;
      setTarget({ latitude, longitude });
      if (address !== "") setFound({ latitude, longitude, address });
    },
  );

  function fill({ query, radius_km, latitude, longitude, place_name, advanced }: Search) {
    form.reset({
      query,
      raio: radius_km ?? CIRCLE.raio,
      place: place_name ?? "",
      latitude: latitude ?? Number.NaN,
      longitude: longitude ?? Number.NaN,
      ...toFields(advanced),
    });
    if (latitude !== null && longitude !== null) setTarget({ latitude, longitude });
  }
  useRepeatedSearch("maps", (repeated) => {
    setFolded(false);
    fill(repeated);
  });

  return (
    <Page
      title="Busca Google Maps"
      description="Escolha um ponto no mapa e um raio: os negócios encontrados viram leads enquanto você acompanha."
    >
      <CreditsBanner credits={credits} />
      <div className="mb-4 grid grid-cols-1 items-start gap-4 xl:grid-cols-[20rem_minmax(0,1fr)]">
        {folded && search && (
          <FoldedSearch
            search={search}
            onChange={() => {
              setFolded(false);
              fill(search);
              // It is visible by then.
              requestAnimationFrame(() => form.setFocus("query"));
            }}
          />
        )}
        <div className={cn("space-y-4", folded && search && "max-xl:hidden")}>
          <Card aria-label="Nova busca" className="p-5 pb-2">
            <MapsSearchForm
              form={form}
              credits={credits}
              isDrawing={drawing.points !== null}
              onStarted={() => {
                clear();
                setFolded(true);
              }}
            >
              <LocationSearch
                key={resetCount}
                text={locationText}
                onText={setLocationText}
                onFound={(location) => {
                  select(location, location.address);
                  setFound(drawing.area ? null : location);
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
          <AdvancedSearch
            form={form}
            drawing={drawing}
            ratings={tiles.data?.ratings}
            onDraw={() => {
              setFound(null);
              mapCard.current?.scrollIntoView({ block: "nearest" });
            }}
          />
          {found && <FoundAddress location={found} onClose={() => setFound(null)} />}
        </div>
        {/* The map has its specified 400 pixels, plus its frame; on a wide screen it grows with the results. */}
        <div
          className={cn(
            "grid grid-cols-1 gap-4 lg:max-xl:grid-cols-[minmax(0,1fr)_21rem] min-[87.5rem]:grid-cols-[minmax(0,1fr)_20rem]",
            search
              ? "lg:max-xl:h-[clamp(400px,calc(100dvh-8rem),44rem)] min-[87.5rem]:h-[clamp(400px,calc(100dvh-8rem),44rem)]"
              : "lg:max-xl:h-[402px] min-[87.5rem]:h-[402px]",
          )}
        >
          <Card
            ref={mapCard}
            aria-label="Mapa"
            className="relative h-[402px] overflow-hidden lg:max-xl:h-full min-[87.5rem]:h-full"
          >
            <AreaBar drawing={drawing} />
            {tiles.data ? (
              <SearchMap
                className="h-full"
                tiles={tiles.data}
                selected={selected}
                radiusKm={Number.isFinite(raio) ? raio : 0}
                target={target}
                area={drawing.area}
                drawing={drawing}
                shown={circle}
                places={places}
                pointed={places.find(({ id }) => id === pointedId) ?? null}
                opened={opened}
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
                className="h-full"
              />
            ) : (
              <Skeleton className="h-full w-full" />
            )}
          </Card>
          <SearchResults
            searches={searches}
            search={search}
            places={places}
            loading={loading}
            onChoose={show}
            onPoint={setPointedId}
            onOpen={open}
          />
        </div>
      </div>
      {/* It waits, so that it does not move when the map gets its height. */}
      {settled && <RecentSearches />}
    </Page>
  );
}

/** The conditions of a search in addition to its circle, in the form's shape. */
function toFields(advanced: Asked | null): Omit<MapsSearch, keyof typeof CIRCLE> {
  if (advanced === null) return EMPTY_ADVANCED;
  const { area, termos, nota_minima, avaliacoes_minimas, com_telefone, sem_site } = advanced;
  return {
    area: area ? [...area] : undefined,
    termos: [...termos],
    com_telefone,
    sem_site,
    nota_minima: nota_minima ?? undefined,
    avaliacoes_minimas: avaliacoes_minimas ?? undefined,
  };
}

function FoldedSearch({ search, onChange }: { search: Search; onChange: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  // The button that started the search is gone.
  useEffect(() => button.current?.focus(), []);
  const { query, radius_km, place_name } = search;
  const asked = [query, radius_km !== null && `${radius_km} km`, place_name].filter(Boolean);
  return (
    <Card aria-label="Busca feita" className="flex items-center gap-3 py-2 pr-2 pl-4 xl:hidden">
      <p className="min-w-0 flex-1 truncate text-sm">{asked.join(" · ")}</p>
      <Button ref={button} variant="outline" size="sm" onClick={onChange}>
        Alterar busca
      </Button>
    </Card>
  );
}

function FoundAddress({ location, onClose }: { location: FoundLocation; onClose: () => void }) {
  return (
    <Card aria-label="Endereço encontrado" className="flex items-start gap-3 py-3 pr-3 pl-5">
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
