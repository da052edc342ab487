import * as z from "zod/mini";
import { normalizeCnpj } from "@/lib/domain/cnpj";
import { LEAD_SORTS } from "@/lib/domain/lead-list";
import { LEAD_STATUSES, type LeadStatus } from "@/lib/domain/lead-status";
import { whatsappNumberProblem } from "@/lib/domain/phone";
import { endpoint } from "./endpoint";
import { IdParam, Instant, Pagination, pageQuery, requiredText } from "./fields";

const Text = z.nullable(z.string());

export const Lead = z.object({
  id: z.number(),
  name: z.string(),
  status: z.enum(LEAD_STATUSES),
  whatsapp: Text,
  phone: Text,
  email: Text,
  website: Text,
  address: Text,
  city: Text,
  state: Text,
  cnpj: Text,
  cnae: Text,
  proprietario: Text,
  obs: Text,
  ai_obs: Text,
  source: z.string(),
  created_at: Instant,
});
export type Lead = z.infer<typeof Lead>;

/** Where a value was found and how sure that is (0 to 1). */
const Evidence = z.object({
  field: z.string(),
  url: z.string(),
  method: z.string(),
  confidence: z.number(),
});

export const LeadDetails = z.extend(Lead, {
  contacted_at: z.nullable(Instant),
  updated_at: Instant,
  lists: z.array(z.object({ id: z.number(), name: z.string() })),
  evidence: z.array(Evidence),
  /** Its pages on social networks, as its own site links to them. */
  profiles: z.array(z.object({ network: z.string(), url: z.string() })),
});
export type LeadDetails = z.infer<typeof LeadDetails>;

const HISTORY_KINDS = [
  "created",
  "status",
  "message_sent",
  "message_received",
  "campaign",
] as const;

export const LeadHistoryEntry = z.object({
  kind: z.enum(HISTORY_KINDS),
  at: Instant,
  /** Who changed the status: person, campaign, reply, phone. */
  by: Text,
  from: z.nullable(z.enum(LEAD_STATUSES)),
  to: z.nullable(z.enum(LEAD_STATUSES)),
  /** The message, or the campaign's name. */
  text: Text,
  /** Of a campaign: what came of writing to this lead. */
  outcome: Text,
});
export type LeadHistoryEntry = z.infer<typeof LeadHistoryEntry>;

export const LEAD_PAGE_SIZES = [10, 20, 50, 100, 200] as const;

const Day = z.string().check(
  z.regex(/^(19|20)\d{2}-\d{2}-\d{2}$/, "Use uma data."),
  z.refine((day) => !Number.isNaN(Date.parse(`${day}T12:00:00Z`)), "Use uma data."),
);

const Statuses = z.pipe(
  z.string().check(
    z.maxLength(200),
    z.refine(
      (value) => value.split(",").every((each) => LEAD_STATUSES.includes(each as LeadStatus)),
      "Status desconhecido.",
    ),
  ),
  z.transform((value) => value.split(",") as LeadStatus[]),
);

const filterShape = {
  search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  /** One or more, separated by commas. */
  status: z.optional(Statuses),
  list_id: z.optional(IdParam.shape.id),
  source: z.optional(z.string().check(z.maxLength(50))),
  city: z.optional(z.string().check(z.trim(), z.maxLength(120))),
  /** Days in São Paulo, both included. */
  created_from: z.optional(Day),
  created_to: z.optional(Day),
};

export const LeadFilter = z.strictObject(filterShape);
export type LeadFilter = z.output<typeof LeadFilter>;

/** More are all of a filter; so many still fit into an address. */
export const MOST_EXPORTED_IDS = 1_000;

/** Of `GET /api/leads/export`: the leads named by id, else all that the filter finds. */
export const LeadExport = z.object({
  format: z.enum(["csv", "xlsx"], { error: "Escolha csv ou xlsx." }),
  ids: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,10}(,\d{1,10})*$/, "Selecione ao menos um lead.")),
      z.pipe(
        z.transform((text: string) => text.split(",").map(Number)),
        z
          .array(z.number().check(z.lte(2_147_483_647)))
          .check(z.maxLength(MOST_EXPORTED_IDS, "Selecione até 1.000 leads, ou todos.")),
      ),
    ),
  ),
  ...filterShape,
});

