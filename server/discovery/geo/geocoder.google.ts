import { z } from "zod";
import {
  callJson,
  type OutsideFailure,
  readEntries,
  refused,
  unavailable,
} from "@/server/platform/outside/call-json";
import type { Geocoder } from "./geocoder.gateway";

const TIMEOUT_MS = 10_000;

const Position = z.object({ lat: z.number(), lng: z.number() });
const Answer = z.object({
  status: z.string(),
  error_message: z.string().nullish(),
  results: z.array(z.unknown()).nullish(),
});
const Component = z.object({
  long_name: z.string().catch(""),
  short_name: z.string().catch(""),
  types: z.array(z.string()).catch([]),
});
const Found = z
  .object({
    place_id: z.string().catch(""),
    formatted_address: z.string().catch(""),
    types: z.array(z.string()).catch([]),
    address_components: z.array(Component).catch([]),
    geometry: z.object({
      location: Position,
      location_type: z.string().catch("APPROXIMATE"),
      viewport: z.object({ northeast: Position, southwest: Position }).nullish(),
    }),
    partial_match: z.boolean().nullish(),
  })
  .transform(({ geometry, partial_match, ...found }) => ({
    ...found,
    geometry: {
      ...geometry,
      viewport: geometry.viewport ?? { northeast: geometry.location, southwest: geometry.location },
    },
    ...(partial_match && { partial_match }),
  }));

/** Google Geocoding, `GET /maps/api/geocode/json`. It reports failures with HTTP 200 and a `status`. */
export function createGoogleGeocoder(baseUrl: string, apiKey: string): Geocoder {
  return {
    name: "google",
    paceMs: 0,
    async geocode(address, signal) {
      const url = new URL("/maps/api/geocode/json", baseUrl);
      url.search = String(
        new URLSearchParams({
          address,
          components: "country:BR",
          language: "pt-BR",
          region: "br",
          key: apiKey,
        }),
      );
      const call = await callJson(url, { signal, timeoutMs: TIMEOUT_MS });
      if (!call.ok) return call;
      const answer = Answer.safeParse(call.body);
      if (!answer.success) return unavailable("the answer is not Google Geocoding's JSON");
      const { status, error_message } = answer.data;
      if (status !== "OK" && status !== "ZERO_RESULTS") {
        return toFailure(status, error_message ?? "");
      }
      const found = readEntries(Found, answer.data.results ?? []);
      if (found === null) return unavailable("the answer is not Google Geocoding's JSON");
      // For an address it does not know, Google returns the country itself as a partial match.
      const results = found.filter(
        (each) => !(each.partial_match && each.types.includes("country")),
      );
      return { ok: true, answer: { status: results.length > 0 ? "OK" : "ZERO_RESULTS", results } };
    },
  };
}

function toFailure(status: string, message: string): OutsideFailure {
  const detail = `${status} ${message}`.trim();
  if (status === "OVER_QUERY_LIMIT") {
    return { ok: false, reason: "rate_limited", retryAfterMs: null, detail };
  }
  return status === "UNKNOWN_ERROR" ? unavailable(detail) : refused(detail);
}
