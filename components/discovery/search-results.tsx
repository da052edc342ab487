"use client";

import { Store } from "lucide-react";
import { memo } from "react";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { Card, CardTitle } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { NativeSelect } from "@/components/ui/native-select";
import { Skeleton } from "@/components/ui/skeleton";
import type { PlaceResult, Search } from "@/lib/contracts/discovery/searches";
import { countOf, formatDateTime } from "@/lib/format";
import { leadPath } from "@/lib/paths";
import { describeOutcome, dotClass } from "./place-outcome";

interface SearchResultsProps {
  searches: Search[];
  search: Search | undefined;
  places: PlaceResult[];
  loading: boolean;
  onChoose: (searchId: number) => void;
  /** A place is pointed at or focused; null when no longer. */
  onPoint: (placeId: number | null) => void;
  onOpen: (placeId: number) => void;
  className?: string;
}

/** The results of the search on the map, next to the map. */
export function SearchResults({
  searches,
  search,
  places,
  loading,
  onChoose,
  onPoint,
  onOpen,
  className,
}: SearchResultsProps) {
  return (
    <Card
      aria-label="Negócios encontrados"
      className={cn("flex min-h-0 flex-col overflow-hidden", className)}
    >
      <div className="shrink-0 space-y-2 border-border border-b px-4 py-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <CardTitle>Negócios encontrados</CardTitle>
          {search && (
            <p className="text-[0.8125rem] text-muted-foreground tabular-nums" aria-live="polite">
              {describeCount(search, places.length)}
            </p>
          )}
        </div>
        {searches.length > 1 && search && (
          <NativeSelect
            aria-label="Busca mostrada no mapa"
            className="[&_select]:h-9 [&_select]:text-[0.8125rem] pointer-coarse:[&_select]:h-10"
            value={search.id}
            onChange={({ target }) => onChoose(Number(target.value))}
          >
            {searches.map(({ id, query, created_at }) => (
              <option key={id} value={id}>
                {query} · {formatDateTime(created_at)}
              </option>
            ))}
          </NativeSelect>
        )}
      </div>
      {places.length > 0 ? (
        <ul
          className="relative min-h-0 flex-1 overflow-y-auto py-1 max-lg:max-h-96"
          onMouseLeave={() => onPoint(null)}
        >
          {places.map((place) => (
            <Place key={place.id} place={place} onPoint={onPoint} onOpen={onOpen} />
          ))}
        </ul>
      ) : loading ? (
        <div className="space-y-4 p-4">
          {["a", "b", "c", "d", "e"].map((key) => (
            <Skeleton key={key} className="h-9 w-full" />
          ))}
        </div>
      ) : (
        <EmptyState icon={Store} {...describeNothing(search)} />
      )}
    </Card>
  );
}

interface PlaceProps extends Pick<SearchResultsProps, "onPoint" | "onOpen"> {
  place: PlaceResult;
}

/** Memoised: pointing at one draws the map's mark, not the list. */
const Place = memo(function DrawnPlace({ place, onPoint, onOpen }: PlaceProps) {
  return (
    <li
      className="relative flex animate-appear items-start gap-3 px-4 py-2 transition-colors focus-within:bg-muted hover:bg-muted"
      onMouseEnter={() => onPoint(place.id)}
    >
      <span className={cn("mt-1.5 size-2 shrink-0 rounded-full", dotClass(place))} aria-hidden />
      <span className="min-w-0 flex-1">
        <button
          type="button"
          onClick={() => onOpen(place.id)}
          onFocus={() => onPoint(place.id)}
          onBlur={() => onPoint(null)}
          // The whole row is its target, except for the link next to it.
          className="block max-w-full truncate rounded text-left font-medium text-sm before:absolute before:inset-0 focus-visible:outline-offset-2"
        >
          {place.name}
        </button>
        <span className="block truncate text-[0.8125rem] text-muted-foreground">
          {place.address ?? describeOutcome(place)}
        </span>
        {place.address && place.lead_id === null && (
          <span className="block truncate text-muted-foreground text-xs">
            {describeOutcome(place)}
          </span>
        )}
      </span>
      {place.lead_id !== null && (
        <Link
          href={leadPath(place.lead_id)}
          aria-label={`Ver lead ${place.name}`}
          className="relative shrink-0 rounded py-0.5 font-medium text-[0.8125rem] text-primary-text underline-offset-4 hover:underline pointer-coarse:py-2.5"
        >
          Ver lead
        </Link>
      )}
    </li>
  );
});

function describeCount({ status, leads_created }: Search, found: number): string {
  const count = countOf(found, "negócio", "negócios");
  if (status === "processing") return `Buscando... ${found === 0 ? "" : count}`;
  return `${count} · ${countOf(leads_created, "lead novo", "leads novos")}`;
}

function describeNothing(search: Search | undefined): { title: string; description: string } {
  if (!search) {
    return {
      title: "Nada no mapa ainda",
      description: "Cada negócio que a busca encontra cai no mapa e nesta lista.",
    };
  }
  return search.status === "processing"
    ? { title: "Procurando...", description: "Os negócios aparecem assim que são encontrados." }
    : { title: "Nenhum negócio encontrado", description: "Tente outra palavra ou um raio maior." };
}