const { page, per_page } = pageQuery({ default: 10, max: 200 });

export const LeadQuery = z.object({
  ...filterShape,
  page,
  per_page: z.optional(per_page),
  sort: z._default(z.enum(LEAD_SORTS), "created_at"),
  direction: z._default(z.enum(["asc", "desc"]), "desc"),
  /** The `next` or the `previous` of another page's pagination: what follows or precedes it, whatever came or went since. */
  after: z.optional(z.string().check(z.maxLength(300))),
  before: z.optional(z.string().check(z.maxLength(300))),
  /** Other names of `per_page` and `search`. */
  perPage: z.optional(per_page),
  searchQuery: filterShape.search,
});

const LeadPagination = z.extend(Pagination, {
  /** There are more than `total`, which is as far as a filtered list is counted. */
  capped: z.boolean(),
  next: Text,
  previous: Text,
});
export type LeadPagination = z.infer<typeof LeadPagination>;

export const LeadStatistics = z.object({
  total: z.number(),
  sent: z.number(),
  answered: z.number(),
  closed: z.number(),
  pending: z.number(),
  failed: z.number(),
});
export type LeadStatistics = z.infer<typeof LeadStatistics>;

function text(maxLength: number) {
  return z
    .string()
    .check(z.trim(), z.maxLength(maxLength, `Use no máximo ${maxLength} caracteres.`));
}

function optional<T extends z.ZodMiniType>(schema: T) {
  return z.optional(z.nullable(schema));
}

const Cnpj = z.string().check(
  z.trim(),
  z.maxLength(30, "CNPJ inválido."),
  z.refine((value) => value === "" || normalizeCnpj(value) !== null, "CNPJ inválido."),
);

const Email = text(200).check(
  z.refine((value) => value === "" || /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value), "E-mail inválido."),
);

const NAME_REQUIRED = "Informe o nome da empresa.";

const writtenShape = {
  website: optional(text(500)),
  email: optional(Email),
  phone: optional(text(40)),
  address: optional(text(500)),
  city: optional(text(120)),
  state: optional(text(60)),
  cnpj: optional(Cnpj),
  cnae: optional(text(200)),
  proprietario: optional(text(200)),
  obs: optional(text(5_000)),
  ai_obs: optional(text(5_000)),
  status: z.optional(z.nullable(z.enum(LEAD_STATUSES))),
};

/** The number is checked by the service, which words the refusal with the number in it. */
export const NewLead = z.object({
  name: requiredText(NAME_REQUIRED),
  whatsapp: z._default(z.string().check(z.maxLength(100)), ""),
  ...writtenShape,
});

/** Fields left out stay as they are; null or an empty text clears. A number is cleared by null alone. */
export const LeadChange = z.object({
  name: z.optional(requiredText(NAME_REQUIRED)),
  whatsapp: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  ...writtenShape,
});

/** What a person must fill in; a program may leave out more. */
export const LeadForm = z.object({
  name: requiredText(NAME_REQUIRED),
  website: requiredText("Informe o site.", 500),
  whatsapp: z.string().check(
    z.superRefine((value, context) => {
      const problem = whatsappNumberProblem(value);
      if (problem) context.addIssue({ code: "custom", message: problem, input: value });
    }),
  ),
  email: Email,
  address: requiredText("Informe o endereço.", 500),
  obs: requiredText("Escreva uma observação.", 5_000),
  status: z.enum(LEAD_STATUSES),
  cnpj: Cnpj,
  cnae: text(200),
  proprietario: text(200),
  ai_obs: text(5_000),
});
export type LeadForm = z.infer<typeof LeadForm>;

const WrittenId = z.pipe(
  z.pipe(
    z.union([z.string().check(z.regex(/^\d{1,10}$/)), z.number()]),
    z.transform((id) => Number(id)),
  ),
  z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647)),
);

const MAX_SELECTED_IDS = 10_000;

