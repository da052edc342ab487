import * as z from "zod/mini";
import { endpoint, NOT_SIGNED_IN } from "@/lib/contracts/shared/endpoint";
import { IdParam, Uf } from "@/lib/contracts/shared/fields";
import { requiredText } from "@/lib/domain/text/required-text";

const State = z.object({ id: z.number(), sigla: z.string(), nome: z.string() });
const Municipality = z.object({ id: z.number(), nome: z.string() });

const City = z.extend(Municipality, { uf: z.string() });

const District = z.object({ id: z.number(), nome: z.string() });
const Country = z.object({ id: z.number(), sigla: z.string(), nome: z.string() });

const Position = z.object({ lat: z.number(), lng: z.number() });

/** A response in Google's geocoding format, whichever service provided it; `results` is always present. */
export const GeocodeAnswer = z.object({
  status: z.enum(["OK", "ZERO_RESULTS"]),
  results: z.array(
    z.object({
      place_id: z.string(),
      formatted_address: z.string(),
      types: z.array(z.string()),
      address_components: z.array(
        z.object({ long_name: z.string(), short_name: z.string(), types: z.array(z.string()) }),
      ),
      geometry: z.object({
        location: Position,
        location_type: z.string(),
        viewport: z.object({ northeast: Position, southwest: Position }),
      }),
      partial_match: z.optional(z.boolean()),
    }),
  ),
});
export type GeocodeAnswer = z.infer<typeof GeocodeAnswer>;

const Geocode = z.strictObject({
  address: requiredText("Informe um endereço, bairro ou cidade.", 300),
});

export const geo = {
  map: endpoint({
    method: "GET",
    path: "/api/geo/map",
    access: "public",
    summary: "Where this installation's map tiles come from, and whether its map has ratings",
    response: z.object({
      /** With {z}, {x} and {y}. */
      tile_url: z.string(),
      attribution: z.string(),
      /** Whether a maps search can ask for a rating or a number of reviews. */
      ratings: z.boolean(),
    }),
  }),
  geocode: endpoint({
    method: "POST",
    path: "/api/geocode",
    access: "member",
    scope: "read",
    unauthenticated: NOT_SIGNED_IN,
    summary: "Find an address in Brazil, in the shape of Google's geocoding",
    body: Geocode,
    response: GeocodeAnswer,
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
  states: endpoint({
    method: "GET",
    path: "/api/geo/states",
    access: "public",
    summary: "Brazilian states by name",
    response: z.array(State),
  }),
  municipalities: endpoint({
    method: "GET",
    path: "/api/geo/states/{uf}/municipalities",
    access: "public",
    summary: "Municipalities of a state by name",
    params: z.object({ uf: Uf }),
    response: z.array(Municipality),
  }),
  cities: endpoint({
    method: "GET",
    path: "/api/geo/municipalities",
    access: "public",
    summary:
      "Municipalities of the whole country by the beginning of their name, the largest first",
    query: z.object({
      search: z.string().check(z.trim(), z.maxLength(100)),
    }),
    response: z.array(City),
    rateLimit: { points: 300, windowSeconds: 60 },
  }),
  districts: endpoint({
    method: "GET",
    path: "/api/geo/municipalities/{id}/districts",
    access: "public",
    summary: "Districts of a municipality (IBGE code) by name",
    params: IdParam,
    response: z.array(District),
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
  countries: endpoint({
    method: "GET",
    path: "/api/geo/countries",
    access: "public",
    summary: "Countries of the world by name",
    response: z.array(Country),
  }),
};
