import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import {
  Day,
  IdParam,
  Instant,
  PageNumber,
  Pagination,
  pageSize,
} from "@/lib/contracts/shared/fields";
import { ANSWER_KINDS } from "@/lib/domain/answers/answer-kinds";
import { SITE_VERDICTS } from "@/lib/domain/companies/site-verdict";
import { LEAD_TEXT_NAMES, type LeadTextName, NewLead } from "@/lib/domain/leads/lead-fields";
import { LEAD_SORTS } from "@/lib/domain/leads/lead-list";
import { LEAD_STATUSES } from "@/lib/domain/leads/lead-status";
import { NAME_KINDS } from "@/lib/domain/leads/name-kind";
import { leadFilterShape } from "./lead-filter";
import { dealFields, LeadChange } from "./lead-form";
import { GivenOwnValues, OwnValues } from "./own-fields";

const Text = z.nullable(z.string());
const texts = Object.fromEntries(LEAD_TEXT_NAMES.map((name) => [name, Text])) as Record<
  LeadTextName,
  typeof Text
>;

export const Lead = z.object({
  id: z.number(),
  name: z.string(),
  /** Whose name it is; 'none' when it is only a substitute: a number, an e-mail. */
  name_kind: z.enum(NAME_KINDS),
  status: z.enum(LEAD_STATUSES),
  ...texts,
  source: z.string(),
  created_at: Instant,
  /** Its situation in the company registry when it is not active. */
  company_status: z.nullable(z.enum(["nula", "suspensa", "inapta", "baixada"])),
  /** An objection to the place that a search looked in, such as another town in the address. */
  search_remark: z.nullable(z.string()),
  /** What is known about its site; null when it has its own site and nobody visited it yet. */
  site_verdict: z.nullable(z.enum(SITE_VERDICTS)),
  stage_id: z.number(),
  /** What the deal is worth, in cents. */
  value_cents: z.nullable(z.number()),
  /** When the deal is expected to be made. */
  expected_close: z.nullable(Day),
  loss_reason_id: z.nullable(z.number()),
  seller_id: z
    .nullable(z.number())
    .check(z.describe("Who of the account deals with it, as `GET /api/team` names them.")),
});
export type Lead = z.infer<typeof Lead>;

/** As a table shows it. */
export const ListedLead = z.extend(Lead, {
  tag_ids: z.array(z.number()),
  own: OwnValues,
  /** The latest message of either side. */
  last_contact_at: z.nullable(Instant),
  other_contacts: z.number().check(z.describe("How many contacts it has beside the main one.")),
  answer: z
    .nullable(z.enum(ANSWER_KINDS))
    .check(
      z.describe("What its main contact has said that waits for an answer; null for nothing."),
    ),
});
export type ListedLead = z.infer<typeof ListedLead>;

/** Where a value was found, with a confidence of 0 to 1. */
const Evidence = z.object({
  field: z.string(),
  url: z.string(),
  method: z.string(),
  confidence: z.number(),
});

export const LeadDetails = z.extend(ListedLead, {
  contacted_at: z.nullable(Instant),
  updated_at: Instant,
  lists: z.array(z.object({ id: z.number(), name: z.string() })),
  evidence: z.array(Evidence),
  /** Its social network profiles, as linked from its site. */
  profiles: z.array(z.object({ network: z.string(), url: z.string() })),
});
export type LeadDetails = z.infer<typeof LeadDetails>;

/** All own fields, with as many choices as each may have. */
const MAX_BODY_BYTES = 512 * 1024;

export const LEAD_PAGE_SIZES = [10, 20, 50, 100, 200] as const;

/** No default: it would hide which of the two names was given. */
const per_page = z.optional(pageSize(200));

