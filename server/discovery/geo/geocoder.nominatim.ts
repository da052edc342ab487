import { z } from "zod";
import type { GeocodeAnswer } from "@/lib/contracts/discovery/geo";
import { callJson, readEntries, unavailable } from "@/server/platform/outside/call-json";
import type { Geocoder } from "./geocoder.gateway";

const TIMEOUT_MS = 10_000;
const MAX_RESULTS = 5;
const PUBLIC_HOST = "nominatim.openstreetmap.org";
/** The public server's limit: one request a second for a whole application. */
const PUBLIC_PACE_MS = 1_000;

/** Nominatim sends degrees as strings. */
const Degrees = z.union([z.number(), z.string().min(1)]).pipe(z.coerce.number());
const Found = z.object({
  osm_type: z.string().nullish(),
  osm_id: z.number().nullish(),
  place_id: z.union([z.number(), z.string()]).nullish(),
  lat: Degrees,
  lon: Degrees,
  display_name: z.string(),
  addresstype: z.string().nullish(),
  /** South, north, west, east. */
  boundingbox: z.array(Degrees).length(4).nullish().catch(null),
  address: z.record(z.string(), z.string().catch("")).nullish(),
});
type Found = z.infer<typeof Found>;

/**
 * OpenStreetMap's Nominatim, `GET /search` with format=jsonv2 (nominatim.org/release-docs/latest/api/Search), mapped
 * to Google's format.
 */
export function createNominatim(baseUrl: string): Geocoder {
  return {
    name: "nominatim",
    paceMs: new URL(baseUrl).hostname === PUBLIC_HOST ? PUBLIC_PACE_MS : 0,
    async geocode(address, signal) {
      const url = new URL(`${baseUrl.replace(/\/$/, "")}/search`);
      url.search = String(
        new URLSearchParams({
          q: address,
          format: "jsonv2",
          addressdetails: "1",
          countrycodes: "br",
          limit: String(MAX_RESULTS),
          "accept-language": "pt-BR",
        }),
      );
      const call = await callJson(url, { signal, timeoutMs: TIMEOUT_MS });
      if (!call.ok) return call;
      const found = Array.isArray(call.body) ? readEntries(Found, call.body) : null;
      if (found === null) return unavailable("the answer is not Nominatim's JSON");
      const results = found.map(toResult);
      return { ok: true, answer: { status: results.length > 0 ? "OK" : "ZERO_RESULTS", results } };
    },
  };
}

type Result = GeocodeAnswer["results"][number];

function toResult(found: Found): Result {
  const [south, north, west, east] = found.boundingbox ?? [
    found.lat,
    found.lat,
    found.lon,
    found.lon,
  ];
  const { type, location_type } = TYPES[found.addresstype ?? ""] ?? AREA;
  return {
    place_id: found.osm_id ? `osm:${found.osm_type}/${found.osm_id}` : `osm:${found.place_id}`,
    formatted_address: found.display_name,
    types: type,
    address_components: toComponents(found.address ?? {}),
    geometry: {
      location: { lat: found.lat, lng: found.lon },
      location_type,
      viewport: {
        northeast: { lat: north ?? found.lat, lng: east ?? found.lon },
        southwest: { lat: south ?? found.lat, lng: west ?? found.lon },
      },
    },
  };
}

const AREA = { type: ["locality", "political"], location_type: "APPROXIMATE" };
const HOUSE = { type: ["street_address"], location_type: "ROOFTOP" };
const TYPES: Record<string, { type: string[]; location_type: string }> = {
  house: HOUSE,
  place: HOUSE,
  building: { type: ["premise"], location_type: "ROOFTOP" },
  road: { type: ["route"], location_type: "GEOMETRIC_CENTER" },
  postcode: { type: ["postal_code"], location_type: "APPROXIMATE" },
  suburb: { type: ["sublocality", "political"], location_type: "APPROXIMATE" },
  neighbourhood: { type: ["sublocality", "political"], location_type: "APPROXIMATE" },
  state: { type: ["administrative_area_level_1", "political"], location_type: "APPROXIMATE" },
};

/** Nominatim's names for each part of an address, in Google's order of parts; the first name with a value is used. */
const COMPONENTS: { of: string[]; types: string[] }[] = [
  { of: ["house_number"], types: ["street_number"] },
  { of: ["road"], types: ["route"] },
  {
    of: ["suburb", "neighbourhood", "quarter"],
    types: ["sublocality_level_1", "sublocality", "political"],
  },
  // For Brazil Google gives the municipality at this level.
  {
    of: ["city", "town", "village", "municipality"],
    types: ["administrative_area_level_2", "political"],
  },
  { of: ["state"], types: ["administrative_area_level_1", "political"] },
  { of: ["country"], types: ["country", "political"] },
  { of: ["postcode"], types: ["postal_code"] },
];

function toComponents(address: Record<string, string>): Result["address_components"] {
  return COMPONENTS.flatMap(({ of, types }) => {
    const name = of.map((key) => address[key]).find(Boolean);
    if (!name) return [];
    return [{ long_name: name, short_name: getShortName(of[0], address) ?? name, types }];
  });
}

function getShortName(part: string | undefined, address: Record<string, string>) {
  if (part === "state") return address["ISO3166-2-lvl4"]?.replace(/^BR-/, "");
  if (part === "country") return address["country_code"]?.toUpperCase();
  return undefined;
}
