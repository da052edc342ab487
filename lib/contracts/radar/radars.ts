import * as z from "zod/mini";
import { MapsSearch, PagesSearch } from "@/lib/contracts/discovery/searches";
import { RegistryFilter } from "@/lib/contracts/registry/registry";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import {
  arrayOf,
  Id,
  IdParam,
  Instant,
  PageNumber,
  Pagination,
  pageSize,
} from "@/lib/contracts/shared/fields";
import {
  RADAR_BUDGET_DEFAULT,
  RADAR_BUDGET_MAX,
  RADAR_CADENCES,
  RADAR_CHANGES,
  RADAR_KINDS,
  RADAR_NAME_MAX_LENGTH,
  RADAR_PAGE_SIZES,
  REGISTRY_CHANGES,
} from "@/lib/domain/radar/radar";
import { requiredText } from "@/lib/domain/text/required-text";

const counts = z
  .array(z.object({ change: z.enum(RADAR_CHANGES), count: z.number() }))
  .check(z.describe("How many findings of each sort nobody has seen yet."));

/** A saved search that brings what is new. */
export const Radar = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(RADAR_KINDS),
  words: z.string().check(z.describe("What it looks for, in words.")),
  registry: z
    .nullable(z.record(z.string(), z.union([z.string(), z.array(z.string())])))
    .check(z.describe("The parameters of `GET /api/dados-receita` that it saved.")),
  pages: z.nullable(PagesSearch),
  maps: z.nullable(MapsSearch),
  cadence: z.enum(RADAR_CADENCES),
  changes: z.array(z.enum(RADAR_CHANGES)),
  credit_budget: z.number(),
  active: z.boolean(),
  running: z.boolean(),
  note: z
    .nullable(z.string())
    .check(z.describe("What its last run waited for or left out, as a sentence.")),
  /** Where its companies are leads; null until it found one, or when the list was deleted. */
  list_id: z.nullable(z.number()),
  unseen: counts,
  last_run_at: z.nullable(Instant),
  /** Null where the next month of the registry starts it. */
  next_run_at: z.nullable(Instant),
  created_at: Instant,
});
export type Radar = z.infer<typeof Radar>;

export const RadarFinding = z.object({
  id: z.number(),
  change: z.enum(RADAR_CHANGES),
  name: z.string(),
  cnpj: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  /** The month of the registry, as "2026-11"; null of a pages or maps search. */
  month: z.nullable(z.string()),
  lead_id: z.nullable(z.number()),
  opted_out: z.boolean().check(z.describe("Its number asked for no more messages.")),
  on_whatsapp: z
    .nullable(z.boolean())
    .check(z.describe("Null where nobody asked: no number, or no WhatsApp connected.")),
  unseen: z.boolean(),
  found_at: Instant,
});
export type RadarFinding = z.infer<typeof RadarFinding>;

const NAME = "Dê um nome ao radar.";
const BUDGET = `Use de 1 a ${RADAR_BUDGET_MAX} créditos.`;
const CHANGES = "Escolha ao menos uma mudança.";

const name = requiredText(NAME, RADAR_NAME_MAX_LENGTH);
const changes = arrayOf(z.enum(REGISTRY_CHANGES), {
  min: 1,
  max: REGISTRY_CHANGES.length,
  error: CHANGES,
});
const credit_budget = z
  .number({ error: BUDGET })
  .check(
    z.int(BUDGET),
    z.gte(1, BUDGET),
    z.lte(RADAR_BUDGET_MAX, BUDGET),
    z.describe("The most credits that one run spends: one for each new lead."),
  );
const cadence = z.enum(["week", "month"], { error: "Escolha toda semana ou todo mês." });

/** The settings of a radar, besides its question. */
export const RadarSettings = z.object({ name, cadence, changes, credit_budget });
export type RadarSettings = z.output<typeof RadarSettings>;

export const NewRadar = z
  .strictObject({
    name,
    registry: z.optional(RegistryFilter),
    pages: z.optional(PagesSearch),
    maps: z.optional(MapsSearch),
    /** Of a pages or maps search; the registry's follows its months. */
    cadence: z._default(cadence, "month"),
    /** Of the registry; all of them if left out. */
    changes: z.optional(changes),
    credit_budget: z._default(credit_budget, RADAR_BUDGET_DEFAULT),
  })
  .check(
    z.refine(
      ({ registry, pages, maps }) =>
        [registry, pages, maps].filter((each) => each !== undefined).length === 1,
      { error: "Informe registry, pages ou maps.", path: ["registry"] },
    ),
  );
export type NewRadar = z.output<typeof NewRadar>;

export const RadarChanges = z.strictObject({
  name: z.optional(name),
  active: z.optional(z.boolean()),
  cadence: z.optional(cadence),
  changes: z.optional(changes),
  credit_budget: z.optional(credit_budget),
});
export type RadarChanges = z.output<typeof RadarChanges>;

const answer = z.object({ radar: Radar });

export const radars = {
  list: endpoint({
    method: "GET",
    path: "/api/radars",
    access: "member",
    summary: "My radars: saved searches that run again, those with news first",
    response: z.object({ radars: z.array(Radar) }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/radars",
    access: "member",
    summary: "Save a search that runs again and brings what is new",
    body: NewRadar,
    status: 201,
    response: answer,
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
  get: endpoint({
    method: "GET",
    path: "/api/radars/{id}",
    access: "member",
    summary: "One radar",
    params: IdParam,
    response: answer,
  }),
  update: endpoint({
    method: "PATCH",
    path: "/api/radars/{id}",
    access: "member",
    summary: "Rename a radar, switch it on or off, change what it follows or may spend",
    params: IdParam,
    body: RadarChanges,
    response: answer,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/radars/{id}",
    access: "member",
    summary: "Delete a radar and what it found; its list and leads stay",
    params: IdParam,
    response: z.object({ success: z.literal(true) }),
  }),
  run: endpoint({
    method: "POST",
    path: "/api/radars/{id}/run",
    access: "member",
    summary: "Run a radar of pages or maps now",
    params: IdParam,
    status: 202,
    response: answer,
    rateLimit: { points: 20, windowSeconds: 60 },
  }),
  findings: endpoint({
    method: "GET",
    path: "/api/radars/{id}/findings",
    access: "member",
    sight: "narrowed",
    summary: "What a radar found, the latest first; at most 10,000 are counted",
    params: IdParam,
    query: z.object({
      page: z._default(PageNumber, 1),
      per_page: z._default(pageSize(RADAR_PAGE_SIZES.max), RADAR_PAGE_SIZES.default),
      change: z.optional(z.enum(RADAR_CHANGES)),
    }),
    response: z.object({ findings: z.array(RadarFinding), pagination: Pagination }),
  }),
  see: endpoint({
    method: "POST",
    path: "/api/radars/{id}/seen",
    access: "member",
    summary: "Take the mark of news off what a radar found so far",
    params: IdParam,
    body: z.strictObject({
      up_to: Id.check(z.describe("The latest finding that was seen.")),
    }),
    response: answer,
  }),
};
