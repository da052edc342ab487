import { z } from "zod";
import type { GeocodeAnswer } from "@/lib/contracts/geo";
import { callJson, type OutsideFailure, refused, unavailable } from "@/server/outside/call-json";
import type { Geocoder } from "./geocoder.gateway";

const TIMEOUT_MS = 10_000;

const Position = z.object({ lat: z.number(), lng: z.number() });
const Answer = z.object({
  status: z.string(),
  error_message: z.string().optional(),
  results: z
    .array(
      z.object({
        place_id: z.string().default(""),
        formatted_address: z.string().default(""),
        types: z.array(z.string()).default([]),
        address_components: z
          .array(
            z.object({
              long_name: z.string(),
              short_name: z.string(),
              types: z.array(z.string()).default([]),
            }),
          )
          .default([]),
        geometry: z.object({
          location: Position,
          location_type: z.string().default("APPROXIMATE"),
          viewport: z.object({ northeast: Position, southwest: Position }),
        }),
        partial_match: z.boolean().optional(),
      }),
    )
    .default([]),
});

/** Google Geocoding, `GET /maps/api/geocode/json`. Its failures come under HTTP 200, in `status`. */
export function googleGeocoder(baseUrl: string, apiKey: string): Geocoder {
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
      const { status, error_message, results } = answer.data;
      if (status === "OK" || status === "ZERO_RESULTS") {
        return { ok: true, answer: { status, results } satisfies GeocodeAnswer };
      }
      return failureOf(status, error_message ?? "");
    },
  };
}

function failureOf(status: string, message: string): OutsideFailure {
  const detail = `${status} ${message}`.trim();
  if (status === "OVER_QUERY_LIMIT") {
    return { ok: false, reason: "rate_limited", retryAfterMs: null, detail };
  }
  return status === "UNKNOWN_ERROR" ? unavailable(detail) : refused(detail);
}
