import type { GeocodeAnswer } from "@/lib/contracts/geo";
import type { OutsideFailure } from "@/server/outside/call-json";

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
