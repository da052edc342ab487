import type { GeocodeAnswer } from "@/lib/contracts/discovery/geo";
import type { OutsideFailure } from "@/server/platform/outside/call-json";

/** Finds addresses in Brazil. No result is a success. Throws only when the signal aborts. */
export interface Geocoder {
  readonly name: "nominatim" | "google";
  /** Minimum time between two calls of the whole installation, in ms; 0 when the service has no such limit. */
  readonly paceMs: number;
  geocode(
    address: string,
    signal: AbortSignal,
  ): Promise<{ ok: true; answer: GeocodeAnswer } | OutsideFailure>;
}
