import * as z from "zod/mini";
import { endpoint, NOT_SIGNED_IN } from "@/lib/contracts/shared/endpoint";
import { arrayOf, IdParam, Instant } from "@/lib/contracts/shared/fields";
import { distanceM } from "@/lib/domain/geo/geo-distance";
import {
  AREA_MAX_POINTS,
  AREA_MIN_POINTS,
  MAX_FURTHER_TERMS,
  MAX_RATING,
  MAX_REVIEWS,
  RATING_STEP,
} from "@/lib/domain/searches/advanced-search";
import {
  MAPS_PLACE_MAX,
  MAPS_RADIUS_MAX_KM,
  MAPS_RADIUS_MIN_KM,
} from "@/lib/domain/searches/maps-search";
import {
  LIST_STATUSES,
  SEARCH_FIRST_PAGE,
  SEARCH_KINDS,
  SEARCH_LAST_PAGE,
} from "@/lib/domain/searches/search";
import { requiredText } from "@/lib/domain/text/required-text";
import { formatNumber } from "@/lib/format";

const FILL_ALL = "Por favor, preencha todos os campos";

/** Reports missing fields before invalid ones. */
const missing = (fields: Record<string, string>) =>
  Object.values(fields).includes(FILL_ALL) ? FILL_ALL : "";

const ResultPage = z
  .number({ error: FILL_ALL })
  .check(
    z.int("Use um número inteiro."),
    z.gte(SEARCH_FIRST_PAGE, "A página vai de 1 a 10."),
    z.lte(SEARCH_LAST_PAGE, "A página vai de 1 a 10."),
  );

export const PagesSearch = z
  .strictObject({
    query: requiredText(FILL_ALL, 120),
    state: requiredText(FILL_ALL, 60),
    city: requiredText(FILL_ALL, 120),
    startPage: ResultPage,
    endPage: ResultPage,
    /** Whether companies that turn out to be in other cities become leads, too, for a credit each. */
    outras_cidades: z.optional(z.boolean()),
  })
  .check(
    z.refine((search) => search.endPage >= search.startPage, {
      error: "A página final não pode vir antes da inicial.",
      path: ["endPage"],
    }),
  );
export type PagesSearch = z.infer<typeof PagesSearch>;

const Coordinate = (bound: number) =>
  z.number({ error: FILL_ALL }).check(z.gte(-bound, FILL_ALL), z.lte(bound, FILL_ALL));

const RADIUS = `O raio vai de ${MAPS_RADIUS_MIN_KM} a ${MAPS_RADIUS_MAX_KM} km.`;

const AREA_POINTS = `Uma área tem de ${AREA_MIN_POINTS} a ${AREA_MAX_POINTS} pontos.`;
const TERMS = `Até ${MAX_FURTHER_TERMS} outras atividades de uma vez.`;
const RATING = `A nota vai de 0 a ${MAX_RATING}, com uma casa decimal.`;
const REVIEWS = `Use um número inteiro de 0 a ${formatNumber(MAX_REVIEWS)}.`;

const AreaPoint = z.strictObject({ latitude: Coordinate(90), longitude: Coordinate(180) });

/** Conditions of a PRO account in addition to the circle; filters are applied before any credit is spent. */
const AdvancedFields = {
  /** Only what lies inside this area too, by the even-odd rule. It is closed by itself, and lies inside the circle. */
  area: arrayOf(AreaPoint, {
    min: AREA_MIN_POINTS,
    max: AREA_MAX_POINTS,
    error: AREA_POINTS,
    tooFew: AREA_POINTS,
    tooMany: AREA_POINTS,
  }),
  /** Further activities, searched for at once. */
  termos: arrayOf(requiredText("Escreva uma atividade.", 120), {
    max: MAX_FURTHER_TERMS,
    error: TERMS,
    tooMany: TERMS,
  }),
  com_telefone: z.boolean(),
  /** Only companies without their own site: a profile in a social network is none. */
  sem_site: z.boolean(),
  nota_minima: z
    .number({ error: RATING })
    .check(z.gte(0, RATING), z.lte(MAX_RATING, RATING), z.multipleOf(RATING_STEP, RATING)),
  avaliacoes_minimas: z
    .number({ error: REVIEWS })
    .check(z.int(REVIEWS), z.gte(0, REVIEWS), z.lte(MAX_REVIEWS, REVIEWS)),
};

const MapsCircle = z.strictObject({
  query: requiredText(FILL_ALL, 120),
  /** Kilometres. */
  raio: z
    .number({ error: FILL_ALL })
    .check(z.gte(MAPS_RADIUS_MIN_KM, RADIUS), z.lte(MAPS_RADIUS_MAX_KM, RADIUS)),
  latitude: Coordinate(90),
  longitude: Coordinate(180),
  /** What the middle is called, such as an address, for the history. */
  place: z.optional(z.string().check(z.maxLength(MAPS_PLACE_MAX), z.trim())),
  area: z.optional(AdvancedFields.area),
  termos: z.optional(AdvancedFields.termos),
  com_telefone: z.optional(AdvancedFields.com_telefone),
  sem_site: z.optional(AdvancedFields.sem_site),
  nota_minima: z.optional(AdvancedFields.nota_minima),
  avaliacoes_minimas: z.optional(AdvancedFields.avaliacoes_minimas),
});

/** How far rounding may move a coordinate. */
const TOLERANCE_M = 1;

/** This check also runs on invalid corners, whose error is reported already. */
const isPoint = (corner: unknown) => typeof corner === "object" && corner !== null;

