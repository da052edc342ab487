import { afterEach, describe, expect, test } from "vitest";
import { distanceM, getBoundingBox } from "@/lib/domain/geo/geo-distance";
import type { AdvancedSearch } from "@/lib/domain/searches/advanced-search";
import { createGoogleGeocoder } from "@/server/discovery/geo/geocoder.google";
import { createNominatim } from "@/server/discovery/geo/geocoder.nominatim";
import { isWantedPlace } from "@/server/discovery/places/place-filter.rule";
import type { Place, PlacesGateway } from "@/server/discovery/places/places.gateway";
import { createGooglePlaces } from "@/server/discovery/places/places.google";
import { createOverpass } from "@/server/discovery/places/places.overpass";
import { toSiteCompany } from "@/server/discovery/places/places.service";
import { startRecordedServer } from "@/tests/support/recorded-server";

let server: Awaited<ReturnType<typeof startRecordedServer>>;
afterEach(() => server.close());

const CAMPINAS = { latitude: -22.90556, longitude: -47.06083 };
const signal = AbortSignal.timeout(20_000);

async function collect(
  gateway: PlacesGateway,
  term: string | string[] = "padaria",
  limit = 500,
  radiusM = 5_000,
  accepts: (place: Place) => boolean = () => true,
) {
  const found: Place[] = [];
  const outcome = await gateway.search({
    ...{ terms: [term].flat(), centre: CAMPINAS, radiusM, accepts, limit, signal },
    async onPlaces(batch) {
      found.push(...batch);
      return true;
    },
  });
  return { outcome, found };
}

const ANYTHING: AdvancedSearch = {
  ...{ area: null, termos: [], com_telefone: false, sem_site: false },
  ...{ nota_minima: null, avaliacoes_minimas: null },
};

