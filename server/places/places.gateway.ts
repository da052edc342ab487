import type { Point } from "@/lib/domain/geo/geo-distance";
import type { OutsideFailure } from "@/server/outside/call-json";

/** A business as a map knows it; numbers and addresses as written there. */
export interface Place extends Point {
  /** The same for ever at its source: "osm:node/123", "google:ChIJ…". */
  id: string;
  name: string;
  whatsapp: string | null;
  phone: string | null;
  /** A mobile besides `phone`, where the map names several numbers. */
  mobile: string | null;
  email: string | null;
  /** With its scheme. */
  website: string | null;
  address: string | null;
  city: string | null;
  /** UF, two letters. */
  state: string | null;
  cnpj: string | null;
  /** Where the map itself shows it: what the lead's evidence points to. */
  url: string;
}

export interface PlacesQuery {
  term: string;
  centre: Point;
  radiusM: number;
  /** At most so many places in all. */
  limit: number;
  signal: AbortSignal;
  /** Called with each batch as it comes, places inside the circle only; false ends the search. */
  onPlaces: (places: Place[]) => Promise<boolean>;
}

type PlacesOutcome =
  /** `complete` is false when the limit or the call budget ended it first. */
  { ok: true; complete: boolean } | OutsideFailure;

/** A map of businesses. Searching again gives the same ids. Throws only when the signal aborts. */
export interface PlacesGateway {
  readonly name: "overpass" | "google";
  search(query: PlacesQuery): Promise<PlacesOutcome>;
}