export const MapsSearch = MapsCircle.check(
  z.refine(
    ({ area = [], raio, ...centre }) =>
      area
        .filter(isPoint)
        .every((corner) => distanceM(centre, corner) <= raio * 1000 + TOLERANCE_M),
    { error: "A área passa do círculo: aumente o raio ou mude o centro.", path: ["area"] },
  ),
);
export type MapsSearch = z.infer<typeof MapsSearch>;

/** A search and its progress. While it runs, counts only increase. */
export const Search = z.object({
  id: z.number(),
  list_id: z.number(),
  name: z.string(),
  kind: z.enum(SEARCH_KINDS),
  query: z.string(),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  /** The circle of a maps search. */
  radius_km: z.nullable(z.number()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** What the middle of the circle is called; null when a point was chosen. */
  place_name: z.nullable(z.string()),
  outras_cidades: z.boolean(),
  /** What a maps search asked beyond its circle; null for the circle alone. */
  advanced: z.nullable(
    z.object({
      ...AdvancedFields,
      area: z.nullable(AdvancedFields.area),
      nota_minima: z.nullable(AdvancedFields.nota_minima),
      avaliacoes_minimas: z.nullable(AdvancedFields.avaliacoes_minimas),
    }),
  ),
  status: z.enum(LIST_STATUSES),
  stopping: z.boolean(),
  /** The first of the pages of results; 1 for a search without pages. */
  start_page: z.number(),
  pages_total: z.number(),
  pages_done: z.number(),
  /** Sites or places. */
  results_total: z.number(),
  results_done: z.number(),
  leads_created: z.number(),
  leads_linked: z.number(),
  left_out: z.number().check(z.describe("Results for which the credits did not suffice.")),
  /** Without any contact, unreadable or not answering, and not one company's own: no leads. */
  empty: z.number(),
  failed: z.number(),
  not_visited: z.number(),
  elsewhere: z.number().check(z.describe("Companies of other cities: no leads, until included.")),
  /** Why it ended early or failed, in words for the user. */
  note: z.nullable(z.string()),
  created_at: Instant,
  completed_at: z.nullable(Instant),
});
export type Search = z.infer<typeof Search>;

/** A place found by a maps search, with its outcome. */
const PlaceResult = z.object({
  id: z.number(),
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  address: z.nullable(z.string()),
  outcome: z.enum([
    "pending",
    "created",
    "linked",
    "left_out",
    "empty",
    "failed",
    "not_visited",
    "elsewhere",
  ] as const),
  lead_id: z.nullable(z.number()),
});

export type PlaceResult = z.infer<typeof PlaceResult>;

/** A company that a search for a town found in another one. */
const ElsewhereCompany = z.object({
  id: z.number(),
  name: z.string(),
  url: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  search_remark: z.nullable(z.string()),
});
export type ElsewhereCompany = z.infer<typeof ElsewhereCompany>;

export const searches = {
  startMaps: endpoint({
    method: "POST",
    path: "/api/google-maps-search",
    errors: ["insufficient_credits", "pro_required"],
    access: "member",
    unauthenticated: NOT_SIGNED_IN,
    summary: "Start a search for businesses inside a circle on the map",
    body: MapsSearch,
    status: 202,
    response: z.object({ list_id: z.number(), message: z.string() }),
    rateLimit: { points: 60, windowSeconds: 60 },
    invalidInput: missing,
  }),
  places: endpoint({
    method: "GET",
    path: "/api/searches/{id}/places",
    access: "member",
    sight: "narrowed",
    summary: "The places a maps search has found so far (at most 500)",
    params: IdParam,
    response: z.object({ places: z.array(PlaceResult) }),
  }),
  startPages: endpoint({
    method: "POST",
    path: "/api/pages",
    errors: ["insufficient_credits"],
    access: "member",
    summary: "Start a web search that visits each company's site",
    body: PagesSearch,
    status: 202,
    response: z.object({ list_id: z.number(), message: z.string() }),
    rateLimit: { points: 60, windowSeconds: 60 },
    invalidInput: missing,
  }),
  elsewhere: endpoint({
    method: "GET",
    path: "/api/searches/{id}/elsewhere",
    access: "member",
    summary:
      "The companies that a web search found in other cities and that are no leads (at most 100)",
    params: IdParam,
    response: z.object({ companies: z.array(ElsewhereCompany) }),
  }),
  includeAll: endpoint({
    method: "POST",
    path: "/api/searches/{id}/elsewhere/include",
    access: "member",
    summary:
      "Make the companies that a search found in other cities leads of its list, as many as credits and plan allow",
    params: IdParam,
    response: z.object({
      created: z.number(),
      /** They were leads before, and cost nothing. */
      linked: z.number(),
      left: z.number(),
      /** Why some are left; null when none is. */
      limit: z.nullable(z.string()),
    }),
  }),
  include: endpoint({
    method: "POST",
    path: "/api/search-results/{id}/include",
    errors: ["insufficient_credits", "quota_reached"],
    access: "member",
    sight: "narrowed",
    summary: "Make a company that was found in another city a lead of the search's list",
    params: IdParam,
    response: z.object({
      /** Null for one that was a lead before, and that I do not see. */
      lead_id: z.nullable(z.number()),
      created: z.boolean(),
    }),
  }),
  recent: endpoint({
    method: "GET",
    path: "/api/searches",
    access: "member",
    summary: "My latest searches with their progress, newest first (at most 20)",
    response: z.object({ searches: z.array(Search) }),
  }),
  stop: endpoint({
    method: "POST",
    path: "/api/searches/{id}/stop",
    access: "member",
    summary: "End a search; what it found stays",
    params: IdParam,
    response: z.object({ search: Search }),
  }),
};
