import { z } from "zod";
import { toWebAddress } from "@/lib/domain/companies/company-host";
import { distanceM, type Point } from "@/lib/domain/geo/geo-distance";
import { isMobile, readPhoneNumber } from "@/server/discovery/extraction/phone-number.rule";
import { callJson, unavailable } from "@/server/platform/outside/call-json";
import { findPlaceTags } from "./place-terms.rule";
import type { Place, PlacesGateway } from "./places.gateway";

/** The server itself gives up at 60 s; the rest allows for the network. */
const SERVER_TIMEOUT_S = 60;
const TIMEOUT_MS = 90_000;
const SERVER_MEMORY_BYTES = 67_108_864;

/** A name alone does not make a business: one of these keys is required. */
const BUSINESS_KEYS = "^(shop|amenity|office|craft|healthcare|tourism|leisure|industrial)$";

const Position = { lat: z.number(), lon: z.number() };
const Element = z.object({
  type: z.enum(["node", "way", "relation"]),
  id: z.number(),
  lat: z.number().nullish(),
  lon: z.number().nullish(),
  center: z.object(Position).nullish(),
  tags: z.record(z.string(), z.string().catch("")).nullish(),
});
const Answer = z.object({
  elements: z.array(z.unknown()),
  /** A response of 200 may carry "runtime error: Query timed out" here, with partial results. */
  remark: z.string().nullish(),
});

/** The server truncates by id, not distance: ask for more than wanted, so that the nearest are likely among them. */
const ASKED_PER_WANTED = 4;

/**
 * OpenStreetMap through an Overpass server (wiki.openstreetmap.org/wiki/Overpass_API): one query returns all places.
 */
export function createOverpass(interpreterUrl: string): PlacesGateway {
  return {
    name: "overpass",
    hasRatings: false,
    async search({ terms, centre, radiusM, accepts, limit, signal, onPlaces }) {
      const asked = limit * ASKED_PER_WANTED;
      const query = buildQuery({ terms, centre, radiusM, limit: asked });
      const call = await callJson(new URL(interpreterUrl), {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: String(new URLSearchParams({ data: query })),
        signal,
        timeoutMs: TIMEOUT_MS,
      });
      if (!call.ok) return call;
      const answer = Answer.safeParse(call.body);
      if (!answer.success) return unavailable("the answer is not Overpass's JSON");
      const { elements, remark } = answer.data;
      if (remark?.includes("error")) return unavailable(remark);
      const found = elements
        .flatMap((element) => toPlace(element) ?? [])
        .filter((place) => distanceM(centre, place) <= radiusM && accepts(place))
        .sort((a, b) => distanceM(centre, a) - distanceM(centre, b));
      await onPlaces(found.slice(0, limit));
      return { ok: true, complete: found.length <= limit && elements.length < asked };
    },
  };
}

/** Matches each term's types of business by tag, and businesses with the term in their name. */
function buildQuery({
  terms,
  centre,
  radiusM,
  limit,
}: {
  terms: readonly string[];
  centre: Point;
  radiusM: number;
  limit: number;
}): string {
  const around = `(around:${Math.round(radiusM)},${centre.latitude},${centre.longitude})`;
  const byTag = terms.flatMap(findPlaceTags).map(({ key, value, narrowing }) => {
    const narrow = narrowing ? `["${narrowing.key}"~"${narrowing.pattern}",i]` : "";
    return `nwr["${key}"="${value}"]${narrow}${around};`;
  });
  const byName = terms.map(
    (term) => `nwr["name"~"${toNamePattern(term)}",i][~"${BUSINESS_KEYS}"~"."]${around};`,
  );
  return [
    `[out:json][timeout:${SERVER_TIMEOUT_S}][maxsize:${SERVER_MEMORY_BYTES}];`,
    `(${[...new Set([...byTag, ...byName])].join("")});`,
    `out center ${limit};`,
  ].join("");
}

/** A POSIX extended regular expression in an Overpass string: vowels and c match with and without accents. */
function toNamePattern(term: string): string {
  const plain = term.normalize("NFD").replace(/\p{M}/gu, "").trim();
  return [...plain]
    .map((letter) => ACCENTED[letter.toLowerCase()] ?? escapeLetter(letter))
    .join("");
}

const ACCENTED: Record<string, string> = {
  a: "[aáàâã]",
  e: "[eéê]",
  i: "[ií]",
  o: "[oóôõ]",
  u: "[uúü]",
  c: "[cç]",
};

function escapeLetter(letter: string): string {
  if (letter === '"') return '\\"';
  // Escaped twice: for Overpass's string and for the expression.
  return /[\\^$.|?*+()[\]{}]/.test(letter) ? `\\\\${letter === "\\" ? "\\\\" : letter}` : letter;
}

function toPlace(raw: unknown): Place | null {
  const parsed = Element.safeParse(raw);
  if (!parsed.success) return null;
  const { type, id, center } = parsed.data;
  const tags = parsed.data.tags ?? {};
  const latitude = parsed.data.lat ?? center?.lat;
  const longitude = parsed.data.lon ?? center?.lon;
  const name = tags["name"] || tags["brand"] || tags["operator"];
  if (latitude === undefined || longitude === undefined || !name) return null;
  const phones = readValues(tags, "phone", "contact:phone", "contact:mobile", "mobile");
  return {
    id: `osm:${type}/${id}`,
    name,
    latitude,
    longitude,
    whatsapp: readFirstValue(tags, "contact:whatsapp", "whatsapp"),
    phone: phones[0] ?? null,
    mobile: phones.slice(1).find(isMobileNumber) ?? null,
    email: readFirstValue(tags, "email", "contact:email"),
    website: toWebAddress(readFirstValue(tags, "website", "contact:website", "url")),
    address: toAddress(tags),
    city: tags["addr:city"] ?? null,
    state: /^[A-Z]{2}$/.test(tags["addr:state"] ?? "") ? (tags["addr:state"] ?? null) : null,
    cnpj: readFirstValue(tags, "ref:vatin", "ref:CNPJ", "cnpj")?.replace(/^BR/i, "") ?? null,
    rating: null,
    reviews: null,
    url: `https://www.openstreetmap.org/${type}/${id}`,
  };
}

/** The first value of the first key present. */
function readFirstValue(tags: Record<string, string>, ...keys: string[]): string | null {
  return readValues(tags, ...keys)[0] ?? null;
}

/** The values of `keys` in order; ";" separates several values of one key. */
function readValues(tags: Record<string, string>, ...keys: string[]): string[] {
  const written = keys.flatMap((key) => tags[key]?.split(";") ?? []);
  return written.map((value) => value.trim()).filter(Boolean);
}

function isMobileNumber(written: string): boolean {
  const number = readPhoneNumber(written);
  return number !== null && isMobile(number);
}

function toAddress(tags: Record<string, string>): string | null {
  const street = [tags["addr:street"], tags["addr:housenumber"]].filter(Boolean).join(", ");
  const place = [tags["addr:city"], tags["addr:state"]].filter(Boolean).join(" - ");
  const parts = [street, tags["addr:suburb"], place, tags["addr:postcode"]];
  return tags["addr:full"] ?? (parts.filter(Boolean).join(", ") || null);
}
