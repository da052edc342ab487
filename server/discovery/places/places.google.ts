import { z } from "zod";
import { toWebAddress } from "@/lib/domain/companies/company-host";
import {
  type Box,
  boxSideM,
  distanceM,
  getBoundingBox,
  splitInFour,
  touchesCircle,
} from "@/lib/domain/geo/geo-distance";
import { callJson, type OutsideFailure, unavailable } from "@/server/platform/outside/call-json";
import type { Place, PlacesGateway, PlacesQuery } from "./places.gateway";

const TIMEOUT_MS = 20_000;
const PAGE_SIZE = 20;
/** Google returns at most three pages of twenty: a cell that fills them is split in four. */
const CELL_CAP = 60;
const SMALLEST_CELL_M = 250;

const FIELD_MASK = [
  "places.id",
  "places.displayName",
  "places.formattedAddress",
  "places.addressComponents",
  "places.location",
  "places.nationalPhoneNumber",
  "places.internationalPhoneNumber",
  "places.websiteUri",
  "places.businessStatus",
  "places.googleMapsUri",
  "places.rating",
  "places.userRatingCount",
  "nextPageToken",
].join(",");

const Component = z.object({
  longText: z.string().catch(""),
  shortText: z.string().catch(""),
  types: z.array(z.string()).catch([]),
});
const GooglePlace = z.object({
  id: z.string().max(500),
  displayName: z.object({ text: z.string().min(1) }),
  formattedAddress: z.string().nullish(),
  addressComponents: z.array(Component).nullish(),
  location: z.object({ latitude: z.number(), longitude: z.number() }),
  nationalPhoneNumber: z.string().nullish(),
  internationalPhoneNumber: z.string().nullish(),
  websiteUri: z.string().nullish(),
  businessStatus: z.string().nullish(),
  googleMapsUri: z.string().nullish(),
  rating: z.number().nullish().catch(null),
  userRatingCount: z.number().nullish().catch(null),
});
const Answer = z.object({
  places: z.array(z.unknown()).nullish(),
  nextPageToken: z.string().nullish(),
});

/**
 * Google Places (New), `POST /v1/places:searchText` over REST: the client library cannot paginate. Text search can only
 * be restricted to a rectangle, so it searches the circle's bounding square, splits each part that reaches Google's
 * limit of 60 in four, and drops places outside the circle.
 */
export function createGooglePlaces(
  baseUrl: string,
  apiKey: string,
  { maxCalls }: { maxCalls: number },
): PlacesGateway {
  return {
    name: "google",
    hasRatings: true,
    async search(query) {
      const seen = new Set<string>();
      let callsLeft = maxCalls;
      let complete = true;
      for (const [index, term] of query.terms.entries()) {
        // The unused part of a term's share is left to the terms after it.
        const share = Math.ceil(callsLeft / (query.terms.length - index));
        const found = await searchTerm(term, query, { share, seen });
        if (!found.ok) return found;
        callsLeft -= found.calls;
        complete &&= found.complete;
        if (found.ended) return { ok: true, complete: false };
      }
      return { ok: true, complete };
    },
  };

  type TermOutcome =
    /** `ended`: the limit is reached, or the caller wants no more. */
    { ok: true; calls: number; complete: boolean; ended: boolean } | OutsideFailure;

  async function searchTerm(
    term: string,
    query: PlacesQuery,
    { share, seen }: { share: number; seen: Set<string> },
  ): Promise<TermOutcome> {
    const { centre, radiusM, accepts, limit, onPlaces } = query;
    const cells = [getBoundingBox(centre, radiusM)];
    let calls = 0;
    const stop = (ended: boolean) => ({ ok: true as const, calls, complete: false, ended });

    for (let cell = cells.shift(); cell !== undefined; cell = cells.shift()) {
      let cellTotal = 0;
      let pageToken: string | undefined;
      do {
        if (calls === share) return stop(false);
        calls += 1;
        const page = await searchText(baseUrl, apiKey, {
          term,
          cell,
          pageToken,
          signal: query.signal,
        });
        if (!page.ok) return page;
        cellTotal += page.places.length;
        pageToken = page.nextPageToken;
        const fresh = page.places
          .flatMap((raw) => toPlace(raw) ?? [])
          .filter((place) => !seen.has(place.id) && distanceM(centre, place) <= radiusM)
          .filter(accepts)
          .slice(0, limit - seen.size);
        for (const { id } of fresh) seen.add(id);
        if (fresh.length > 0 && !(await onPlaces(fresh))) return stop(true);
        if (seen.size >= limit) return stop(true);
      } while (pageToken);
      if (cellTotal >= CELL_CAP && boxSideM(cell) > SMALLEST_CELL_M) {
        cells.push(...splitInFour(cell).filter((part) => touchesCircle(part, centre, radiusM)));
      }
    }
    return { ok: true, calls, complete: true, ended: false };
  }
}

type TextPage = { ok: true; places: unknown[]; nextPageToken: string | undefined } | OutsideFailure;

/** While paginating, everything but the token must stay the same, or Google answers INVALID_ARGUMENT. */
async function searchText(
  baseUrl: string,
  apiKey: string,
  asked: { term: string; cell: Box; pageToken: string | undefined; signal: AbortSignal },
): Promise<TextPage> {
  const { term, cell, pageToken, signal } = asked;
  const call = await callJson(new URL("/v1/places:searchText", baseUrl), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-goog-api-key": apiKey,
      "x-goog-fieldmask": FIELD_MASK,
    },
    body: JSON.stringify({
      textQuery: term,
      languageCode: "pt-BR",
      regionCode: "BR",
      pageSize: PAGE_SIZE,
      includePureServiceAreaBusinesses: false,
      locationRestriction: {
        rectangle: {
          low: { latitude: cell.south, longitude: cell.west },
          high: { latitude: cell.north, longitude: cell.east },
        },
      },
      ...(pageToken && { pageToken }),
    }),
    signal,
    timeoutMs: TIMEOUT_MS,
  });
  if (!call.ok) return call;
  const answer = Answer.safeParse(call.body);
  if (!answer.success) return unavailable("the answer is not Google Places' JSON");
  const { places, nextPageToken } = answer.data;
  return { ok: true, places: places ?? [], nextPageToken: nextPageToken ?? undefined };
}

function toPlace(raw: unknown): Place | null {
  const parsed = GooglePlace.safeParse(raw);
  if (!parsed.success || parsed.data.businessStatus === "CLOSED_PERMANENTLY") return null;
  const { id, displayName, location, addressComponents, ...rest } = parsed.data;
  const component = (type: string) => addressComponents?.find(({ types }) => types.includes(type));
  return {
    id: `google:${id}`,
    name: displayName.text,
    ...location,
    whatsapp: null,
    phone: rest.internationalPhoneNumber ?? rest.nationalPhoneNumber ?? null,
    mobile: null,
    email: null,
    website: toWebAddress(rest.websiteUri),
    address: rest.formattedAddress ?? null,
    city: (component("administrative_area_level_2") ?? component("locality"))?.longText || null,
    state: component("administrative_area_level_1")?.shortText || null,
    cnpj: null,
    rating: rest.rating ?? null,
    reviews: rest.userRatingCount ?? null,
    url: rest.googleMapsUri ?? `https://www.google.com/maps/place/?q=place_id:${id}`,
  };
}