/** The leads named one by one, or all that a list's query finds. */
const selectionShape = {
  lead_ids: z.optional(
    z
      .array(WrittenId)
      .check(
        z.minLength(1, "Selecione ao menos um lead."),
        z.maxLength(MAX_SELECTED_IDS, "Selecione menos leads, ou todos."),
      ),
  ),
  filter: z.optional(LeadFilter),
};
type Selection = { lead_ids?: number[] | undefined; filter?: LeadFilter | undefined };

const oneSelection = z.refine<Selection>(
  (body: Selection) => (body.lead_ids === undefined) !== (body.filter === undefined),
  { error: "Informe lead_ids ou filter.", path: ["lead_ids"] },
);

const BulkDelete = z.strictObject(selectionShape).check(oneSelection);

const BulkStatus = z
  .strictObject({ ...selectionShape, status: z.enum(LEAD_STATUSES) })
  .check(oneSelection);

const BulkAddToList = z
  .strictObject({
    ...selectionShape,
    list_id: z.optional(WrittenId),
    /** Of a new list. */
    name: z.optional(requiredText("Informe o nome da lista.", 120)),
  })
  .check(
    oneSelection,
    z.refine((body) => (body.list_id === undefined) !== (body.name === undefined), {
      error: "Escolha uma lista ou informe o nome da nova.",
      path: ["name"],
    }),
  );

export const leads = {
  list: endpoint({
    method: "GET",
    path: "/api/leads",
    access: "member",
    summary: "One page of leads, newest first unless told otherwise",
    query: LeadQuery,
    response: z.object({ leads: z.array(Lead), pagination: LeadPagination }),
  }),
  stats: endpoint({
    method: "GET",
    path: "/api/leads/stats",
    access: "member",
    summary: "How many leads stand in each status group",
    response: z.object({ statistics: LeadStatistics }),
  }),
  cities: endpoint({
    method: "GET",
    path: "/api/leads/cities",
    access: "member",
    summary: "The cities that leads are in, by name",
    response: z.object({ cities: z.array(z.string()) }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/leads",
    access: "member",
    summary: "Create a lead by hand",
    body: NewLead,
    response: z.object({ lead: Lead }),
    status: 201,
  }),
  get: endpoint({
    method: "GET",
    path: "/api/leads/{id}",
    access: "member",
    summary: "One lead with its lists and where its values were found",
    params: IdParam,
    response: z.object({ lead: LeadDetails }),
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/leads/{id}",
    access: "member",
    summary: "Change a lead",
    params: IdParam,
    body: LeadChange,
    response: z.object({ lead: Lead }),
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/leads/{id}",
    access: "member",
    summary: "Delete a lead",
    params: IdParam,
    response: z.object({ deleted: z.number() }),
  }),
  history: endpoint({
    method: "GET",
    path: "/api/leads/{id}/history",
    access: "member",
    summary: "What happened with a lead, newest first",
    params: IdParam,
    response: z.object({ history: z.array(LeadHistoryEntry) }),
  }),
  byPhone: endpoint({
    method: "GET",
    path: "/api/leads/phone/{number}",
    access: "member",
    summary: "The lead of a number, however it is written",
    params: z.object({ number: z.string().check(z.maxLength(100)) }),
    response: z.object({ data: z.object({ lead: Lead }) }),
  }),
  bulkDelete: endpoint({
    method: "POST",
    path: "/api/leads/bulk_delete",
    access: "member",
    summary: "Delete the selected leads",
    body: BulkDelete,
    response: z.object({ deleted: z.number() }),
  }),
  bulkStatus: endpoint({
    method: "POST",
    path: "/api/leads/bulk_status",
    access: "member",
    summary: "Give the selected leads a status",
    body: BulkStatus,
    response: z.object({ updated: z.number() }),
  }),
  bulkAddToList: endpoint({
    method: "POST",
    path: "/api/leads/bulk_add_to_list",
    access: "member",
    summary: "Add the selected leads to a list, or to a new one",
    body: BulkAddToList,
    response: z.object({ list_id: z.number(), added: z.number() }),
  }),
};