describe("Overpass", () => {
  const answer = (elements: unknown[], extra = {}) => ({
    version: 0.6,
    generator: "Overpass API 0.7.62.7 375dc00a",
    osm3s: { timestamp_osm_base: "2026-11-20T10:00:00Z", copyright: "ODbL" },
    elements,
    ...extra,
  });
  const bakery = {
    type: "node",
    id: 123,
    lat: -22.9,
    lon: -47.06,
    tags: {
      name: "Padaria Estrela",
      shop: "bakery",
      phone: "+55 19 3232-1010;+55 19 98765-4123",
      website: "padariaestrela.com.br",
      "contact:whatsapp": "+55 19 98765-4123",
      "contact:email": "oi@padariaestrela.com.br",
      "addr:street": "Rua Barão de Jaguara",
      "addr:housenumber": "100",
      "addr:suburb": "Centro",
      "addr:city": "Campinas",
      "addr:state": "SP",
    },
  };

  test("nodes, ways with a centre, several values of one tag; what lies outside the circle or has no name is dropped", async () => {
    server = await startRecordedServer(() => ({
      body: answer([
        bakery,
        { type: "way", id: 5, center: { lat: -22.91, lon: -47.05 }, tags: { name: "Pão & Cia" } },
        { type: "node", id: 6, lat: -22.9, lon: -47.06, tags: { shop: "bakery" } },
        { type: "node", id: 7, lat: -22.99, lon: -47.06, tags: { name: "Longe demais" } },
      ]),
    }));
    const { outcome, found } = await collect(createOverpass(`${server.url}/api/interpreter`));
    expect(outcome).toEqual({ ok: true, complete: true });
    expect(found.map(({ id }) => id).sort()).toEqual(["osm:node/123", "osm:way/5"]);
    const star = found.find(({ id }) => id === "osm:node/123");
    expect(star).toMatchObject({
      name: "Padaria Estrela",
      phone: "+55 19 3232-1010",
      website: "http://padariaestrela.com.br",
      address: "Rua Barão de Jaguara, 100, Centro, Campinas - SP",
      city: "Campinas",
      state: "SP",
    });
    expect(star && toSiteCompany(star)).toMatchObject({
      whatsapp: "5519987654123",
      phone: "551932321010",
      email: "oi@padariaestrela.com.br",
    });
  });

  test("an answer with nulls, blanks and what nobody can reach: the rest of it still counts", async () => {
    const chat = "https://wa.me/5519987654123";
    const place = (id: number, tags: object) => ({
      type: "node",
      id,
      lat: -22.9,
      lon: -47.06,
      tags,
    });
    server = await startRecordedServer(() => ({
      body: answer(
        [
          {
            ...place(1, { name: "Pão", phone: null, email: "sem e-mail", website: "n/a" }),
            center: null,
          },
          place(2, { name: "", brand: "Rede", website: chat }),
          place(3, { name: "Pão 3", phone: "19 3232-1010", "contact:mobile": "19 98765-4123" }),
          { type: "node", id: 4, lat: null, lon: null, tags: null },
          "lixo",
          null,
        ],
        { remark: null },
      ),
    }));
    const { outcome, found } = await collect(createOverpass(server.url));
    expect(outcome).toEqual({ ok: true, complete: true });
    expect(found.map(toSiteCompany)).toMatchObject([
      { name: "Pão", whatsapp: null, phone: null, email: null },
      { name: "Rede", whatsapp: "5519987654123", phone: null },
      { name: "Pão 3", whatsapp: "5519987654123", phone: "551932321010" },
    ]);
    expect(found.map(({ website }) => website)).toEqual([null, chat, null]);
  });

  test("an answer cut by the server is not all there is, however little of it is of use", async () => {
    const nameless = Array.from({ length: 40 }, (_, index) => ({
      ...bakery,
      id: 1000 + index,
      tags: index === 0 ? bakery.tags : { shop: "bakery" },
    }));
    server = await startRecordedServer(() => ({ body: answer(nameless) }));
    const { outcome, found } = await collect(createOverpass(server.url), "padaria", 10);
    expect(found).toHaveLength(1);
    expect(outcome).toEqual({ ok: true, complete: false });
  });

  test("the query searches by tag and by name, around the point, as a form", async () => {
    server = await startRecordedServer(() => ({ body: answer([]) }));
    await collect(createOverpass(`${server.url}/api/interpreter`), 'padaria "d\'Oro" (24h)');
    const [request] = server.requests;
    expect(request?.headers["content-type"]).toContain("application/x-www-form-urlencoded");
    expect(request?.headers["user-agent"]).toMatch(/^Garimpo/);
    const data = new URLSearchParams(request?.body).get("data") ?? "";
    expect(data).toContain('nwr["shop"="bakery"](around:5000,-22.90556,-47.06083);');
    // Quotes and parentheses are escaped.
    expect(data).toContain('\\"d\'[oóôõ]r[oóôõ]\\" \\\\(24h\\\\)');
    expect(data).toMatch(/^\[out:json\]\[timeout:\d+\]/);
  });

  test("several activities are one query; a profile in a social network is no site", async () => {
    const profile = { ...bakery.tags, website: "https://instagram.com/padaria" };
    server = await startRecordedServer(() => ({
      body: answer([bakery, { ...bakery, id: 124, tags: profile }]),
    }));
    const { found } = await collect(
      createOverpass(server.url),
      ["padaria", "panificadora", "farmácia"],
      10,
      5_000,
      (each) => isWantedPlace({ ...ANYTHING, sem_site: true }, each),
    );
    expect(found.map(({ id }) => id)).toEqual(["osm:node/124"]);
    expect(server.requests).toHaveLength(1);
    const data = new URLSearchParams(server.requests[0]?.body).get("data") ?? "";
    expect(data.split('nwr["shop"="bakery"]')).toHaveLength(2);
    expect(data).toContain('nwr["amenity"="pharmacy"](around:5000');
  });

  test("more than the limit: the nearest come, and it says that there are more", async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      ...bakery,
      id: 1000 + index,
      lat: -22.90556 - index * 0.001,
    }));
    server = await startRecordedServer(() => ({ body: answer(many) }));
    const { outcome, found } = await collect(createOverpass(server.url), "padaria", 10);
    expect(outcome).toEqual({ ok: true, complete: false });
    expect(found).toHaveLength(10);
    expect(Math.max(...found.map((each) => distanceM(CAMPINAS, each)))).toBeLessThan(1_200);
  });

  test.each([
    [429, "", "rate_limited"],
    [504, "<html>The server is probably too busy</html>", "unavailable"],
    [400, "<html>parse error</html>", "refused"],
    [406, "Not Acceptable", "refused"],
    [
      200,
      answer([], { remark: 'runtime error: Query timed out in "query" at line 1' }),
      "unavailable",
    ],
    [200, "<html>busy</html>", "unavailable"],
  ])("HTTP %i (%j) is told apart", async (status, body, reason) => {
    server = await startRecordedServer(() => ({ status, body }));
    expect((await collect(createOverpass(server.url))).outcome).toMatchObject({
      ok: false,
      reason,
    });
  });
});

