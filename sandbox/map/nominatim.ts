import { Hono } from "hono";
import { CITIES, type City, DISTRICTS, STREETS } from "../brazil/cities";
import { removeAccents } from "../brazil/text";
import type { Env } from "../faults/fault-injection";
import { hashText, seededRandom } from "../random";

/** Nominatim's `/search` in format=jsonv2 for the sandbox's cities, their districts and streets. */
export function createNominatimApp(): Hono<Env> {
  const app = new Hono<Env>();
  app.get("/search", (context) => {
    const { q = "", format, limit } = context.req.query();
    if (format !== "jsonv2") return context.text("Only jsonv2 here", 400);
    if (q.trim() === "") {
      return context.json({ error: { code: 400, message: "Nothing to search for." } }, 400);
    }
    return context.json(findPlaces(q).slice(0, Math.min(40, Number(limit) || 10)));
  });
  app.get("/status", (context) => context.text("OK"));
  return app;
}

function findPlaces(query: string) {
  const asked = removeAccents(query);
  const city = CITIES.find(({ name }) => asked.includes(removeAccents(name)));
  if (!city) return [];
  const street = STREETS.find((name) => asked.includes(removeAccents(name)));
  const district = DISTRICTS.find((name) => asked.includes(removeAccents(name)));
  const houseNumber = street && /\b(\d{1,5})\b/.exec(query)?.[1];
  return [toPlace(city, { street, district, houseNumber })];
}

interface Parts {
  street: string | undefined;
  district: string | undefined;
  houseNumber: string | undefined;
}

function toPlace(city: City, { street, district, houseNumber }: Parts) {
  const exact = street ?? district;
  const random = seededRandom(`${city.name} ${exact} ${houseNumber}`);
  const spread = exact ? 0.04 : 0;
  const lat = city.latitude + (random.next() - 0.5) * spread;
  const lon = city.longitude + (random.next() - 0.5) * spread;
  const half = exact ? 0.004 : 0.12;
  const addresstype = houseNumber ? "house" : street ? "road" : district ? "suburb" : "city";
  const id = hashText(`${city.name} ${exact}`);
  return {
    place_id: id % 1_000_000,
    licence: "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright",
    osm_type: street ? "way" : "relation",
    osm_id: id,
    lat: lat.toFixed(7),
    lon: lon.toFixed(7),
    category: street ? "highway" : "boundary",
    type: street ? "residential" : "administrative",
    place_rank: street ? 26 : 16,
    importance: 0.7,
    addresstype,
    name: exact ?? city.name,
    display_name: [street, houseNumber, district, city.name, city.uf, "Brasil"]
      .filter(Boolean)
      .join(", "),
    address: {
      ...(houseNumber && { house_number: houseNumber }),
      ...(street && { road: street }),
      ...(district && { suburb: district }),
      city: city.name,
      state: city.uf,
      "ISO3166-2-lvl4": `BR-${city.uf}`,
      country: "Brasil",
      country_code: "br",
    },
    boundingbox: [lat - half, lat + half, lon - half, lon + half].map((each) => each.toFixed(7)),
  };
}
