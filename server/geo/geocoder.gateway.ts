import type { GeocodeAnswer } from "@/lib/contracts/geo";
import { env } from "@/server/env";
import type { OutsideFailure } from "@/server/outside/call-json";
import { googleGeocoder } from "./geocoder.google";
import { nominatim } from "./geocoder.nominatim";

/** Finds addresses in Brazil. Nothing found is an answer, not a failure. Throws only when the signal aborts. */
export interface Geocoder {
  readonly name: "nominatim" | "google";
  /** Least pause between two calls of the whole installation, in ms; 0 where the service sets none. */
  readonly paceMs: number;
  geocode(
    address: string,
    signal: AbortSignal,
  ): Promise<{ ok: true; answer: GeocodeAnswer } | OutsideFailure>;
}

/** The service this installation is configured for. */
export function geocoder(): Geocoder {
  if (env.GOOGLE_MAPS_API_KEY) {
    return googleGeocoder(env.GOOGLE_GEOCODING_URL, env.GOOGLE_MAPS_API_KEY);
  }
  return nominatim(env.nominatimUrl);
}