describe("Google Places (New)", () => {
  const place = (id: string, latitude: number, longitude: number, extra = {}) => ({
    id,
    displayName: { text: `Padaria ${id}`, languageCode: "pt-BR" },
    formattedAddress: "R. Barão de Jaguara, 100 - Centro, Campinas - SP, 13015-001, Brasil",
    addressComponents: [
      {
        longText: "Campinas",
        shortText: "Campinas",
        types: ["administrative_area_level_2", "political"],
      },
      {
        longText: "São Paulo",
        shortText: "SP",
        types: ["administrative_area_level_1", "political"],
      },
    ],
    location: { latitude, longitude },
    nationalPhoneNumber: "(19) 3232-1010",
    internationalPhoneNumber: "+55 19 3232-1010",
    websiteUri: "https://padaria.com.br/",
    businessStatus: "OPERATIONAL",
    googleMapsUri: `https://maps.google.com/?cid=${id}`,
    ...extra,
  });

  /** A grid of bakeries, served with Google's limits: by rectangle, twenty per page, sixty in all. */
  function town(side: number) {
    const box = getBoundingBox(CAMPINAS, 5_000);
    const all = Array.from({ length: side * side }, (_, index) =>
      place(
        `p${index}`,
        box.south + ((Math.floor(index / side) + 0.5) / side) * (box.north - box.south),
        box.west + (((index % side) + 0.5) / side) * (box.east - box.west),
      ),
    );
    const inside = all.filter(({ location }) => distanceM(CAMPINAS, location) <= 5_000);
    const answer = (body: string) => {
      const { locationRestriction, pageToken } = JSON.parse(body);
      const { low, high } = locationRestriction.rectangle;
      const here = all
        .filter(
          ({ location: { latitude, longitude } }) =>
            latitude >= low.latitude &&
            latitude < high.latitude &&
            longitude >= low.longitude &&
            longitude < high.longitude,
        )
        .slice(0, 60);
      const from = Number(pageToken ?? 0);
      const places = here.slice(from, from + 20);
      const more = from + 20 < here.length;
      return {
        body: places.length ? { places, ...(more && { nextPageToken: `${from + 20}` }) } : {},
      };
    };
    return { inside, answer };
  }

  test("past sixty results the square is split until every place of the circle is found once, and none outside it", async () => {
    const { inside, answer } = town(24);
    server = await startRecordedServer((request) => answer(request.body));
    const { outcome, found } = await collect(
      createGooglePlaces(server.url, "chave", { maxCalls: 500 }),
    );
    expect(outcome).toEqual({ ok: true, complete: true });
    expect(found.map(({ id }) => id).sort()).toEqual(inside.map(({ id }) => `google:${id}`).sort());
    const [request] = server.requests;
    expect(request).toMatchObject({ method: "POST", path: "/v1/places:searchText" });
    expect(request?.headers["x-goog-api-key"]).toBe("chave");
    expect(request?.headers["x-goog-fieldmask"]).toContain("places.internationalPhoneNumber");
    expect(request?.headers["x-goog-fieldmask"]).toContain("nextPageToken");
    expect(request?.headers["x-goog-fieldmask"]).not.toContain(" ");
  });

  test("while paging, everything but the token stays the same", async () => {
    const { answer } = town(6);
    server = await startRecordedServer((request) => answer(request.body));
    await collect(createGooglePlaces(server.url, "chave", { maxCalls: 500 }));
    const bodies = server.requests.map(({ body }) => JSON.parse(body));
    const { pageToken: _none, ...first } = bodies[0];
    const { pageToken, ...second } = bodies[1];
    expect(second).toEqual(first);
    expect(pageToken).toBe("20");
  });

  test("the call budget ends it, reported as incomplete", async () => {
    const { answer } = town(24);
    server = await startRecordedServer((request) => answer(request.body));
    const { outcome, found } = await collect(
      createGooglePlaces(server.url, "chave", { maxCalls: 5 }),
    );
    expect(outcome).toEqual({ ok: true, complete: false });
    expect(server.requests).toHaveLength(5);
    expect(found.length).toBeGreaterThan(0);
  });

  test("the lead limit and the caller's false end it", async () => {
    const { answer } = town(24);
    server = await startRecordedServer((request) => answer(request.body));
    const { found } = await collect(
      createGooglePlaces(server.url, "chave", { maxCalls: 50 }),
      "x",
      25,
    );
    expect(found).toHaveLength(25);
  });

  test("several activities share the call budget, and a place that both find comes once", async () => {
    const { answer } = town(24);
    server = await startRecordedServer((request) => answer(request.body));
    const { outcome, found } = await collect(
      createGooglePlaces(server.url, "chave", { maxCalls: 9 }),
      ["padaria", "café"],
    );
    expect(outcome).toEqual({ ok: true, complete: false });
    const asked = server.requests.map(({ body }) => JSON.parse(body).textQuery);
    expect(asked).toEqual([
      ...Array.from({ length: 5 }, () => "padaria"),
      ...Array.from({ length: 4 }, () => "café"),
    ]);
    const ids = found.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("what is not wanted does not count against the limit; ratings come along", async () => {
    server = await startRecordedServer(() => ({
      body: {
        places: [
          place("low", -22.9, -47.06, { rating: 3.9, userRatingCount: 200 }),
          place("none", -22.9, -47.06),
          place("odd", -22.9, -47.06, { rating: "?", userRatingCount: null }),
          place("high", -22.9, -47.06, { rating: 4.6, userRatingCount: 12 }),
        ],
      },
    }));
    const gateway = createGooglePlaces(server.url, "chave", { maxCalls: 5 });
    const wanted = { ...ANYTHING, nota_minima: 4.5, avaliacoes_minimas: 12 };
    const { found } = await collect(gateway, "padaria", 1, 5_000, (each) =>
      isWantedPlace(wanted, each),
    );
    expect(found).toMatchObject([{ id: "google:high", rating: 4.6, reviews: 12 }]);
    expect(server.requests[0]?.headers["x-goog-fieldmask"]).toContain("places.userRatingCount");
  });

  test("nulls where nothing is known, and an unknown field, cost no place", async () => {
    server = await startRecordedServer(() => ({
      body: {
        places: [
          {
            id: "ChIJ1",
            displayName: { text: "Padaria", languageCode: null },
            location: CAMPINAS,
            addressComponents: [{ longText: "Campinas", shortText: null, types: ["locality"] }],
            ...{ internationalPhoneNumber: null, nationalPhoneNumber: null, businessStatus: null },
            ...{ websiteUri: "https://api.whatsapp.com/send?phone=5519987654123", inventado: [1] },
          },
          null,
        ],
        nextPageToken: null,
      },
    }));
    const { outcome, found } = await collect(
      createGooglePlaces(server.url, "chave", { maxCalls: 5 }),
    );
    expect(outcome).toEqual({ ok: true, complete: true });
    expect(found.map(toSiteCompany)).toMatchObject([
      { name: "Padaria", whatsapp: "5519987654123" },
    ]);
    expect(found).toMatchObject([{ city: "Campinas", state: null }]);
  });

  test("a business that closed for good is none; one without phone or site still is", async () => {
    server = await startRecordedServer(() => ({
      body: {
        places: [
          place("closed", -22.9, -47.06, { businessStatus: "CLOSED_PERMANENTLY" }),
          {
            id: "bare",
            displayName: { text: "Só nome" },
            location: { latitude: -22.9, longitude: -47.06 },
          },
        ],
      },
    }));
    const { found } = await collect(createGooglePlaces(server.url, "chave", { maxCalls: 5 }));
    expect(found).toMatchObject([{ id: "google:bare", phone: null, website: null }]);
  });

  test.each([
    [403, "PERMISSION_DENIED", "refused"],
    [400, "INVALID_ARGUMENT", "refused"],
    [429, "RESOURCE_EXHAUSTED", "rate_limited"],
    [503, "UNAVAILABLE", "unavailable"],
  ])("HTTP %i %s is told apart", async (status, name, reason) => {
    server = await startRecordedServer(() => ({
      status,
      body: { error: { code: status, message: "…", status: name } },
    }));
    const { outcome } = await collect(createGooglePlaces(server.url, "chave", { maxCalls: 5 }));
    expect(outcome).toMatchObject({ ok: false, reason, detail: expect.stringContaining(name) });
  });
});

describe("Nominatim", () => {
  test("returns results in Google's format", async () => {
    server = await startRecordedServer(() => ({
      body: [
        {
          place_id: 4242,
          osm_type: "way",
          osm_id: 99,
          lat: "-23.5613",
          lon: "-46.6565",
          category: "highway",
          type: "primary",
          addresstype: "road",
          display_name: "Avenida Paulista, Bela Vista, São Paulo, SP, 01310-100, Brasil",
          address: {
            road: "Avenida Paulista",
            suburb: "Bela Vista",
            city: "São Paulo",
            state: "São Paulo",
            "ISO3166-2-lvl4": "BR-SP",
            postcode: "01310-100",
            country: "Brasil",
            country_code: "br",
          },
          boundingbox: ["-23.5720", "-23.5550", "-46.6630", "-46.6440"],
        },
      ],
    }));
    const outcome = await createNominatim(server.url).geocode("Avenida Paulista", signal);
    expect(outcome).toMatchObject({
      ok: true,
      answer: {
        status: "OK",
        results: [
          {
            place_id: "osm:way/99",
            formatted_address: "Avenida Paulista, Bela Vista, São Paulo, SP, 01310-100, Brasil",
            types: ["route"],
            geometry: {
              location: { lat: -23.5613, lng: -46.6565 },
              location_type: "GEOMETRIC_CENTER",
              viewport: {
                northeast: { lat: -23.555, lng: -46.644 },
                southwest: { lat: -23.572, lng: -46.663 },
              },
            },
          },
        ],
      },
    });
    const components = outcome.ok ? outcome.answer.results[0]?.address_components : [];
    expect(components).toContainEqual({
      long_name: "São Paulo",
      short_name: "SP",
      types: ["administrative_area_level_1", "political"],
    });
    expect(Object.fromEntries(server.requests[0]?.query ?? [])).toMatchObject({
      q: "Avenida Paulista",
      format: "jsonv2",
      addressdetails: "1",
      countrycodes: "br",
    });
  });

  test("nothing found is ZERO_RESULTS; a refusal and no response are distinguished", async () => {
    server = await startRecordedServer((_request, nth) =>
      nth === 1 ? { body: [] } : { status: nth === 2 ? 403 : 503, body: "…" },
    );
    const gateway = createNominatim(server.url);
    expect(await gateway.geocode("zzz", signal)).toEqual({
      ok: true,
      answer: { status: "ZERO_RESULTS", results: [] },
    });
    expect(await gateway.geocode("zzz", signal)).toMatchObject({ reason: "refused" });
    expect(await gateway.geocode("zzz", signal)).toMatchObject({ reason: "unavailable" });
  });

  test("nulls and numbers for text cost nothing; an entry without a place is passed over", async () => {
    const found = {
      ...{
        place_id: 1,
        osm_type: null,
        osm_id: null,
        lat: -22.9,
        lon: "-47.06",
        addresstype: null,
      },
      ...{ display_name: "Campinas", boundingbox: null, address: null, namedetails: {} },
    };
    server = await startRecordedServer((_request, nth) => ({
      body: nth === 1 ? [{ ...found, lat: null }, found] : [{ ...found, lat: "aqui" }],
    }));
    const gateway = createNominatim(server.url);
    expect(await gateway.geocode("Campinas", signal)).toMatchObject({
      answer: { results: [{ geometry: { location: { lat: -22.9, lng: -47.06 } } }] },
    });
    expect(await gateway.geocode("Campinas", signal)).toMatchObject({ reason: "unavailable" });
  });

  test("only the public server has a rate limit", async () => {
    server = await startRecordedServer(() => ({ body: [] }));
    expect(createNominatim(server.url).paceMs).toBe(0);
    expect(createNominatim("https://nominatim.openstreetmap.org").paceMs).toBe(1_000);
  });
});

describe("Google Geocoding", () => {
  const result = {
    address_components: [{ long_name: "Campinas", short_name: "Campinas", types: ["locality"] }],
    formatted_address: "Campinas - SP, Brasil",
    geometry: {
      bounds: { northeast: { lat: -22.7, lng: -46.8 }, southwest: { lat: -23, lng: -47.2 } },
      location: { lat: -22.9, lng: -47.06 },
      location_type: "APPROXIMATE",
      viewport: { northeast: { lat: -22.7, lng: -46.8 }, southwest: { lat: -23, lng: -47.2 } },
    },
    place_id: "ChIJ",
    types: ["locality", "political"],
  };

  test("passes the answer on, asked for in Brazil", async () => {
    server = await startRecordedServer(() => ({ body: { status: "OK", results: [result] } }));
    const outcome = await createGoogleGeocoder(server.url, "chave").geocode("Campinas", signal);
    expect(outcome).toMatchObject({
      ok: true,
      answer: { status: "OK", results: [{ geometry: { location: { lat: -22.9, lng: -47.06 } } }] },
    });
    expect(server.requests[0]?.path).toBe("/maps/api/geocode/json");
    expect(Object.fromEntries(server.requests[0]?.query ?? [])).toMatchObject({
      address: "Campinas",
      components: "country:BR",
      key: "chave",
    });
  });

  test("the country for an address it does not know is nothing found; nulls cost nothing", async () => {
    const country = { ...result, types: ["country", "political"], partial_match: true };
    const bare = { ...result, place_id: null, geometry: { location: { lat: 1, lng: 2 } } };
    server = await startRecordedServer((_request, nth) => ({
      body: { status: "OK", error_message: null, results: nth === 1 ? [country] : [bare, null] },
    }));
    const gateway = createGoogleGeocoder(server.url, "chave");
    expect(await gateway.geocode("zzz", signal)).toEqual({
      ok: true,
      answer: { status: "ZERO_RESULTS", results: [] },
    });
    expect(await gateway.geocode("x", signal)).toMatchObject({
      answer: { results: [{ place_id: "", geometry: { viewport: { northeast: { lat: 1 } } } }] },
    });
  });

  test.each([
    ["ZERO_RESULTS", { ok: true }],
    ["OVER_QUERY_LIMIT", { ok: false, reason: "rate_limited" }],
    ["OVER_DAILY_LIMIT", { ok: false, reason: "refused" }],
    ["REQUEST_DENIED", { ok: false, reason: "refused" }],
    ["UNKNOWN_ERROR", { ok: false, reason: "unavailable" }],
  ])("%s under HTTP 200 is told apart", async (status, expected) => {
    server = await startRecordedServer(() => ({
      body: { status, results: [], error_message: "…" },
    }));
    expect(await createGoogleGeocoder(server.url, "chave").geocode("x", signal)).toMatchObject(
      expected,
    );
  });
});
