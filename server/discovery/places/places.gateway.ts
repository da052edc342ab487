import type { Point } from "@/lib/domain/geo/geo-distance";
import type { OutsideFailure } from "@/server/platform/outside/call-json";

/** A business on a map; numbers and addresses as written there. */
export interface Place extends Point {
  /** Stable at its source: "osm:node/123", "google:ChIJ…". */
  id: string;
  name: string;
  whatsapp: string | null;
  phone: string | null;
  /** Another number, a mobile, when the map has several. */
  mobile: string | null;
  email: string | null;
  /** Including the scheme. */
  website: string | null;
  address: string | null;
  city: string | null;
  /** UF, two letters. */
  state: string | null;
  cnpj: string | null;
  /** Average from 1 to 5, and the number of ratings; null where there are none or the map has no ratings. */
  rating: number | null;
  reviews: number | null;
  /** The place's page on the map, used as the lead's evidence. */
  url: string;
}

export interface PlacesQuery {
  /** The search terms: places that match any of them. */
  terms: readonly string[];
  centre: Point;
  radiusM: number;
  /** Which places inside the circle are wanted; the others do not count. */
  accepts: (place: Place) => boolean;
  /** Maximum number of places. */
  limit: number;
  signal: AbortSignal;
  /** Called with each batch of wanted places; returning false ends the search. */
  onPlaces: (places: Place[]) => Promise<boolean>;
}

type PlacesOutcome =
  /** `complete` is false when the limit or the call budget ended the search early. */
  { ok: true; complete: boolean } | OutsideFailure;

/** A map of businesses. Repeated searches return the same ids. Throws only when the signal aborts. */
export interface PlacesGateway {
  readonly name: "overpass" | "google";
  /** Whether its places come with ratings. */
  readonly hasRatings: boolean;
  search(query: PlacesQuery): Promise<PlacesOutcome>;
}