export const LeadQuery = z.object({
  ...leadFilterShape,
  page: z._default(PageNumber, 1),
  per_page,
  sort: z._default(z.enum(LEAD_SORTS), "created_at"),
  direction: z._default(z.enum(["asc", "desc"]), "desc"),
  /**
   * The `next` or `previous` cursor of a page: returns the rows after or before it, even if rows were inserted or
   * deleted. `before` needs the number of its page.
   */
  after: z.optional(z.string().check(z.maxLength(300))),
  before: z.optional(z.string().check(z.maxLength(300))),
  /** Aliases of `per_page` and `search`. */
  perPage: per_page,
  searchQuery: leadFilterShape.search,
});

const LeadPagination = z.extend(Pagination, {
  /** True when there are more than `total`: a filtered list is counted only so far. */
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
  opted_out: z.number(),
  left: z
    .number()
    .check(z.describe("Those of `opted_out` whose contact asked for it in an answer.")),
});
export type LeadStatistics = z.infer<typeof LeadStatistics>;

const MergedInto = z
  .optional(z.number())
  .check(z.describe("The lead's id, where the one asked for was made one with it."));

export const leads = {
  list: endpoint({
    method: "GET",
    path: "/api/leads",
    access: "member",
    sight: "narrowed",
    summary: "One page of leads, newest first by default",
    query: LeadQuery,
    response: z.object({ leads: z.array(ListedLead), pagination: LeadPagination }),
  }),
  stats: endpoint({
    method: "GET",
    path: "/api/leads/stats",
    access: "member",
    sight: "narrowed",
    summary: "Number of leads per status group",
    response: z.object({ statistics: LeadStatistics }),
  }),
  cities: endpoint({
    method: "GET",
    path: "/api/leads/cities",
    access: "member",
    sight: "narrowed",
    summary: "The cities that leads are in, by name",
    response: z.object({ cities: z.array(z.string()) }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/leads",
    access: "member",
    sight: "narrowed",
    summary: "Create a lead by hand",
    body: z.extend(NewLead, { stage_id: dealFields.stage_id, own: z.optional(GivenOwnValues) }),
    maxBodyBytes: MAX_BODY_BYTES,
    response: z.object({ lead: Lead }),
    status: 201,
  }),
  deletions: endpoint({
    method: "GET",
    path: "/api/leads/deletions",
    access: "member",
    sight: "narrowed",
    summary: "The latest deletions that can still be undone, newest first",
    response: z.object({
      deletions: z.array(z.object({ id: z.number(), leads: z.number(), deleted_at: Instant })),
    }),
  }),
  restore: endpoint({
    method: "POST",
    path: "/api/leads/deletions/{id}/restore",
    access: "member",
    sight: { lead_deletion: "id" },
    summary: "Undo a deletion of the last 10 minutes; leads that exist again stay as they are",
    params: IdParam,
    response: z.object({ restored: z.number(), skipped: z.number() }),
  }),
  get: endpoint({
    method: "GET",
    path: "/api/leads/{id}",
    access: "member",
    sight: { lead: "id" },
    summary:
      "One lead with its lists and where its values were found; a merged one's id leads to the one that stayed",
    params: IdParam,
    response: z.object({ lead: LeadDetails, merged_into: MergedInto }),
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/leads/{id}",
    access: "member",
    sight: { lead: "id" },
    summary: "Change a lead",
    params: IdParam,
    body: LeadChange,
    maxBodyBytes: MAX_BODY_BYTES,
    response: z.object({ lead: Lead, merged_into: MergedInto }),
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/leads/{id}",
    access: "member",
    sight: { lead: "id" },
    summary: "Delete a lead",
    params: IdParam,
    response: z.object({ deleted: z.number() }),
  }),
  byPhone: endpoint({
    method: "GET",
    path: "/api/leads/phone/{number}",
    access: "member",
    sight: "narrowed",
    summary: "The lead of a number, however it is written",
    params: z.object({ number: z.string().check(z.maxLength(100)) }),
    response: z.object({ data: z.object({ lead: Lead }) }),
  }),
};
